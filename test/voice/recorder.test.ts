// Recorder: a recording ends by silence, by its length or by a key, and keeps the right part.

import { expect, test } from "bun:test";
import { type Frame, samplesPerFrame, silence } from "../../src/audio/frame.ts";
import { CallRecorder } from "../../src/voice/recorder.ts";

const sound: Frame = Int16Array.from({ length: samplesPerFrame }, (_, i) =>
  Math.round(6_000 * Math.sin(i / 3)),
);
const limits = { maxMs: 10_000, endSilenceMs: 1_000 };

function play(recordings: CallRecorder, frame: Frame, ms: number): void {
  for (let at = 0; at < ms; at += 20) recordings.hear(frame);
}

async function recorded(act: (recordings: CallRecorder, stop: AbortController) => void): Promise<number> {
  const recordings = new CallRecorder();
  const stop = new AbortController();
  const done = recordings.record(limits, stop.signal);
  act(recordings, stop);
  return (await done).length * 20;
}

test("recorder: silence after speech ends it, and is not kept", async () => {
  const ms = await recorded((it) => {
    play(it, silence, 400);
    play(it, sound, 2_000);
    play(it, silence, 3_000);
  });
  // The gate stays open for 600 ms after the last sound.
  expect(ms).toBeGreaterThanOrEqual(2_400);
  expect(ms).toBeLessThanOrEqual(3_100);
});

test("recorder: a caller who is silent for six seconds has no recording", async () => {
  expect(await recorded((it) => play(it, silence, 6_100))).toBe(0);
});

test("recorder: a pause shorter than the end is part of it", async () => {
  const ms = await recorded((it, stop) => {
    play(it, silence, 200);
    for (let n = 0; n < 3; n++) {
      play(it, sound, 1_000);
      play(it, silence, 800);
    }
    stop.abort();
  });
  expect(ms).toBeGreaterThan(4_600);
});

test("recorder: a recording beyond its limit is cut", async () => {
  const ms = await recorded((it) => {
    for (let n = 0; n < 30; n++) {
      play(it, silence, 200);
      play(it, sound, 800);
    }
  });
  expect(ms).toBe(10_000);
});

test("recorder: a newer one replaces the older, and the end of the call ends both", async () => {
  const recordings = new CallRecorder();
  const signal = new AbortController().signal;
  const first = recordings.record(limits, signal);
  play(recordings, sound, 200);
  const second = recordings.record(limits, signal);
  expect((await first).length).toBe(10);
  play(recordings, sound, 100);
  recordings.stop();
  expect((await second).length).toBe(5);
  play(recordings, sound, 100);
});
