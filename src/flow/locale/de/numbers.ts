// German number words: one word for each number below a million, with the unit before the ten ("zweiundzwanzig").

import type { NumberRank, NumberWord, NumberWords } from "../number-words.ts";
import { list } from "../spoken-forms.ts";

const units = "null eins zwei drei vier fünf sechs sieben acht neun".split(" ");
const teens = "zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn".split(" ");
const tens = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split(" ");

/** Numbers below 100; one is "ein" in front of other words. */
const small: ReadonlyMap<string, number> = new Map([
  ...units.map((word, n) => [word, n] as const),
  ...teens.map((word, n) => [word, n + 10] as const),
  ...tens.map((word, n) => [word, n * 10 + 20] as const),
  ...tens.flatMap((ten, n) =>
    units
      .slice(1)
      .map((unit, one) => [`${unit === "eins" ? "ein" : unit}und${ten}`, n * 10 + 21 + one] as const),
  ),
  ["zwo", 2],
  ["siebenzehn", 17],
  ["siebenzig", 70],
]);

const irregularOrdinals: ReadonlyMap<string, number> = new Map([
  ["erst", 1],
  ["zwot", 2],
  ["dritt", 3],
  ["sechst", 6],
  ["siebt", 7],
  ["siebent", 7],
  ["acht", 8],
]);
const ordinalEndings = ["e", "er", "en", "em", "es"];

const before = (value: number): ReadonlyMap<string, number> =>
  new Map([...small].filter(([, each]) => each > 0 && each < value).concat([["ein", 1]]));
const hundreds = before(20);
const thousands = before(100);

/** Splits a word at "tausend" or "hundert"; each word has only one such place, so no search is needed. */
function cardinal(word: string): number | undefined {
  const direct = small.get(word);
  if (direct !== undefined) return direct;
  const thousand = word.indexOf("tausend");
  if (thousand !== -1) {
    const count = thousand === 0 ? 1 : belowThousand(word.slice(0, thousand), thousands);
    const rest = word.slice(thousand + "tausend".length);
    const more = rest === "" ? 0 : belowThousand(withoutAnd(rest), small);
    return count === undefined || more === undefined ? undefined : count * 1_000 + more;
  }
  return belowThousand(word, small);
}

/** "Hundert", "zweihundertfünf", and "neunzehnhundertvier" as years are said. */
function belowThousand(word: string, plain: ReadonlyMap<string, number>): number | undefined {
  const direct = plain.get(word);
  if (direct !== undefined) return direct;
  const hundred = word.indexOf("hundert");
  if (hundred === -1) return undefined;
  const count = hundred === 0 ? 1 : hundreds.get(word.slice(0, hundred));
  const rest = withoutAnd(word.slice(hundred + "hundert".length));
  const more = rest === "" ? 0 : small.get(rest);
  return count === undefined || more === undefined ? undefined : count * 100 + more;
}

/** "Hundertundeins". */
const withoutAnd = (word: string): string => (word.startsWith("und") ? word.slice(3) : word);

/** "Vierter", "einundzwanzigsten", "dritte". */
function ordinal(word: string): number | undefined {
  const ending = ordinalEndings.find((each) => word.endsWith(each));
  if (ending === undefined) return undefined;
  const stem = word.slice(0, -ending.length);
  const irregular = irregularOrdinals.get(stem);
  if (irregular !== undefined) return irregular;
  if (stem.endsWith("st")) {
    const value = cardinal(stem.slice(0, -2));
    return value !== undefined && (value >= 20 || value === 0) ? value : undefined;
  }
  const value = stem.endsWith("t") ? cardinal(stem.slice(0, -1)) : undefined;
  return value !== undefined && value > 1 && value < 20 ? value : undefined;
}

/** UTF-16 units of a number word; the longest number below a million is shorter. */
const wordUnitsMax = 60;

/** Spellings without umlauts, such as "fuenf", as the usual ones. */
const plainly = (word: string): string =>
  word
    .replaceAll("fuenf", "fünf")
    .replaceAll("funf", "fünf")
    .replaceAll("zwoelf", "zwölf")
    .replaceAll("zwolf", "zwölf")
    .replaceAll("dreissig", "dreißig");

function read(word: string): NumberWord | undefined {
  if (word.length > wordUnitsMax) return undefined;
  const plain = plainly(word);
  if (plain === "hundert") return { value: 100, rank: "hundred", ordinal: false };
  if (plain === "tausend") return { value: 1_000, rank: "thousand", ordinal: false };
  if (plain === "million" || plain === "millionen") {
    return { value: 1_000_000, rank: "million", ordinal: false };
  }
  const value = cardinal(plain);
  if (value !== undefined) return { value, rank: rankOf(value), ordinal: false };
  const place = ordinal(plain);
  return place === undefined ? undefined : { value: place, rank: rankOf(place), ordinal: true };
}

