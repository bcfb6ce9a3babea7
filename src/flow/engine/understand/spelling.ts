// Spelling reader: letters and digits said one by one, such as "a", "bravo", "c as in charlie", "double u", "five",
// "twenty one".

import { longestAt } from "./lexicon.ts";
import { wordReading } from "./spoken-numbers.ts";
import type { Utterance } from "./tokenised-utterance.ts";

export interface Spelled {
  readonly to: number;
  /** Lower case letters and digits. */
  readonly text: string;
  /** A letter named as such: not merely a word that sounds like one. */
  readonly sure: boolean;
}

const isLetter = (word: string): boolean => /^\p{L}$/u.test(word);

/**
 * All readings of one character or one number at a token. `sounds`: also words that sound like a letter, "you" for
 * "u".
 */
export function spelledAt(utterance: Utterance, at: number, sounds: boolean): readonly Spelled[] {
  const token = utterance.tokens[at];
  if (token === undefined) return [];
  const ways = [...lettersAt(utterance, at), ...digitsAt(utterance, at)];
  if (sounds) {
    const sound = longestAt(utterance.compiled.letterSounds, utterance.keys, at);
    if (sound !== undefined) ways.push({ to: sound.to, text: sound.value, sure: false });
  }
  const times = utterance.pack.numbers.repeats.get(token.word);
  if (times !== undefined) {
    for (const { to, text } of spelledAt(utterance, at + 1, sounds)) {
      if (text.length === 1) ways.push({ to, text: text.repeat(times), sure: true });
    }
  }
  return ways;
}

function lettersAt(utterance: Utterance, at: number): readonly Spelled[] {
  const { tokens, compiled, keys, pack } = utterance;
  const word = tokens[at]?.word ?? "";
  const alone = isLetter(word) ? word : pack.letters.get(word);
  if (alone === undefined) return [];
  const like = longestAt(compiled.asIn, keys, at + 1);
  const example = like === undefined ? undefined : tokens[like.to]?.word;
  if (like !== undefined && example !== undefined && isLetter(word)) {
    // "B as in delta" happens on bad lines; the word is heard better than the letter. "X-ray" is two.
    const words = longestAt(compiled.letterSounds, keys, like.to);
    return [{ to: words?.to ?? like.to + 1, text: words?.value ?? example.slice(0, 1), sure: true }];
  }
  return [{ to: at + 1, text: alone, sure: true }];
}

function digitsAt(utterance: Utterance, at: number): readonly Spelled[] {
  const token = utterance.tokens[at];
  if (token === undefined || token.ordinal) return [];
  if (token.numeral) return [{ to: at + 1, text: token.word.replaceAll(/[^0-9]/g, ""), sure: true }];
  const zero = utterance.pack.numbers.digits.get(token.word);
  if (zero !== undefined) return [{ to: at + 1, text: zero, sure: true }];
  const word = wordReading(utterance, at);
  if (word === undefined || word.ordinal || !["unit", "teen", "ten", "whole"].includes(word.rank)) return [];
  const next = wordReading(utterance, at + 1);
  const alone = { to: at + 1, text: String(word.value), sure: true };
  if (word.rank !== "ten" || next?.rank !== "unit" || next.value === 0) return [alone];
  return [{ to: at + 2, text: String(word.value + next.value), sure: true }, alone];
}
