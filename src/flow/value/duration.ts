// Duration: a number and its unit, such as `600ms`, `1.5s`, `15m` or `2h`, as milliseconds and back.

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** The duration in whole milliseconds; undefined if the text is not a duration. */
export function durationMs(text: string): number | undefined {
  const [, amount, unit = ""] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(text) ?? [];
  const ms = unitMs[unit];
  return amount === undefined || ms === undefined ? undefined : Math.round(Number(amount) * ms);
}

/** The shortest text of a duration in milliseconds. */
export function durationText(ms: number): string {
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000}h`;
  if (ms % 60_000 === 0) return `${ms / 60_000}m`;
  return ms % 1_000 === 0 ? `${ms / 1_000}s` : `${ms}ms`;
}
