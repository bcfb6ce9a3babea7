// German reading aloud: dates, times, sums, units and signs in spoken German.

import type { ClockTime, ReadAloud } from "../read-aloud.ts";
import { half } from "./halves.ts";
import { amountText, months, weekdays } from "../../flow/locale/de/names.ts";
import {
  isCounted,
  numberedParts,
  rulers,
  saidAcronyms,
  shortForms,
  spelledAcronyms,
} from "./short-forms.ts";
import { tableOf } from "../../flow/locale/spoken-forms.ts";
import { gluedUnits, loneUnits, scales, units } from "./units.ts";

const digits = "null eins zwei drei vier fünf sechs sieben acht neun".split(" ");

const parts: Readonly<Record<number, string>> = {
  3: "Drittel",
  4: "Viertel",
  5: "Fünftel",
  6: "Sechstel",
  7: "Siebtel",
  8: "Achtel",
  9: "Neuntel",
  10: "Zehntel",
  16: "Sechzehntel",
  20: "Zwanzigstel",
  100: "Hundertstel",
};

const signs: ReadonlyMap<string, string> = new Map(
  Object.entries(
    tableOf(`
      & und, @ at, + plus, = gleich, % Prozent, ‰ Promille, ° Grad, × mal, ÷ geteilt durch, ± plus minus,
      ≈ ungefähr, ≠ ungleich, ≤ höchstens, ≥ mindestens, < kleiner als, > größer als, → nach, ⇒ also,
      ↔ hin und zurück, § Paragraf, ¶ Absatz, № Nummer, √ Wurzel aus, ∞ unendlich, π Pi, µ Mikro, ² Quadrat,
      ³ hoch drei, $ Dollar, € Euro, £ Pfund, ¥ Yen, ₹ Rupien, ₽ Rubel, ¢ Cent
    `),
  ),
);

export const readGerman: ReadAloud = {
  decimalMark: ",",
  thousandsMark: ".",
  digits,
  cannotSay: "Es tut mir leid, das kann ich in dieser Sprache nicht sagen.",
  weekdays,
  date: ({ year, month, day }) =>
    `${day}. ${months[month - 1] ?? month}${year === undefined ? "" : ` ${year}`}`,
  monthOfYear: (month, year) => `${months[month - 1] ?? month} ${year}`,
  time: clock,
  clockWord: / ?Uhr\b/y,
  at: "um",
  slashedDate: () => "dm",
  amount: amountText,
  fraction: (numerator, denominator, context) =>
    denominator === 2 && numerator === 1 ? half(context) : partText(numerator, denominator),
  mixed: (whole, numerator, denominator) => {
    if (denominator === 2) return `${whole === 1 ? "ein" : (digits[whole] ?? `${whole} `)}einhalb`;
    const part = partText(numerator, denominator);
    return part === undefined ? undefined : `${whole} und ${part}`;
  },
  reign: (ordinal) => `der ${ordinals[ordinal] ?? `${ordinal}.`}`,
  rulers,
  numberedParts,
  units,
  gluedUnits,
  loneUnits,
  scales,
  signs,
  words: {
    to: "bis",
    scoreTo: "zu",
    by: "mal",
    minus: "minus",
    plus: "plus",
    point: "Punkt",
    dot: "Punkt",
    at: "at",
    dash: "Bindestrich",
    underscore: "Unterstrich",
    slash: "Schrägstrich",
    colon: "Doppelpunkt",
    questionMark: "Fragezeichen",
    number: "Nummer",
    hashtag: "Hashtag",
    star: "Stern",
    version: "Version",
    per: "pro",
    about: "ungefähr",
    sharp: "sharp",
  },
  poundKey: () => "Raute",
  beforeDate: /\b(?:am|bis|vom|zum) $/i,
  paired: () => undefined,
  isCounted,
  shortForms,
  suffixes: [["str.", "straße"]],
  saidAcronyms,
  spelledAcronyms,
};

const ordinals =
  "nullte Erste Zweite Dritte Vierte Fünfte Sechste Siebte Achte Neunte Zehnte Elfte Zwölfte Dreizehnte Vierzehnte Fünfzehnte Sechzehnte".split(
    " ",
  );

function partText(numerator: number, denominator: number): string | undefined {
  const name = parts[denominator];
  if (name === undefined || numerator < 1) return undefined;
  return `${numerator === 1 ? "ein" : (digits[numerator] ?? numerator)} ${name}`;
}

function clock({ hour, minute, second, half }: ClockTime): string {
  const late = half === "p.m." && hour < 12 ? hour + 12 : half === "a.m." && hour === 12 ? 0 : hour;
  const minutes = minute === 0 ? "" : ` ${minute}`;
  const seconds = second === undefined || Number(second) === 0 ? "" : ` und ${Number(second)} Sekunden`;
  return `${late} Uhr${minutes}${seconds}`;
}
