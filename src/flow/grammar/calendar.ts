// Calendar: days and times as people say them, and the day or time that they mean between bounds.

import { weekdayOf } from "../value/gregorian.ts";
import type { Now } from "./variables.ts";

export type DaySpec =
  | { k: "off"; n: number }
  | { k: "wd"; wd: number; plus?: number; dir?: number; isNext?: boolean; isHabit?: boolean }
  | { k: "next"; wd: number }
  /** The nearest such weekday in `n` weeks. */
  | { k: "in"; wd: number; n: number }
  /** `mo`, `yo`: months or years from this one. `isEither`: day and month may be swapped, as the region writes them. */
  | { k: "md"; d: number; m?: number; y?: number; wd?: number; mo?: number; yo?: number; isEither?: boolean }
  /** A time span after or before another day, or after the day said before. */
  | { k: "after"; base?: DaySpec; n: number; unit: string }
  | { k: "unit"; unit: string; n: number }
  /** The next such weekday after or before another day, or after the day said before. */
  | { k: "beside"; wd: number; base?: DaySpec; dir: 1 | -1 }
  | { k: "easter"; n: number }
  | { k: "nth"; nth: number; wd: number; m: number }
  | { k: "vague" };

/** A stretch of days: the week, the weekend or the month so many ahead, or a month by its name. */
export type PeriodSpec =
  | { p: "week"; n: number }
  | { p: "weekend"; n: number }
  | { p: "month"; n: number }
  | { p: "named"; m: number; y?: number; days?: readonly [from: number, to: number] };

export interface DaySpan {
  readonly from: number;
  readonly to: number;
}

export interface TimeSpec {
  readonly h: number;
  readonly m: number;
  /** Settled as an hour of 24. */
  readonly is24?: boolean;
}

export interface Bounds {
  readonly today: number;
  readonly now: number;
  readonly min?: number;
  readonly max?: number;
  /** An earlier answer that is now corrected. */
  readonly near?: number;
  readonly region?: string;
}

export const dayOf = (iso: string): number =>
  Math.floor(Date.parse(`${iso.slice(0, 10)}T00:00:00Z`) / 86_400_000);
export const isoOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
/** The nearest day with that weekday. */
const closest = (day: number, wd: number): number => day + ((wd - weekdayOf(day) + 10) % 7) - 3;
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

const parts = (day: number) => {
  const date = new Date(day * 86_400_000);
  return { y: date.getUTCFullYear(), m: date.getUTCMonth() + 1, d: date.getUTCDate() };
};

function make(y: number, m: number, d: number): number | undefined {
  const day = Math.floor(Date.UTC(y, m - 1, d) / 86_400_000);
  return parts(day).m === m && parts(day).d === d ? day : undefined;
}

const shortUnits: ReadonlySet<string> = new Set(["seconds", "minutes", "hours"]);
/** Whether the unit is days, or longer than a day. */
export const isOfDays = (unit: string): boolean => !shortUnits.has(unit);
/** Whether the span is a whole number of days. */
export const isWholeDays = ({ n, unit }: { n: number; unit: string }): boolean =>
  Number.isInteger(n) && isOfDays(unit);

export function shift(day: number, unit: string, n: number): number {
  if (unit === "days" || unit === "nights") return day + n;
  if (unit === "weeks") return day + 7 * n;
  const { y, m, d } = parts(day);
  const months = m - 1 + n * (unit === "years" ? 12 : 1);
  const last = new Date(Date.UTC(y, months + 1, 0)).getUTCDate();
  return Math.floor(Date.UTC(y, months, Math.min(d, last)) / 86_400_000);
}

function easter(y: number): number {
  const a = y % 19,
    b = Math.floor(y / 100),
    c = y % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return make(y, Math.floor(n / 31), (n % 31) + 1) as number;
}

/** "The second friday of may", "the last monday of june". */
function nthOf({ nth, wd, m }: { nth: number; wd: number; m: number }, y: number): number {
  const first = make(y, m, 1) as number;
  const last = shift(first, "months", 1) - 1;
  return nth > 0
    ? first + ((wd - weekdayOf(first) + 7) % 7) + 7 * (nth - 1)
    : last - ((weekdayOf(last) - wd + 7) % 7);
}

type MonthDay = Extract<DaySpec, { k: "md" }>;

const isOn = (day: number | undefined, wd: number | undefined): day is number =>
  day !== undefined && (wd === undefined || weekdayOf(day) === wd);

