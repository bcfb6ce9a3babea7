// Gregorian calendar: days as numbers and as `2026-11-21`. Pure arithmetic, without time zone or clock.

import { dateParts, timeParts } from "./date-parts.ts";

const dayMs = 86_400_000;

/** Days since 1970-01-01 of a date such as `2026-11-21`; undefined if it is not a date. */
export function dayNumber(date: string): number | undefined {
  return dateParts(date) === undefined ? undefined : Date.parse(`${date}T00:00:00Z`) / dayMs;
}

/** The date of a day number, as `2026-11-21`. */
export function dateOf(dayNumber: number): string {
  return new Date(dayNumber * dayMs).toISOString().slice(0, 10);
}

/** Weekday of a day number: 0 is Sunday, 6 is Saturday. */
export const weekdayOf = (dayNumber: number): number => (((dayNumber + 4) % 7) + 7) % 7;

/** Minutes since midnight of a time such as `19:30`; undefined if it is not a time. */
export function minutesOf(time: string): number | undefined {
  const parts = timeParts(time);
  return parts === undefined ? undefined : parts.hour * 60 + parts.minute;
}

/** The time of minutes since midnight, as `19:30`. */
export const timeOf = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

const two = (part: number): string => String(part).padStart(2, "0");
