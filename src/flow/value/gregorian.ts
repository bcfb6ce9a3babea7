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

/** Day number of a date; undefined if the month has no such day. Months count from 1. */
function dayNumberOf(year: number, month: number, day: number): number | undefined {
  return dayNumber(`${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`);
}

/** Adds months to a day number: the same day of the month, or its last day if there is none. */
export function addMonths(from: number, months: number): number {
  const parts = dateParts(dateOf(from));
  if (parts === undefined) return from;
  const index = parts.year * 12 + parts.month - 1 + months;
  const [year, month] = [Math.floor(index / 12), (index % 12) + 1];
  for (let day = parts.day; day > 27; day--) {
    const there = dayNumberOf(year, month, day);
    if (there !== undefined) return there;
  }
  return dayNumberOf(year, month, parts.day) ?? from;
}

/** Minutes since midnight of a time such as `19:30`; undefined if it is not a time. */
export function minutesOf(time: string): number | undefined {
  const parts = timeParts(time);
  return parts === undefined ? undefined : parts.hour * 60 + parts.minute;
}

/** The time of minutes since midnight, as `19:30`. */
export const timeOf = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

const two = (part: number): string => String(part).padStart(2, "0");
