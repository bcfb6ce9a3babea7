// English number words: cardinals, ordinals, and other words for digits and numbers.

import type { NumberWord, NumberWords } from "../number-words.ts";

const units = "zero one two three four five six seven eight nine".split(" ");
const teens = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
export const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
/** 0 to 19. */
export const smallNumbers: readonly string[] = [...units, ...teens];

const irregularOrdinals: Readonly<Record<string, string>> = {
  one: "first",
  two: "second",
  three: "third",
  five: "fifth",
  eight: "eighth",
  nine: "ninth",
  twelve: "twelfth",
};

/** "twenty" → "twentieth" */
export const ordinalOf = (word: string): string =>
  irregularOrdinals[word] ?? (word.endsWith("y") ? `${word.slice(0, -1)}ieth` : `${word}th`);

const cardinals: readonly (readonly [string, Omit<NumberWord, "ordinal">])[] = [
  ...units.map((word, n) => [word, { value: n, rank: "unit" }] as const),
  ...teens.map((word, n) => [word, { value: n + 10, rank: "teen" }] as const),
  ...tens.map((word, n) => [word, { value: (n + 2) * 10, rank: "ten" }] as const),
  ["fourty", { value: 40, rank: "ten" }],
  ["hundred", { value: 100, rank: "hundred" }],
  ["thousand", { value: 1_000, rank: "thousand" }],
  ["million", { value: 1_000_000, rank: "million" }],
];

const words: ReadonlyMap<string, NumberWord> = new Map<string, NumberWord>([
  ...cardinals.map(([word, number]) => [word, { ...number, ordinal: false }] as const),
  ...["nought", "naught", "nil"].map((word) => [word, { value: 0, rank: "unit", ordinal: false }] as const),
  ...cardinals.slice(1).map(([word, number]) => [ordinalOf(word), { ...number, ordinal: true }] as const),
]);

const denominators = ["half", "third", "quarter", "fourth", "fifth", "sixth", "eighth", "tenth"] as const;
const shares = [2, 3, 4, 4, 5, 6, 8, 10];

/** "a third", "two thirds"; an eighth and a tenth are ordinals too often to stand alone. */
const parts: ReadonlyMap<string, number> = new Map(
  denominators.flatMap((name, index) => {
    const below = shares[index] ?? 1;
    const many = units.slice(2, below).map((n, above) => [`${n} ${name}s`, (above + 2) / below] as const);
    const one = below > 4 ? [] : [`a ${name}`, `one ${name}`].map((each) => [each, 1 / below] as const);
    return [...one, ...many];
  }),
);

export const numbers: NumberWords = {
  // "Sevenish".
  read: (word) => words.get(word) ?? words.get(word.replace(/ish$/, "")),
  joiners: new Set(["and"]),
  unitFirst: false,
  point: new Set(["point", "dot"]),
  minus: new Set(["minus", "negative"]),
  phrases: new Map([
    ["a couple", 2],
    ["a couple of", 2],
    ["a pair", 2],
    ["the two of us", 2],
    ["both of us", 2],
    ["the three of us", 3],
    ["the four of us", 4],
    ["half a dozen", 6],
    ["a dozen", 12],
    ["one dozen", 12],
    ...smallNumbers.slice(2).map((word, n) => [`${word} dozen`, (n + 2) * 12] as const),
    ["quarter million", 250_000],
    ["quarter of a million", 250_000],
    ["just the one", 1],
    ["only the one", 1],
    ["just me", 1],
    ["only me", 1],
    ["just myself", 1],
    ["by myself", 1],
    ["a single", 1],
    ["all by myself", 1],
    ["on my own", 1],
    ["alone", 1],
    ["me alone", 1],
    ["me only", 1],
    ["myself", 1],
    ["myself only", 1],
    ["all alone", 1],
    ["solo", 1],
    ["me myself and i", 1],
    ["nobody else just me", 1],
    ["a full dozen", 12],
    ["half dozen", 6],
    ["dozen", 12],
    ["a couple thousand", 2_000],
    ["a couple of thousand", 2_000],
    ["couple thousand", 2_000],
    ["a couple of dozen", 24],
    ["a couple dozen", 24],
    ["couple of dozen", 24],
    ["couple dozen", 24],
    ["a couple of hundred", 200],
    ["a couple hundred", 200],
    ["both of us two", 2],
    ["the pair of us", 2],
    ["a twosome", 2],
    ["a threesome", 3],
    ["a foursome", 4],
    ["nobody", 0],
    ["no one", 0],
    ["none", 0],
    ["half a", 0.5],
    ["one half", 0.5],
  ]),
  halves: ["and a half"],
  scales: new Map([
    ["k", 1_000],
    ["grand", 1_000],
    ["thou", 1_000],
    ["lakh", 100_000],
    ["lakhs", 100_000],
    ["crore", 10_000_000],
    ["crores", 10_000_000],
    ["mil", 1_000_000],
    ["millions", 1_000_000],
    ["billion", 1_000_000_000],
    ["billions", 1_000_000_000],
    ["bn", 1_000_000_000],
    ["trillion", 1_000_000_000_000],
  ]),
  parts: new Map([...parts, ["half a", 0.5], ["half an", 0.5]]),
  unitParts: new Map([
    ["half", 0.5],
    ["quarter", 0.25],
    ["three quarter", 0.75],
  ]),
  wholeWords: new Set(["full", "whole", "entire", "good", "solid", "complete"]),
  partsOf: ["of them", "of which", "of whom", "of those"],
  partOf: ["a", "an", "of a", "of an", "of the"],
  articles: new Set(["a", "an"]),
  timeSpans: new Map([
    ["fortnight", 20_160],
    ["a fortnight", 20_160],
    ["fortnights", 20_160],
    ["overnight", 1_440],
    ["for the night", 1_440],
  ]),
  none: new Set(["no"]),
  notBeforeOne: new Set(
    "that this the which another other first second third fourth fifth last next big small middle right left new old same normal regular larger bigger smaller cheaper better longer shorter cheap free nice good best medium usual standard large".split(
      " ",
    ),
  ),
  digits: new Map([
    ["oh", "0"],
    ["o", "0"],
  ]),
  repeats: new Map([
    ["double", 2],
    ["triple", 3],
    ["treble", 3],
    ["quadruple", 4],
  ]),
  aloneOne: new Set(),
  percent: new Set(["percent", "%", "per cent", "pct"]),
  vague: new Set(["couple"]),
  rates: "second minute hour day night week month year shift person head piece"
    .split(" ")
    .flatMap((unit) => [`a ${unit}`, `an ${unit}`, `each ${unit}`, `every ${unit}`])
    .concat("daily weekly monthly yearly annually hourly nightly each apiece".split(" ")),
  per: new Set(["per"]),
  instalments: new Set(["week", "month", "year", "weekly", "monthly", "yearly", "annually"]),
  all: new Set(["all", "both", "of", "each"]),
  plus: new Set(["plus", "+"]),
};
