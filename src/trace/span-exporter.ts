// Span exporter: sends finished spans to a collector in batches. Adding a span never blocks; spans that a
// collector does not accept in time are dropped, the oldest first, and counted.

import { type Clock, delay } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { Scope } from "../base/scope.ts";
import type { Secret } from "../base/secret.ts";
import { exportBody, rejectedSpans } from "./otlp-json.ts";
import type { Attributes, Span } from "./span.ts";
import { SpanQueue } from "./span-queue.ts";

/** `queue`: there were too many; `refused`: the collector did not want them; `unsent`: it could not be reached in time. */
export const dropReasons = ["queue", "refused", "unsent"] as const;
export type DropReason = (typeof dropReasons)[number];

export interface ExporterOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: Secret])[];
  /** Time limit of one request: the connection, the body and the answer. */
  readonly timeoutMs: number;
  /** Attributes of the sending process, read each time. */
  readonly resource: () => Attributes;
  readonly dropped: (why: DropReason, spans: number) => void;
}

/** @internal What waits; a call of ten turns comes to about sixty. */
export const queueSpansMax = 2_048;
/** Spans converted to JSON at once: about a millisecond of the event loop. */
const batchSpansMax = 128;
/** Longest wait of a span for others. */
const batchMs = 2_000;
/** Number of attempts to send a batch. */
const attemptsMax = 5;
const backOffMs = 1_000;
/** Longest accepted wait of a collector; after more, its spans would be old. */
const waitMsMax = 30_000;
/** Time limit for all remaining spans when the server stops. */
const flushMsMax = 3_000;
/** Bytes read of an answer; a longer one is useless. */
const answerBytesMax = 65_536;
const retried: ReadonlySet<number> = new Set([429, 502, 503, 504]);

type Sent =
  | { readonly type: "taken"; readonly rejected: number }
  | { readonly type: "refused"; readonly why: string }
  | { readonly type: "again"; readonly why: string; readonly afterMs?: number | undefined };

export class SpanExporter implements AsyncDisposable {
  readonly #o: ExporterOptions;
  readonly #scope: Scope;
  /** Aborted when the server stops: waiting spans are sent at once. */
  readonly #closing = new AbortController();
  readonly #queue = new SpanQueue(queueSpansMax);
  #timer: Disposable | undefined;
  #sending: Promise<void> | undefined;
  #isInTrouble = false;

  constructor(options: ExporterOptions) {
    this.#o = options;
    this.#scope = new Scope("traces", (error) => options.log.error("trace.bug", { error }));
  }

  /** Neither throws nor waits. */
  add(span: Span): void {
    if (this.#scope.signal.aborted) return this.#o.dropped("unsent", 1);
    if (!this.#queue.add(span)) this.#o.dropped("queue", 1);
    if (this.#sending !== undefined) return;
    if (this.#queue.size >= batchSpansMax) this.#send();
    else this.#timer ??= this.#o.clock.after(batchMs, () => this.#send());
  }

  /** Sends the waiting spans, within a limit, and drops the rest. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { clock, dropped } = this.#o;
    this.#closing.abort();
    this.#send();
    const late = Promise.withResolvers<void>();
    using _late = clock.after(flushMsMax, late.resolve);
    await Promise.race([this.#sending, late.promise]);
    await this.#scope.close();
    this.#timer?.[Symbol.dispose]();
    dropped("unsent", this.#queue.take(queueSpansMax).length);
  }

  #send(): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = undefined;
    if (this.#sending !== undefined || this.#queue.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#sending = promise;
    this.#scope.run(async (signal) => {
      try {
        while (this.#queue.size > 0 && !signal.aborted)
          await this.#deliver(this.#queue.take(batchSpansMax), signal);
      } finally {
        this.#sending = undefined;
        resolve();
      }
    });
  }

  /** Never rejects. */
  async #deliver(batch: readonly Span[], signal: AbortSignal): Promise<void> {
    const { clock, dropped, resource } = this.#o;
    const body = exportBody(batch, resource());
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const sent = await this.#post(body, signal);
      if (sent.type === "taken") {
        this.#isInTrouble = false;
        if (sent.rejected > 0)
          this.#lost("refused", Math.min(sent.rejected, batch.length), "some of a batch");
        return;
      }
      if (sent.type === "refused") return this.#lost("refused", batch.length, sent.why);
      this.#troubled(sent.why);
      const waitMs = Math.min(sent.afterMs ?? backOffMs * 2 ** attempt, waitMsMax);
      const isLast = attempt === attemptsMax - 1 || this.#closing.signal.aborted;
      if (isLast || signal.aborted) break;
      await delay(clock, waitMs, AbortSignal.any([signal, this.#closing.signal])).catch(() => undefined);
    }
    dropped("unsent", batch.length);
  }

  #lost(why: DropReason, spans: number, detail: string): void {
    this.#o.dropped(why, spans);
    this.#troubled(detail);
  }

  /**
   * Logged once until a batch is accepted again. The address and the headers are never logged: they may contain a key.
   */
  #troubled(why: string): void {
    if (!this.#isInTrouble) this.#o.log.warn("trace.not-sent", { why });
    this.#isInTrouble = true;
  }

  async #post(body: string, signal: AbortSignal): Promise<Sent> {
    const { clock, url, headers, timeoutMs } = this.#o;
    const patience = new AbortController();
    using _timer = clock.after(timeoutMs, () => patience.abort());
    const stop = AbortSignal.any([signal, patience.signal]);
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: [
          ...headers.map(([name, value]): [string, string] => [name, value.reveal()]),
          ["content-type", "application/json"],
        ],
        body,
        redirect: "manual",
        signal: stop,
      });
      const { ok, status } = response;
      const answer = await textOf(response);
      if (ok) return { type: "taken", rejected: rejectedSpans(answer) };
      const why = `status ${status}`;
      if (!retried.has(status)) return { type: "refused", why };
      return { type: "again", why, afterMs: retryAfterMs(response.headers, clock.wall()) };
    } catch (error) {
      return { type: "again", why: patience.signal.aborted ? "no answer in time" : codeOf(error) };
    }
  }
}

/** The text of an answer up to the limit; leaving the loop discards the rest. */
async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > answerBytesMax) return "";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** The header has seconds or a date (RFC 9110, 10.2.3). */
function retryAfterMs(headers: Headers, wallMs: number): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - wallMs);
}

/** Codes are from a list; messages would repeat the address. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^\w{3,60}$/.test(code) ? code : "it could not be reached";
}
