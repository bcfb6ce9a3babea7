// Warm-up queue: input kept for a call that is being opened.

import { expect, test } from "bun:test";
import { type Frame, silence } from "../../src/audio/frame.ts";
import { WarmUpQueue } from "../../src/session/warm-up-queue.ts";
import type { CallInput } from "../../src/voice/call-event.ts";

/** A call that records its input. */
function noted() {
  const given: string[] = [];
  return {
    given,
    ready: () => void given.push("ready"),
    away: () => void given.push("away"),
    hear: (frame: Frame) => void given.push(`frame ${frame[0]}`),
    input: (input: CallInput) =>
      void given.push(input.type === "event" ? `event ${JSON.stringify(input.data)}` : input.type),
  };
}

const event = (data: number): CallInput => ({ type: "event", name: "payment.done", data });
const frame = (first: number): Frame => silence.slice().fill(first) as Frame;

test("warm-up queue: the call gets the client's readiness, then the audio, then typed and sent input", () => {
  const queue = new WarmUpQueue();
  const call = noted();
  queue.input(event(1));
  queue.hear(frame(7));
  queue.ready();
  queue.hand(call);
  expect(call.given).toEqual(["ready", "frame 7", "event 1"]);
  queue.input(event(2));
  queue.hear(frame(8));
  queue.ready();
  expect(call.given.slice(3)).toEqual(["event 2", "frame 8", "ready"]);
});

test("warm-up queue: a client that is not ready yet is not reported as ready", () => {
  const queue = new WarmUpQueue();
  const call = noted();
  queue.hand(call);
  expect(call.given).toEqual([]);
});

test("warm-up queue: a client that left while the call opened is not ready, and the call is notified of later ones", () => {
  const queue = new WarmUpQueue();
  const call = noted();
  queue.ready();
  queue.away();
  queue.hand(call);
  expect(call.given).toEqual([]);
  queue.ready();
  queue.away();
  expect(call.given).toEqual(["ready", "away"]);
});

test("warm-up queue: the last 2 s of audio and the last 16 inputs are kept, and passed on once", () => {
  const queue = new WarmUpQueue();
  for (let i = 0; i < 120; i++) queue.hear(frame(i));
  for (let i = 0; i < 20; i++) queue.input(event(i));
  const [call, again] = [noted(), noted()];
  queue.hand(call);
  expect(call.given).toEqual([
    ...Array.from({ length: 100 }, (_, i) => `frame ${i + 20}`),
    ...Array.from({ length: 16 }, (_, i) => `event ${i + 4}`),
  ]);
  queue.hand(again);
  expect(again.given).toEqual([]);
});
