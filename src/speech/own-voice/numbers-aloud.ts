// Numbers aloud: remaining digits, times and years of a spoken form, as English words, because the voice's networks
// know sounds only.

import { ordinalOf, smallNumbers, tens } from "../../spoken/en/numbers.ts";

const scales: readonly (readonly [size: number, name: string])[] = [
  [1e9, "billion"],
  [1e6, "million"],
  [1e3, "thousand"],
  [100, "hundred"],
];
/** Longer numbers are read digit by digit. */
const digitsMax = 12;
const months = /^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/;

/** Word with digits, in words; `before`: the previous word in lower case. */
export function numbersAloud(word: string, before: string): string {
  if (!/\d/.test(word)) return word;
  const isDay = months.test(before) && /^\d{1,2}(?![\d:]|st|nd|rd|th)/.test(word);
  return (isDay ? word.replace(/^\d+/, (day) => ordinal(Number(day))) : word)
    .replaceAll(/\b(\d{1,2}):(\d\d)\b/g, (_, hour: string, minute: string) => timeAloud(hour, minute))
    .replaceAll(/(\d+)(?:st|nd|rd|th)\b/g, (_, digits: string) =>
      digits.length > digitsMax ? byDigit(digits) : ordinal(Number(digits)),
    )
    .replaceAll(/(\d{2,4})'?s\b/g, (_, digits: string) => severalOf(plainNumber(digits)))
    .replaceAll(
      /(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?/g,
      (_, whole: string, part: string | undefined) =>
        ` ${part === undefined ? numberAloud(whole) : `${cardinalOrDigits(whole)} point ${byDigit(part)}`} `,
    )
    .trim();
}

function timeAloud(hour: string, minute: string): string {
  if (minute === "00") return `${cardinal(Number(hour))} o'clock`;
  return `${cardinal(Number(hour))} ${minute.startsWith("0") ? "oh " : ""}${cardinal(Number(minute))}`;
}

/** "1968", but not "1,968", may be a year. */
const numberAloud = (digits: string): string =>
  digits.includes(",") ? cardinalOrDigits(digits) : plainNumber(digits);

function plainNumber(digits: string): string {
  const asYear = digits.length === 4 ? inPairs(Number(digits)) : undefined;
  return asYear ?? cardinalOrDigits(digits);
}

function cardinalOrDigits(written: string): string {
  const digits = written.replaceAll(",", "");
  const isCode = digits.length > digitsMax || (digits.length > 1 && digits.startsWith("0"));
  return isCode ? byDigit(digits) : cardinal(Number(digits));
}

const byDigit = (digits: string): string =>
  Array.from(digits, (digit) => smallNumbers[Number(digit)] ?? "").join(" ");

function cardinal(value: number): string {
  if (value < 20) return smallNumbers[value] ?? "";
  if (value < 100) return joined(tens[Math.floor(value / 10) - 2] ?? "", value % 10);
  const [size, name] = scales.find(([each]) => value >= each) ?? [1, ""];
  return joined(`${cardinal(Math.floor(value / size))} ${name}`, value % size);
}

const joined = (head: string, rest: number): string => (rest === 0 ? head : `${head} ${cardinal(rest)}`);

const ordinal = (value: number): string => cardinal(value).replace(/\S+$/, (last) => ordinalOf(last));

/** "nineties" */
const severalOf = (words: string): string =>
  words.replace(/y$/, "ie").replace(/(?:x)?$/, (end) => (end === "x" ? "xes" : "s"));

/** 1968 → "nineteen sixty eight"; undefined if people do not say it so. */
function inPairs(value: number): string | undefined {
  const [high, low] = [Math.floor(value / 100), value % 100];
  if (value < 1100 || value > 2099 || (value >= 2000 && value < 2010)) return undefined;
  if (low === 0) return high % 10 === 0 ? undefined : `${cardinal(high)} hundred`;
  return `${cardinal(high)} ${low < 10 ? "oh " : ""}${cardinal(low)}`;
}
