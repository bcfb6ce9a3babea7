// Date matcher: reads the forms of the pack and numerals such as "21/3/2026". What is left unsaid (the year, the
// month) becomes the nearest day that fits, the future first.

import { dateParts } from "../../../value/date-parts.ts";
import type { DateReading, LanguagePack } from "../../../locale/language-pack.ts";
import { addMonths, dateOf, dayNumber, dayNumberOf, weekdayOf } from "../../../value/gregorian.ts";
import type { WallTime } from "../understanding.ts";
import { matchDates } from "../date-patterns.ts";
import { findAll, type Lexicon, longestAt } from "../lexicon.ts";
import { type ValueReading, fittingValues } from "../reading.ts";
import { digitAt, numbersAt } from "../spoken-numbers.ts";
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
    .map(({ from, to, value, bare }) =>
      withShortYear(utterance, { from, to, days: [value], clear: !bare }, { ...range, today }),
    );
  const read = [...numeric, ...said, ...monthsInstead(utterance, said)].sort((a, b) => a.from - b.from);
  const near = (days: readonly DateReading[]) => days.flatMap((day) => resolved(day, today, range));
  const days = [...inOrder(utterance, read, near)];
  return [...days, ...besides(utterance, days)].flatMap(({ from, to, days, clear, isYearless }) => {
    const candidates = days.filter((each) => each !== undefined);
    const found = fittingValues(candidates.map(dateOf), (value) => fitsDate(value, range));
    return found === undefined ? [] : [{ from, to, ...partOf(utterance, to), ...found, clear, isYearless }];
  });
}

/** "The first of August, no, September": the same day of another month. */
function monthsInstead(utterance: Utterance, dates: readonly SaidDate[]): readonly SaidDate[] {
  const { compiled, keys, markers } = utterance;
  return markers.flatMap((marker): readonly SaidDate[] => {
    const month = longestAt(compiled.months, keys, skipNeutral(utterance, marker.to));
    const [day, ...others] = dates.findLast((each) => each.to <= marker.from)?.days ?? [];
    if (month === undefined || dates.some((each) => overlaps(each, month.from, month.to))) return [];
    if (day?.type !== "day" || day.month === undefined || others.length > 0) return [];
    const { weekday: _, ...rest } = day;
    return [{ from: month.from, to: month.to, days: [{ ...rest, month: month.value }], clear: true }];
  });
}

interface FoundDate extends Omit<SaidDate, "days"> {
  readonly days: readonly (number | undefined)[];
  readonly isYearless: boolean;
}

/** "Not tomorrow, the day after": counted from the day before it. */
function besides({ compiled, keys }: Utterance, dates: readonly FoundDate[]): readonly FoundDate[] {
  const { dayAfter, dayBefore } = compiled.shifts;
  const shifted = (lexicon: Lexicon<true>, by: number): readonly FoundDate[] =>
    findAll(lexicon, keys).flatMap(({ from, to }): readonly FoundDate[] => {
      const [day, ...others] = dates.findLast((each) => each.to <= from)?.days ?? [];
      const isPart = dates.some((each) => overlaps(each, from, to));
      return isPart || day === undefined || others.length > 0
        ? []
        : [{ from, to, days: [day + by], clear: true, isYearless: false }];
    });
  return [...shifted(dayAfter, 1), ...shifted(dayBefore, -1)];
}

interface SaidDate {
  readonly from: number;
  readonly to: number;
  readonly days: readonly DateReading[];
  readonly clear: boolean;
}

/** "The third of May eighty four", where a day of any year before today is asked for. */
function withShortYear(
  utterance: Utterance,
  date: SaidDate,
  { min, max, today }: DateRange & { readonly today: number },
): SaidDate {
  const [day, ...others] = date.days;
  if (min !== undefined || max === undefined || max > dateOf(today) || others.length > 0) return date;
  if (day?.type !== "day" || day.month === undefined || day.year !== undefined) return date;
  const [number] = numbersAt(utterance, date.to).filter(({ ordinal }) => !ordinal);
  const zero = digitAt(utterance, date.to) === "0" ? digitAt(utterance, date.to + 1) : undefined;
  const said = zero === undefined ? number : { value: Number(zero), to: date.to + 2 };
  if (said === undefined || !Number.isInteger(said.value) || said.value < (zero === undefined ? 10 : 0))
    return date;
  if (said.value >= 100) return date;
  const century = 2000 + said.value > Number(max.slice(0, 4)) ? 1900 : 2000;
  return { ...date, to: said.to, days: [{ ...day, year: century + said.value }] };
}

/** The days of each date. The second of "the third to the fifth of March" is the later one, and they share a month. */
function inOrder(
  { keys, pack }: Utterance,
  dates: readonly SaidDate[],
  near: (days: readonly DateReading[]) => readonly (number | undefined)[],
) {
  const isSpan = ({ to }: SaidDate, next: SaidDate | undefined): boolean =>
    next !== undefined && keys.slice(to, next.from).some((key) => pack.rangeWords.has(key));
  const shared = dates.map((date, at): SaidDate => {
    const [before, after] = [dates[at - 1], dates[at + 1]];
    if (before !== undefined && isSpan(before, date)) return withMonthOf(date, before, 1);
    return after !== undefined && isSpan(date, after) ? withMonthOf(date, after, -1) : date;
  });
  const found: FoundDate[] = [];
  for (const [at, date] of shared.entries()) {
    const days = near(date.days);
    const [first, ...others] = found.at(-1)?.days ?? [];
    const before = dates[at - 1];
    const isLast = before !== undefined && isSpan(before, date) && first !== undefined && others.length === 0;
    found.push({
      ...date,
      days: isLast ? days.map((day) => following(day, date.days, first)) : days,
      isYearless: date.days.every(({ type, ...day }) => type === "day" && !("year" in day)),
    });
  }
  return found;
}

