// Periods: what "next week", "this weekend" and "in March" mean, the same in every language.

import type { Pattern } from "./language-pack.ts";

/** `ahead`: 0 is the present one, 1 the next. */
export type PeriodReading =
  | { readonly type: "week" | "weekend" | "month"; readonly ahead: number }
  /** January is 1. */
  | { readonly type: "named"; readonly month: number };

/** A fixed phrase for a period relative to today. */
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
