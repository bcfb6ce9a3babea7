// Grammar trees: what may be said, as a tree, turned into JSGF for the recogniser and into the rule that says how far
// recognised words follow it.

import type { Sayable } from "../flow/engine/expectation.ts";

/**
 * `wordsOf` cuts a text into the words that the recogniser knows, undefined when it lacks one: then each branch that
 * needs that text is left out. `sound` tells words apart: of two alternatives that sound the same the first stays.
 */
export interface Voicing {
  readonly wordsOf: (text: string) => readonly string[] | undefined;
  readonly sound: (words: readonly string[]) => string;
}

export function pronounceable(said: Sayable, voicing: Voicing): Sayable | undefined {
  if (typeof said === "string") return voicing.wordsOf(said)?.join(" ");
  if ("optional" in said) {
    const inner = pronounceable(said.optional, voicing);
    return inner === undefined ? undefined : { ...said, optional: inner };
  }
  if ("repeat" in said) {
    const inner = pronounceable(said.repeat, voicing);
    return inner === undefined ? undefined : { ...said, repeat: inner };
  }
  if ("sequence" in said) {
    const parts = said.sequence.map((part) => [part, pronounceable(part, voicing)] as const);
    if (parts.some(([part, known]) => known === undefined && !isOptional(part))) return undefined;
    const known = parts.flatMap(([, part]) => part ?? []);
    return known.length === 0 ? undefined : { sequence: known };
  }
  const kept = distinct("anyOf" in said ? said.anyOf : said.anyOrder, voicing);
  if (kept.length === 0) return undefined;
  return "anyOf" in said ? { anyOf: kept } : { anyOrder: kept };
}

const isOptional = (said: Sayable): boolean => typeof said !== "string" && "optional" in said;

function distinct(parts: readonly Sayable[], voicing: Voicing): readonly Sayable[] {
  const sounds = new Set<string>();
  return parts.flatMap((part): readonly Sayable[] => {
    const known = pronounceable(part, voicing);
    if (typeof known !== "string") return known === undefined ? [] : [known];
    const sound = voicing.sound(known.split(" "));
    if (sounds.has(sound)) return [];
    sounds.add(sound);
    return [known];
  });
}

/** The words that a recogniser has to hold. */
export function treeSize(said: Sayable): number {
  if (typeof said === "string") return said.split(" ").length;
  if ("optional" in said) return treeSize(said.optional);
  if ("repeat" in said) return treeSize(said.repeat) * said.max;
  return partsOf(said).reduce((sum, part) => sum + treeSize(part), 0);
}

type Parted = Exclude<Sayable, string | { readonly optional: Sayable } | { readonly repeat: Sayable }>;

const partsOf = (said: Parted): readonly Sayable[] =>
  "anyOf" in said ? said.anyOf : "sequence" in said ? said.sequence : said.anyOrder;

/** All of it, as an expansion of JSGF. */
export function wholeOf(said: Sayable): string {
  if (typeof said === "string") return said;
  if ("optional" in said) return `[ ${wholeOf(said.optional)} ]`;
  if ("sequence" in said) return said.sequence.map(grouped).join(" ");
  if ("anyOf" in said) return said.anyOf.map(grouped).join(" | ");
  // A loop holds its words once. That each comes once only is checked afterwards.
  if ("anyOrder" in said) return `( ${said.anyOrder.map(grouped).join(" | ")} )+`;
  return chain(grouped(said.repeat), said.min, said.max);
}

const grouped = (said: Sayable): string =>
  typeof said !== "string" && "anyOf" in said ? `( ${wholeOf(said)} )` : wholeOf(said);

/** "d d [ d [ d ] ]": lengths that are known are heard far better than a loop. */
function chain(part: string, min: number, max: number): string {
  const must = Array<string>(min).fill(part).join(" ");
  let may = "";
  for (let n = min; n < max; n++) may = may === "" ? `[ ${part} ]` : `[ ${part} ${may} ]`;
  return [must, may].filter((piece) => piece !== "").join(" ");
}

/** Where a walk through the tree has come: how many of the words are used up. */
interface Walk {
  readonly words: readonly string[];
  /** Whether more could have come, with all words used up. */
  isHungry: boolean;
}

export interface GrammarMatch {
  /** They are all of something that may be said. */
  readonly fits: boolean;
  /** Something longer begins with them, which is worth waiting for. */
  readonly grows: boolean;
}

export function follow(said: Sayable, words: readonly string[]): GrammarMatch {
  const walk: Walk = { words, isHungry: false };
  const ends = after(said, new Set([0]), walk);
  return { fits: ends.has(words.length), grows: walk.isHungry };
}

/** Where it may end, from where it may begin. */
function after(said: Sayable, starts: ReadonlySet<number>, walk: Walk): ReadonlySet<number> {
  if (starts.size === 0) return starts;
  if (typeof said === "string") return afterWords(said.split(" "), starts, walk);
  if ("optional" in said) {
    const hungry = walk.isHungry;
    const ends = after(said.optional, starts, walk);
    // A "please" that might still come is not waited for.
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

/** Each part at most once: by which of them are used up, as bits. */
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
