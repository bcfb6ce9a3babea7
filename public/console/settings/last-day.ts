// Last day: converts the end of a validity to its last day. Days are in the person's own time zone.

/** `2026-12-03` → the midnight after it, in seconds. Undefined for what is no day. */
export function endOfDay(day: string): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)?.map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const end = new Date(year, month - 1, date + 1).getTime();
  return dayOf(end - 1) === day ? end / 1_000 : undefined;
}

/** Last day before the end: `2026-12-03`. Empty without an end. */
export function lastDayOf(endsAt: number | null | undefined): string {
  return endsAt === undefined || endsAt === null ? "" : dayOf(endsAt * 1_000 - 1);
}

function dayOf(ms: number): string {
  const date = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
