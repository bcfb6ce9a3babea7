// Rest of a text: the unspoken part, by the times of its words if known, and otherwise by the amount of audio.

import type { WordTime } from "../provider-contract.ts";
import { timesOfWords } from "../timed-text.ts";

/** Usual time of a voice for one character, in milliseconds: 15 characters a second. */
export const msPerCharUsual = 65;

export interface SpokenSoFar {
  /** Length of the audio handed on. */
  readonly audioMs: number;
  /** Times from the beginning of that audio, in text order; as far as known. */
  readonly words: readonly WordTime[];
  /** Pace of this voice, for words without times. */
  readonly msPerChar: number;
}

/**
 * Text from the first unheard word on; "" if all were heard. A cut word counts as heard from its middle on: less
 * would lose a word, more would repeat one.
 */
export function restOfText(text: string, { audioMs, words, msPerChar }: SpokenSoFar): string {
  const times = timesOfWords(text, words);
  // Characters without a time follow the last word with one.
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
