// Collector of traces on a real loopback socket: it stores every request, checks it as strictly as the protocol, and
// answers as a test chooses.

import { type OtlpSpan, spansIn, wrongInBody } from "../otlp-check.ts";

export interface CollectorRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Undefined: never. */
type Answer = (request: CollectorRequest, count: number) => Response | undefined;

export class OtlpCollector implements AsyncDisposable {
  readonly requests: CollectorRequest[] = [];
  /** Faults of the requests. */
  readonly wrong: string[] = [];
  /** Number of unanswered requests. */
  hanging = 0;
  readonly #server: Bun.Server<unknown>;

  constructor(answer: Answer = () => Response.json({ partialSuccess: {} })) {
    this.#server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      idleTimeout: 0,
      fetch: async (incoming) => {
        const request: CollectorRequest = {
          path: new URL(incoming.url).pathname,
          headers: Object.fromEntries(incoming.headers),
          body: await incoming.text(),
        };
        this.requests.push(request);
        this.wrong.push(...wrongInRequest(incoming.method, request));
        const answered = answer(request, this.requests.length);
        if (answered !== undefined) return answered;
        this.hanging += 1;
        const { promise, resolve } = Promise.withResolvers<Response>();
        incoming.signal.addEventListener("abort", () => {
          this.hanging -= 1;
          resolve(new Response(null, { status: 500 }));
        });
        return await promise;
      },
    });
  }

  /** Address without the path. */
  get url(): string {
    return `http://127.0.0.1:${this.#server.port}`;
  }

  get spans(): readonly OtlpSpan[] {
    return this.requests.flatMap(({ body }) => spansIn(body));
  }

  /** All received data as one text, to search for words. */
  get traffic(): string {
    return JSON.stringify(this.requests);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.stop(true);
  }
}

function wrongInRequest(method: string, { path, headers, body }: CollectorRequest): readonly string[] {
  return [
    ...(method === "POST" && path === "/v1/traces" ? [] : [`${method} ${path}`]),
    ...(headers["content-type"] === "application/json" ? [] : [`content type ${headers["content-type"]}`]),
    ...wrongInBody(body),
  ];
}
