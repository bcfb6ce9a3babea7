// Periods: what "next week", "this weekend", "in March" and "the first week of March" mean, the same in every language.

/** `ahead`: 0 is the present one, 1 the next. */
export type PeriodReading =
  | { readonly type: "week" | "weekend"; readonly ahead: number }
  | { readonly type: "month"; readonly ahead: number; readonly days?: DaysOfMonth }
  /** January is 1. */
  | { readonly type: "named"; readonly month: number; readonly days?: DaysOfMonth };

/** Which days of a month, the first being 1; `last` is undefined for its last day. */
export interface DaysOfMonth {
  readonly first: number;
  readonly last?: number;
}

const daysInWeek = 7;
/** What is left for a fifth week is called the end. */
const weeksInMonth = 4;

/** The days of the nth week, from 1 to 4: the first one is the first to the seventh. */
export const weekOfMonth = (nth: number | undefined): DaysOfMonth | undefined =>
  nth === undefined || nth > weeksInMonth
    ? undefined
    : { first: (nth - 1) * daysInWeek + 1, last: nth * daysInWeek };

export const partsOfMonth = {
  beginning: { first: 1, last: 10 },
  middle: { first: 11, last: 20 },
  end: { first: 21 },
} as const satisfies Record<string, DaysOfMonth>;