function rankOf(value: number): NumberRank {
  if (value < 10) return "unit";
  if (value < 20) return "teen";
  return value < 100 && value % 10 === 0 ? "ten" : "whole";
}

export const numbers: NumberWords = {
  read,
  joiners: new Set(["und"]),
  unitFirst: true,
  point: new Set(["komma", "punkt"]),
  minus: new Set(["minus"]),
  phrases: new Map([
    ["nur ich", 1],
    ["ich allein", 1],
    ["nur ich allein", 1],
    ["ich alleine", 1],
    ["allein", 1],
    ["alleine", 1],
    ["eine person", 1],
    ["eine einzige", 1],
    ["nur für mich", 1],
    ["bloß ich", 1],
    ["ich bloß", 1],
    ["bloß eine", 1],
    ["ganz allein", 1],
    ["ein paar sind wir", 2],
    ["ein pärchen", 2],
    ["zu zweit", 2],
    ["wir beide", 2],
    ["wir zwei", 2],
    ["zu dritt", 3],
    ["zu viert", 4],
    ["zu fünft", 5],
    ["zu sechst", 6],
    ["zu siebt", 7],
    ["zu acht", 8],
    ["zu neunt", 9],
    ["zu zehnt", 10],
    ["ein halbes dutzend", 6],
    ["ein dutzend", 12],
    ...[...units, ...teens].slice(2).map((word, n) => [`${word} dutzend`, (n + 2) * 12] as const),
    ["niemand", 0],
    ["keiner", 0],
    ["keine", 0],
    ["ein halber", 0.5],
    ["ein halbes", 0.5],
    ["eine halbe", 0.5],
    ["anderthalb", 1.5],
    ["eineinviertel", 1.25],
    ...[...before(100)].map(([word, value]) => [`${word}einhalb`, value + 0.5] as const),
  ]),
  halves: ["einhalb", "und ein halb", "und ein halbes"],
  scales: new Map([
    ["k", 1_000],
    ["mille", 1_000],
    ["riesen", 1_000],
    ["mio", 1_000_000],
    ["milliarde", 1_000_000_000],
    ["milliarden", 1_000_000_000],
    ["mrd", 1_000_000_000],
    ["billion", 1_000_000_000_000],
    ["billionen", 1_000_000_000_000],
  ]),
  parts: new Map([
    ["ein halb", 0.5],
    ["einhalb", 0.5],
    ["eine halbe", 0.5],
    ["halbe", 0.5],
    ["die hälfte", 0.5],
    ["ein viertel", 0.25],
    ["eine viertel", 0.25],
    ["drei viertel", 0.75],
    ["dreiviertel", 0.75],
    ["eine dreiviertel", 0.75],
    ["ein drittel", 1 / 3],
    ["zwei drittel", 2 / 3],
  ]),
  unitParts: new Map([
    ["viertel", 0.25],
    ["dreiviertel", 0.75],
    ["gute halbe", 0.5],
    ["halben", 0.5],
    ["halbes", 0.5],
    ["einen halben", 0.5],
    ["gute viertel", 0.25],
  ]),
  wholeWords: new Set(["ganze", "ganzen", "volle", "vollen", "gute", "guten", "komplette"]),
  partsOf: ["davon", "von denen", "darunter"],
  partOf: ["einer", "von einer", "der"],
  articles: new Set(["ein", "eine", "einen", "einer", "einem"]),
  timeSpans: new Map([
    ["viertelstunde", 15],
    ["halbstunde", 30],
    ["dreiviertelstunde", 45],
  ]),
  none: new Set(["kein", "keine", "keinen"]),
  notBeforeOne: new Set(),
  digits: new Map(),
  repeats: new Map([
    ["doppel", 2],
    ["zweimal", 2],
    ["dreimal", 3],
    ["viermal", 4],
  ]),
  aloneOne: new Set(["ein", "eine", "einen", "einer", "eines"]),
  percent: new Set(["prozent", "%"]),
  vague: new Set(["paar"]),
  rates: list(
    "am tag, am abend, im monat, im jahr, die stunde, die minute, die woche, die nacht, in der stunde, in der minute",
    "in der woche, jeden tag, jede stunde, jede woche, jeden monat, jedes jahr, jede nacht, täglich, stündlich",
    "wöchentlich, monatlich, jährlich, jeweils",
  ),
  per: new Set(["pro", "je"]),
  instalments: new Set(["woche", "monat", "jahr", "wöchentlich", "monatlich", "jährlich"]),
  all: new Set(["alle", "allen", "beide", "beiden", "von"]),
  plus: new Set(["plus", "+"]),
};
