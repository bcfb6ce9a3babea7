// Hook receiver: on loopback, checks signatures by Standard Webhooks, and fails or hangs on command.

import { createHmac } from "node:crypto";

export interface ReceivedHook {
  readonly id: string;
  readonly type: string;
  readonly seq: number;
  readonly session: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** True if it was answered with a 2xx. */
  readonly taken: boolean;
}

export type Mood = "takes" | "fails" | "hangs";

export class HookReceiver implements Disposable {
  readonly url: string;
  readonly origin: string;
  readonly received: ReceivedHook[] = [];
  /** Faults of requests; a test must end without any. */
  readonly complaints: string[] = [];
  mood: Mood | ((asked: Request) => Mood) = "takes";
  /** Expected signing secret; by path, or for all. */
  secret = "";
  readonly #server: ReturnType<typeof Bun.serve>;
  #arrived = Promise.withResolvers<void>();

  constructor() {
    this.#server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (asked) => this.#take(asked) });
    this.origin = `127.0.0.1:${this.#server.port}`;
    this.url = `http://${this.origin}/hooks`;
  }

  get taken(): readonly ReceivedHook[] {
    return this.received.filter(({ taken }) => taken);
  }

  /** Resolves when `enough` is true for the received requests. */
  async until(enough: (receiver: this) => boolean): Promise<void> {
    while (!enough(this)) await this.#arrived.promise;
  }

  [Symbol.dispose](): void {
    void this.#server.stop(true);
  }

  async #take(asked: Request): Promise<Response> {
    const mood = typeof this.mood === "function" ? this.mood(asked) : this.mood;
    const body = await asked.text();
    if (!signed(asked.headers, body, this.secret)) this.complaints.push("a signature is wrong");
    const event = JSON.parse(body) as {
      id: string;
      type: string;
      seq: number;
      data: { session: string };
    };
    if (event.id !== asked.headers.get("webhook-id")) this.complaints.push("ids differ");
    const { id, type, seq, data } = event;
    this.received.push({ id, type, seq, session: data.session, data, taken: mood === "takes" });
    this.#arrived.resolve();
    this.#arrived = Promise.withResolvers();
    if (mood === "hangs") return await new Promise<Response>(() => undefined);
    return new Response(null, { status: mood === "takes" ? 204 : 500 });
  }
}

/** The receiver's computation (https://www.standardwebhooks.com, "Verifying signatures"). */
export function signed(headers: Headers, body: string, secret: string): boolean {
  const content = `${headers.get("webhook-id")}.${headers.get("webhook-timestamp")}.${body}`;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(content).digest("base64");
  const given = (headers.get("webhook-signature") ?? "").split(" ");
  return given.includes(`v1,${expected}`);
}
