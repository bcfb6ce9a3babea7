// Return pauses: how long a client whose connection broke waits before each try to come back.

/** The first ones, in milliseconds. */
const pausesMs: readonly number[] = [0, 500, 1_000];
const longestMs = 2_000;

/** The pause before a try, in milliseconds; `tries`: how many there were. */
export function pauseMsAfter(tries: number): number {
  return pausesMs[tries] ?? longestMs;
}
