// English reading aloud: dates, times, sums, units and signs in spoken English.

import type { Around, ClockTime, ReadAloud } from "../read-aloud.ts";
import { amountText, months, ordinalEnding, speakEnglish, weekdays } from "../../flow/locale/en/names.ts";
import { smallNumbers, tens } from "./numbers.ts";
import {
  isBeforeStreet,
  isCounted,
  numberedParts,
  rulers,
  saidAcronyms,
  shortForms,
  spelledAcronyms,
} from "./short-forms.ts";
import { tableOf } from "../../flow/locale/spoken-forms.ts";
import { gluedUnits, loneUnits, scales, units } from "./units.ts";

const isAmerican = (tag: string): boolean => /^en$|-US$|-PH$/i.test(tag);

const digits = "zero one two three four five six seven eight nine".split(" ");

const parts: Readonly<Record<number, readonly [one: string, many: string]>> = {
  2: ["half", "halves"],
  3: ["third", "thirds"],
  4: ["quarter", "quarters"],
  5: ["fifth", "fifths"],
  6: ["sixth", "sixths"],
  7: ["seventh", "sevenths"],
  8: ["eighth", "eighths"],
  9: ["ninth", "ninths"],
  10: ["tenth", "tenths"],
  16: ["16th", "16ths"],
  20: ["20th", "20ths"],
  100: ["100th", "100ths"],
};

const signs: ReadonlyMap<string, string> = new Map(
  Object.entries(
    tableOf(`
      & and, @ at, + plus, = equals, % percent, ‰ per mille, ° degrees, × times, ÷ divided by,
      ± plus or minus, ≈ about, ≠ is not, ≤ at most, ≥ at least, < less than, > greater than, → to, ⇒ so,
      ↔ to and from, § section, ¶ paragraph, № number, √ root of, ∞ infinity, π pi, µ micro, ² squared,
      ³ cubed, $ dollars, € euros, £ pounds, ¥ yen, ₹ rupees, ₽ rubles, ¢ cents
    `),
  ),
);

export const readEnglish: ReadAloud = {
  decimalMark: ".",
  thousandsMark: ",",
  digits,
  cannotSay: "I am sorry, I cannot say that in this language.",
  weekdays,
  date: ({ year, month, day }) =>
    `${months[month - 1] ?? month} ${day}${ordinalEnding(day)}${year === undefined ? "" : `, ${year}`}`,
  monthOfYear: (month, year) => `${months[month - 1] ?? month} ${year}`,
  time: clock,
  clockWord: / ?(?:hrs|o'clock)\b/y,
  at: "at",
  poundKey: (tag) => (isAmerican(tag) ? "pound" : "hash"),
  slashedDate: (tag) => (isAmerican(tag) ? "md" : "dm"),
  beforeDate: /(?:\b(?:on|by|until|till|from|since|before|after|through|due|dated)|day,?) $/i,
  paired,
  amount: amountText,
  fraction: partText,
  mixed: (whole, numerator, denominator) => {
    const part = partText(numerator, denominator);
    return part === undefined ? undefined : `${whole} and ${part}`;
  },
  reign: (ordinal) => `the ${ordinal}${ordinalEnding(ordinal)}`,
  rulers,
  numberedParts,
  units,
  gluedUnits,
  loneUnits,
  isUnit: (symbol, after) => symbol !== "W" || !isBeforeStreet(after),
  scales,
  signs,
  words: {
    to: "to",
    scoreTo: "to",
    by: "by",
    minus: "minus",
    plus: "plus",
    point: "point",
    dot: "dot",
    at: "at",
    dash: "dash",
    underscore: "underscore",
    slash: "slash",
    colon: "colon",
    questionMark: "question mark",
    number: "number",
    hashtag: "hashtag",
    star: "star",
    version: "version",
    per: "per",
    about: "about",
    sharp: "sharp",
  },
  isCounted,
  shortForms,
  suffixes: [],
  saidAcronyms,
  spelledAcronyms,
};

function partText(numerator: number, denominator: number): string | undefined {
  const names = parts[denominator];
  if (names === undefined || numerator < 1) return undefined;
  return `${digits[numerator] ?? numerator} ${numerator === 1 ? names[0] : names[1]}`;
}

const streets =
  /^ ?[A-Z]? (?:[NS]?[EW]?\.? )?(?:(?:\p{Lu}[\p{L}'’]* ){1,2}|\d{1,3}(?:st|nd|rd|th) )(?:St|Street|Ave|Avenue|Rd|Road|Blvd|Boulevard|Ln|Lane|Dr|Drive|Way|Ct|Court|Pl|Place|Sq|Square|Hwy|Terrace)\b/u;
const numbered =
  /\b(?:room|suite|apartment|apt\.?|unit|flight|bus|flat|gate|route|highway|hwy\.?|interstate) $/i;

/** 1204 → "twelve oh four"; 200 and 2000 are spoken as numbers. */
function paired(written: string, { before, after }: Around): string | undefined {
  const isPair = /^[1-9]\d{2,3}$/.test(written) && !written.endsWith("00") && !/^[.,:/]\d/.test(after);
  if (!isPair || !(numbered.test(before) || streets.test(after))) return undefined;
  const low = Number(written.slice(-2));
  return `${belowHundred(Number(written.slice(0, -2)))} ${low < 10 ? "oh " : ""}${belowHundred(low)}`;
}

function belowHundred(value: number): string {
  if (value < 20) return smallNumbers[value] ?? "";
  const unit = value % 10 === 0 ? "" : ` ${smallNumbers[value % 10]}`;
  return `${tens[Math.floor(value / 10) - 2]}${unit}`;
}

function clock({ hour, minute, second, half }: ClockTime): string {
  const minutes = String(minute).padStart(2, "0");
  const seconds = second === undefined || Number(second) === 0 ? "" : ` and ${Number(second)} seconds`;
  if (half !== undefined) return `${hour}${minute === 0 ? "" : `:${minutes}`}${seconds} ${half}`;
  if (second !== undefined) return `${hour}:${minutes}${seconds}`;
  if (hour >= 13 || hour === 0) return speakEnglish.time(`${String(hour).padStart(2, "0")}:${minutes}`);
  return minute === 0 ? `${hour} o'clock` : `${hour}:${minutes}`;
}
