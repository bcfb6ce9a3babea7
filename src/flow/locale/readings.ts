// Date and time readings: builders of what a matched phrase means, the same in every language. How dates and times
// are worded is each pack's own.

import type { ClockReading, DateReading, Pattern, Slots, Unit } from "./language-pack.ts";
import { type DaysOfMonth, type PeriodReading, weekOfMonth } from "./periods.ts";

/** An hour that no clock of twelve hours has is exact by itself. */
export const clockReading = (
  hour: number | undefined,
  minute: number,
  exact = false,
): ClockReading | undefined =>
  hour === undefined ? undefined : { type: "clock", hour, minute, exact: exact || hour > 12 || hour === 0 };

/** A time that is some minutes before an hour: "ten to eight", "halb acht". */
export function minutesBefore(
  hour: number | undefined,
  minutes: number | undefined,
  isExact = false,
): ClockReading | undefined {
  if (hour === undefined || minutes === undefined || minutes <= 0 || minutes >= 60) return undefined;
  const exact = isExact || hour > 12 || hour === 0;
  return { type: "clock", hour: hour === 1 ? 12 : (hour + 23) % 24, minute: 60 - minutes, exact };
}

const minutesIn = (unit: Unit | undefined): number | undefined =>
  unit === "hour" ? 60 : unit === "minute" ? 1 : undefined;

/** A time that is minutes or hours from now; undefined for other units. `extra` is minutes. */
export function fromNow({ n = 1, unit }: Slots, extra = 0): ClockReading | undefined {
  const each = minutesIn(unit);
  return each === undefined ? undefined : { type: "fromNow", minutes: n * each + extra };
}

const daysIn = (unit: Unit | undefined): number | undefined =>
  unit === "day" ? 1 : unit === "week" ? 7 : undefined;

/** A date that is days or months from today; `sign` -1 counts back. */
export function offsetFromToday({ n = 1, unit }: Slots, sign: 1 | -1 = 1): DateReading | undefined {
  if (unit === "month") return { type: "months", months: sign * n };
  if (unit === "year") return { type: "months", months: sign * n * 12 };
  const days = daysIn(unit);
  return days === undefined ? undefined : { type: "offset", days: sign * n * days };
}

/** The date that the matched slots name; undefined if they name none. */
export function dayOf({ day, month, year, weekday }: Slots): DateReading | undefined {
  if (day === undefined) return undefined;
  return {
    type: "day",
    day,
    ...(month === undefined ? {} : { month }),
    ...(year === undefined ? {} : { year }),
    ...(weekday === undefined ? {} : { weekday }),
  };
}

/** The nth of a weekday in a month; -1 is the last one, and none has a sixth. Without a month it is any month. */
export function nthWeekday(
  { weekday, month, year }: Slots,
  nth: number | undefined,
  months?: number,
): DateReading | undefined {
  if (weekday === undefined || nth === undefined || Math.abs(nth) > 5) return undefined;
  const reading = { type: "weekdayOfMonth", weekday, nth } as const;
  if (months !== undefined) return { ...reading, in: { months } };
  if (month === undefined) return { ...reading, in: "any" };
  return { ...reading, in: { month, ...(year === undefined ? {} : { year }) } };
}

/** A day of the month that is so many months from the present one. */
export const dayOfMonth = ({ day }: Slots, months: number): DateReading | undefined =>
  day === undefined ? undefined : { type: "dayOfMonth", day, months };

/** A fixed phrase for a day relative to today, such as "tomorrow". */
export const dayOffset = (form: string, days: number): Pattern<DateReading> => ({
  form,
  read: () => ({ type: "offset", days }),
});

/** A fixed phrase for a holiday with a fixed date; months count from 1. */
export const holiday = (form: string, month: number, day: number): Pattern<DateReading> => ({
  form,
  read: () => ({ type: "day", month, day }),
});

/** The same holiday of a year that is said: "New Year's Eve 1999". */
export const ofYear = ({ form, read }: Pattern<DateReading>): Pattern<DateReading> => ({
  form: `${form} {year}`,
  read: (slots) => {
    const found = read(slots);
    return found?.type === "day" ? dayOf({ ...found, ...slots }) : undefined;
  },
});

export function onWeekday(
  form: string,
  reading: (weekday: number) => DateReading | undefined,
): Pattern<DateReading> {
  return { form, read: ({ weekday }) => (weekday === undefined ? undefined : reading(weekday)) };
}

/** A fixed phrase for a period relative to today; the present one is 0. */
export const period = (
  form: string,
  type: "week" | "weekend" | "month",
  ahead: number,
): Pattern<PeriodReading> => ({ form, read: () => ({ type, ahead }) });

/** A month of the year by its name. */
export const namedMonth = (form: string): Pattern<PeriodReading> => ({
  form,
  read: ({ month }) => (month === undefined ? undefined : { type: "named", month }),
});

/** A part of a month, by the month's name. */
export const partOfNamedMonth = (form: string, days: DaysOfMonth): Pattern<PeriodReading> => ({
  form,
  read: ({ month }) => (month === undefined ? undefined : { type: "named", month, days }),
});

/** A part of this month or of the next. */
export const partOfMonth = (form: string, days: DaysOfMonth, ahead: number): Pattern<PeriodReading> => ({
  form,
  read: () => ({ type: "month", ahead, days }),
});

/** A week of a month, by its number and the month's name. */
export const weekOfNamedMonth = (form: string): Pattern<PeriodReading> => ({
  form,
  read({ day, month }) {
    const days = weekOfMonth(day);
    return month === undefined || days === undefined ? undefined : { type: "named", month, days };
  },
});

/** The days of Christmas, when nobody says which. */
export const daysOff = (form: string): Pattern<PeriodReading> => ({
  form,
  read: () => ({ type: "named", month: 12, days: { first: 24, last: 26 } }),
});
