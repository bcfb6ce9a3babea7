// Rest of a text: the unspoken part, by the times of its words where they are known, and otherwise by the amount of
// audio.

import type { WordTime } from "../provider-contract.ts";
import { timesOfWords } from "../timed-text.ts";

/** How long a voice takes for one character as a rule, in milliseconds: 15 characters a second. */
export const msPerCharUsual = 65;

export interface SpokenSoFar {
  /** Length of the audio handed on. */
  readonly audioMs: number;
  /** Times from the beginning of that audio, in the order of the text; as far as they are known. */
  readonly words: readonly WordTime[];
  /** Pace of this voice, for words without times. */
  readonly msPerChar: number;
}

/**
 * The text from the first word on that was not heard; "" when all were. A word that was cut counts as heard from its
 * middle on: less of it would be a word lost, and more a word said twice.
 */
export function restOfText(text: string, { audioMs, words, msPerChar }: SpokenSoFar): string {
  const times = timesOfWords(text, words);
  // Characters without a time follow the last word that has one.
  let last = { at: 0, ms: 0 };
  for (const [index, word] of [...text.matchAll(/\S+/g)].entries()) {
    const end = word.index + word[0].length;
    const time = times.get(index);
    const startMs = time?.startMs ?? last.ms + (word.index - last.at) * msPerChar;
    const endMs = time?.endMs ?? startMs + word[0].length * msPerChar;
    if (time !== undefined) last = { at: end, ms: endMs };
    if ((startMs + endMs) / 2 >= audioMs) return text.slice(word.index);
  }
  return "";
}
