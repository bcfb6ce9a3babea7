// Random sentences: drawn from a tree of what may be said, so that every branch has its chance.

import type { Sayable } from "../../../src/flow/engine/expectation.ts";
import type { Random } from "../random.ts";

export function sentenceOf(said: Sayable, from: Random): string {
  return wordsOf(said, from).join(" ");
}

function wordsOf(said: Sayable, from: Random): readonly string[] {
  if (typeof said === "string") return [said];
  if ("optional" in said) return from.int(0, 2) === 0 ? wordsOf(said.optional, from) : [];
  if ("sequence" in said) return said.sequence.flatMap((part) => wordsOf(part, from));
  if ("anyOf" in said) return wordsOf(from.pick(said.anyOf), from);
  if ("repeat" in said) {
    const times = from.int(said.min, said.max);
    return Array.from({ length: times }).flatMap(() => wordsOf(said.repeat, from));
  }
  const left = [...said.anyOrder];
  const count = from.int(1, left.length);
  return Array.from({ length: count }).flatMap(() => {
    const [part] = left.splice(from.int(0, left.length - 1), 1);
    return part === undefined ? [] : wordsOf(part, from);
  });
}
