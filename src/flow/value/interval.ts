// Interval: a range of dates or times as text in the notation of ISO 8601, such as `2026-11-21/2026-11-24` or
// `14:00/16:00`. An end that is not known yet is written `..`.

import { dateParts, timeParts } from "./date-parts.ts";

export interface Interval {
  readonly from?: string;
  readonly to?: string;
}

const open = "..";

export const intervalText = ({ from = open, to = open }: Interval): string => `${from}/${to}`;

/** The two ends; both undefined for a text that is no interval. */
export function intervalOf(text: string): Interval {
  const [from, to, ...more] = text.split("/");
  if (from === undefined || to === undefined || more.length > 0) return {};
  return { ...(from !== open && { from }), ...(to !== open && { to }) };
}

/** Whether the text is a whole interval: of dates in their order, or of two different times. */
export function isInterval(text: string, of: "date" | "time"): boolean {
  const { from, to } = intervalOf(text);
  if (from === undefined || to === undefined) return false;
  return of === "date"
    ? dateParts(from) !== undefined && dateParts(to) !== undefined && from <= to
    : timeParts(from) !== undefined && timeParts(to) !== undefined && from !== to;
}
