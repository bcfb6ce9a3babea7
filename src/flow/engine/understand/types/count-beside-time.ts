// Counts beside times: numbers of people in words that tell a time. "Half past seven" and "Monday around seven" count
// nobody, and "around seven on Monday" hardly anybody.

import { inAnyNumber, phrasesOf } from "../compiled-pack.ts";
import { matchDates, matchPeriods, matchTimes } from "../date-patterns.ts";
import { findAll, longestAt, longestBefore, type PhraseMatch } from "../lexicon.ts";
import type { ValueReading } from "../reading.ts";
import { digitAt, numbersAt } from "../spoken-numbers.ts";
import { overlaps, type Utterance } from "../tokenised-utterance.ts";

/** The readings that may count people. One that tells a time or a day just as well is doubtful. */
export function besideTimes(
  utterance: Utterance,
  readings: readonly ValueReading[],
  synonyms: readonly string[],
): readonly ValueReading[] {
  if (readings.length === 0) return readings;
  const { compiled, keys, pack } = utterance;
  const names = phrasesOf(inAnyNumber(synonyms, pack), pack);
  const ratings = compiled.carriers.get("number")?.after ?? new Map<never, never>();
  const counting = compiled.carriers.get("number")?.before ?? new Map<never, never>();
  const timeCarriers = compiled.carriers.get("time")?.before ?? new Map<never, never>();
  const isNamed = ({ to }: ValueReading): boolean => longestAt(names, keys, to) !== undefined;
  // "Ten to twenty people" is no time.
  const named = readings.filter(isNamed);
  const times = matchTimes(utterance).filter(
    (time) =>
      !time.bare && saysTime(utterance, time) && !named.some(({ from, to }) => overlaps(time, from, to)),
  );
  return readings.flatMap((reading): readonly ValueReading[] => {
    const { from, to, clear } = reading;
    if (clear || isNamed(reading)) return [reading];
    const isTime = times.some((time) => overlaps(time, from, to)) || saysHalf(utterance, to);
    if (isTime || longestAt(compiled.scales.time.units, keys, to) !== undefined) return [];
    // "He is five", "four stars", German "vier von fünf".
    const isAge = longestBefore(phrasesOf(pack.company.ages, pack), keys, from) !== undefined;
    const isRated =
      pack.company.ratings.has(keys[to] ?? "") ||
      (longestAt(ratings, keys, to) !== undefined && numbersAt(utterance, to + 1).length > 0);
    if (isAge || isRated) return [];
    const isCarried = longestBefore(counting, keys, from) !== undefined;
    if (!isCarried && isPartOfDay(utterance, to)) return [{ ...reading, doubtful: true }];
    const carrier = longestBefore(timeCarriers, keys, from);
    const day = carrier === undefined ? undefined : dayBeside(utterance, { from: carrier.from, to });
    if (day === undefined) return [reading];
    return day.to <= from ? [] : [{ ...reading, doubtful: true }];
  });
}

/** Words of a day that may stand between a number and its part of that day: "eight tomorrow night". */
const dayWordsMax = 2;

/** "Eight tonight", where nothing else is a time. */
function isPartOfDay(utterance: Utterance, to: number): boolean {
  const { compiled, keys } = utterance;
  const parts = findAll(compiled.dayParts, keys);
  const isOther = keys.some((_, at) => at > to && numbersAt(utterance, at).length > 0);
  return !isOther && parts.some(({ from }) => from >= to && from - to <= dayWordsMax);
}

/** "P.m." behind it. */
const saysHalf = ({ compiled, keys }: Utterance, at: number): boolean =>
  longestAt(compiled.dayParts, keys, at)?.value.onlyAfter === true;

/** It has a word beside its numbers: "seven p.m.", but not "two fifty". */
const saysTime = (
  utterance: Utterance,
  { from, to }: { readonly from: number; readonly to: number },
): boolean =>
  utterance.keys
    .slice(from, to)
    .some(
      (_, at) => digitAt(utterance, from + at) === undefined && numbersAt(utterance, from + at).length === 0,
    );

/** A day, a part of one or a period, elsewhere in the utterance. */
function dayBeside(
  utterance: Utterance,
  value: { readonly from: number; readonly to: number },
): Pick<PhraseMatch<unknown>, "from" | "to"> | undefined {
  const { compiled, keys } = utterance;
  const days = [
    ...matchDates(utterance),
    ...matchPeriods(utterance),
    ...findAll(compiled.weekdays, keys),
    ...findAll(compiled.dayParts, keys),
  ];
  return days.find(({ from, to }) => !overlaps(value, from, to));
}
