// Likely hours: picks the likeliest of several ranges of time that the same words can mean.

import { minutesOf } from "../../../value/gregorian.ts";
import type { Interval } from "../../../value/interval.ts";

const minutesInDay = 1_440;

/**
 * "Nine to five" lasts eight hours, not twenty: of the readings that fit, the shortest within a day, else overnight; all
 * of them if none fits.
 */
export function shortest(fitting: readonly Interval[], all: readonly Interval[]): readonly Interval[] {
  const measured = fitting.map((interval) => {
    const [from, to] = [minutesOf(interval.from ?? "") ?? 0, minutesOf(interval.to ?? "") ?? 0];
    return { interval, length: to - from + (to < from ? minutesInDay : 0), isOvernight: to < from };
  });
  const isWithin = measured.some(({ isOvernight }) => !isOvernight);
  const some = measured.filter(({ isOvernight }) => !isWithin || !isOvernight);
  const least = Math.min(...some.map(({ length }) => length));
  return some.length === 0
    ? all
    : some.filter(({ length }) => length === least).map(({ interval }) => interval);
}

/** "Nine to eleven" is the morning rather than the night. */
export function inDaytime(intervals: readonly Interval[]): readonly Interval[] {
  const mornings = intervals.filter(({ from = "" }) => from >= "07:00" && from < "12:00");
  const nights = intervals.filter(({ from = "" }) => from >= "19:00");
  const isEither = mornings.length + nights.length === intervals.length;
  return isEither && mornings.length > 0 ? mornings : intervals;
}
