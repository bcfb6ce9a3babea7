// Periods: what "next week", "this weekend" and "in March" mean, the same in every language.

/** `ahead`: 0 is the present one, 1 the next. */
export type PeriodReading =
  | { readonly type: "week" | "weekend" | "month"; readonly ahead: number }
  /** January is 1. */
  | { readonly type: "named"; readonly month: number };
