// Turn loudness: speech and silence within one turn, by loudness alone.

import { expect, test } from "bun:test";
import { toFrames } from "../../src/audio/frame.ts";
import { TurnLoudness } from "../../src/audio/turn-loudness.ts";
import { human, joined, pause, pinkNoise, withNoise } from "../support/callers/callers.ts";

function loudnessOf(pcm: Int16Array): TurnLoudness {
  const loudness = new TurnLoudness();
  for (const frame of toFrames(pcm)) loudness.push(frame);
  return loudness;
}

test("turn loudness: silence, steady line noise and a click do not count as speech", () => {
  const click = pause(1_000);
  click.fill(20_000, 8_000, 8_300);
  for (const pcm of [new Int16Array(0), new Int16Array(16_000), pause(2_000), pinkNoise(32_000, 60), click])
    expect(loudnessOf(pcm).hasSpeech()).toBe(false);
});

test("turn loudness: a word counts as speech without silence around it and in noise, and its end is known", async () => {
  const word = await human("goodbye");
  const turn = joined(400, word, 600);
  for (const pcm of [word, turn, withNoise(turn, 20)]) expect(loudnessOf(pcm).hasSpeech()).toBe(true);
  const ends = (400 + word.length / 16) / 20;
  const { loudUntil } = loudnessOf(turn);
  expect(loudUntil).toBeGreaterThan(400 / 20 + 10);
  expect(loudUntil).toBeLessThanOrEqual(ends);
});
