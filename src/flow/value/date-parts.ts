// Date and time parser: takes `2026-11-21` and `19:30` apart. Undefined for anything else.

/** Months count from 1, weekdays from 0 for Sunday. Undefined for a day that the calendar does not have. */
export function dateParts(
  value: string,
):
  | { readonly year: number; readonly month: number; readonly day: number; readonly weekday: number }
  | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (parts === null) return undefined;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return { year, month, day, weekday: date.getUTCDay() };
}

/** Hours from 0 to 23; undefined for `24:00`. */
export function timeParts(value: string): { readonly hour: number; readonly minute: number } | undefined {
  const parts = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(value);
  return parts === null ? undefined : { hour: Number(parts[1]), minute: Number(parts[2]) };
}
