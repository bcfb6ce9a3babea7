// Period matcher: reads "next week", "this weekend" and "in March" as their days. For a day they are only a part of the
// answer, and for a stay they are read back.

import type { DaysOfMonth, PeriodReading } from "../../../locale/periods.ts";
import { dateParts } from "../../../value/date-parts.ts";
import { dateOf, dayNumber, dayNumberOf, weekdayOf } from "../../../value/gregorian.ts";
import { type Interval, intervalText } from "../../../value/interval.ts";
import { matchDates, matchPeriods } from "../date-patterns.ts";
import { findAll, longestBefore } from "../lexicon.ts";
import { overlaps, type Utterance } from "../tokenised-utterance.ts";
import type { AskedVariable, WallTime } from "../understanding.ts";
import { ALTERNATIVES_MAX, CONFIRM_MIN } from "../thresholds.ts";
import type { DateRange } from "./date.ts";

export interface SpokenPeriod {
  readonly from: number;
  readonly to: number;
  /**
   * Both ends are within the bounds, and from today on where these reach so far. Several where it is ambiguous.
   */
  readonly intervals: readonly Required<Interval>[];
}

/** The periods in an utterance that no date belongs to: "Monday next week" is a day. */
export function periodsIn(utterance: Utterance, range: DateRange, moment: WallTime): readonly SpokenPeriod[] {
  const today = dayNumber(moment.date);
  const dates = matchDates(utterance);
  return matchPeriods(utterance)
    .filter(
      (each) => !dates.some((date) => overlaps(date, each.from, each.to)) && !isSpoiled(utterance, each.from),
    )
    .map(({ from, to, value }) => {
      const spans = today === undefined ? [] : daysOf(value, today);
      const intervals = spans.flatMap((span) => within(span, range, today ?? 0));
      return { from, to, intervals };
    });
}

/** "After next week", "every weekend", "next week is bad". */
function isSpoiled({ compiled, keys }: Utterance, from: number): boolean {
  const { bounds, rejections, spoilers } = compiled;
  return (
    longestBefore(bounds.day, keys, from) !== undefined ||
    [rejections, spoilers].some((lexicon) => findAll(lexicon, keys).length > 0)
  );
}

interface DaySpan {
  readonly first: number;
  readonly last: number;
}

/** Weeks begin on Monday. */
function daysOf(reading: PeriodReading, today: number): readonly DaySpan[] {
  const monday = today - ((weekdayOf(today) + 6) % 7);
  switch (reading.type) {
    case "week":
      return [{ first: monday + 7 * reading.ahead, last: monday + 7 * reading.ahead + 6 }];
    case "weekend": {
      const weekend = (ahead: number): DaySpan => ({
        first: monday + 5 + 7 * ahead,
        last: monday + 6 + 7 * ahead,
      });
      // On a Tuesday "next weekend" is the one of this week or the one after.
      return reading.ahead === 0 ? [weekend(0)] : [weekend(reading.ahead - 1), weekend(reading.ahead)];
    }
    case "month": {
      const { year = 0, month = 1 } = dateParts(dateOf(today)) ?? {};
      const wanted = month + reading.ahead;
      return partOf(wanted > 12 ? monthOf(year + 1, wanted - 12) : monthOf(year, wanted), reading.days);
    }
    case "named": {
      const { year = 0, month = 1 } = dateParts(dateOf(today)) ?? {};
      const inYear = (each: number) => partOf(monthOf(each, reading.month), reading.days);
      const isOver = inYear(year).every(({ last }) => last < today);
      return inYear(isOver || reading.month < month ? year + 1 : year);
    }
  }
}

const partOf = (months: readonly DaySpan[], days: DaysOfMonth | undefined): readonly DaySpan[] =>
  days === undefined
    ? months
    : months.map(({ first, last }) => ({
        first: first + days.first - 1,
        last: days.last === undefined ? last : first + days.last - 1,
      }));

function monthOf(year: number, month: number): readonly DaySpan[] {
  const first = dayNumberOf(year, month, 1);
  const next = month === 12 ? dayNumberOf(year + 1, 1, 1) : dayNumberOf(year, month + 1, 1);
  return first === undefined || next === undefined ? [] : [{ first, last: next - 1 }];
}

function within({ first, last }: DaySpan, { min, max }: DateRange, today: number): Required<Interval>[] {
  const isPast = max !== undefined && max <= dateOf(today);
  const from = [dateOf(isPast ? first : Math.max(first, today)), min ?? ""].sort().at(-1) ?? "";
  const [to = ""] = [dateOf(last), max ?? "9999-12-31"].sort();
  return from <= to ? [{ from, to }] : [];
}

export type PartOfDate =
  | { readonly type: "days"; readonly days: readonly string[] }
  | { readonly type: "part"; readonly value: string };

/** More days in a row are asked for by the first and the last of them. */
const pairMax = 2;

/** What a period leaves open of a day that is asked for: which of a few days, or a day of that time. */
export function partOfDate(
  utterance: Utterance,
  { wanted }: AskedVariable,
  moment: WallTime,
): PartOfDate | undefined {
  if (wanted.kind !== "date" || utterance.negations.length > 0 || utterance.unsure.length > 0)
    return undefined;
  const [only, ...others] = periodsIn(utterance, wanted, moment);
  if (only === undefined || others.length > 0 || only.intervals.length === 0) return undefined;
  if (!isMeant(utterance, only)) return undefined;
  const days = only.intervals.flatMap(daysIn);
  // The days between two weekends are in neither.
  if (days.length <= pairMax || only.intervals.length > 1)
    return days.length > ALTERNATIVES_MAX ? undefined : { type: "days", days };
  return { type: "part", value: intervalText({ from: days[0] ?? "", to: days.at(-1) ?? "" }) };
}

function daysIn({ from, to }: Required<Interval>): readonly string[] {
  const [first = 0, last = -1] = [dayNumber(from), dayNumber(to)];
  return Array.from({ length: last - first + 1 }, (_, at) => dateOf(first + at));
}

/** Enough of what was said is the period. */
function isMeant({ neutral, keys }: Utterance, { from, to }: SpokenPeriod): boolean {
  const open = keys.filter((_, at) => neutral[at] !== true && (at < from || at >= to)).length;
  return (to - from) / (to - from + open) >= CONFIRM_MIN;
}
