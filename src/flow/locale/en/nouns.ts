// English nouns: their plurals, for names that a flow gives and for counts that are read back.

import type { Company, Nouns } from "../language-pack.ts";

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

/** "The bigger one", "the cheapest", of adjectives that name options. */
const degrees: ReadonlyMap<string, readonly string[]> = new Map(
  "small large big cheap short long tall light heavy dark early late fast quick slow new old warm cold hot soft hard high low near far"
    .split(" ")
    .map((word) => {
      const stem = /[^aeiou][aeiou][bdgnt]$/.test(word)
        ? word + word.at(-1)
        : word.replace(/[ey]$/, (end) => (end === "y" ? "i" : ""));
      return [word, [`${stem}er`, `${stem}est`]] as const;
    }),
);

function pluralOf(word: string): string {
  const known = plurals.get(word);
  if (known !== undefined) return known;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** Undefined for a word that is no plural. */
function singularOf(word: string): string | undefined {
  const known = singulars.get(word);
  if (known !== undefined) return known;
  if (/[^aeiou]ies$/.test(word)) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:ss|x|z|ch|sh|[^h]o)es$/.test(word)) return word.slice(0, -2);
  return /[^sui]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : undefined;
}

export const nouns: Nouns = {
  countQuestions: ["how many"],
  capitals: false,
  isPlural: (word) => singularOf(word) !== undefined,
  otherForms: (word) => {
    const one = singularOf(word);
    // "Small's fine".
    return [...(one === undefined ? [pluralOf(word)] : [one]), `${word}'s`, ...(degrees.get(word) ?? [])];
  },
  counted: (count, noun) => {
    const one = singularOf(noun);
    return count === 1 ? (one ?? noun) : one === undefined ? pluralOf(noun) : noun;
  },
};

const people =
  "person people persons guest guests adult adults grownup grownups child children kid kids baby babies toddler toddlers " +
  "infant infants newborn teenager teenagers teen teens boy boys girl girls man men woman women son sons daughter " +
  "daughters wife husband spouse partner boyfriend girlfriend fiance fiancee mother father mom mum dad brother brothers " +
  "sister sisters friend friends colleague colleagues grandma grandpa grandmother grandfather grandson granddaughter " +
  "aunt uncle cousin cousins nephew niece senior seniors student students other others boss neighbour neighbor neighbours " +
  "neighbors colleague coworker parents grandparents twins grandkids grandchildren nan granny in-laws family team class " +
  "assistant secretary carer flatmate housemate landlord missus hubby mate mates guy guys pal pals diners diner folks one couples relatives coworkers classmates roommate roommates";

export const company: Company = {
  people: new Set(people.split(" ")),
  plurals: new Set(
    (
      "people persons guests adults grownups children kids babies toddlers infants teenagers teens boys girls men women sons " +
      "daughters brothers sisters friends colleagues cousins seniors students others neighbours neighbors grandkids " +
      "grandchildren in-laws mates guys pals folks diners couples relatives coworkers classmates roommates family team class"
    ).split(" "),
  ),
  pairs: new Set(["parents", "grandparents", "twins"]),
  named: new Set("mum mom dad mama papa grandma grandpa nan granny".split(" ")),
  ages: [
    "he is",
    "he's",
    "she is",
    "she's",
    "son is",
    "daughter is",
    "aged",
    "age",
    "year old is",
    "he just turned",
    "she just turned",
  ],
  ratings: new Set("stars star points point out".split(" ")),
  both: new Set(["both"]),
  determiners: new Set("a an my our his her their the those these".split(" ")),
  selves: new Set(["me", "myself", "i"]),
  joiners: new Set(["and", "plus", "with"]),
  hedges: ["maybe", "perhaps", "possibly", "probably", "also"],
};
