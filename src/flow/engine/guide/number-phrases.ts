// Number grammar: numbers, digits and years as they are said, exactly those from `min` to `max`.

import type { Sayable } from "../expectation.ts";
import { anyOf, type MaybeSayable, optional, repeat, sequence } from "./phrase-tree.ts";
import type { GuideWords } from "./guide-words.ts";

/** The largest number in a grammar: larger ones are recognised better digit by digit. */
export const NUMBER_MAX = 9_999;
const ordinalMax = 99;

export interface NumberBounds {
  readonly min: number;
  readonly max: number;
}

const within = ({ min, max }: NumberBounds, from: number, to: number): NumberBounds => ({
  min: Math.max(min, from) - from,
  max: Math.min(max, to) - from,
});

/** Whole numbers of a range, at most up to 9,999. */
export function cardinalsTree(words: GuideWords, range: NumberBounds): MaybeSayable {
  if (range.min < 0) {
    const below = sequence(
      words.minus,
      cardinalsTree(words, { min: Math.max(1, -range.max), max: -range.min }),
    );
    return anyOf(below, range.max < 0 ? undefined : cardinalsTree(words, { ...range, min: 0 }));
  }
  return anyOf(
    belowThousand(words, range),
    multiples({
      words,
      range: { min: range.min, max: Math.min(range.max, NUMBER_MAX) },
      size: 1_000,
      unit: words.thousand,
    }),
  );
}

function belowThousand(words: GuideWords, range: NumberBounds): MaybeSayable {
  return anyOf(
    belowHundred(words, range),
    multiples({
      words,
      range: { min: range.min, max: Math.min(range.max, 999) },
      size: 100,
      unit: words.hundred,
    }),
  );
}

interface Multiples {
  readonly words: GuideWords;
  readonly range: NumberBounds;
  readonly size: 100 | 1_000;
  readonly unit: string;
}

/** "Two hundred and five", "two thousand three hundred": multiples with equal rests in one branch. */
function multiples({ words, range, size, unit }: Multiples): MaybeSayable {
  const byRest = new Map<string, { readonly rest: NumberBounds; readonly counts: string[] }>();
  for (let count = 1; count <= 9; count++) {
    const rest = within(range, count * size, count * size + size - 1);
    if (rest.max < rest.min) continue;
    const key = `${rest.min}-${rest.max}`;
    const known = byRest.get(key) ?? { rest, counts: [] };
    byRest.set(key, known);
    known.counts.push(words.small[count] ?? "");
  }
  const branches = [...byRest.values()].map(({ rest, counts }) => {
    const head = sequence(anyOf(...counts), unit);
    const more = { min: Math.max(1, rest.min), max: rest.max };
    const tail = size === 100 ? joined(words, more) : anyOf(joined(words, more), hundredsIn(words, more));
    return rest.min === 0 ? sequence(head, ...optional(tail)) : sequence(head, tail);
  });
  return anyOf(...branches);
}

/** "And five". */
function joined(words: GuideWords, range: NumberBounds): MaybeSayable {
  const rest = belowHundred(words, range);
  return rest === undefined ? undefined : sequence(...optional(words.and), rest);
}

const hundredsIn = (words: GuideWords, range: NumberBounds): MaybeSayable =>
  multiples({
    words,
    range: { ...range, max: Math.min(999, range.max) },
    size: 100,
    unit: words.hundred,
  });

function belowHundred(words: GuideWords, range: NumberBounds): MaybeSayable {
  return anyOf(...smallOf(words.small, range), ...tensOf(words, range, words.small));
}

const smallOf = (small: readonly string[], { min, max }: NumberBounds): readonly Sayable[] =>
  small.filter((_, value) => value >= min && value <= max);

/** Twenty to 99; `units` are the words after the tens. */
function tensOf(words: GuideWords, range: NumberBounds, units: readonly string[]): readonly MaybeSayable[] {
  const whole: string[] = [];
  const parts: MaybeSayable[] = [];
  for (const [index, word] of words.tens.entries()) {
    const from = index * 10 + 20;
    const rest = within(range, from, from + 9);
    if (rest.max < rest.min) continue;
    if (rest.min === 0 && rest.max === 9) {
      whole.push(word);
      continue;
    }
    const after = anyOf(...smallOf(units.slice(0, 10), { ...rest, min: Math.max(1, rest.min) }));
    parts.push(rest.min === 0 ? sequence(word, ...optional(after)) : sequence(word, after));
  }
  return [
    whole.length === 0
      ? undefined
      : sequence(anyOf(...whole), ...optional(anyOf(...smallOf(units, { min: 1, max: 9 })))),
    ...parts,
  ];
}

/** "Fourth", "twenty first". */
export function ordinalsTree(words: GuideWords, range: NumberBounds): MaybeSayable {
  const bounded = { min: Math.max(1, range.min), max: Math.min(ordinalMax, range.max) };
  const small = words.small.map(words.ordinal);
  const tens = words.tens.map(words.ordinal).filter((_, index) => {
    const value = index * 10 + 20;
    return value >= bounded.min && value <= bounded.max;
  });
  const compounds = words.tens.map((word, index) => {
    const from = index * 10 + 20;
    const rest = within(bounded, from, from + 9);
    const units = smallOf(small.slice(0, 10), { min: Math.max(1, rest.min), max: rest.max });
    return { word, units, key: `${rest.min}-${rest.max}` };
  });
  const byUnits = Map.groupBy(
    compounds.filter(({ units }) => units.length > 0),
    ({ key }) => key,
  );
  const joint = [...byUnits.values()].map((same) =>
    sequence(anyOf(...same.map(({ word }) => word)), anyOf(...(same[0]?.units ?? []))),
  );
  return anyOf(...smallOf(small, bounded), ...tens, ...joint);
}

/** "A couple". */
export function phrasesWithin({ phrases }: GuideWords, { min, max }: NumberBounds): MaybeSayable {
  return anyOf(...[...phrases].filter(([, value]) => value >= min && value <= max).map(([phrase]) => phrase));
}

/** "Two point five". */
export function decimalsTree(words: GuideWords, range: NumberBounds): MaybeSayable {
  const whole = cardinalsTree(words, range);
  const digits = repeat(anyOf(...words.small.slice(0, 10)), 1, 2);
  return whole === undefined ? undefined : sequence(whole, ...optional(sequence(words.point, digits)));
}

export const digitTree = (words: GuideWords): MaybeSayable =>
  anyOf(...words.small.slice(0, 10), ...words.digits);

/** "Nineteen eighty four", "twenty oh five", "two thousand and five". */
export function yearsTree(words: GuideWords): MaybeSayable {
  const [teen = "", ten = ""] = [words.small[19], words.tens[0]];
  const low = anyOf(
    belowHundred(words, { min: 10, max: 99 }),
    sequence(anyOf(...words.digits), anyOf(...words.small.slice(1, 10))),
  );
  const pairs = sequence(anyOf(teen, ten), low);
  const thousands = sequence(
    words.small[2] ?? "",
    words.thousand,
    ...optional(joined(words, { min: 1, max: 99 })),
  );
  return anyOf(pairs, thousands);
}
