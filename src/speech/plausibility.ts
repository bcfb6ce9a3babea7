// Plausibility: whether what the recogniser found was really said. Some phrase of a large grammar fits any sound a
// little; that it was not said shows in sounds that fit badly, in silence between the words, and in many words.

import { type DecodedPath, isWord } from "./acoustic/decoded-path.ts";

/**
 * What each word more and each frame of 10 ms of silence more costs, in units of a word's misfit. Tuned at the
 * weights of `grammar.ts` on 700 answers and 1,000 other sentences, of a person and of our voices, half of them on
 * lines with noise: half of the others that fitted on good lines, and a third of those in noise, are beyond the
 * bound, and no answer is.
 */
const perWord = 0.2;
const perSilentFrame = 0.046;
const strainMax = 6;
/** A caller who dictates pauses between words; longer pauses are cut away before. */
const pauseFramesMax = 20;

/** Of a path with words. */
export function isPlausible({ segments }: DecodedPath): boolean {
  let [words, frames, misfit, silence] = [0, 0, 0, 0];
  for (const segment of segments) {
    if (isWord(segment)) {
      words += 1;
      frames += segment.frames;
      misfit += segment.misfit;
    } else {
      silence += Math.max(0, segment.frames - pauseFramesMax);
    }
  }
  return misfit / Math.max(1, frames) + perWord * words + perSilentFrame * silence <= strainMax;
}
