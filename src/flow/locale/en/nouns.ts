// English nouns: their plurals, for names that a flow gives and for counts that are read back.

import type { Nouns } from "../language-pack.ts";

/** Singular and plural. */
const irregular: readonly (readonly [string, string])[] = [
  ["person", "people"],
  ["child", "children"],
  ["man", "men"],
  ["woman", "women"],
  ["foot", "feet"],
  ["tooth", "teeth"],
  ["wife", "wives"],
  ["knife", "knives"],
  ["life", "lives"],
  ["half", "halves"],
  ["loaf", "loaves"],
  ["cookie", "cookies"],
  ["movie", "movies"],
];
const plurals: ReadonlyMap<string, string> = new Map(irregular);
const singulars: ReadonlyMap<string, string> = new Map(irregular.map(([one, many]) => [many, one]));

function pluralOf(word: string): string {
  const plural = plurals.get(word);
  if (plural !== undefined) return plural;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** Undefined for a word that is no plural. */
function singularOf(word: string): string | undefined {
  const singular = singulars.get(word);
  if (singular !== undefined) return singular;
  if (/[^aeiou]ies$/.test(word)) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:ss|x|z|ch|sh|[^h]o)es$/.test(word)) return word.slice(0, -2);
  return /[^sui]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : undefined;
}

export const nouns: Nouns = {
  countQuestions: ["how many"],
  capitals: false,
  isPlural: (word) => singularOf(word) !== undefined,
  counted: (count, noun) => {
    const one = singularOf(noun);
    return count === 1 ? (one ?? noun) : one === undefined ? pluralOf(noun) : noun;
  },
};
