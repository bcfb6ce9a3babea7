// Reader of server-sent events, against bodies made by hand.

import { expect, test } from "bun:test";
import { readEvents, type SseEvent, SseTooLong } from "../../src/providers/connection/server-sent-events.ts";
import { random } from "../support/random.ts";

interface Body {
  readonly stream: ReadableStream<Uint8Array>;
  /** Resolves when the reader cancels. */
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

async function read(body: Body, eventCharsMax?: number): Promise<SseEvent[]> {
  const events: SseEvent[] = [];
  for await (const event of readEvents(body.stream, new AbortController().signal, eventCharsMax))
    events.push(event);
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

test("the limit holds for an event in one piece, in many pieces and in many lines", async () => {
  const max = 30;
  const tooLong = [
    [bytes("data: "), bytes("x".repeat(31))],
    [bytes(`data: ${"x".repeat(31)}\n\n`)],
    [bytes("data: 0123456789\n".repeat(4))],
    [...Array(40)].map(() => bytes("event: y")),
  ];
  for (const pieces of tooLong) {
    const body = bodyOf(pieces, true);
    expect(await failure(read(body, max))).toBeInstanceOf(SseTooLong);
    await body.cancelled;
  }
  expect((await read(bodyOf([bytes("data: 0123456789\n\n".repeat(9))]), max)).length).toBe(9);
});

test("data before an event that is too long is passed on first", async () => {
  const body = bodyOf([bytes(`data: one\n\ndata: ${"x".repeat(31)}\n\n`)], true);
  const events = readEvents(body.stream, new AbortController().signal, 30);
  expect((await events.next()).value).toEqual({ event: "message", data: "one" });
  expect(await failure(events.next())).toBeInstanceOf(SseTooLong);
});

test("a comment or an unknown field may be of any length, and is not kept", async () => {
  const long = [...Array(20)].map(() => bytes("y".repeat(30)));
  for (const start of [": ", "unknown: "]) {
    const pieces = [bytes(start), ...long, bytes("\ndata: one\n\n")];
    expect(await read(bodyOf(pieces), 30)).toEqual([{ event: "message", data: "one" }]);
  }
});

test("the last event needs no empty line below, with any end of its line", async () => {
  for (const end of ["", "\n", "\r", "\r\n", "\n\n", "\nunknown", "\n: comment"])
    expect([end, await read(bodyOf([bytes(`data: one${end}`)]))]).toEqual([
      end,
      [{ event: "message", data: "one" }],
    ]);
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

test("leaving the loop early cancels the body", async () => {
  const body = bodyOf([bytes("data: one\n\ndata: two\n\n")], true);
  for await (const event of readEvents(body.stream, new AbortController().signal)) {
    expect(event.data).toBe("one");
    break;
  }
  await body.cancelled;
});
