// Seconds: times as the API shows them. Inside the program they are milliseconds.

/** Seconds since the Unix epoch, as a float. */
export function seconds(epochMs: number): number {
  return epochMs / 1_000;
}
