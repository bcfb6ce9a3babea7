// Server-sent events from the body of a response: lines are read by eventsource-parser; here are the bytes, the limit
// and the end. Knows no vendor and no deadline.

import { createParser } from "eventsource-parser";

export interface SseEvent {
  /** Default: "message". */
  readonly event: string;
  readonly data: string;
}

/** The server sent more than any honest event holds. */
export class SseTooLong extends Error {
  override readonly name = "SseTooLong";
}

/** Longest event over all its lines, including the incomplete one, in UTF-16 units. */
const standardEventCharsMax = 1_000_000;

/**
 * Events in order. Aborting the signal rejects at once with its reason, even during a read; leaving the loop in any
 * way cancels the body. An event cut off by the end of the stream is passed on up to its last line.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  eventCharsMax = standardEventCharsMax,
): AsyncGenerator<SseEvent> {
  const read = openReader(eventCharsMax);
  const decoder = new TextDecoder();
  for await (const chunk of readChunks(body, signal)) yield* read(decoder.decode(chunk, { stream: true }));
  // The standard drops an event without a following empty line; not every server sends the last one.
  yield* read(`${decoder.decode()}\n\n`);
}

/** Text in any pieces → completed events. Comments and unknown fields are skipped. */
function openReader(eventCharsMax: number): (text: string) => Generator<SseEvent> {
  let sseEvents: SseEvent[] = [];
  let isTooLong = false;
  const parser = createParser({
    maxBufferSize: eventCharsMax,
    onEvent({ event = "message", data }) {
      // An event in one piece is never buffered.
      if (data.length > eventCharsMax) isTooLong = true;
      else sseEvents.push({ event, data });
    },
    onError({ type }) {
      if (type === "max-buffer-size-exceeded") isTooLong = true;
    },
  });
  return function* (text) {
    parser.feed(text);
    const complete = sseEvents;
    sseEvents = [];
    yield* complete;
    if (isTooLong) throw new SseTooLong("An event of the stream is too long");
  };
}

/** Bytes of a body. Aborting the signal rejects at once; leaving the loop in any way cancels the body. */
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
  promise.catch(() => undefined); // It may be aborted without a reader.
  return { promise, [Symbol.dispose]: () => signal.removeEventListener("abort", abort) };
}
