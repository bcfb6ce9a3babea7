// Chart parser: bottom-up from left to right, until nothing more can be read; ranking comes later.

import type { Grammar, Node } from "./rules.ts";
import type { Token } from "./tokens.ts";

export interface Reading {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly value: any;
  readonly cost: number;
}

interface Open {
  readonly node: Node;
  readonly start: number;
  readonly slots: readonly unknown[];
  readonly cost: number;
}

/** In words; dictated digits and letters may be longer. */
const LONGEST = 18;
const LONGEST_DICTATED = 40;
/** No pause is heard inside a number. */
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
]);
const DICTATED = new Set(["digs", "mix", "phone"]);
const MOST_VALUES = 4;
const MOST_READINGS = 3_000;

export const keyOf = (value: unknown): unknown => (typeof value === "object" ? JSON.stringify(value) : value);

/** "KLM", "bxk": a few letters that are no word. */
const isLetters = (tokens: readonly Token[], at: number, { vocabulary }: Grammar): boolean => {
  const { text, raw } = tokens[at] as Token;
  return (
    /^\p{L}{2,4}$/u.test(text) &&
    (/^\p{Lu}+$/u.test(raw) || !vocabulary.has(text)) &&
    [tokens[at - 1], tokens[at + 1]].some(
      (near) => (near !== undefined && /^\d/.test(near.text)) || near?.text.length === 1,
    )
  );
};

/** All readings of the words, by where they start. */
export function parse(tokens: readonly Token[], grammar: Grammar): readonly (readonly Reading[])[] {
  const byStart: Reading[][] = tokens.map(() => []);
  const waiting: Map<string, Open[]>[] = Array.from({ length: tokens.length + 1 }, () => new Map());
  const words: Open[][] = Array.from({ length: tokens.length + 1 }, () => []);
  let count = 0;
  let agenda: Reading[] = [];

  const isBroken = ({ start, end }: Reading): boolean => {
    for (let at = start + 1; at < end; at++) if ((tokens[at] as Token).isAfterBreak) return true;
    return false;
  };
  const found = (reading: Reading): void => {
    if (reading.end - reading.start > 1 && UNBROKEN.has(reading.type) && isBroken(reading)) return;
    if (reading.end - reading.start > (DICTATED.has(reading.type) ? LONGEST_DICTATED : LONGEST)) return;
    const own = byStart[reading.start] as Reading[];
    let same = 0;
    let worst: number | undefined;
    const key = keyOf(reading.value);
    for (let at = 0; at < own.length; at++) {
      const other = own[at] as Reading;
      if (other.end !== reading.end || other.type !== reading.type) continue;
      if (keyOf(other.value) === key) return;
      same++;
      if (other.cost > (worst === undefined ? reading.cost : (own[worst] as Reading).cost)) worst = at;
    }
    if (same >= MOST_VALUES) {
      if (worst === undefined) return;
      own.splice(worst, 1);
    }
    if (++count > MOST_READINGS) return;
    own.push(reading);
    agenda.push(reading);
  };

  const reach = (node: Node, start: number, end: number, slots: readonly unknown[], cost: number): void => {
    for (const { rule, slots: order, arity } of node.done) {
      let given = slots;
      if (order.length !== arity) {
        const full: unknown[] = new Array(arity).fill(undefined);
        order.forEach((slot, at) => (full[slot] = slots[at]));
        given = full;
      }
      const value = rule.value === undefined ? (slots.length > 0 ? slots[0] : true) : rule.value(...given);
      if (value !== undefined) found({ type: rule.type, start, end, value, cost: cost + (rule.cost ?? 0) });
    }
    if (end - start >= LONGEST_DICTATED) return;
    const open = { node, start, slots, cost };
    if (node.words.size > 0) (words[end] as Open[]).push(open);
    for (const type of node.types.keys()) {
      const map = waiting[end] as Map<string, Open[]>;
      const list = map.get(type);
      if (list === undefined) map.set(type, [open]);
      else list.push(open);
    }
  };

  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    const first = grammar.root.words.get(token.text);
    if (first !== undefined) reach(first, at, at + 1, [], token.fuzzy ? 0.3 : 0);
    for (const { node, start, slots, cost } of words[at] as Open[]) {
      const next = node.words.get(token.text);
      if (next !== undefined) reach(next, start, at + 1, slots, cost + (token.fuzzy ? 0.3 : 0));
    }
    if (/^\d/.test(token.text))
      found({ type: "figures", start: at, end: at + 1, value: token.text, cost: 0 });
    if (isLetters(tokens, at, grammar))
      found({ type: "letters", start: at, end: at + 1, value: token.text.toUpperCase(), cost: 0.1 });
    if (/^\p{L}/u.test(token.text))
      found({ type: "word", start: at, end: at + 1, value: token.text, cost: 0 });
    if (token.text.length === 1 && /\p{L}/u.test(token.text))
      found({ type: "letter", start: at, end: at + 1, value: token.text.toUpperCase(), cost: 0 });
    while (agenda.length > 0) {
      const batch = agenda;
      agenda = [];
      for (const { type, start, end, value, cost } of batch) {
        const fresh = grammar.root.types.get(type);
        if (fresh !== undefined) reach(fresh, start, end, [value], cost);
        for (const open of waiting[start]?.get(type) ?? [])
          reach(open.node.types.get(type) as Node, open.start, end, [...open.slots, value], open.cost + cost);
      }
    }
  }
  return byStart;
}
