// Phrase tree builder: makes trees of possible phrases, without empty parts, and with shared beginnings.

import type { Sayable } from "../expectation.ts";

/** Undefined: unsayable; dropped among alternatives. */
export type MaybeSayable = Sayable | undefined;

/** Alternatives, all equally likely; nested alternatives are not flattened, so that they share one weight. */
export function anyOf(...parts: readonly MaybeSayable[]): MaybeSayable {
  const all = parts.filter((part) => part !== undefined);
  const [first] = all;
  return all.length > 1 ? { anyOf: all } : first;
}

/** Undefined if any part is. */
export function sequence(...parts: readonly MaybeSayable[]): MaybeSayable {
  const all = parts.filter((part) => part !== undefined);
  if (all.length < parts.length) return undefined;
  const [first] = all;
  return all.length > 1 ? { sequence: all } : first;
}

/** An optional part of a sequence, as zero or one element. Unspeakable values are left out. `idle` as in `Sayable`. */
export function optional(part: MaybeSayable, idle = false): readonly Sayable[] {
  if (part === undefined) return [];
  return [idle ? { optional: part, idle: true } : { optional: part }];
}

/** A part said `min` to `max` times. */
export function repeat(part: MaybeSayable, min: number, max = min): MaybeSayable {
  if (part === undefined || max < 1) return undefined;
  return max === 1 && min === 1 ? part : { repeat: part, min, max };
}

/** Parts in any order, each at most once, and at least one of them. */
export function anyOrder(parts: readonly MaybeSayable[]): MaybeSayable {
  const all = parts.filter((part) => part !== undefined);
  const [first] = all;
  return all.length > 1 ? { anyOrder: all } : first;
}

/** Step of a form; steps with equal keys are equal. */
export interface PhraseStep {
  readonly key: string;
  readonly said: Sayable;
}

/** Phrase as steps, with its meaning. A longer phrase of the same meaning adds nothing, so its rest is `idle`. */
export interface PhraseForm {
  readonly steps: readonly PhraseStep[];
  readonly meaning?: string;
}

interface Branch {
  readonly said: Sayable | undefined;
  readonly next: Map<string, Branch>;
  /** Meaning of an end here. */
  ends: boolean;
  readonly meanings: Set<string | undefined>;
  meaning: string | undefined;
}

const branch = (sayable?: Sayable): Branch => ({
  said: sayable,
  next: new Map(),
  ends: false,
  meanings: new Set(),
  meaning: undefined,
});

/** Prefix tree (trie) of all forms: equal beginnings share a branch. */
export function formsTree(forms: Iterable<PhraseForm>): MaybeSayable {
  const root = branch();
  for (const { steps, meaning } of forms) {
    if (steps.length === 0) continue;
    let at = root;
    for (const { key, said } of steps) {
      at.meanings.add(meaning);
      const child = at.next.get(key) ?? branch(said);
      at.next.set(key, child);
      at = child;
    }
    at.meanings.add(meaning);
    if (!at.ends) at.meaning = meaning;
    at.ends = true;
  }
  return nextOf(root);
}

function nextOf({ next }: Branch): MaybeSayable {
  return anyOf(...[...next.values()].map(branchTree));
}

function branchTree(from: Branch): MaybeSayable {
  const rest = nextOf(from);
  if (rest === undefined) return from.said;
  if (!from.ends) return sequence(from.said, ...flat(rest));
  const isIdle = from.meaning !== undefined && from.meanings.size === 1;
  return sequence(from.said, ...optional(rest, isIdle));
}

const flat = (sayable: Sayable): readonly Sayable[] =>
  typeof sayable !== "string" && "sequence" in sayable ? sayable.sequence : [sayable];

/** Phrases as forms, word by word. */
export function phraseForms(phrases: Iterable<string>, meaning?: string): PhraseForm[] {
  return [...phrases].map((phrase) => ({
    steps: phrase
      .split(" ")
      .filter((word) => word !== "")
      .map((word) => ({ key: word, said: word })),
    ...(meaning === undefined ? {} : { meaning }),
  }));
}

export const phrasesTree = (phrases: Iterable<string>, meaning?: string): MaybeSayable =>
  formsTree(phraseForms(phrases, meaning));
