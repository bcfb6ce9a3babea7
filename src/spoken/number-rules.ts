// Number rules: telephone numbers, codes in groups, long digit strings, versions, IP addresses, fractions.

import { unitBehindNumber } from "./amount-rules.ts";
import { around, groupedDigits, matchAt, namedDigits, type Place, type Rule } from "./spoken-rule.ts";

const groups = /\d{1,15}(?:(?:\) ?|[ \u00a0\-–/.]|[ -]\()\d{1,12}){1,9}(?![\d]|[.,:]\d|[%°€$£]|\p{L})/uy;
const dottedNumber = /\d{1,6}(?:\.\d{1,6}){2,5}(?![\d])/y;
const mixedFraction = /(\d{1,4}) (\d{1,3})\/(\d{1,3})(?![\d/])/y;
const fraction = /(\d{1,4})\/(\d{1,4})(?![\d/])/y;

const sides = /\d{1,4}(?:\.\d{1,2})?(?:x\d{1,4}(?:\.\d{1,2})?){1,2}(?! ?x ?\d)/y;
const sidesUnit = / ?([a-z]{1,2})(?![\p{L}\d])/uy;

/**
 * Capital letters and digits without a separator that alternate at least twice: `X4B9`, but not `B12`,
 * `500GB`.
 */
