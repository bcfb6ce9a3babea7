// One turn on its way to the recogniser: where it pauses and what is left of its silence.

import { expect, test } from "bun:test";
import { type Frame, samplesPerFrame, toFrames } from "../../src/audio/frame.ts";
import { TurnAudio } from "../../src/speech/turn-audio.ts";
import { human, joined, pause, pinkNoise, withNoise } from "../support/callers/callers.ts";

function heard(pcm: Int16Array): { utterance: TurnAudio; pauses: number[] } {
  const utterance = new TurnAudio();
  const pauses: number[] = [];
  toFrames(pcm).forEach((frame: Frame, at) => {
    if (utterance.push(frame)) pauses.push(at);
  });
  return { utterance, pauses };
}

test("utterance: notices the pause after each word, once", async () => {
  const one = joined(300, await human("monday"), 500);
  expect(heard(one).pauses).toHaveLength(1);
  expect(heard(joined(one, one)).pauses).toHaveLength(2);
  expect(heard(withNoise(joined(one, one), 20)).pauses).toHaveLength(2);
});

test("utterance: keeps the words and little of the silence", async () => {
  const word = await human("goodbye");
  const { utterance } = heard(joined(2_000, word, 3_000));
  const kept = utterance.pcm().length;
  expect(kept).toBeGreaterThan(word.length / 2);
  expect(kept).toBeLessThan(word.length + 22 * samplesPerFrame);
});

test("utterance: is the same for the same audio, however long the silence around it", async () => {
  const word = await human("friday");
  expect(heard(joined(400, word, 400)).utterance.pcm().length).toBe(
    heard(joined(400, word, 800)).utterance.pcm().length,
  );
});

test("utterance: holds nothing when nothing can be heard", () => {
  for (const pcm of [new Int16Array(0), new Int16Array(16_000), pause(2_000)]) {
    const { utterance, pauses } = heard(pcm);
    const lengths = [utterance.pcm(), utterance.take()].map(({ length }) => length);
    expect([utterance.audible, ...lengths, pauses.length]).toEqual([false, 0, 0, 0]);
  }
});

/** What is taken bit by bit, every so many frames. */
function taken(pcm: Int16Array, every: number): Float32Array[] {
  const utterance = new TurnAudio();
  return toFrames(pcm).flatMap((frame, at) => {
    utterance.push(frame);
    return at % every === every - 1 ? [utterance.take()] : [];
  });
}

test("utterance: gives each part of the words once, soon, and none of the silence", async () => {
  const word = await human("goodbye");
  const parts = taken(joined(1_000, word, 1_000, word, 1_000), 5);
  const lengths = parts.map((part) => part.length / samplesPerFrame);
  const all = lengths.reduce((sum, length) => sum + length, 0);
  expect(all).toBeGreaterThan(word.length / samplesPerFrame);
  expect(all).toBeLessThan((2 * word.length) / samplesPerFrame + 4 * 6 + 2);
  // Nothing is held back: whatever is said is there within the 100 ms in which it was.
  const begins = lengths.findIndex((length) => length > 0);
  expect(begins).toBe(10);
  expect(lengths.slice(0, begins).every((length) => length === 0)).toBe(true);
});

test("utterance: gives the same samples however seldom it is asked, as a busy machine does", async () => {
  const word = joined(400, await human("friday"), 300, await human("seven"), 700);
  for (const pcm of [word, withNoise(word, 15)]) {
    const all = (every: number) => taken(pcm, every).flatMap((part) => [...part]);
    const each = all(1);
    expect(each.length).toBeGreaterThan(10_000);
    for (const every of [2, 5, 9]) expect(all(every)).toEqual(each);
  }
});

test("utterance: knows how long it has been silent", async () => {
  const { utterance } = heard(joined(300, await human("friday"), 300));
  expect(utterance.silentMs).toBeGreaterThanOrEqual(280);
  for (const frame of toFrames(await human("friday"))) utterance.push(frame);
  expect(utterance.silentMs).toBeLessThan(200);
});

test("utterance: keeps thirty seconds and no more", () => {
  const { utterance } = heard(pinkNoise(16_000 * 40, 2_000));
  expect(utterance.pcm().length).toBeLessThanOrEqual(16_000 * 30);
});