/** "5/6": the month comes first in the United States and in countries that write like them. */
function eitherWay({ isEither: _isEither, ...spec }: MonthDay, bounds: Bounds): readonly number[] {
  const dayFirst = () => daysOf(spec, bounds);
  const monthFirst = () => daysOf({ ...spec, d: spec.m ?? spec.d, m: spec.d }, bounds);
  if (bounds.region !== undefined) return MONTH_FIRST.has(bounds.region) ? monthFirst() : dayFirst();
  return [...dayFirst(), ...monthFirst()];
}
const MONTH_FIRST = new Set(["US", "PH", "BZ", "FM", "PW", "MH"]);

/** "Eighty five" is 1985; a day that cannot be past is a coming one. */
function inYear({ d, m, y, yo, wd }: MonthDay, bounds: Bounds): readonly number[] {
  const { y: year, m: month } = parts(bounds.today);
  const spokenYear = y ?? year + (yo ?? 0);
  const century = spokenYear > (year % 100) + (isPast(bounds) ? 0 : 20) ? 1900 : 2000;
  const day = make(spokenYear > 99 ? spokenYear : spokenYear + century, m ?? month, d);
  return isOn(day, wd) ? [day] : [];
}

/** Days that the words may mean about now; for a day without a month, one in each of some months. */
function inMonths({ d, m, mo, wd }: MonthDay, year: number, month: number): readonly number[] {
  const first = make(year, month, 1) as number;
  const inMonth = (n: number): number | undefined => {
    const { y, m: at } = parts(shift(first, "months", n));
    return make(y, at, d);
  };
  const days =
    mo !== undefined
      ? [inMonth(mo)]
      : m === undefined
        ? Array.from({ length: 29 }, (_, n) => inMonth(n - 14))
        : [-1, 0, 1, 2].map((n) => make(year + n, m, d));
  return days.filter((day) => isOn(day, wd));
}

/** "The Saturday before Christmas", "the Monday after". */
const besideOf = (day: number, { wd, dir }: Extract<DaySpec, { k: "beside" }>): number =>
  day + dir * (((dir * (wd - weekdayOf(day)) + 13) % 7) + 1);

/** Days from which another day is counted. */
function basesOf(base: DaySpec | undefined, bounds: Bounds): readonly number[] {
  if (base !== undefined) return daysOf(base, bounds);
  return bounds.near === undefined ? [] : [bounds.near];
}

const isPast = ({ max, today }: Bounds): boolean => max !== undefined && max <= today;

/** "No, the twentieth": a corrected day keeps its month, and its year if that is past. */
function partOf({ d, m, mo, wd }: MonthDay, bounds: Bounds): number | undefined {
  const { near, today, min = -1e9, max = 1e9 } = bounds;
  const past = isPast(bounds);
  if (near === undefined || mo !== undefined || wd !== undefined || (m !== undefined && !past))
    return undefined;
  const { y, m: month } = parts(near);
  const day = make(y, m ?? month, d);
  const isFit = day !== undefined && day >= Math.max(min, past ? min : today) && day <= max;
  return isFit ? day : undefined;
}

