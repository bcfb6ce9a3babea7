// Retrieval in a language: what a word is searched by, and which words are not searched for.

/** Words in small letters. */
export interface Retrieval {
  /** The common part of a word's forms: "deliveries" → "deliveri". */
  readonly stem: (word: string) => string;
  /** Words that are in every text and in every question. */
  readonly stopWords: ReadonlySet<string>;
}

/** Set of words from a text with blanks between them. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));