const code = /(?=[A-Z]{1,9}\d{1,9}[A-Z]|\d{1,9}[A-Z]{1,9}\d)[A-Z\d]{4,12}(?![\p{L}\d'’])/uy;
const spelledName = /\p{Lu}(?:-\p{Lu}){2,40}(?![-\p{L}\d])/uy;

/** Minimum length of a number that is spoken digit by digit, unless it counts something. */
const longDigitsMin = 5;
const countedDigitsMax = 7;

/** `0800 123 456`, `+1 (555) 123-4567`, `4111 1111 1111 1111`, `12-34-56` */
export const digitGroups: Rule = ({ text, at, run, words }) => {
  if (run !== "" && !run.startsWith("0") && text[at + run.length] === "/") return undefined;
  const opening = text[at] === "+" ? 1 : 0;
  const bracket = text[at + opening] === "(" ? 1 : 0;
  const match = matchAt(groups, text, at + opening + bracket);
  if (match === undefined) return undefined;
  const [all] = match;
  const parts = all.split(/\D+/);
  const isCalled = opening === 1 || bracket === 1;
  if (!isCalled && isThousands(all, parts))
    return { to: at + all.length, said: parts.join(words.thousandsMark) };
  if (!isSpelled(all, parts, isCalled)) return undefined;
  const digits = parts.every((part) => part.length === 1)
    ? namedDigits(parts.join(""), words)
    : parts.map((part) => namedDigits(part, words)).join(", ");
  return {
    to: at + opening + bracket + all.length,
    said: opening === 1 ? `${words.words.plus} ${digits}` : digits,
  };
};

function isSpelled(all: string, parts: readonly string[], isCalled: boolean): boolean {
  const count = parts.reduce((sum, part) => sum + part.length, 0);
  const [first = "", second = ""] = parts;
  const isDialled = first.startsWith("0") && first !== "0";
  if (isCalled || all.includes("(")) return count >= 7;
  if (all.includes("/")) return isDialled && count >= 6 && parts.length === 2;
  if (all.includes(".")) return parts.map((part) => part.length).join() === "3,3,4";
  if (isDialled) return count >= 4;
  if (parts.every((part) => part.length === 1)) return parts.length >= 3;
  if (parts.length === 2) return isPair(first, second);
  return count >= 6;
}

/** `1 000 000`; without the last zeros it may be a telephone number. */
function isThousands(all: string, parts: readonly string[]): boolean {
  const [first = "", ...rest] = parts;
  const isGrouped = first.length <= 3 && !first.startsWith("0") && rest.every((part) => part.length === 3);
  return isGrouped && parts.at(-1) === "000" && /^[\d \u00a0]+$/.test(all);
}

/** Two groups are a telephone number or a code, unless they may be two years or round numbers ("from … to"). */
function isPair(first: string, second: string): boolean {
  if (first.length + second.length < 7) return false;
  const isYear = /^(?:1[5-9]|20)\d\d$/.test(first);
  const isRange = Number(first) < Number(second) && first.endsWith("0") && second.endsWith("0");
  return !isYear && !isRange;
}

/** `192.168.0.1`, `1.2.3` */
export const version: Rule = ({ text, at, words }) => {
  const match = matchAt(dottedNumber, text, at);
  if (match === undefined) return undefined;
  const parts = match[0].split(".");
  const isThousands = parts.slice(1).every((part) => part.length === 3) && (parts[0]?.length ?? 9) <= 3;
  const isMachine = parts.length === 4 && parts.every((part) => Number(part) <= 255);
  const to = at + match[0].length;
  if (isMachine) return { to, said: parts.join(` ${words.words.dot} `) };
  if (isThousands) return { to, said: parts.join(words.thousandsMark) };
  return { to, said: parts.join(` ${words.words.point} `) };
};

/** `2 1/2`, `2 1/2 l` */
export const mixed: Rule = ({ text, at, words }) => {
  const match = matchAt(mixedFraction, text, at);
  if (match === undefined) return undefined;
  const [, whole, over, under] = match.map(Number);
  if (whole === undefined || over === undefined || under === undefined || over >= under) return undefined;
  const to = at + match[0].length;
  const number = words.mixed(whole, over, under);
  const unit = unitBehindNumber(text, to, words);
  if (number === undefined || unit === undefined)
    return number === undefined ? undefined : { to, said: number };
  return { to: unit.to, said: `${number} ${unit.many}` };
};

/** `3/4`, `1/2 l`, and what is no fraction after all, such as `24/7`. */
export const simpleFraction: Rule = (place) => {
  const { text, at, words } = place;
  const match = matchAt(fraction, text, at);
  if (match === undefined) return undefined;
  const [all, over = "", under = ""] = match;
  const to = at + all.length;
  if (all === "24/7" || all === "9/11") return { to, said: `${over} ${under}` };
  const unit = unitBehindNumber(text, to, words);
  const context = around(place, unit?.to ?? to);
  const after = unit === undefined ? context.after : ` ${unit.one}${context.after}`;
  const part =
    Number(over) < Number(under)
      ? words.fraction(Number(over), Number(under), { ...context, after })
      : undefined;
  if (part === undefined) return { to, said: `${over} ${words.words.slash} ${under}` };
  return unit === undefined ? { to, said: part } : { to: unit.to, said: `${part} ${unit.one}` };
};

/** `10x12x4 in` */
export const dimensions: Rule = ({ text, at, words }) => {
  const match = matchAt(sides, text, at);
  if (match === undefined) return undefined;
  const product = match[0].split("x").join(` ${words.words.by} `);
  const to = at + match[0].length;
  const unit = matchAt(sidesUnit, text, to);
  const names = unit === undefined ? undefined : words.units.get(unit[1] ?? "");
  if (unit === undefined || names === undefined) return { to, said: product };
  return { to: to + unit[0].length, said: `${product} ${names[1]}` };
};

/** `R55K7`: symbol by symbol, with a pause after each three. A number in it would be heard as another one. */
export const mixedCode: Rule = ({ text, at, words }) => {
  const symbols = matchAt(code, text, at)?.[0];
  return symbols === undefined ? undefined : { to: at + symbols.length, said: groupedDigits(symbols, words) };
};

/** `H-A-R-P-E-R`, with a pause after each letter. */
export const spelledLetters: Rule = ({ text, at }) => {
  const letters = matchAt(spelledName, text, at)?.[0];
  return letters === undefined ? undefined : { to: at + letters.length, said: letters.replaceAll("-", ", ") };
};

/** A run of digits of any length without a separator: `123456`, `007`. Undefined for numbers that voices read well. */
export const longDigits: Rule = (place: Place) => {
  const { at, run: digits, words } = place;
  const to = at + digits.length;
  const isLed = digits.length > 1 && digits.startsWith("0");
  if (digits.length < longDigitsMin && !isLed) return undefined;
  const { before, after } = around(place, to);
  const isNumbered = before.endsWith("#") || before.toLowerCase().endsWith(`${words.words.number} `);
  if (!isLed && !isNumbered && digits.length <= countedDigitsMax && words.isCounted(after))
    return { to, said: digits.replaceAll(/\B(?=(\d{3})+$)/g, words.thousandsMark) };
  return { to, said: groupedDigits(digits, words) };
};
