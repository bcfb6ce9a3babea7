// Speaking: a value in the words of a language, by the reverse that a rule carries (`say`).

import { expand, type Grammar, type Item } from "./rules.ts";

/** Digits and letters nest once each. */
const DEPTH_MAX = 60;

interface Speaking {
  readonly grammar: Grammar;
  readonly depth?: number;
}

/** The first rule whose reverse takes the value. */
export function speak(type: string, value: unknown, { grammar, depth = 0 }: Speaking): string | undefined {
  if (type === "figures") return String(value);
  if (type === "letter") return String(value).toLowerCase();
  if (depth > DEPTH_MAX) return undefined;
  for (const { form, say } of grammar.byType.get(type) ?? []) {
    const slots = say?.(value);
    if (slots === undefined) continue;
    const count = slots.filter((slot) => slot !== undefined).length;
    const word = (item: Item): string | undefined =>
      "word" in item ? item.word : speak(item.type, slots[item.slot], { grammar, depth: depth + 1 });
    for (const sequence of expand(form)) {
      if (sequence.filter((item) => "slot" in item).length !== count) continue;
      const said = sequence.map(word);
      if (said.every((each) => each !== undefined)) return said.join(" ");
    }
  }
  return undefined;
}
