// Spans: ranges of days and of times: callers may say both ends, one end, or only a change.

import { intervalOf, intervalText } from "../value/interval.ts";
import {
  clockOf,
  dayOf,
  daysOf,
  type DaySpec,
  isoOf,
  minutesOf,
  type PeriodSpec,
  periodsOf,
  shift,
  timesOf,
  type TimeSpec,
  within,
} from "./calendar.ts";
import { boundsOf, convert, type Fitter, timeBounds } from "./fitting.ts";
import type { Fit, Now, Variable } from "./variables.ts";

/** Longest stay in days that is not read back. */
const DAYS_MAX = 92;

interface Length {
  readonly n: number;
  readonly unit: string;
}

const knownRange = ({ known: range }: Variable) => intervalOf(range ?? "");

/** One end alone: the agent asks for the other one, or knows it. */
function half(end: { readonly from?: string; readonly to?: string }): Fit {
  return { value: intervalText(end), isOutside: true };
}

function days([from, to]: readonly [number, number], variable: Variable, now: Now): Fit | undefined {
  const { min, max } = boundsOf(variable, now);
  if (to < from || (to === from && variable.unit === "nights")) return undefined;
  return {
    value: intervalText({ from: isoOf(from), to: isoOf(to) }),
    isOutside: !within(from, min, max) || !within(to, min, max),
    ...(to - from > DAYS_MAX && { doubt: "the range is longer than three months" }),
  };
}

/** "Three days" are two or three nights, depending on whether the last day counts. */
function lengthsOf({ n, unit }: Length, variable: Variable): readonly number[] {
  const whole = convert(n, unit, "days");
  if (whole === undefined || !Number.isInteger(whole)) return [];
  // "One night only", if the variable counts days.
  if (unit === "nights" && variable.unit === "days" && whole === 1) return [0];
  if (unit === "nights" || variable.unit === "nights") return [whole];
  if (variable.unit === "days") return [whole - 1];
  return unit === "days" ? [whole - 1, whole] : [whole];
}

function lasting(from: number, length: Length, given: readonly [Variable, Now]): Fit | undefined {
  const [variable, now] = given;
  const fits = lengthsOf(length, variable).flatMap((each) => days([from, from + each], variable, now) ?? []);
  const values = fits.flatMap(({ value }) => value ?? []);
  return values.length < 2 ? fits[0] : { values };
}

/** End of a range, after its beginning. */
function endOf(to: DaySpec, start: number, [variable, now]: readonly [Variable, Now]): number | undefined {
  const { max, ...bounds } = boundsOf(variable, now);
  const isBefore = max !== undefined && max >= start;
  // "Friday next week" is in the week after this one, wherever the range begins.
  const isFromStart = to.k === "wd" || to.k === "md" || to.k === "easter" || to.k === "nth";
  const today = isFromStart ? start : now.today;
  // "From Friday to the Monday after".
  const anchor = to.k === "beside" ? { near: start } : {};
  return daysOf(to, { ...bounds, ...anchor, min: start, today, ...(isBefore && { max }) })[0];
}

const wholeDays: Fitter = ({ from, to, n, unit, isNights }, variable, now) => {
  const start = daysOf(from, boundsOf(variable, now))[0];
  if (start === undefined) return undefined;
  if (to === undefined) return unit === "months" ? undefined : lasting(start, { n, unit }, [variable, now]);
  const end = endOf(to, start, [variable, now]);
  const last = isNights === true && variable.unit !== "days" ? 1 : 0;
  return end === undefined ? undefined : days([start, end + last], variable, now);
};

const sinceDay: Fitter = (spec: DaySpec, variable, now) => {
  const { to } = knownRange(variable);
  const from = daysOf(spec, boundsOf(variable, now))[0];
  if (from === undefined) return undefined;
  const whole = to === undefined ? undefined : days([from, dayOf(to)], variable, now);
  return whole ?? half({ from: isoOf(from) });
};

const untilDay: Fitter = (spec: DaySpec, variable, now) => {
  const { from } = knownRange(variable);
  const start = from === undefined ? undefined : dayOf(from);
  const end =
    start === undefined ? daysOf(spec, boundsOf(variable, now))[0] : endOf(spec, start, [variable, now]);
  if (end === undefined) return undefined;
  return start === undefined ? half({ to: isoOf(end) }) : days([start, end], variable, now);
};

/** A day alone is the missing end. */
const oneDay: Fitter = (spec: DaySpec, variable, now) => {
  const { from, to } = knownRange(variable);
  if (from !== undefined && to !== undefined) return undefined;
  const fit = from === undefined ? sinceDay(spec, variable, now) : untilDay(spec, variable, now);
  return fit && { ...fit, isBare: true };
};

const nights: Fitter = (length: Length, variable, now) => {
  const { from, to } = knownRange(variable);
  const fit = from === undefined ? undefined : lasting(dayOf(from), length, [variable, now]);
  // The words may not mean a complete range.
  return fit && { ...fit, isBare: to !== undefined };
};

const longer: Fitter = ({ n, unit }: Length, variable, now) => {
  const { from, to } = knownRange(variable);
  if (from === undefined || to === undefined || convert(n, unit, "days") === undefined) return undefined;
  return days([dayOf(from), shift(dayOf(to), unit, n)], variable, now);
};

