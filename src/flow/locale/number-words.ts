// Number words: what a language pack says of its numbers, fractions and scales.

/** `unit` 0–9, `teen` 10–19, `ten` 20, 30 … 90, `whole` any number below 1,000 said in one word ("vierundzwanzig"). */
export type NumberRank = "unit" | "teen" | "ten" | "whole" | "hundred" | "thousand" | "million";

export interface NumberWord {
  readonly value: number;
  readonly rank: NumberRank;
  readonly ordinal: boolean;
}

export interface NumberWords {
  /** The number of a word, or undefined. Never called with numerals. */
  readonly read: (word: string) => NumberWord | undefined;
  /** "and" in "two hundred and five". */
  readonly joiners: ReadonlySet<string>;
  /** "vier und zwanzig": the unit comes first. */
  readonly unitFirst: boolean;
  /** "point", "dot" */
  readonly point: ReadonlySet<string>;
  readonly minus: ReadonlySet<string>;
  /** "a dozen" → 12, "a couple" → 2, "nobody" → 0, "and a half" is `halves`. */
  readonly phrases: ReadonlyMap<string, number>;
  /** Phrases after a number that add a half: "and a half". */
  readonly halves: readonly string[];
  /** Words behind a number that multiply it: "k", "grand", "billion". */
  readonly scales: ReadonlyMap<string, number>;
  /** Parts of one: "three quarters" → 0.75. They may be followed by `partOf` and a scale or a unit. */
  readonly parts: ReadonlyMap<string, number>;
  /** Parts of one that need a unit of time behind them: "half hour". */
  readonly unitParts: ReadonlyMap<string, number>;
  /** Words between an amount and its unit that change nothing: "one full hour". */
  readonly wholeWords: ReadonlySet<string>;
  /** "of a", "an": between a part and what it is a part of. */
  readonly partOf: readonly string[];
  /** Beside a number that counts a part of another one: "of them". */
  readonly partsOf: readonly string[];
  /** "a", "an": one of the unit that follows. */
  readonly articles: ReadonlySet<string>;
  /** Lengths of time in one word, in minutes: "fortnight". */
  readonly timeSpans: ReadonlyMap<string, number>;
  /** Words that mean 0 before the name of a variable: "no kids". */
  readonly none: ReadonlySet<string>;
  /** Words before "one" that make it a pronoun: "that one". */
  readonly notBeforeOne: ReadonlySet<string>;
  /** Digits beside the number words 0 to 9: "oh" → "0". */
  readonly digits: ReadonlyMap<string, string>;
  /** "double" → 2 */
  readonly repeats: ReadonlyMap<string, number>;
  /** Alone they are a one: "eine". */
  readonly aloneOne: ReadonlySet<string>;
  /** "percent" */
  readonly percent: ReadonlySet<string>;
  /** Words of `phrases` that say no exact number: the "couple" of "a couple of". */
  readonly vague: ReadonlySet<string>;
  /** Behind a value, what it is of each: "a day", "each". */
  readonly rates: readonly string[];
  /** "per", which makes a rate of any word. */
  readonly per: ReadonlySet<string>;
  /** Units of a rate in which the same is paid again and again: "month". */
  readonly instalments: ReadonlySet<string>;
  /** Before or behind a number that counts all of something, and names no place: "all three", "two of them". */
  readonly all: ReadonlySet<string>;
  /** "plus", before a country's code. */
  readonly plus: ReadonlySet<string>;
}
