// Shown figures: times, durations and sums in readable form. Pure; the language is the page's.

const english = "en-GB";

/** `820 ms`, `1.4 s`; a dash when there is none. */
export function latencyText(ms: number | null | undefined): string {
  if (ms === undefined || ms === null) return "–";
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** `0:42`, `1:02:03`. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number): string => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** US dollars; amounts below ten cents that are no whole number keep their digits. */
export function moneyText(cents: number): string {
  const digits = !Number.isInteger(cents) && Math.abs(cents) < 10 ? 4 : 2;
  return new Intl.NumberFormat(english, {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(cents / 100);
}

export function countText(count: number): string {
  return new Intl.NumberFormat(english, { maximumFractionDigits: 1 }).format(count);
}

/** Share of `part` in `whole`; a dash when nothing was counted. */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return "–";
  // Rounded down, so that one failure in a thousand is not 100 per cent.
  return `${Math.floor((1_000 * part) / whole) / 10} %`;
}

/** A moment in the zone of the reader: `24 Nov, 10:03:07`. */
export function momentText(time: string | number, timeZone?: string): string {
  const date = new Date(typeof time === "number" ? time * 1_000 : time);
  if (Number.isNaN(date.getTime())) return "–";
  return new Intl.DateTimeFormat(english, {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    ...(timeZone !== undefined && { timeZone }),
  }).format(date);
}

/** A day of UTC: `24 Nov`. */
export function dayText(day: string): string {
  return new Intl.DateTimeFormat(english, { day: "numeric", month: "short", timeZone: "UTC" }).format(
    new Date(day),
  );
}

/** The end of an axis, a round number: 1, 2, 5, 10, 20 …; 0 without data. */
export function niceMax(value: number): number {
  if (value <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find((each) => each * power >= value) ?? 10) * power;
}
