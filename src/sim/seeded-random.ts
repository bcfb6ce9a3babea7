// Seeded random numbers: the same seed gives the same run, on every machine. Not for security.

import { assert } from "../base/assert.ts";

export interface SeededRandom {
  /** A number from 0 to 1, excluding 1. */
  readonly next: () => number;
  /** A whole number from `low` to `high`, including both. */
  readonly int: (low: number, high: number) => number;
  /** Random item; the list must not be empty. */
  readonly pick: <T>(items: readonly T[]) => T;
  /** Random item; undefined for an empty list. */
  readonly maybe: <T>(items: readonly T[]) => T | undefined;
  readonly chance: (probability: number) => boolean;
}

/** The generator "mulberry32" (Tommy Ettinger, public domain): 32 bits of state, enough for a caller's behaviour. */
export function seededRandom(seed: number): SeededRandom {
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
    pick: <T>(items: readonly T[]): T => {
      assert(items.length > 0, "there is something to pick");
      return items[int(0, items.length - 1)] as T;
    },
    maybe: (items) => items[int(0, items.length - 1)],
    chance: (probability) => next() < probability,
  };
}