/** A bare day takes the month beside it, or the one after (`sign` 1) or before it where the days would be in disorder. */
function withMonthOf(date: SaidDate, { days: beside }: SaidDate, sign: 1 | -1): SaidDate {
  const [one, other] = [date.days[0], beside[0]];
  if (date.days.length > 1 || beside.length > 1 || one?.type !== "day" || other?.type !== "day") return date;
  if (one.month !== undefined || one.weekday !== undefined || other.month === undefined) return date;
  const isInOrder = (one.day - other.day) * sign > 0;
  const month = isInOrder ? other.month : ((other.month + sign + 11) % 12) + 1;
  const turns = !isInOrder && Math.abs(month - other.month) > 1;
  const year = other.year === undefined ? {} : { year: other.year + (turns ? sign : 0) };
  return { ...date, days: [{ ...one, month, ...year }], clear: true };
}

/** "Wednesday to Monday": the Monday after that Wednesday. */
function following(
  day: number | undefined,
  [reading]: readonly DateReading[],
  first: number,
): number | undefined {
  if (day === undefined || day > first) return day;
  if (reading?.type === "weekday") return day + 7;
  const isBare = reading?.type === "day" && reading.month === undefined && reading.weekday === undefined;
  return isBare ? addMonths(day, 1) : day;
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
    case "weekdayOfMonth":
      return nthWeekday(reading, today, range);
    case "dayOfMonth":
      return [dayOfMonth(today, reading)];
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

/** Year and month (1 to 12) of so many months from today. */
function monthFrom(today: number, months: number): readonly [year: number, month: number] {
  const { year = 0, month = 1 } = dateParts(dateOf(today)) ?? {};
  const index = year * 12 + month - 1 + months;
  return [Math.floor(index / 12), (index % 12) + 1];
}

function dayOfMonth(
  today: number,
  { day, months }: Extract<DateReading, { type: "dayOfMonth" }>,
): number | undefined {
  if (day > 0) return dayNumberOf(...monthFrom(today, months), day);
  const next = dayNumberOf(...monthFrom(today, months + 1), 1);
  return next === undefined ? undefined : next + day;
}

function nthWeekday(
  { weekday, nth, in: there }: Extract<DateReading, { type: "weekdayOfMonth" }>,
  today: number,
  range: DateRange,
): readonly (number | undefined)[] {
  const inMonth = (year: number, month: number): number | undefined => {
    const first = dayNumberOf(year, month, 1);
    if (first === undefined) return undefined;
    const days = Array.from({ length: 31 }, (_, day) => dayNumberOf(year, month, day + 1)).filter(
      (day) => day !== undefined && weekdayOf(day) === weekday,
    );
    return days.at(nth < 0 ? nth : nth - 1);
  };
  const from = (months: number): number | undefined => inMonth(...monthFrom(today, months));
  // Of this month and the next two, as one of them may be over.
  if (there === "any")
    return [from(0), from(1), from(2)].filter((day) => day !== undefined && day >= today).slice(0, 2);
  if ("months" in there) return [from(there.months)];
  const { month, year } = there;
  if (year !== undefined) return [inMonth(year, month)];
  const [now] = monthFrom(today, 0);
  const inYear = (index: number): number | undefined => inMonth(now + index, month);
  return [nearestOf(inYear, { today, range, ahead: yearsAhead, back: yearsBack })];
}

type DayReading = Extract<DateReading, { type: "day" }>;

/** How far dates without a year reach: birthdays lie up to a long life ago, appointments in the next years. */
const yearsBack = 120;
const yearsAhead = 20;
const monthsAround = 24;
/** Nobody names a day by its weekday that is more months away. */
const monthsSkipped = 2;

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
    const inMonth = (index: number): number | undefined =>
      dayNumberOf(Math.floor((first + index) / 12), ((first + index) % 12) + 1, day);
    const nearest = nearestOf(inMonth, near);
    if (nearest === undefined || weekday === undefined || weekdayOf(nearest) === weekday) return [nearest];
    // "Friday the third" where it is a Thursday: the day or the weekday is wrong, or a month was skipped.
    const onWeekday = (index: number): number | undefined => {
      const there = inMonth(index);
      return there !== undefined && weekdayOf(there) === weekday ? there : undefined;
    };
    const later = nearestOf(onWeekday, { ...near, ahead: monthsSkipped, back: 0 });
    return [nearest, shiftedTo(nearest, weekday), later];
  }
  if (year !== undefined) return [dayNumberOf(year, month, day)];
  const inYear = (index: number): number | undefined => dayNumberOf(parts.year + index, month, day);
  const nearest = nearestOf(inYear, { ...near, ahead: yearsAhead, back: yearsBack });
  if (nearest === undefined || weekday === undefined || weekdayOf(nearest) === weekday) return [nearest];
  // "Sunday the 21st" where the 21st is a Saturday: one of the two is a slip of the tongue.
  return [nearest, shiftedTo(nearest, weekday)];
}

/** The closest such weekday. */
function shiftedTo(day: number, weekday: number): number {
  const off = (weekday - weekdayOf(day) + 7) % 7;
  return day + (off > 3 ? off - 7 : off);
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
