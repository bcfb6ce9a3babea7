// Examples of forms: a phrase that a form reads, made of its words and of words that its slots take.

import type { Language } from "../../../src/flow/grammar/language.ts";
import { expand, type Rule } from "../../../src/flow/grammar/rules.ts";
import { type Random, random } from "../../support/random.ts";
import { isReadBy, joined } from "./rows.ts";

/** Number of tried phrases, depth of nested slots, and maximum length of a phrase. */
const tries = 400;
const depthMax = 6;
const wordsMax = 14;

/** Types of slots that need no rule. */
const shapes: Readonly<Record<string, readonly string[]>> = {
  figures: ["1", "5", "10", "12", "15", "21", "30", "45", "250", "1985", "2027"],
  letter: ["a", "b", "k"],
  letters: ["klm"],
  word: ["apple", "haus", "mesa"],
};

/** Shortest of some phrases that the form reads completely; undefined if it reads none. */
export function exampleOf(rule: Rule, language: Language): string | undefined {
  const from = random(1);
  const found = Array.from({ length: tries }, () => phraseOf(rule, language, { from, depth: 0 }))
    .filter((said) => said !== undefined)
    .map(joined)
    .filter((said) => said.split(" ").length <= wordsMax && isReadBy(rule, said, language));
  return found.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))[0];
}

interface Making {
  readonly from: Random;
  readonly depth: number;
}

function phraseOf({ form }: Rule, language: Language, making: Making): string | undefined {
  const parts = making.from
    .pick(expand(form))
    .map((item) => ("word" in item ? item.word : valueOf(item.type, language, making)));
  return parts.every((part) => part !== undefined) ? parts.join(" ") : undefined;
}

function valueOf(type: string, language: Language, { from, depth }: Making): string | undefined {
  const shaped = shapes[type];
  const rules = language.grammar.byType.get(type) ?? [];
  if (shaped !== undefined && (rules.length === 0 || from.chance(0.5))) return from.pick(shaped);
  if (rules.length === 0 || depth >= depthMax) return undefined;
  const plain = rules.filter(({ form }) => !form.includes("{"));
  const own = depth > 1 && plain.length > 0 ? plain : rules;
  return phraseOf(from.pick(own), language, { from, depth: depth + 1 });
}
