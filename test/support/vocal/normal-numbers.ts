// Normal numbers: noise that depends on its seed alone, so that a text sounds the same each time it is said.

/** Numbers with mean 0 and variance 1, two at a time by Box and Muller. */
export function normalNumbers(seed: readonly number[]): () => number {
  let state = 2_166_136_261;
  for (const each of seed) state = Math.imul(state ^ each, 16_777_619);
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  let spare: number | undefined;
  return () => {
    if (spare !== undefined) {
      const kept = spare;
      spare = undefined;
      return kept;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
}
