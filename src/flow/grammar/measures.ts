// Measures: shared arithmetic of days, times and lengths for the rules of every language.

import { type DaySpec, isWholeDays, type TimeSpec } from "./calendar.ts";
import type { SlotValue } from "./rules.ts";

export interface Span {
  readonly n: number;
  readonly unit: string;
}

export const md = (
  d: number,
  m?: number,
  { y, wd }: { y?: number; wd?: number } = {},
): DaySpec | undefined =>
  d >= 1 && d <= 31 && (m === undefined || (m >= 1 && m <= 12))
    ? { k: "md", d, ...(m && { m }), ...(y !== undefined && { y }), ...(wd !== undefined && { wd }) }
    : undefined;
const isMd = (v: SlotValue): boolean => v?.k === "md";
/** "In three days", "two weeks ago". */
export const away = ({ n, unit }: Span, sign = 1): DaySpec | undefined =>
  isWholeDays({ n, unit }) ? { k: "unit", unit, n: n * sign } : undefined;
/** A span after or before another day, or after a day or a time that was said before. */
export const distant = ({ n, unit }: Span, sign = 1, base?: DaySpec): DaySpec => ({
  k: "after",
  n: n * sign,
  unit,
  ...(base !== undefined && { base }),
});
/** "In twenty minutes". */
export const soon = ({ n, unit }: Span): { in: number } | undefined =>
  unit === "minutes" || unit === "hours" ? { in: n * (unit === "hours" ? 60 : 1) } : undefined;
export const at = (h: number, m = 0, is24 = false) =>
  h <= 24 && m < 60 && h >= 0 ? { h: h % 24, m, ...(is24 && { is24 }) } : undefined;
export const before = (t: TimeSpec | undefined, m: number): TimeSpec | undefined =>
  t && {
    ...t,
    h: m > t.m ? (t.h + (t.is24 ? 23 : t.h === 1 ? 11 : 23)) % 24 : t.h,
    m: (t.m - m + 60) % 60,
  };
/** A twelve-hour time in a part of the day. */
export function half(t: TimeSpec | undefined, part: string): TimeSpec | undefined {
  if (t === undefined) return undefined;
  if (t.is24 || t.h > 12) return part === "am" && t.h > 12 ? undefined : { ...t, is24: true };
  const pm =
    part === "pm" ||
    part === "afternoon" ||
    part === "noon" ||
    part === "evening" ||
    (part === "night" && t.h >= 6 && t.h < 12);
  if (t.h === 12)
    return { ...t, h: part === "night" || part === "am" || part === "morning" ? 0 : 12, is24: true };
  if (part === "noon" && t.h > 3) return { ...t, is24: true };
  if (part === "evening" && t.h < 4) return undefined;
  return { ...t, h: pm ? t.h + 12 : t.h, is24: true };
}
/** A day without its month takes the month of the other end. */
export const span = (from: SlotValue, to: SlotValue) => ({
  from: isMd(from) && from.m === undefined && to.m !== undefined ? { ...from, m: to.m } : from,
  to,
});
export const long = (from: unknown, { n, unit }: Span): unknown =>
  Number.isInteger(n) && (unit === "days" || unit === "nights" || unit === "weeks" || unit === "months")
    ? { from, n, unit }
    : undefined;
