// Speech-like sound: output of a fake voice for tests in which only its length and a codec's work matter.

/** This many samples at 16 kHz, PCM16. */
export function speechLike(samples: number): Int16Array<ArrayBuffer> {
  return Int16Array.from({ length: samples }, (_, i) =>
    Math.round(6_000 * Math.sin(i / 9) * Math.sin(i / 2_000)),
  );
}
