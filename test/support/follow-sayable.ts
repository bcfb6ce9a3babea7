// Followed sayables: how far words match a grammar.

import type { Sayable } from "../../src/flow/engine/expectation.ts";

/** Position of a walk through the tree: the number of used words. */
interface Walk {
  readonly words: readonly string[];
  /** True if more words could have followed, with all words used. */
  isHungry: boolean;
}

export interface FollowedPath {
  /** The words are a complete sentence of the grammar. */
  readonly fits: boolean;
  /** A longer sentence begins with the words, so waiting for it may help. */
  readonly grows: boolean;
}

export function follow(said: Sayable, words: readonly string[]): FollowedPath {
  const walk: Walk = { words, isHungry: false };
  const ends = after(said, new Set([0]), walk);
  return { fits: ends.has(words.length), grows: walk.isHungry };
}

/** Possible ends of a part, from its possible beginnings. */
function after(said: Sayable, starts: ReadonlySet<number>, walk: Walk): ReadonlySet<number> {
  if (starts.size === 0) return starts;
  if (typeof said === "string") return afterWords(said.split(" "), starts, walk);
  if ("optional" in said) {
    const hungry = walk.isHungry;
    const ends = after(said.optional, starts, walk);
    // A possible "please" is not waited for.
    if (said.idle === true && starts.has(walk.words.length)) walk.isHungry = hungry;
    return starts.union(ends);
  }
  if ("sequence" in said) return said.sequence.reduce((at, part) => after(part, at, walk), starts);
  if ("anyOf" in said) {
    return said.anyOf.reduce<ReadonlySet<number>>(
      (ends, part) => ends.union(after(part, starts, walk)),
      new Set(),
    );
  }
  if ("anyOrder" in said) return afterAnyOrder(said.anyOrder, starts, walk);
  let at = starts;
  let ends: ReadonlySet<number> = said.min === 0 ? starts : new Set();
  for (let n = 1; n <= said.max && at.size > 0; n++) {
    at = after(said.repeat, at, walk);
    if (n >= said.min) ends = ends.union(at);
  }
  return ends;
}

function afterWords(own: readonly string[], starts: ReadonlySet<number>, walk: Walk): ReadonlySet<number> {
  const ends = new Set<number>();
  for (const start of starts) {
    const rest = walk.words.slice(start, start + own.length);
    if (!rest.every((word, index) => word === own[index])) continue;
    if (rest.length === own.length) ends.add(start + own.length);
    else walk.isHungry = true;
  }
  return ends;
}

/** Each part at most once: the used parts are bits of a number. */
function afterAnyOrder(
  parts: readonly Sayable[],
  starts: ReadonlySet<number>,
  walk: Walk,
): ReadonlySet<number> {
  let ends: ReadonlySet<number> = new Set();
  let states: ReadonlyMap<number, ReadonlySet<number>> = new Map([[0, starts]]);
  while (states.size > 0) {
    const steps = [...states].flatMap(([used, at]) =>
      parts
        .map((part, index) => ({ part, bit: 1 << index }))
        .filter(({ bit }) => (used & bit) === 0)
        .map(({ part, bit }) => ({ used: used | bit, at: after(part, at, walk) })),
    );
    const next = new Map<number, ReadonlySet<number>>();
    for (const { used, at } of steps) {
      if (at.size > 0) next.set(used, at.union(next.get(used) ?? new Set()));
      ends = ends.union(at);
    }
    states = next;
  }
  return ends;
}
