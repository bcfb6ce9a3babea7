// Date matcher: reads the forms of the pack and numerals such as "21/3/2026". What is left unsaid (the year, the
// month) becomes the nearest day that fits, the future first.

import { dateParts } from "../../../value/date-parts.ts";
import type { DateReading, LanguagePack } from "../../../locale/language-pack.ts";
import { addMonths, dateOf, dayNumber, dayNumberOf, weekdayOf } from "../../../value/gregorian.ts";
import type { WallTime } from "../understanding.ts";
import { matchDates } from "../date-patterns.ts";
import { type ValueReading, fittingValues } from "../reading.ts";
import { overlaps, skipNeutral, type Utterance } from "../tokenised-utterance.ts";
import { dayPartsIn, positionsOf } from "./time.ts";

export interface DateRange {
  readonly min?: string;
  readonly max?: string;
}

/** Whether it is a date (YYYY-MM-DD, ISO 8601) within inclusive bounds. */
export function fitsDate(
  value: unknown,
  { min = "0000-01-01", max = "9999-12-31" }: DateRange,
): value is string {
  return typeof value === "string" && dateParts(value) !== undefined && value >= min && value <= max;
}

export function readDate(utterance: Utterance, range: DateRange, moment: WallTime): readonly ValueReading[] {
  const today = dayNumber(moment.date);
  if (today === undefined) return [];
  const numeric = utterance.tokens.flatMap(({ word, numeral }, at) => {
    const days = numeral ? numericDates(word, utterance.pack) : [];
    return days.length === 0 ? [] : [{ from: at, to: at + 1, days, clear: /^\d+\D+\d+\D+\d+$/.test(word) }];
  });
  const said = matchDates(utterance)
    .filter(({ from, to }) => !numeric.some((each) => overlaps(each, from, to)))
    .map(({ from, to, value, bare }) => ({ from, to, days: [value], clear: !bare }));
  return [...numeric, ...said]
    .sort((a, b) => a.from - b.from)
    .flatMap(({ from, to, days, clear }) => {
      const candidates = days
        .flatMap((day) => resolved(day, today, range))
        .filter((each) => each !== undefined);
      const found = fittingValues(candidates.map(dateOf), (value) => fitsDate(value, range));
      return found === undefined ? [] : [{ from, to, ...partOf(utterance, to), ...found, clear }];
    });
}

/** "Friday evening": the date shares the word "evening", which a time may use as well. */
function partOf(utterance: Utterance, end: number): Pick<ValueReading, "shares"> {
  const next = skipNeutral(utterance, end);
  const part = dayPartsIn(utterance).find(
    ({ from, value }) => from >= end && from <= next && value.onlyAfter !== true,
  );
  return part === undefined ? {} : { shares: positionsOf(part) };
}

/** "21/3", "3/21/26", "2026-03-21". */
function numericDates(
  word: string,
  { numericDates: orders, spelling }: LanguagePack,
): readonly DateReading[] {
  const parts = word.split(/[/.-]/).map(Number);
  if (!/^\d{1,4}([/.-]\d{1,2}){1,2}$|^\d{1,2}([/.-]\d{1,2})[/.-]\d{4}$/.test(word)) return [];
  const [first = 0, second = 0, third] = parts;
  // "7.30" is a time or a number, "12-34" are digits.
  const pair = word.includes("/") || (word.includes(".") && spelling.decimalMark === ",");
  if (third === undefined && !pair) return [];
  if (first > 31)
    return isMonth(second) ? [{ type: "day", day: third ?? 0, month: second, year: first }] : [];
  const year = third === undefined ? {} : { year: fullYear(third) };
  return orders.flatMap((order) => {
    const [day, month] = order === "dm" ? [first, second] : [second, first];
    return isMonth(month) && day >= 1 && day <= 31 ? [{ type: "day", day, month, ...year } as const] : [];
  });
}

const isMonth = (month: number): boolean => month >= 1 && month <= 12;
const fullYear = (year: number): number => (year >= 100 ? year : year > 40 ? 1900 + year : 2000 + year);

/** The days that a reading may mean, the likeliest first. */
function resolved(reading: DateReading, today: number, range: DateRange): readonly (number | undefined)[] {
  switch (reading.type) {
    case "offset":
      return [today + reading.days];
    case "months":
      return [addMonths(today, reading.months)];
    case "weekday":
      return [next(today, reading.weekday) + 7 * reading.weeks];
    case "lastWeekday":
      return [today - ((weekdayOf(today) - reading.weekday + 6) % 7) - 1];
    case "nextWeekday":
      return [...new Set([next(today, reading.weekday), inWeek(today, reading.weekday, 1)])].sort(
        (a, b) => a - b,
      );
    case "weekdayOfWeek":
      return [inWeek(today, reading.weekday, reading.weeks)];
    case "day":
      return dayOf(reading, today, range);
  }
}

/** The first such weekday after today, never today. */
const next = (today: number, weekday: number): number => today + ((weekday - weekdayOf(today) + 6) % 7) + 1;

/** Weeks begin on Monday. */
function inWeek(today: number, weekday: number, weeks: number): number {
  const monday = today - ((weekdayOf(today) + 6) % 7);
  return monday + 7 * weeks + ((weekday + 6) % 7);
}

type DayReading = Extract<DateReading, { type: "day" }>;

/** How far dates without a year reach: birthdays lie up to a long life ago, appointments in the next years. */
const yearsBack = 120;
const yearsAhead = 20;
const monthsAround = 24;

function dayOf(
  { day, month, year, weekday }: DayReading,
  today: number,
  range: DateRange,
): readonly (number | undefined)[] {
  const parts = dateParts(dateOf(today));
  if (parts === undefined) return [];
  const near: Near = { today, range, ahead: monthsAround, back: monthsAround };
  if (month === undefined) {
    const first = parts.year * 12 + parts.month - 1;
    const inMonth = (index: number): number | undefined => {
      const there = dayNumberOf(Math.floor((first + index) / 12), ((first + index) % 12) + 1, day);
      return there === undefined || weekday === undefined || weekdayOf(there) === weekday ? there : undefined;
    };
    return [nearestOf(inMonth, near)];
  }
  if (year !== undefined) return [dayNumberOf(year, month, day)];
  const inYear = (index: number): number | undefined => dayNumberOf(parts.year + index, month, day);
  const nearest = nearestOf(inYear, { ...near, ahead: yearsAhead, back: yearsBack });
  if (nearest === undefined || weekday === undefined || weekdayOf(nearest) === weekday) return [nearest];
  // "Sunday the 21st" where the 21st is a Saturday: one of the two is a slip of the tongue.
  const off = (weekday - weekdayOf(nearest) + 7) % 7;
  return [nearest, nearest + (off > 3 ? off - 7 : off)];
}

interface Near {
  readonly today: number;
  readonly range: DateRange;
  /** Months or years to search in each direction. */
  readonly ahead: number;
  readonly back: number;
}

/** The first from today on that fits, else the last before that fits, else the first from today on. */
function nearestOf(
  dayAt: (index: number) => number | undefined,
  { today, range, ahead, back }: Near,
): number | undefined {
  let first: number | undefined;
  for (let index = 0; index <= ahead; index++) {
    const day = dayAt(index);
    if (day === undefined || day < today) continue;
    if (fitsDate(dateOf(day), range)) return day;
    first ??= day;
  }
  for (let index = 0; index >= -back; index--) {
    const day = dayAt(index);
    if (day !== undefined && day < today && fitsDate(dateOf(day), range)) return day;
  }
  return first;
}
