// Emitting: what may be said at a question, for a recogniser: the rules as a grammar, or as a finite list of phrases.

import { fitters } from "./fit.ts";
import type { Language } from "./language.ts";
import { expand, type Item, type Rule } from "./rules.ts";
import type { Variable } from "./variables.ts";

/** The types of readings that serve a question. */
export const typesOf = ({ type }: Variable): readonly string[] =>
  Object.keys(fitters[type] ?? {}).filter((each) => !["vague", "daypart", "shift", "enough"].includes(each));

/** A grammar in JSGF with one public rule: the answer, alone or behind a usual beginning. */
export function jsgf(variables: readonly Variable[], language: Language): string {
  const { byType } = language.grammar;
  const wanted = new Set(variables.flatMap(typesOf));
  const lines: string[] = [];
  const seen = new Set<string>();
  const open = [...wanted];
  for (let type = open.pop(); type !== undefined; type = open.pop()) {
    if (seen.has(type)) continue;
    seen.add(type);
    const forms = (byType.get(type) ?? []).map(({ form }) =>
      form.replace(/\{(\w+)\}/g, (_all, name: string) => (open.push(name), `<${name}>`)),
    );
    if (forms.length > 0) lines.push(`<${type}> = ${[...new Set(forms)].join(" | ")};`);
  }
  const options = variables.flatMap(({ options = [] }) =>
    options.flatMap(({ id, label = id, synonyms = [] }) => [label, ...synonyms]),
  );
  const nouns = variables.flatMap(({ synonyms = [] }) => synonyms);
  const values = [
    ...[...wanted].map((type) => `<${type}>`),
    ...(nouns.length > 0 ? [`<number> (${nouns.join(" | ")})`] : []),
    ...options,
  ];
  return `#JSGF V1.0;\ngrammar answer;\npublic <answer> = ${values.join(" | ")};\n${lines.join("\n")}\n`;
}

/** Phrases of the types, the shortest first, at most so many. */
export function phrases(variables: readonly Variable[], language: Language, most: number): readonly string[] {
  const said = new Phrases(language);
  const all = new Set(variables.flatMap(typesOf).flatMap((type) => said.of(type, DEPTH_MAX)));
  return [...all].sort((a, b) => a.length - b.length).slice(0, most);
}

const BREADTH_MAX = 150;
const DEPTH_MAX = 4;
/** What stands for types that have no rules. */
const examples: Readonly<Record<string, readonly string[]>> = { letter: ["a"], figures: ["12"] };

class Phrases {
  readonly #known = new Map<string, readonly string[]>();
  readonly #language: Language;

  constructor(language: Language) {
    this.#language = language;
  }

  of(type: string, depth: number): readonly string[] {
    const key = `${type} ${depth}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, []);
    const rules: readonly Rule[] = this.#language.grammar.byType.get(type) ?? [];
    const all = new Set<string>();
    for (const { form, cost = 0 } of rules)
      for (const sequence of cost > 0.06 ? [] : expand(form))
        this.#sequence(sequence, depth).forEach((each) => all.size < BREADTH_MAX * 20 && all.add(each));
    all.delete("");
    const list = [...all];
    this.#known.set(key, list);
    return list;
  }

  #sequence(sequence: readonly Item[], depth: number): readonly string[] {
    let said: readonly string[] = [""];
    for (const item of sequence) {
      const next = "word" in item ? [item.word] : this.#slot(item.type, depth);
      said = said
        .flatMap((before) => next.map((word) => (before === "" ? word : `${before} ${word}`)))
        .slice(0, BREADTH_MAX);
    }
    return said;
  }

  #slot(type: string, depth: number): readonly string[] {
    return examples[type] ?? (depth > 0 ? this.of(type, depth - 1) : []);
  }
}
