// Chart parser: reads bottom-up from left to right, until nothing more can be read; ranking comes later.

import type { Grammar, Node, SlotValue } from "./rules.ts";
import type { Token } from "./tokens.ts";

export interface Reading {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly value: SlotValue;
  readonly cost: number;
  /** Form that read the value, for traces. */
  readonly form?: string;
}

interface Open {
  readonly node: Node;
  readonly start: number;
  readonly slots: readonly unknown[];
  readonly cost: number;
}

/** Readings of one type in one place, with their values in comparable form. */
interface Same {
  readonly keys: unknown[];
  readonly readings: Reading[];
}

/** Maximum length in words; dictated digits and letters may be longer, and a repeated yes counts as a short one. */
const LENGTH_MAX = 22;
const DICTATED_LENGTH_MAX = 40;
const lengths: ReadonlyMap<string, number> = new Map([
  ...["digs", "mix", "phone", "mended"].map((type) => [type, DICTATED_LENGTH_MAX] as const),
  ["yesno", 10],
]);
/** Types of numbers, inside of which people make no pause. */
const UNBROKEN = new Set([
  "small",
  "hundreds",
  "below",
  "n",
  "decimal",
  "price",
  "colloquial",
  "clock",
  "ordinal",
  "duration",
  "right",
  // "The day after, Saturday" is that Saturday.
  "nextday",
]);
/** Maximum number of values of one type in one place. */
const VALUES_MAX = 4;
const READINGS_MAX = 1_500;
/** Cost of a word that is one letter off. */
const FUZZY_COST = 0.3;
/** Cost of any word where a form takes one: a value or a rule explains it better. */
const WORD_COST = 0.3;

const keyOf = (value: unknown): unknown => (typeof value === "object" ? JSON.stringify(value) : value);

/** "KLM", "bxk": a few letters that are no word, or that are written together with figures or letters. */
const isLetters = (tokens: readonly Token[], at: number, { vocabulary }: Grammar): boolean => {
  const { text, raw } = tokens[at] as Token;
  if (!/^\p{L}{2,4}$/u.test(text)) return false;
  if (!vocabulary.has(text)) return true;
  const neighbours = [tokens[at - 1]?.text ?? "", tokens[at + 1]?.text ?? ""];
  return /^\p{Lu}+$/u.test(raw) && neighbours.some((each) => /^\d/.test(each) || each.length === 1);
};

/** All readings of the words, by their starts. */
export function parse(tokens: readonly Token[], grammar: Grammar): readonly (readonly Reading[])[] {
  return new Chart(tokens, grammar).read();
}

class Chart {
  readonly #tokens: readonly Token[];
  readonly #grammar: Grammar;
  readonly #byStart: Reading[][];
  /** Open forms by the place where they continue: those that wait for a type, and those that wait for a word. */
  readonly #waiting: Map<string, Open[]>[];
  readonly #words: Open[][];
  /** For each place, the distance back to the last pause before its word. */
  readonly #pauses: readonly number[];
  /** Readings that end at the present word, by their start and type. */
  #ending: Map<string, Same>[] = [];
  #count = 0;
  #agenda: Reading[] = [];

  constructor(tokens: readonly Token[], grammar: Grammar) {
    this.#tokens = tokens;
    this.#grammar = grammar;
    this.#byStart = tokens.map(() => []);
    this.#waiting = Array.from({ length: tokens.length + 1 }, () => new Map());
    this.#words = Array.from({ length: tokens.length + 1 }, () => []);
    let last = 0;
    this.#pauses = tokens.map(({ isAfterBreak }, at) => (isAfterBreak ? (last = at) : last));
  }

  read(): readonly (readonly Reading[])[] {
    for (const [at, token] of this.#tokens.entries()) {
      this.#ending = [];
      this.#readWord(at, token);
      this.#readShape(at, token);
      while (this.#agenda.length > 0) {
        const batch = this.#agenda;
        this.#agenda = [];
        for (const reading of batch) this.#extend(reading);
      }
    }
    return this.#byStart;
  }

