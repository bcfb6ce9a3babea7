// Gregorian calendar: days as numbers and as `2026-11-21`. Pure arithmetic, without time zone or clock.

import { dateParts, timeParts } from "./date-parts.ts";

const dayMs = 86_400_000;

/** Days since 1970-01-01; undefined for what is no date. */
export function dayNumber(date: string): number | undefined {
  return dateParts(date) === undefined ? undefined : Date.parse(`${date}T00:00:00Z`) / dayMs;
}

export function dateOf(dayNumber: number): string {
  return new Date(dayNumber * dayMs).toISOString().slice(0, 10);
}

/** 0 is Sunday. */
export const weekdayOf = (dayNumber: number): number => (((dayNumber + 4) % 7) + 7) % 7;

/** Undefined where that month has no such day. */
export function dayNumberOf(year: number, month: number, day: number): number | undefined {
  return dayNumber(`${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`);
}

/** The same day some months later, or the last one of that month. */
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

/** Minutes since midnight; undefined for what is no time. */
export function minutesOf(time: string): number | undefined {
  const parts = timeParts(time);
  return parts === undefined ? undefined : parts.hour * 60 + parts.minute;
}

export const timeOf = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

const two = (part: number): string => String(part).padStart(2, "0");
