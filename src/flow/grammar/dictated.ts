// Dictated digits: their places in a text, for any question.

import type { Reading } from "./chart.ts";

export interface DigitRun {
  readonly start: number;
  readonly end: number;
  /** Whether a plus precedes them, as for a country's code. */
  readonly hasPlus: boolean;
  /** "Twenty one" as one number, then as 20 and 1: usually the same. */
  readonly spellings: readonly string[];
}

/** Longest rows of digits, from left to right. */
export function digitRunsIn(readings: readonly (readonly Reading[])[]): readonly DigitRun[] {
  const runs: DigitRun[] = [];
  for (let at = 0; at < readings.length;) {
    const here = (readings[at] ?? []).filter(({ type }) => type === "digs" || type === "phone");
    const end = Math.max(at, ...here.map((each) => each.end));
    const longest = here.filter((each) => each.end === end).toSorted((a, b) => a.cost - b.cost);
    const spellings = [...new Set(longest.map(({ value }) => String(value).replace("+", "")))];
    if (spellings.length > 0)
      runs.push({ start: at, end, hasPlus: longest.some(({ type }) => type === "phone"), spellings });
    at = Math.max(at + 1, end);
  }
  return runs;
}
