// Seconds: times as the API shows them. Inside the program they are milliseconds.

/** A moment that a request gives, in words for a person whose value was a date or milliseconds. */
export const momentWords = "a time in seconds since the Unix epoch, such as 1798761600 for 1 January 2027";

/** Seconds since the Unix epoch, as a float. */
export function seconds(epochMs: number): number {
  return epochMs / 1_000;
}
