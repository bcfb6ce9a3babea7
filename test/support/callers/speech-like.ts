// Speech-like sound: output of a fake voice where only its length and its work for a codec matter.

/** So many samples of 16 kHz, PCM16. */
export function speechLike(samples: number): Int16Array<ArrayBuffer> {
  return Int16Array.from({ length: samples }, (_, i) =>
    Math.round(6_000 * Math.sin(i / 9) * Math.sin(i / 2_000)),
  );
}
