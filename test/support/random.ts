// Seeded randomness: for tests, where the same seed gives the same run. Not for anything that must be secret.

export interface Random {
  /** In [0, 1). */
  readonly next: () => number;
  /** A whole number from `low` to `high`, both included. */
  readonly int: (low: number, high: number) => number;
  readonly pick: <T>(items: readonly T[]) => T;
  readonly chance: (probability: number) => boolean;
  readonly bytes: (length: number) => Uint8Array<ArrayBuffer>;
}

/** mulberry32: small, fast, and good enough to find bugs with. */
export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    pick: (items) => items[int(0, items.length - 1)]!,
    chance: (probability) => next() < probability,
    bytes: (length) => Uint8Array.from({ length }, () => int(0, 255)),
  };
}

/** The seed of a run: `SEED` when it is set, so that a failure can be repeated; otherwise the given one. */
export function seedOf(fallback: number): number {
  const wanted = Number(process.env.SEED);
  return Number.isSafeInteger(wanted) && process.env.SEED !== undefined ? wanted : fallback;
}
