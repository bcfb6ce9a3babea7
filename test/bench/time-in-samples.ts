// Time in samples: a time that is written into the first samples of a sound and read from them again.

const digits = 4;
const base = 2 ** 14;

/** Whole microseconds below 2^56 as four samples. */
export function samplesOfMicros(micros: number): Int16Array {
  return Int16Array.from({ length: digits }, (_, i) => Math.floor(micros / base ** i) % base);
}

/** Time that `samplesOfMicros` wrote into the first of these samples. */
export function microsOfSamples(pcm: Int16Array): number {
  return pcm.subarray(0, digits).reduce((sum, digit, i) => sum + digit * base ** i, 0);
}
