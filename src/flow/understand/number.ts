// Whole numbers within bounds, as words or numerals, alone or with what is counted: "for four people".

import { numberWords } from "../spoken.ts";
import { coverage, findSpans, tokenise, type Entry, type Understood } from "./words.ts";

export interface NumberRange {
  readonly min: number;
  readonly max: number;
  /** What is counted: "people", "guests". */
  readonly units: readonly string[];
}

/** Every way to say a number of the range that is worth listening for. */
export function numberPhrases(range: NumberRange): readonly string[] {
  const numbers = Array.from({ length: range.max - range.min + 1 }, (_, n) => numberWords(range.min + n));
  return [...numbers, ...range.units.flatMap((unit) => numbers.map((number) => `${number} ${unit}`))];
}

const lexicon: readonly Entry<number>[] = Array.from({ length: 100 }, (_, value) => [
  { words: numberWords(value).split(" "), value },
  { words: [String(value)], value },
]).flat();

export function matchNumber(text: string, range: NumberRange): Understood<number> | undefined {
  const tokens = tokenise(text);
  const spans = findSpans(tokens, lexicon);
  const first = spans[0];
  if (first === undefined || spans.some(({ value }) => value !== first.value)) return undefined;
  if (first.value < range.min || first.value > range.max) return undefined;
  const units = range.units.map((unit) => ({ words: tokenise(unit), value: undefined }));
  return { value: first.value, coverage: coverage(tokens, [...spans, ...findSpans(tokens, units)]) };
}
