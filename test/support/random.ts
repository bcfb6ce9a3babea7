// Seeded randomness: for tests, where the same seed gives the same run. Not for anything that must be secret.

import { seededRandom, type SeededRandom } from "../../src/sim/seeded-random.ts";

export interface Random extends SeededRandom {
  readonly bytes: (length: number) => Uint8Array<ArrayBuffer>;
}

export function random(seed: number): Random {
  const from = seededRandom(seed);
  return { ...from, bytes: (length) => Uint8Array.from({ length }, () => from.int(0, 255)) };
}

/** The seed of a run: `SEED` when it is set, so that a failure can be repeated; otherwise the given one. */
export function seedOf(fallback: number): number {
  const wanted = Number(process.env.SEED);
  return Number.isSafeInteger(wanted) && process.env.SEED !== undefined ? wanted : fallback;
}
