// When the open recogniser takes silence for a pause, and so hears a turn: breaths part the digits of a string.

import { expect, test } from "bun:test";
import { type Frame, samplesPerFrame } from "../../../src/audio/frame.ts";
import { SpeechCut } from "../../../src/speech/open/speech-cut.ts";

const loud: Frame = new Int16Array(samplesPerFrame).fill(16_384);
const quiet: Frame = new Int16Array(samplesPerFrame);
/** Windows are speech where they are loud. */
const judge = { judge: (input: Float32Array) => Math.abs(input.at(-1) ?? 0) * 2 };

/** Silence of each pause when it was noticed, in frames of 20 ms. */
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
  expect(pausesOf(new SpeechCut(judge, true), [8, 50])).toEqual([10]);
});
