// Plausibility: whether what the recogniser found was really said. Some phrase of a large grammar fits any sound a
// little; that it was not said shows in sounds that fit badly, in silence between the words, and in many words.

import type { Segment } from "soundswallower";

const framesPerSecond = 100;
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

/**
 * `p` of a segment falls with each of its frames, by the more the worse its sounds fit: the engine documents no unit.
 */
export function isPlausible({ w: segments = [] }: Segment): boolean {
  let [words, frames, misfit, silence] = [0, 0, 0, 0];
  for (const { t: text, d: seconds, p: fit } of segments) {
    const length = Math.round(seconds * framesPerSecond);
    if (/^[a-z]/i.test(text)) {
      words += 1;
      frames += length;
      misfit -= 1000 * Math.log(Math.max(fit, 0.001));
    } else if (text !== "(NULL)") {
      silence += Math.max(0, length - pauseFramesMax);
    }
  }
  return misfit / Math.max(1, frames) + perWord * words + perSilentFrame * silence <= strainMax;
}