/** Days that the words may mean, the likeliest first; the bounds settle the week, the month and the year. */
export function daysOf(spec: DaySpec, bounds: Bounds): readonly number[] {
  const { today, min = -1e9, max = 1e9 } = bounds;
  const past = isPast(bounds);
  const nearest = (all: readonly (number | undefined)[]): readonly number[] => {
    const days = all.filter((day): day is number => day !== undefined).sort((a, b) => a - b);
    const fit = days.filter((day) => day >= min && day <= max);
    const pick = past ? fit.findLast((day) => day <= today) : fit.find((day) => day >= today);
    const other = past ? days.findLast((day) => day <= today) : days.find((day) => day >= today);
    const best = pick ?? fit[0] ?? other ?? days[0];
    return best === undefined ? [] : [best];
  };
  const { y: year, m: month } = parts(today);
  switch (spec.k) {
    case "off":
      return [today + spec.n];
    case "next":
      return [today - ((weekdayOf(today) + 6) % 7) + 7 + ((spec.wd + 6) % 7)];
    case "in":
      return [closest(today + 7 * spec.n, spec.wd)];
    case "unit":
      return [shift(today, spec.unit, spec.n)];
    case "after":
      return isWholeDays(spec) ? basesOf(spec.base, bounds).map((day) => shift(day, spec.unit, spec.n)) : [];
    case "beside":
      return basesOf(spec.base, bounds).map((day) => besideOf(day, spec));
    case "easter":
      return nearest([-1, 0, 1].map((n) => easter(year + n) + spec.n));
    case "nth":
      return nearest([-1, 0, 1].map((n) => nthOf(spec, year + n)));
    case "wd": {
      const ahead = ((spec.wd - weekdayOf(today) + 6) % 7) + 1;
      let day = past || spec.dir === -1 ? today + ahead - (ahead === 7 ? 14 : 7) : today + ahead;
      day += 7 * (spec.plus ?? 0);
      // "Next Saturday", said on a Friday.
      if (spec.isNext && ahead < 3 && !past) return [day, day + 7];
      if (bounds.near !== undefined && spec.dir === undefined && spec.plus === undefined) {
        const close = closest(bounds.near, spec.wd);
        if (close >= Math.max(min, past ? -1e9 : today)) return [close];
      }
      while (spec.dir === undefined && day < min && min < 1e8) day += 7;
      return [day];
    }
    case "md": {
      if (spec.isEither) return eitherWay(spec, bounds);
      if (spec.y !== undefined || spec.yo !== undefined) return inYear(spec, bounds);
      const mendedDay = partOf(spec, bounds);
      if (mendedDay !== undefined) return [mendedDay];
      // "Friday the 3rd" is a coming day, "Friday the 3rd of August" the next one, or one of the two parts is a slip of
      // the tongue.
      if (spec.m !== undefined)
        return nearest(inMonths({ k: "md", d: spec.d, m: spec.m }, year, month)).filter((day) =>
          isOn(day, spec.wd),
        );
      const best = nearest(inMonths(spec, year, month));
      return spec.wd !== undefined && best[0] !== undefined && Math.abs(best[0] - today) > 62 ? [] : best;
    }
    case "vague":
      return [];
  }
}

/** Minutes of the day that the words may mean; bounds settle morning or evening. */
export function timesOf({ h, m, is24 }: TimeSpec, { min, max, near }: Bounds): readonly number[] {
  const plain = (h % 24) * 60 + m;
  const all = is24 === true || h > 12 || h === 0 ? [plain] : h === 12 ? [plain] : [plain, plain + 720];
  if (all.length === 1) return all;
  const fit = all.filter((time) => within(time, min, max));
  if (fit.length === 2 && near !== undefined)
    return fit.sort((a, b) => Math.abs(a - near) - Math.abs(b - near)).slice(0, 1);
  return fit.length > 0 ? fit : all;
}

export const within = (value: number, min?: number, max?: number): boolean =>
  min !== undefined && max !== undefined && min > max
    ? value >= min || value <= max
    : (min === undefined || value >= min) && (max === undefined || value <= max);

/** Wall clock at a moment. */
export const wallOf = ({ date, time }: { readonly date: string; readonly time: string }): Now => ({
  today: dayOf(date),
  minute: minutesOf(time),
});

/** Days of a period, from today on if its bounds reach so far; several if the period is ambiguous. */
export function periodsOf(spec: PeriodSpec, { today, min = -1e9, max = 1e9 }: Bounds): readonly DaySpan[] {
  const earliest = max <= today ? min : Math.max(min, today);
  return wholePeriods(spec, today)
    .map(({ from, to }) => ({ from: Math.max(from, earliest), to: Math.min(to, max) }))
    .filter(({ from, to }) => from <= to);
}

/** Weeks begin on Monday. */
function wholePeriods(spec: PeriodSpec, today: number): readonly DaySpan[] {
  const monday = today - ((weekdayOf(today) + 6) % 7);
  const { y, m } = parts(today);
  switch (spec.p) {
    case "week":
      return [{ from: monday + 7 * spec.n, to: monday + 7 * spec.n + 6 }];
    case "weekend": {
      const weekend = (n: number): DaySpan => ({ from: monday + 5 + 7 * n, to: monday + 6 + 7 * n });
      // On a Tuesday "next weekend" may mean this week's or the one after.
      return spec.n === 0 ? [weekend(0)] : [weekend(spec.n - 1), weekend(spec.n)];
    }
    case "month":
      return [monthOf(y, m + spec.n)];
    case "named": {
      const { from, to } = monthOf(spec.y ?? (spec.m < m ? y + 1 : y), spec.m);
      const [first, last] = spec.days ?? [1, 31];
      return [{ from: from + first - 1, to: Math.min(to, from + last - 1) }];
    }
  }
}

function monthOf(y: number, m: number): DaySpan {
  const first = shift(make(y, 1, 1) as number, "months", m - 1);
  return { from: first, to: shift(first, "months", 1) - 1 };
}
