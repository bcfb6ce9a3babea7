// Duration reader: lengths of time for a number that counts a unit of time, such as "two weeks" for a number of nights
// or "an hour and a half" for minutes.

import type { Unit } from "../../locale/language-pack.ts";
import { entriesOf } from "./compiled-pack.ts";
import { longestAt } from "./lexicon.ts";
import { fitsNumber, type NumberRange } from "./types/number.ts";
import { type ValueReading, fittingValues } from "./reading.ts";
import { partAt, quantitiesAt } from "./spoken-quantities.ts";
import type { Utterance } from "./tokenised-utterance.ts";

/** Months and years have no fixed length. Minutes. */
const lengths: ReadonlyMap<Unit, number> = new Map([
  ["minute", 1],
  ["hour", 60],
  ["day", 1_440],
  ["week", 10_080],
]);

interface Length {
  readonly to: number;
  readonly minutes: number;
  /** Minutes of the unit that was said last. */
  readonly unit: number;
}

/** Terms of one length: "a week and two days" has two. */
const termsMax = 3;

/**
 * Readings of lengths of time in the unit that one of the names says; none if no name is a unit of time. A length that
 * is no number of that unit has no value.
 */
export function readDurations(
  utterance: Utterance,
  range: NumberRange,
  names: readonly string[],
): readonly ValueReading[] {
  const own = ownUnit(utterance, names);
  if (own === undefined) return [];
  const readings: ValueReading[] = [];
  for (let at = 0; at < utterance.tokens.length;) {
    const length = lengthAt(utterance, at);
    if (length === undefined) {
      at++;
      continue;
    }
    const value = Math.round((length.minutes / own) * 100) / 100;
    const found = fittingValues([value], (each) => fitsNumber(each, range));
    if (found !== undefined) readings.push({ from: at, to: length.to, ...found, clear: true });
    at = length.to;
  }
  return readings;
}

/** Minutes of the unit that the variable counts. */
function ownUnit({ pack }: Utterance, names: readonly string[]): number | undefined {
  const words = names.flatMap((name) => entriesOf([name.replaceAll("_", " ")], true, pack));
  const units = words.flatMap(({ words: keys }) => keys.flatMap((key) => pack.units.get(key) ?? []));
  const [unit] = units;
  return unit === undefined ? undefined : lengths.get(unit);
}

/** The length of time that begins at a token. */
export function lengthAt(utterance: Utterance, at: number): Length | undefined {
  let length = termAt(utterance, at) ?? beginningUnit(utterance, at);
  for (let terms = 1; length !== undefined && terms < termsMax; terms++) {
    const longer = moreOf(utterance, length);
    if (longer === undefined) break;
    length = longer;
  }
  return length;
}

/** "Two weeks", "an hour", "three quarters of an hour", "a fortnight", "one full hour". */
function termAt(utterance: Utterance, at: number): Length | undefined {
  const { compiled, keys, pack } = utterance;
  const word = longestAt(compiled.timeSpans, keys, at);
  if (word !== undefined) return { to: word.to, minutes: word.value, unit: word.value };
  const part = partAt(utterance, at) ?? longestAt(compiled.unitParts, keys, at);
  const isOne = pack.numbers.articles.has(keys[at] ?? "");
  const amounts = [
    ...(isOne ? oneAndPart(utterance, at + 1) : []),
    ...quantitiesAt(utterance, at)
      .filter(({ ordinal, value }) => !ordinal && Number.isInteger(value) && value > 0)
      .flatMap(({ to, value }) => andPart(utterance, to, value)),
    ...(part === undefined ? [] : [part]),
    ...quantitiesAt(utterance, at).filter(({ ordinal, value }) => !ordinal && value > 0),
    ...(isOne ? [{ to: at + 1, value: 1 }] : []),
  ];
  for (const { to, value } of amounts) {
    const of = longestAt(compiled.partOf, keys, to)?.to ?? to;
    const from = pack.numbers.wholeWords.has(keys[of] ?? "") ? of + 1 : of;
    const whole = longestAt(compiled.timeSpans, keys, from);
    const unit = whole?.value ?? lengths.get(pack.units.get(keys[from] ?? "") ?? "year");
    if (unit !== undefined) return { to: whole?.to ?? from + 1, minutes: value * unit, unit };
  }
  return undefined;
}

/** The "and a half" of "a half and one hour" as German says it: "eine und eine halbe Stunde". */
function oneAndPart(
  utterance: Utterance,
  at: number,
): readonly { readonly to: number; readonly value: number }[] {
  const { keys, pack } = utterance;
  const part = pack.numbers.joiners.has(keys[at] ?? "") ? partAt(utterance, at + 1) : undefined;
  return part === undefined ? [] : [{ to: part.to, value: 1 + part.value }];
}

/** "One and three quarter hours". */
function andPart(
  utterance: Utterance,
  at: number,
  value: number,
): readonly { readonly to: number; readonly value: number }[] {
  const { compiled, keys, pack } = utterance;
  if (!pack.numbers.joiners.has(keys[at] ?? "")) return [];
  const part = longestAt(compiled.unitParts, keys, at + 1);
  return part === undefined ? [] : [{ to: part.to, value: value + part.value }];
}

/** "Week and three days": who begins with a unit means one of it. */
function beginningUnit(utterance: Utterance, at: number): Length | undefined {
  const { keys, pack } = utterance;
  const unit = lengths.get(pack.units.get(keys[at] ?? "") ?? "year");
  if (unit === undefined || !pack.numbers.joiners.has(keys[at + 1] ?? "")) return undefined;
  const one = { to: at + 1, minutes: unit, unit };
  return moreOf(utterance, one) === undefined ? undefined : one;
}

/** "And a half", "and two days", and the fifteen of "one hour fifteen". */
function moreOf(utterance: Utterance, { to, minutes, unit }: Length): Length | undefined {
  const { keys, pack } = utterance;
  const at = to + (pack.numbers.joiners.has(keys[to] ?? "") ? 1 : 0);
  const term = termAt(utterance, at);
  if (term !== undefined) {
    return term.unit < unit ? { ...term, minutes: minutes + term.minutes } : undefined;
  }
  const part = at === to ? undefined : partAt(utterance, at);
  if (part !== undefined) return { to: part.to, minutes: minutes + part.value * unit, unit: 1 };
  const [number] = quantitiesAt(utterance, to).filter(({ value }) => Number.isInteger(value) && value < 60);
  return number !== undefined && unit === 60
    ? { to: number.to, minutes: minutes + number.value, unit: 1 }
    : undefined;
}
