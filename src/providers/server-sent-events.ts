// Server-sent events from the body of a response: any line ends, UTF-8 cut anywhere, comments, and limits. Knows
// no vendor and no deadline.

export interface SseLimits {
  /** Longest line, and longest event over all its lines, in UTF-16 units. */
  readonly lineCharsMax: number;
  readonly eventCharsMax: number;
}

export interface SseEvent {
  /** "message" unless the server named it. */
  readonly event: string;
  readonly data: string;
}

/** The server sent more than any honest event holds. */
export class SseTooLong extends Error {
  override readonly name = "SseTooLong";
}

const standard: SseLimits = { lineCharsMax: 1_000_000, eventCharsMax: 1_000_000 };

/**
 * Events in order. Aborting the signal rejects at once with its reason, also while a read is waiting; leaving the
 * loop in any way cancels the body. An event that the end of the stream cuts off is handed on as far as its last
 * line came.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  limits: SseLimits = standard,
): AsyncGenerator<SseEvent> {
  const parser = new SseParser(limits);
  const decoder = new TextDecoder();
  for await (const chunk of readChunks(body, signal)) {
    yield* parser.push(decoder.decode(chunk, { stream: true }));
  }
  yield* parser.push(decoder.decode());
  yield* parser.end();
}

/** The bytes of a body. Aborting the signal rejects at once; leaving the loop in any way cancels the body. */
export async function* readChunks(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  using aborted = whenAborted(signal);
  try {
    for (;;) {
      // A pending read does not always settle when its request is aborted.
      const { done, value } = await Promise.race([reader.read(), aborted.promise]);
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined); // Already broken is closed enough.
  }
}

function whenAborted(signal: AbortSignal): Disposable & { readonly promise: Promise<never> } {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason as Error);
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });
  promise.catch(() => undefined); // It may be aborted while nobody is reading.
  return { promise, [Symbol.dispose]: () => signal.removeEventListener("abort", abort) };
}

/** Text in any pieces → events. */
class SseParser {
  readonly #limits: SseLimits;
  #line = "";
  #afterReturn = false;
  #begun = false;
  #event = "";
  #data: string[] = [];
  #chars = 0;

  constructor(limits: SseLimits) {
    this.#limits = limits;
  }

  *push(text: string): Generator<SseEvent> {
    let from = 0;
    for (const end of text.matchAll(/[\r\n]/g)) {
      const isSecondHalf = end[0] === "\n" && this.#afterReturn && end.index === from && this.#line === "";
      this.#afterReturn = end[0] === "\r";
      const piece = text.slice(from, end.index);
      from = end.index + 1;
      if (isSecondHalf) continue;
      const event = this.#take(this.#grow(piece));
      this.#line = "";
      if (event !== undefined) yield event;
    }
    if (from < text.length) {
      this.#afterReturn = false;
      this.#grow(text.slice(from));
    }
  }

  *end(): Generator<SseEvent> {
    for (const line of [this.#line, ""]) {
      const event = this.#take(line);
      if (event !== undefined) yield event;
    }
  }

  #grow(piece: string): string {
    this.#line += piece;
    if (this.#line.length > this.#limits.lineCharsMax)
      throw new SseTooLong("A line of the stream is too long");
    return this.#line;
  }

  #take(written: string): SseEvent | undefined {
    const line = this.#begun ? written : written.replace(/^\uFEFF/, "");
    this.#begun = true;
    if (line === "") return this.#dispatch();
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.#event = value;
    if (field !== "data") return undefined;
    this.#chars += value.length;
    if (this.#chars > this.#limits.eventCharsMax) throw new SseTooLong("An event of the stream is too long");
    this.#data.push(value);
    return undefined;
  }

  #dispatch(): SseEvent | undefined {
    const event = { event: this.#event === "" ? "message" : this.#event, data: this.#data.join("\n") };
    const isEmpty = this.#data.length === 0;
    this.#event = "";
    this.#data = [];
    this.#chars = 0;
    return isEmpty ? undefined : event;
  }
}
