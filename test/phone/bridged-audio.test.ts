// Bridged audio: frames of one telephone at the other, evenly and without a growing delay.

import { expect, test } from "bun:test";
import { samplesPerFrame } from "../../src/audio/frame.ts";
import { BridgedAudio } from "../../src/phone/bridged-audio.ts";

/** Hears so many frames, numbered by their samples. */
function hearing() {
  const audio = new BridgedAudio();
  let heard = 0;
  return {
    hear(frames: number): void {
      for (let i = 0; i < frames; i += 1) audio.hear(new Int16Array(samplesPerFrame).fill(++heard));
    },
    take: (frames: number) => Array.from({ length: frames }, () => audio.take()?.[0]),
  };
}

test("bridged audio begins with two frames, and again after it has run dry", () => {
  const it = hearing();
  it.hear(1);
  expect(it.take(1)).toEqual([undefined]);
  it.hear(1);
  expect(it.take(3)).toEqual([1, 2, undefined]);
  it.hear(1);
  expect(it.take(1)).toEqual([undefined]);
  it.hear(1);
  expect(it.take(2)).toEqual([3, 4]);
});

test("bridged audio keeps 120 ms, and of more only the last 40 ms", () => {
  const six = hearing();
  six.hear(6);
  expect(six.take(7)).toEqual([1, 2, 3, 4, 5, 6, undefined]);
  const seven = hearing();
  seven.hear(7);
  expect(seven.take(3)).toEqual([6, 7, undefined]);
});
