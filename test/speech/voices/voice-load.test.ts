// Load of a voice: how long a text would wait, by the waiting texts, by their durations, and by the wait of the first
// one.

import { expect, test } from "bun:test";
import { VoiceLoad } from "../../../src/speech/voices/voice-load.ts";

test("voice load: each waiting text delays the next, and finished or cancelled ones do not", () => {
  const load = new VoiceLoad();
  const alone = load.waitMs(0);
  const waiting = [load.begin(0), load.begin(0), load.begin(0)];
  expect(load.waitMs(0)).toBe(4 * alone);
  waiting[0]?.gaveUp();
  waiting[1]?.gaveUp();
  waiting[1]?.begun(10);
  expect(load.waitMs(0)).toBe(2 * alone);
});

test("voice load: recent times are learned, by their place in the queue", () => {
  const load = new VoiceLoad();
  for (let round = 0; round < 30; round++) {
    const at = round * 1_000;
    const waiting = Array.from({ length: 4 }, () => load.begin(at));
    for (const [place, { begun }] of waiting.entries()) begun(at + 200 * (place + 1));
  }
  expect(load.waitMs(99_999)).toBeCloseTo(200, 0);
});

test("voice load: a hanging voice counts with its time so far", () => {
  const load = new VoiceLoad();
  load.begin(1_000);
  expect(load.waitMs(9_000)).toBe(8_000);
});
