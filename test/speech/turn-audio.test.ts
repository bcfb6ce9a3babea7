// One turn on its way to the recogniser: where it pauses and what is left of its silence.

import { expect, test } from "bun:test";
import { type Frame, samplesPerFrame, toFrames } from "../../src/audio/frame.ts";
import { TurnAudio } from "../../src/speech/turn-audio.ts";
import { answer, human, joined, pause, pinkNoise, withNoise } from "../support/callers/callers.ts";

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
  expect(kept).toBeLessThan(word.length + 12 * samplesPerFrame);
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
    expect([utterance.audible, utterance.fresh, utterance.pcm().length, pauses.length]).toEqual([
      false,
      false,
      0,
      0,
    ]);
  }
});

test("utterance: is fresh while something was said that was not taken", async () => {
  const { utterance } = heard(await answer(["tuesday"]));
  expect(utterance.fresh).toBe(true);
  utterance.pcm();
  expect(utterance.fresh).toBe(false);
  for (const frame of toFrames(pause(400))) utterance.push(frame);
  expect(utterance.fresh).toBe(false);
  for (const frame of toFrames(await human("tuesday"))) utterance.push(frame);
  expect(utterance.fresh).toBe(true);
});

test("utterance: keeps thirty seconds and no more", () => {
  const { utterance } = heard(pinkNoise(16_000 * 40, 2_000));
  expect(utterance.pcm().length).toBeLessThanOrEqual(16_000 * 30);
});
