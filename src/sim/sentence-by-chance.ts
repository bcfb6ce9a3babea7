// Random sentence: one sentence of a tree of possible ones, with a chance for every branch.

import type { Sayable } from "../flow/engine/expectation.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** Probability that a caller says optional words. */
const optionalShare = 1 / 3;

export const sentenceByChance = (sayable: Sayable, random: SeededRandom): string =>
  wordsOf(sayable, random).join(" ");

function wordsOf(sayable: Sayable, random: SeededRandom): readonly string[] {
  if (typeof sayable === "string") return [sayable];
  if ("optional" in sayable) return random.chance(optionalShare) ? wordsOf(sayable.optional, random) : [];
  if ("sequence" in sayable) return sayable.sequence.flatMap((part) => wordsOf(part, random));
  if ("anyOf" in sayable) return wordsOf(random.pick(sayable.anyOf), random);
  if ("repeat" in sayable) {
    const times = random.int(sayable.min, sayable.max);
    return Array.from({ length: times }).flatMap(() => wordsOf(sayable.repeat, random));
  }
  const left = [...sayable.anyOrder];
  const count = random.int(1, left.length);
  return Array.from({ length: count }).flatMap(() => {
    const [part] = left.splice(random.int(0, left.length - 1), 1);
    return part === undefined ? [] : wordsOf(part, random);
  });
}
