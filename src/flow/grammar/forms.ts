// Forms: a language as tables of words and of forms, which name the meaning that all languages share.

import { meanings } from "./meanings/meanings.ts";
import type { Meaning } from "./meanings/meaning.ts";
import { type Rule, words } from "./rules.ts";

export type MeaningName = keyof typeof meanings;

/**
 * Forms by their meaning, one a line: `{type}` a slot, `[optional]`, `(this|that)`, `<class>` words of `classes`,
 * `~0.1` at the end what the form costs. The first form of a meaning is how it is said, in the first table that has it,
 * and so is one behind `+`; in
 * brackets what follows `;` is not said.
 */
export type Forms = { readonly [name in MeaningName]?: string };

/**
 * Words of a type: `monday|mon=1 tuesday=2`, `_` a space, `{unit}und{ten}` words of other types in one word, `~0.1` the
 * cost of all following ones.
 */
export type Words = Readonly<Record<string, string>>;

/** Small words that several forms share, by name: `until: "to|until|till"`. */
export type Classes = Readonly<Record<string, string>>;

const COST = /\s*~(-?[\d.]+)$/;

export function rulesOf(tables: readonly Forms[], classes: Classes): readonly Rule[] {
  const rules: Rule[] = [];
  const saidBefore = new Set<string>();
  for (const table of tables) {
    for (const [name, text] of Object.entries(table) as [MeaningName, string][]) {
      const { type, value, say, cost: defaultCost = 0 }: Meaning = meanings[name];
      for (const [at, line] of text
        .trim()
        .split(/\s*\n\s*/)
        .entries()) {
        const cost = Number(COST.exec(line)?.[1] ?? defaultCost);
        const isSaid = (at === 0 && !saidBefore.has(name)) || line.startsWith("+");
        const form = line
          .replace(/^\+\s*/, "")
          .replace(COST, "")
          .replace(/<(\w+)>/g, (_all, key: string) => `(${classes[key] ?? key})`);
        rules.push({ type, form, cost, ...(value && { value }), ...(say && isSaid && { say }) });
      }
    }
    for (const name of Object.keys(table)) saidBefore.add(name);
  }
  return rules;
}

/** `im=i_'m ned=nicht`: each word and what stands for it; `_` within it is a space. */
export const tableOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .trim()
      .split(/\s+/)
      .map((entry) => {
        const at = entry.indexOf("=");
        return [entry.slice(0, at), entry.slice(at + 1).replaceAll(/(?<=.)_/g, " ")];
      }),
  );

export function wordsOf(table: Words): readonly Rule[] {
  const entriesByType = new Map<string, readonly (readonly [string, string])[]>();
  return Object.entries(table).flatMap(([type, text]) => {
    let cost = 0;
    const entries: (readonly [string, string])[] = [];
    const rules = text
      .trim()
      .split(/\s+/)
      .flatMap((entry) => {
        if (entry.startsWith("~")) {
          cost = Number(entry.slice(1));
          return [];
        }
        const [names = "", given] = entry.split("=");
        const isGlued = entry.includes("{") || entry.includes("(");
        const all = isGlued
          ? glued(entry, entriesByType)
          : names
              .split(/[|;]/)
              .filter(Boolean)
              .map((name) => [name, given ?? name.replaceAll("_", " ")] as const);
        entries.push(...all);
        if (given !== undefined && !/[{(]/.test(entry)) return words(type, entry, cost);
        return all.flatMap(([name, value]) => words(type, `${name}=${value.replaceAll(" ", "_")}`, cost));
      });
    entriesByType.set(type, [...(entriesByType.get(type) ?? []), ...entries]);
    return rules;
  });
}

/** `{unit}und{ten}`: each word of one with each of the other, and the sum of all values. */
function glued(
  entry: string,
  entriesByType: ReadonlyMap<string, readonly (readonly [string, string])[]>,
): readonly (readonly [string, string])[] {
  const [form = "", given] = entry.split("=");
  let all: (readonly [string, number])[] = [["", 0]];
  for (const part of form.match(/\{\w+\}|\([^)]*\)|[^{(]+/g) ?? []) {
    const pieces: readonly (readonly [string, number])[] = part.startsWith("{")
      ? (entriesByType.get(part.slice(1, -1)) ?? []).map(([name, value]) => [name, Number(value)])
      : part.startsWith("(")
        ? part
            .slice(1, -1)
            .split("|")
            .map((name) => [name, 0])
        : [[part, 0]];
    all = all.flatMap(([name, value]) => pieces.map(([piece, n]) => [name + piece, value + n] as const));
  }
  return all.map(([name, value]) => [name, String(value + Number(given ?? 0))]);
}
