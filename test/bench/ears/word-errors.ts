// Word errors: the number of words of a sentence that were changed, omitted or added. Figures count as the words that
// they stand for, and punctuation does not count.

import { readingsOf, wordsOf } from "../../../src/speech/open/written-words.ts";

export interface WordErrors {
  readonly errors: number;
  /** Number of spoken words. */
  readonly words: number;
}

/** Errors of the reading of a heard text that is nearest to the spoken one. */
export function wordErrors(said: string, heard: string): WordErrors {
  const wanted = wordsOf(said);
  // Costs of the best alignment up to each word of the sentence, over all readings of the heard text up to a word.
  let costs = Array.from({ length: wanted.length + 1 }, (_, at) => at);
  for (const written of wordsOf(heard)) {
    const ways = readingsOf(written).map((reading) =>
      reading.split(" ").reduce((ahead, word) => withWord(ahead, word, wanted), costs),
    );
    costs = costs.map((_, at) => Math.min(...ways.map((way) => way[at] ?? Infinity)));
  }
  return { errors: costs.at(-1) ?? 0, words: wanted.length };
}

function withWord(ahead: readonly number[], word: string, wanted: readonly string[]): number[] {
  const next = [(ahead[0] ?? 0) + 1];
  wanted.forEach((want, at) => {
    const heard = (ahead[at] ?? 0) + (want === word ? 0 : 1);
    next.push(Math.min(heard, (ahead[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
  });
  return next;
}
