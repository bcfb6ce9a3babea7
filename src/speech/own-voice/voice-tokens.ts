// Voice tokens: a text in the words, letters and marks that are said one after the other. Each remembers which written
// word it belongs to, so that the times of sounds become times of words.

import { foldToAscii } from "./plain-letters.ts";
import { numbersAloud } from "./numbers-aloud.ts";

export interface Token {
  /** A word, an abbreviation with its dots ("p.m."), or one mark. */
  readonly text: string;
  readonly isMark: boolean;
  /** The number of the written word. */
  readonly at: number;
  /** Syllables of a respelling ("shi-VAWN"): the first token has all of them. */
  readonly syllables?: readonly string[];
}

const tokenPattern =
  /(?:[A-Za-z]\.){2,}(?=[^A-Za-z]|$)|(?:[Ee]-[Mm]ail|[Ww]i-[Ff]i)(?:'s)?|[A-Za-z]+(?:'[A-Za-z]+)*'?|[.,;:!?&]/g;
const respelling = /^[A-Za-z]+(?:-[A-Za-z]+)+/;

/** The words of a text as they are written. */
export const writtenWords = (text: string): readonly string[] => text.match(/\S+/g) ?? [];

/** `knows`: whether the dictionary has a word. */
export function tokensOf(written: readonly string[], knows: (word: string) => boolean): readonly Token[] {
  const tokens: Token[] = [];
  let before = "";
  for (const [at, word] of written.entries()) {
    const plain = foldToAscii(word).trim();
    const words = numbersAloud(plain, before);
    before = plain.toLowerCase();
    const syllables = syllablesOf(words, knows);
    if (syllables !== undefined) tokens.push({ text: syllables.join(""), isMark: false, at, syllables });
    const rest = syllables === undefined ? words : words.replace(respelling, "");
    for (const [text] of rest.matchAll(tokenPattern))
      push(tokens, { text, isMark: /^[.,;:!?]$/.test(text), at });
  }
  return tokens;
}

/** Several marks sound as one: the last that ends a sentence, or the first. */
function push(tokens: Token[], token: Token): void {
  const last = tokens.at(-1);
  if (!token.isMark || last?.isMark === false) tokens.push(token);
  else if (last !== undefined && /[.!?]/.test(token.text) && !/[!?]/.test(last.text))
    tokens[tokens.length - 1] = token;
}

/** Authors of flows write a stressed syllable in capitals; "USB-cable" is no respelling. */
function syllablesOf(word: string, knows: (word: string) => boolean): readonly string[] | undefined {
  const parts = respelling.exec(word)?.[0].split("-");
  if (parts === undefined || !parts.some((part) => /^[A-Z]{2,}$/.test(part))) return undefined;
  const small = parts.filter((part) => /^[a-z]+$/.test(part));
  const isWhole = small.length > 0 && parts.every((part) => /^(?:[a-z]+|[A-Z]{2,})$/.test(part));
  return isWhole && small.some((part) => part.length <= 3 || !knows(part)) ? parts : undefined;
}