/** "Next week": the caller did not say where the stay begins, so it is read back. */
const wholePeriod: Fitter = (spec: PeriodSpec, variable, now) => {
  const values = periodsOf(spec, boundsOf(variable, now)).map(({ from, to }) =>
    intervalText({ from: isoOf(from), to: isoOf(to) }),
  );
  const [value] = values;
  if (values.length > 1) return { values };
  return value === undefined ? undefined : { value, doubt: "nobody said where it begins" };
};

export const dateRange: Readonly<Record<string, Fitter>> = {
  days: wholeDays,
  since: sinceDay,
  until: untilDay,
  day: oneDay,
  duration: nights,
  stretch: longer,
  period: wholePeriod,
};

/** Hours at which people are awake. */
const DAY_FROM = 7 * 60;
const DAY_TO = 22 * 60;
/** "Twenty past two" is in the afternoon, "eleven" in the morning; "eight" may be either. */
export const isWaking = (minute: number): boolean => minute >= DAY_FROM && minute < DAY_TO;
const DAY_MINUTES = 1440;

const clocks = (from: number, to: number, variable: Variable): Fit => {
  const { min, max } = timeBounds(variable);
  return {
    value: intervalText({ from: clockOf(from), to: clockOf(to) }),
    isOutside: !within(from, min, max) || !within(to, min, max),
  };
};

/** "Nine to five", "two to four": the shortest span of the day outside of the night. */
function likeliest(starts: readonly number[], ends: readonly number[], isOpen: boolean) {
  const cost = (a: number, b: number): number =>
    b - a + (isOpen && a < DAY_FROM ? 2000 : 0) + (isOpen && b > DAY_TO ? 500 : 0);
  return starts
    .flatMap((a) => ends.filter((b) => b > a).map((b) => [a, b] as const))
    .toSorted(([a, b], [c, d]) => cost(a, b) - cost(c, d) || a - c)[0];
}

const wholeHours: Fitter = ({ from, to }, variable) => {
  const limits = { today: 0, now: 0, ...timeBounds(variable) };
  const starts = timesOf(from, limits);
  const ends = timesOf(to, limits);
  const isSure = from.is24 === true && to.is24 === true;
  const [start, end] = likeliest(starts, ends, from.is24 !== true && to.is24 !== true) ?? [];
  if (start !== undefined && end !== undefined) return clocks(start, end, variable);
  // A span through the night, if the hours are certain.
  const [first, last] = [starts[0], ends[0]];
  return isSure && first !== undefined && last !== undefined && last < first
    ? { value: intervalText({ from: clockOf(first), to: clockOf(last) }) }
    : undefined;
};

const inDay = (times: readonly number[]): number | undefined =>
  times.find((time) => time >= DAY_FROM && time < DAY_FROM + 12 * 60) ?? times[0];

const sinceTime: Fitter = (spec: TimeSpec, variable) => {
  const starts = timesOf(spec, { today: 0, now: 0, ...timeBounds(variable) });
  const { to } = knownRange(variable);
  const before = to === undefined ? undefined : likeliest(starts, [minutesOf(to)], true);
  if (before !== undefined) return clocks(...before, variable);
  const start = inDay(starts);
  return start === undefined ? undefined : half({ from: clockOf(start) });
};

const untilTime: Fitter = (spec: TimeSpec, variable) => {
  const ends = timesOf(spec, { today: 0, now: 0, ...timeBounds(variable) });
  const { from } = knownRange(variable);
  if (from === undefined) {
    const end = inDay(ends);
    return end === undefined ? undefined : half({ to: clockOf(end) });
  }
  const behind = likeliest([minutesOf(from)], ends, true);
  return behind && clocks(...behind, variable);
};

const oneTime: Fitter = (spec: TimeSpec, variable, now) => {
  const { from, to } = knownRange(variable);
  if (from !== undefined && to !== undefined) return undefined;
  const fit = from === undefined ? sinceTime(spec, variable, now) : untilTime(spec, variable, now);
  return fit && { ...fit, isBare: true };
};

const hoursLong: Fitter = ({ n, unit }: Length, variable) => {
  const { from, to } = knownRange(variable);
  const minutes = convert(n, unit, "minutes");
  if (from === undefined || minutes === undefined || minutes >= DAY_MINUTES) return undefined;
  const fit = clocks(minutesOf(from), (minutesOf(from) + minutes) % DAY_MINUTES, variable);
  return { ...fit, isBare: to !== undefined };
};

const hoursLonger: Fitter = ({ n, unit }: Length, variable) => {
  const { from, to } = knownRange(variable);
  const minutes = convert(n, unit, "minutes");
  if (from === undefined || to === undefined || minutes === undefined || Math.abs(minutes) >= DAY_MINUTES)
    return undefined;
  return clocks(minutesOf(from), (minutesOf(to) + minutes + DAY_MINUTES) % DAY_MINUTES, variable);
};

export const timeRange: Readonly<Record<string, Fitter>> = {
  hours: wholeHours,
  sincetime: sinceTime,
  untiltime: untilTime,
  time: oneTime,
  barehour: oneTime,
  duration: hoursLong,
  stretch: hoursLonger,
};
