// Cuts of speech: when the open recogniser takes silence for a pause, and so hears a turn. Breaths part the digits of a
// string.

import { expect, test } from "bun:test";
import { type Frame, samplesPerFrame } from "../../../src/audio/frame.ts";
import { SpeechCut } from "../../../src/speech/open/speech-cut.ts";

const loud: Frame = new Int16Array(samplesPerFrame).fill(16_384);
const quiet: Frame = new Int16Array(samplesPerFrame);
/** Windows are speech where they are loud. */
const judge = { judge: (input: Float32Array) => Math.abs(input.at(-1) ?? 0) * 2 };

/** Silence of each pause at its detection, in frames of 20 ms. */
function pausesOf(cut: SpeechCut, silences: readonly number[]): readonly number[] {
  return silences.flatMap((frames) => {
    for (let at = 0; at < 20; at++) cut.push(loud);
    return Array.from({ length: frames }, (_, at) => at + 1).filter(() => cut.push(quiet));
  });
}

test("a pause is noticed once, when it reaches four windows", () => {
  expect(pausesOf(new SpeechCut(judge), [4, 8, 50])).toEqual([6, 7]);
});

test("a string of digits has no pause when a breath separates two digits", () => {
  expect(pausesOf(new SpeechCut(judge, { isDictated: true }), [8, 50])).toEqual([10]);
});

/** Samples that count as the words of a turn: 0.8 s of voices in the background, an answer of 0.4 s, and 0.8 s of them again. */
function wordsAmongVoices(isAnswer: boolean, answerLevel: number): number {
  const cut = new SpeechCut({ judge: (input) => (input.at(-1) === 0 ? 0 : 1) }, { isAnswer });
  const background: Frame = new Int16Array(samplesPerFrame).fill(1_000);
  const answer: Frame = new Int16Array(samplesPerFrame).fill(answerLevel);
  for (const [frame, count] of [
    [background, 40],
    [answer, 20],
    [background, 40],
  ] as const)
    for (let at = 0; at < count; at++) cut.push(frame);
  return cut.pcm().length / 16_000;
}

test("background voices are no part of an answer when they are much softer", () => {
  expect(wordsAmongVoices(true, 8_000)).toBeWithin(0.5, 0.95);
  expect(wordsAmongVoices(true, 2_000)).toBeGreaterThan(1.9);
});

test("soft words are part of a sentence at an open question", () => {
  expect(wordsAmongVoices(false, 8_000)).toBeGreaterThan(1.9);
});