  /** The word begins forms and continues others. */
  #readWord(at: number, { text, fuzzy }: Token): void {
    const wordCost = fuzzy ? FUZZY_COST : 0;
    const first = this.#grammar.behindWord(text);
    if (first !== undefined) this.#reach({ node: first, start: at, slots: [], cost: wordCost }, at + 1);
    for (const { node, start, slots, cost } of this.#words[at] as Open[]) {
      const next = node.words.get(text);
      if (next !== undefined) this.#reach({ node: next, start, slots, cost: cost + wordCost }, at + 1);
    }
  }

  /** Reads figures, letters, and any word, which need no rule. */
  #readShape(at: number, { text }: Token): void {
    const add = (type: string, value: string, cost = 0): void =>
      this.#found({ type, start: at, end: at + 1, value, cost });
    if (/^\d/.test(text)) add("figures", text);
    if (isLetters(this.#tokens, at, this.#grammar)) add("letters", text.toUpperCase(), 0.1);
    if (!/^\p{L}/u.test(text)) return;
    add("word", text, WORD_COST);
    if (text.length === 1) add("letter", text.toUpperCase());
  }

  /** A finished reading begins forms and continues others. */
  #extend({ type, start, end, value, cost }: Reading): void {
    const fresh = this.#grammar.behindType(type);
    if (fresh !== undefined) this.#reach({ node: fresh, start, slots: [value], cost }, end);
    for (const open of this.#waiting[start]?.get(type) ?? []) {
      const node = open.node.types.get(type) as Node;
      this.#reach({ node, start: open.start, slots: [...open.slots, value], cost: open.cost + cost }, end);
    }
  }

  #reach(open: Open, end: number): void {
    const { node, start, slots, cost } = open;
    for (const { rule, slots: order, arity } of node.done) {
      const value =
        rule.value === undefined
          ? slots.length > 0
            ? slots[0]
            : true
          : rule.value(...(order.length === arity ? slots : placed(slots, order, arity)));
      if (value === undefined) continue;
      this.#found({ type: rule.type, start, end, value, cost: cost + (rule.cost ?? 0), form: rule.form });
    }
    if (end - start >= DICTATED_LENGTH_MAX) return;
    if (node.words.size > 0) this.#words[end]?.push(open);
    const waiting = this.#waiting[end] as Map<string, Open[]>;
    for (const type of node.types.keys()) {
      const list = waiting.get(type);
      if (list === undefined) waiting.set(type, [open]);
      else list.push(open);
    }
  }

  #found(reading: Reading): void {
    const { type, start, end } = reading;
    const length = end - start;
    if (length > (lengths.get(type) ?? LENGTH_MAX)) return;
    if (length > 1 && UNBROKEN.has(type) && this.#isBroken(start, end)) return;
    const types = (this.#ending[start] ??= new Map<string, Same>());
    const same = types.get(type) ?? { keys: [], readings: [] };
    const key = keyOf(reading.value);
    if (same.keys.includes(key)) return;
    const readingsHere = this.#byStart[start] as Reading[];
    if (same.readings.length >= VALUES_MAX) {
      const worst = same.readings.reduce((a, b) => (b.cost > a.cost ? b : a));
      if (worst.cost <= reading.cost) return;
      readingsHere.splice(readingsHere.indexOf(worst), 1);
      same.keys.splice(same.readings.indexOf(worst), 1);
      same.readings.splice(same.readings.indexOf(worst), 1);
    }
    if (++this.#count > READINGS_MAX) return;
    readingsHere.push(reading);
    same.keys.push(key);
    same.readings.push(reading);
    types.set(type, same);
    this.#agenda.push(reading);
  }

  #isBroken(start: number, end: number): boolean {
    return (this.#pauses[end - 1] ?? 0) > start;
  }
}

/** Values of a form without its left-out optional parts, each in its place. */
function placed(slots: readonly unknown[], order: readonly number[], arity: number): readonly unknown[] {
  const full: unknown[] = Array.from({ length: arity });
  for (const [at, slot] of order.entries()) full[slot] = slots[at];
  return full;
}
