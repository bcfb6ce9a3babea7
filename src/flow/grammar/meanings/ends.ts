// Spans: ends of ranges, periods, and the amount by which something gets longer.

import type { DaySpec, TimeSpec } from "../calendar.ts";
import { md, type Span } from "../measures.ts";

export const spans = {
  sinceDay: { type: "since", value: (day: DaySpec) => day, cost: -0.05 },
  sinceNth: { type: "since", value: (d: number) => md(d) },
  untilDay: { type: "until", value: (day: DaySpec) => day, cost: -0.05 },
  untilNth: { type: "until", value: (d: number) => md(d) },
  sinceTime: { type: "sincetime", value: (time: TimeSpec) => time, cost: -0.05 },
  untilTime: { type: "untiltime", value: (time: TimeSpec) => time, cost: -0.05 },
  /** "Since Monday", "since 2010". */
  elapsedDay: { type: "elapsed", value: (day: DaySpec) => day, cost: -0.05 },
  elapsedYear: { type: "elapsed", value: (y: number) => md(1, 1, { y }), cost: -0.05 },
  weekOf: { type: "period", value: (n: number) => ({ p: "week", n }) },
  weekendOf: { type: "period", value: (n = 0) => ({ p: "weekend", n }) },
  monthOf: { type: "period", value: (n: number) => ({ p: "month", n }) },
  monthNamed: {
    type: "period",
    value: (m: number, y?: number) => ({ p: "named", m, ...(y !== undefined && { y }) }),
  },
  weekOfMonth: {
    type: "period",
    value: (nth: number, m: number) =>
      nth < 6 ? { p: "named", m, days: [7 * nth - 6, 7 * nth] } : undefined,
    cost: -0.05,
  },
  longer: { type: "stretch", value: (length: Span) => length, cost: -0.05 },
  shorter: { type: "stretch", value: ({ n, unit }: Span) => ({ n: -n, unit }), cost: -0.05 },
  oneLonger: { type: "stretch", value: (unit: string) => ({ n: 1, unit }), cost: -0.05 },
};
