// The reader of server-sent events, against bodies made by hand.

import { expect, test } from "bun:test";
import {
  readEvents,
  type SseEvent,
  type SseLimits,
  SseTooLong,
} from "../../src/providers/server-sent-events.ts";
import { random } from "../support/random.ts";

interface Body {
  readonly stream: ReadableStream<Uint8Array>;
  /** Resolves when the reader lets go. */
  readonly cancelled: Promise<void>;
}

/** A body that gives these pieces and then either ends or hangs. */
function bodyOf(pieces: readonly Uint8Array[], hangs = false): Body {
  const cancelled = Promise.withResolvers<void>();
  const left = [...pieces];
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = left.shift();
      if (piece !== undefined) controller.enqueue(piece);
      else if (hangs) return new Promise(() => undefined);
      else controller.close();
      return undefined;
    },
    cancel: () => cancelled.resolve(),
  });
  return { stream, cancelled: cancelled.promise };
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function read(body: Body, limits?: SseLimits): Promise<SseEvent[]> {
  const events: SseEvent[] = [];
  for await (const event of readEvents(body.stream, new AbortController().signal, limits)) events.push(event);
  return events;
}

const failure = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

test("events are the same however the bytes are cut", async () => {
  const dice = random(7);
  const text =
    ": hi\r\n\r\nevent: a\r\ndata: ü€😀\r\n\rdata:  two\ndata: lines\n\n\n\ndata\n\nid: 1\n\ndata: last";
  const whole = await read(bodyOf([bytes(text)]));
  expect(whole).toEqual([
    { event: "a", data: "ü€😀" },
    { event: "message", data: " two\nlines" },
    { event: "message", data: "" },
    { event: "message", data: "last" },
  ]);
  for (let round = 0; round < 200; round++) {
    const pieces: Uint8Array[] = [];
    for (let rest = bytes(text); rest.length > 0;) {
      const length = dice.int(1, 9);
      pieces.push(rest.slice(0, length));
      rest = rest.slice(length);
    }
    expect(await read(bodyOf(pieces))).toEqual(whole);
  }
});

test("limits hold for one line and for the lines of one event", async () => {
  const limits = { lineCharsMax: 20, eventCharsMax: 30 };
  const long = bodyOf([bytes("data: "), bytes("x".repeat(20))], true);
  expect(await failure(read(long, limits))).toBeInstanceOf(SseTooLong);
  await long.cancelled;
  const many = bodyOf([bytes("data: 0123456789\n".repeat(4))], true);
  expect(await failure(read(many, limits))).toBeInstanceOf(SseTooLong);
  await many.cancelled;
  expect((await read(bodyOf([bytes("data: 0123456789\n\n".repeat(9))]), limits)).length).toBe(9);
});

test("aborting rejects with the reason although the read never settles, and cancels the body", async () => {
  const body = bodyOf([bytes("data: one\n\n")], true);
  const abort = new AbortController();
  const events = readEvents(body.stream, abort.signal);
  expect((await events.next()).value).toEqual({ event: "message", data: "one" });
  const next = events.next();
  abort.abort(new Error("enough"));
  expect(await failure(next)).toEqual(new Error("enough"));
  await body.cancelled;
});

test("leaving in the middle cancels the body", async () => {
  const body = bodyOf([bytes("data: one\n\ndata: two\n\n")], true);
  for await (const event of readEvents(body.stream, new AbortController().signal)) {
    expect(event.data).toBe("one");
    break;
  }
  await body.cancelled;
});
