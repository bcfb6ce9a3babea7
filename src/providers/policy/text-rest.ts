// Rest of a text: what a voice has not spoken yet, told by the times of its words where they are known, and otherwise by
// how much audio there was.

import type { WordTime } from "../provider-contract.ts";
import { timesOfWords } from "../timed-text.ts";

/** How long a voice takes for one character as a rule, in milliseconds: 15 characters a second. */
export const msPerCharUsual = 65;

export interface SpokenSoFar {
  /** Of audio handed on. */
  readonly audioMs: number;
  /** Times from the beginning of that audio, in the order of the text; as far as they are known. */
  readonly words: readonly WordTime[];
  /** Of this voice, for what has no times. */
  readonly msPerChar: number;
}

/**
 * The text from the first word on that was not heard; "" when all were. A word that was cut counts as heard from its
 * middle on: less of it would be a word lost, and more a word said twice.
 */
export function restOfText(text: string, { audioMs, words, msPerChar }: SpokenSoFar): string {
  const times = timesOfWords(text, words);
  // What has no time of its own follows the last word that has one.
  let known = { at: 0, ms: 0 };
  for (const [index, word] of [...text.matchAll(/\S+/g)].entries()) {
    const end = word.index + word[0].length;
    const time = times.get(index);
    const startMs = time?.startMs ?? known.ms + (word.index - known.at) * msPerChar;
    const endMs = time?.endMs ?? startMs + word[0].length * msPerChar;
    if (time !== undefined) known = { at: end, ms: endMs };
    if ((startMs + endMs) / 2 >= audioMs) return text.slice(word.index);
  }
  return "";
}
