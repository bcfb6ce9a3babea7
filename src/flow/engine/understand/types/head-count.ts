// Head count matcher: adds up people who are told one by one, such as "two adults and a baby" or "my wife and I".

import type { LanguagePack } from "../../../locale/language-pack.ts";
import { longestAt, longestBefore } from "../lexicon.ts";
import { type ValueReading, fittingValues } from "../reading.ts";
import { numbersAt } from "../spoken-numbers.ts";
import { quantitiesAt } from "../spoken-quantities.ts";
import type { Utterance } from "../tokenised-utterance.ts";
import { fitsNumber, type NumberRange } from "./number.ts";

/** Terms of one sum: more are not said in one breath. */
const termsMax = 6;
/** "Two small kids": words between a number and its noun. */
const describingWordsMax = 1;

interface Term {
  readonly to: number;
  readonly count: number;
}

/** Whether a number counts people: one of the words about it says so. */
export const countsPeople = (words: readonly string[], { company }: LanguagePack): boolean =>
  words.some((text) =>
    text
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .some((word) => company.people.has(word)),
  );

/** Sums of at least two terms. Each is doubtful: nobody said the number itself. */
export function readHeadCount(utterance: Utterance, range: NumberRange): readonly ValueReading[] {
  const readings: ValueReading[] = [];
  for (let from = 0; from < utterance.tokens.length;) {
    const { to, count, terms } = sumAt(utterance, from);
    // "Between four and six people" are not ten.
    if (terms < 2 || longestBefore(utterance.compiled.between, utterance.keys, from) !== undefined) {
      from++;
      continue;
    }
    // "A couple of people, me and my wife" tells who the two are.
    const first = termAt(utterance, from, false);
    const isTold =
      first !== undefined &&
      numbersAt(utterance, from).length > 0 &&
      !isPlus(utterance, first.to) &&
      count === 2 * first.count;
    // "Me, myself and I" is one.
    const phrase = longestAt(utterance.compiled.numberPhrases, utterance.keys, from);
    if (phrase !== undefined && phrase.to >= to) {
      from = phrase.to;
      continue;
    }
    const found = fittingValues([isTold ? first.count : count], (value) => fitsNumber(value, range));
    if (found !== undefined) readings.push({ from, to, ...found, clear: true, doubtful: true });
    from = to;
  }
  return readings;
}

function sumAt(utterance: Utterance, from: number): Term & { readonly terms: number } {
  let [to, count, terms] = [from, 0, 0];
  for (let at: number | undefined = from; at !== undefined && terms < termsMax; at = joined(utterance, to)) {
    const term = termAt(utterance, at, terms > 0);
    if (term === undefined) break;
    [to, count, terms] = [term.to, count + term.count, terms + 1];
  }
  return { to, count, terms };
}

/** "Two", "two small kids", "a baby", "my wife", "me", "another two". Behind "and" a number needs its noun. */
function termAt(utterance: Utterance, at: number, isFurther: boolean): Term | undefined {
  const { compiled, keys, neutral, pack } = utterance;
  const { both, determiners, joiners, named, pairs, people, plurals, selves } = pack.company;
  const key = keys[at] ?? "";
  // "Eight people, I think" is eight.
  const isBefore = joined(utterance, at + 1) !== undefined;
  // "My wife, me and two kids", but "two, me and my wife".
  const isListed = isBefore && numbersAt(utterance, at - 1).length === 0;
  const isJoined = isFurther ? joiners.has(keys[at - 1] ?? "") || isListed : isBefore;
  if (selves.has(key)) return isJoined ? { to: at + 1, count: 1 } : undefined;
  // "Mom, dad and me".
  if (named.has(key) && (isFurther || isBefore)) return { to: at + 1, count: 1 };
  const another = isFurther ? longestAt(compiled.shifts.another, keys, at)?.to : undefined;
  // "Our two kids" and "both my kids" are two.
  const isOwn = determiners.has(key) && numbersAt(utterance, at + 1).length > 0;
  const isBoth = both.has(key) && determiners.has(keys[at + 1] ?? "");
  const [number] = quantitiesAt(utterance, another ?? (isOwn ? at + 1 : at)).filter(
    ({ value, ordinal }) => !ordinal && Number.isInteger(value) && value > 0,
  );
  const to = isBoth ? at + 2 : (number?.to ?? another ?? (determiners.has(key) ? at + 1 : undefined));
  if (to === undefined) return undefined;
  // "Two of us and a child".
  const us = number && longestAt(compiled.carriers.get("number")?.after ?? new Map<never, never>(), keys, to);
  if (us !== undefined && !isFurther) return { to: us.to, count: number?.value ?? 0 };
  for (let noun = to; noun <= to + describingWordsMax; noun++) {
    const word = keys[noun] ?? "";
    const several = pairs.has(word) ? 2 : plurals.has(word) ? (isBoth ? 2 : undefined) : 1;
    // "My friends" are nobody knows how many.
    const count = number?.value ?? several;
    if (people.has(word)) return count === undefined ? undefined : { to: noun + 1, count };
    if (neutral[noun] === true) break;
  }
  if (number === undefined) return undefined;
  // "At eight with four people" are four.
  if (
    !isFurther &&
    longestBefore(compiled.carriers.get("time")?.before ?? new Map<never, never>(), keys, at) !== undefined
  )
    return undefined;
  const more = isFurther ? longestAt(compiled.shifts.more, keys, to)?.to : undefined;
  const isAdded = another !== undefined || more !== undefined || pack.numbers.plus.has(keys[at - 1] ?? "");
  return isFurther && !isAdded ? undefined : { to: more ?? to, count: number.value };
}

/** A comma alone adds nothing for sure. */
const isPlus = ({ keys, pack }: Utterance, at: number): boolean => pack.company.joiners.has(keys[at] ?? "");

/** Where the next term begins: behind "and", "plus" or a comma. */
function joined({ keys, pack, text, tokens, compiled }: Utterance, at: number): number | undefined {
  const hasComma = text.slice(tokens[at - 1]?.to, tokens[at]?.from).includes(",");
  const isJoined = pack.company.joiners.has(keys[at] ?? "");
  const next = isJoined ? at + 1 : at;
  if (!isJoined && !hasComma) return undefined;
  const hedge = longestAt(compiled.hedges, keys, next);
  return hedge?.to ?? next;
}
