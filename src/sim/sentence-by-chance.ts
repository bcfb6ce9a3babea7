// Sentence by chance: one of the sentences of a tree of what may be said, so that every branch has its chance.

import type { Sayable } from "../flow/engine/expectation.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** One of three callers says optional words. */
const optionalShare = 1 / 3;

export const sentenceByChance = (said: Sayable, random: SeededRandom): string =>
  wordsOf(said, random).join(" ");

function wordsOf(said: Sayable, random: SeededRandom): readonly string[] {
  if (typeof said === "string") return [said];
  if ("optional" in said) return random.chance(optionalShare) ? wordsOf(said.optional, random) : [];
  if ("sequence" in said) return said.sequence.flatMap((part) => wordsOf(part, random));
  if ("anyOf" in said) return wordsOf(random.pick(said.anyOf), random);
  if ("repeat" in said) {
    const times = random.int(said.min, said.max);
    return Array.from({ length: times }).flatMap(() => wordsOf(said.repeat, random));
  }
  const left = [...said.anyOrder];
  const count = random.int(1, left.length);
  return Array.from({ length: count }).flatMap(() => {
    const [part] = left.splice(random.int(0, left.length - 1), 1);
    return part === undefined ? [] : wordsOf(part, random);
  });
}
