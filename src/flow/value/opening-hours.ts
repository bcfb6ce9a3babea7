// Opening hours: opening times of a week, with exceptional days.

import { dateParts } from "./date-parts.ts";

/** Minutes of a day; one that goes beyond midnight ends after 24 hours. */
export interface TimeSpan {
  readonly fromMinute: number;
  readonly toMinute: number;
}

export interface OpeningHours {
  /** By weekday, 1 for Monday to 7 for Sunday. */
  readonly week: ReadonlyMap<number, readonly TimeSpan[]>;
  /** Days with hours of their own, an empty list for closed ones: `2026-12-24`, or `12-24` for every year. */
  readonly days: ReadonlyMap<string, readonly TimeSpan[]>;
}

const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const minutesPerDay = 1_440;

/** `sat` or `mon-fri` as weekdays, also over the end of the week; undefined for anything else. */
export function weekdaysOf(text: string): readonly number[] | undefined {
  const [first = "", last = first, ...more] = text.toLowerCase().split("-");
  const [from, to] = [weekdays.indexOf(first) + 1, weekdays.indexOf(last) + 1];
  if (from === 0 || to === 0 || more.length > 0) return undefined;
  const count = ((to - from + 7) % 7) + 1;
  return Array.from({ length: count }, (_, at) => ((from - 1 + at) % 7) + 1);
}

/** `09:00-17:00`, until 24:00, or `22:00-02:00` over midnight; undefined for anything else. */
export function timeSpanOf(text: string): TimeSpan | undefined {
  const parts = /^(\d{2}):(\d{2})\s*-\s*(\d{2}):(\d{2})$/.exec(text.trim());
  if (parts === null) return undefined;
  const [fromHour = 0, fromPart = 0, toHour = 0, toPart = 0] = parts.slice(1).map(Number);
  const [fromMinute, until] = [fromHour * 60 + fromPart, toHour * 60 + toPart];
  if (fromPart > 59 || toPart > 59 || fromMinute >= minutesPerDay || until > minutesPerDay) return undefined;
  if (fromMinute === until) return undefined;
  return { fromMinute, toMinute: until > fromMinute ? until : until + minutesPerDay };
}

/** Whether a text is a day of one year or of every year. */
export function isDay(text: string): boolean {
  return (
    dateParts(text) !== undefined || (/^\d{2}-\d{2}$/.test(text) && dateParts(`2024-${text}`) !== undefined)
  );
}

/** Whether it is open at a local date (`2026-11-20`) and time (`12:30`); never at an invalid date. */
export function isOpenAt(hours: OpeningHours, date: string, time: string): boolean {
  const minute = minuteOf(time);
  const before = dayBefore(date);
  if (minute === undefined || before === undefined) return false;
  const covers = (spans: readonly TimeSpan[], at: number): boolean =>
    spans.some(({ fromMinute, toMinute }) => fromMinute <= at && at < toMinute);
  return covers(spansOn(hours, date), minute) || covers(spansOn(hours, before), minute + minutesPerDay);
}

function spansOn({ week, days }: OpeningHours, date: string): readonly TimeSpan[] {
  const weekday = dateParts(date)?.weekday ?? 0;
  return days.get(date) ?? days.get(date.slice(5)) ?? week.get(weekday === 0 ? 7 : weekday) ?? [];
}

function minuteOf(time: string): number | undefined {
  const parts = /^(\d{2}):(\d{2})$/.exec(time);
  return parts === null ? undefined : Number(parts[1]) * 60 + Number(parts[2]);
}

function dayBefore(date: string): string | undefined {
  const parts = dateParts(date);
  if (parts === undefined) return undefined;
  return new Date(Date.UTC(parts.year, parts.month - 1, parts.day - 1)).toISOString().slice(0, 10);
}
