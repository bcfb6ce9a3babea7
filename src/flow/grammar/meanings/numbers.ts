// Numbers: below a hundred, below a thousand, thousands and millions, fractions, ordinals, and expressions that are no
// number by themselves.

import { always, itself, only, said } from "./meaning.ts";

const isWhole = (n: number): boolean => Number.isInteger(n);
const isTenths = (n: number): boolean => !isWhole(n) && Math.abs(n * 10 - Math.round(n * 10)) < 1e-9;

export const numbers = {
  smallUnit: { type: "small", say: itself((n) => n > 0 && n < 10) },
  smallTeen: { type: "small", say: itself((n) => n > 9 && n < 20) },
  smallTen: { type: "small", say: itself((n) => n > 19 && n < 100 && n % 10 === 0) },
  smallCompound: { type: "small", say: itself((n) => n > 20 && n < 100) },
  smallSum: {
    type: "small",
    value: (a: number, b: number) => a + b,
    say: (n: number) => (n > 20 && n < 100 ? [n - (n % 10), n % 10] : undefined),
  },
  hundredsOf: {
    type: "hundreds",
    value: (a: number) => a * 100,
    say: (n: number) => (n < 1000 && n % 100 === 0 ? [n / 100] : undefined),
  },
  hundred: { type: "hundreds", value: always(100) },
  /** "Quinientos": hundreds with a word of their own. */
  hundredsNamed: { type: "hundreds", say: itself((n) => n >= 100 && n < 1000 && n % 100 === 0) },
  hundredsAnd: {
    type: "hundreds",
    value: (a: number, b: number) => (a % 100 === 0 ? a + b : undefined),
    say: (n: number) => (n > 100 && n < 1000 && n % 100 > 0 ? [n - (n % 100), n % 100] : undefined),
  },
  belowSmall: { type: "below", say: itself((n) => n > 0 && n < 100) },
  belowHundreds: { type: "below", say: itself((n) => n >= 100 && n < 1000) },
  figure: { type: "figure", value: (text: string) => (text.length < 12 ? Number(text) : undefined) },
  zero: { type: "n", value: always(0), say: said(0) },
  nBelow: { type: "n", say: itself((n) => n > 0 && n < 1000) },
  nFigure: { type: "n" },
  nBig: {
    type: "n",
    value: (a: number, b: number) => a * b,
    say: (n: number) =>
      n < 1e6 && n % 1000 === 0
        ? [n / 1000, 1000]
        : n >= 1e6 && n < 1e9 && n % 1e6 === 0
          ? [n / 1e6, 1e6]
          : undefined,
  },
  nDecimalBig: { type: "n", value: (a: number, b: string, c: number) => Math.round(Number(`${a}.${b}`) * c) },
  /** "Two fifty thousand". */
  nLooseBig: {
    type: "n",
    value: (a: number, b: number, c: number) => (b >= 10 ? (a * 100 + b) * c : undefined),
    cost: -0.05,
  },
  aThousand: { type: "n", value: always(1000), say: said(1000) },
  aMillion: { type: "n", value: always(1e6), say: said(1e6) },
  aHundred: { type: "n", value: always(100), say: said(100) },
  bigOne: { type: "n" },
  bigHalf: { type: "n", value: (a: number) => a / 2 },
  bigAndHalf: { type: "n", value: (a: number) => a * 1.5 },
  bigTwo: { type: "n", value: (a: number) => a * 2, cost: -0.05 },
  nHalfBig: { type: "n", value: (a: number, b: number) => (a + 0.5) * b },
  nTenthsBig: { type: "n", value: (a: number, b: number, c: number) => Math.round((a + b / 10) * c) },
  nAnd: {
    type: "n",
    value: (a: number, b: number) => (a >= 1000 && a % 1000 === 0 && b < 1000 ? a + b : undefined),
    say: (n: number) => (n > 1000 && n < 1e6 && n % 1000 > 0 ? [n - (n % 1000), n % 1000] : undefined),
  },
  nMillions: {
    type: "n",
    value: (a: number, b: number) => (a >= 1e6 && a % 1e6 === 0 && b >= 1000 && b < 1e6 ? a + b : undefined),
    say: (n: number) => (n > 1e6 && n < 1e9 && n % 1e6 > 0 ? [n - (n % 1e6), n % 1e6] : undefined),
  },
  dozen: { type: "n", value: always(12) },
  halfDozen: { type: "n", value: always(6), cost: -0.1 },
  dozens: { type: "n", value: (n: number) => n * 12 },
  pair: { type: "n", value: always(2) },
  fraction: {
    type: "fraction",
    value: String,
    say: (text: string) => (/^[1-9]$/.test(text) ? [Number(text)] : undefined),
  },
  fractionZero: { type: "fraction", value: always("0") },
  fractionMore: { type: "fraction", value: (a: string, b: number) => `${a}${b}`, cost: 0.05 },
  decimal: {
    type: "decimal",
    value: (a: number | string, b: string) => Number(`${a}.${b}`),
    say: (n: number) =>
      n > 0 && isTenths(n) ? [Math.floor(n), String(Math.round((n % 1) * 10))] : undefined,
  },
  decimalBelowOne: { type: "decimal", value: (a: string) => Number(`0.${a}`) },
  decimalComma: {
    type: "decimal",
    value: (a: string, b: string) => (b.length < 3 ? Number(`${a}.${b}`) : undefined),
  },
  nAndHalf: { type: "decimal", value: (n: number) => (n > 0 && n % 1000 === 0 ? undefined : n + 0.5) },
  nAndQuarter: { type: "decimal", value: (n: number) => n + 0.25 },
  nAndThreeQuarters: { type: "decimal", value: (n: number) => n + 0.75 },
  half: { type: "decimal", value: always(0.5) },
  quarter: { type: "decimal", value: always(0.25) },
  threeQuarters: { type: "decimal", value: always(0.75) },
  /** "Two thirds". */
  nths: {
    type: "decimal",
    value: (n: number, parts: number) => (n < parts ? Math.round((n * 1e6) / parts) / 1e6 : undefined),
    cost: -0.1,
  },
  /** "Keine": at a question for a number it means zero rather than a denial. */
  none: { type: "none", value: always(0), cost: -0.4 },
  /** "Eins zweiundachtzig": metres and centimetres. */
  metreFigures: { type: "metred", value: (a: number, b: number) => (b > 9 ? a * 100 + b : undefined) },
  negative: {
    type: "decimal",
    value: (n: number) => -n,
    say: (n: number) => (n < 0 && isWhole(n) ? [-n] : undefined),
  },
  number: { type: "number", say: itself((n) => n >= 0 && isWhole(n)) },
  numberDecimal: { type: "number", say: (n: number) => [n] },
  /** "Four out of five", "five stars", if that is the maximum. */
  outOf: {
    type: "outof",
    value: (n: number, of?: number) => ({ n, ...(of !== undefined && { of }) }),
    cost: -0.1,
  },
  /** "Thirteen, one three": a number and its repetition in digits. */
  numberSpelled: {
    type: "number",
    value: (n: number, a: string, b: string) =>
      a.length + b.length === 2 && String(n) === a + b ? n : undefined,
    cost: -0.2,
  },
  bigQuarter: { type: "n", value: (a: number) => a / 4, cost: -0.1 },
  /** Expressions for more than one number: "between two", "at least", "at most". */
  between: { type: "between", value: always(true), cost: -0.05 },
  /** "Two fifty" for 250. */
  colloquial: { type: "colloquial", value: (a: number, b: number) => (b >= 10 ? a * 100 + b : undefined) },
  ordinalSum: {
    type: "ordinal",
    value: (a: number, b: number) => (a < 40 && b < 10 ? a + b : undefined),
    say: (n: number) => (n > 20 && n % 10 > 0 ? [n - (n % 10), n % 10] : undefined),
  },
  ordinalFigure: {
    type: "ordinal",
    value: (n: number | string) => (Number(n) < 400 ? Number(n) : undefined),
  },
  ordinalDot: { type: "ordinal", value: (n: string) => only((each) => each > 0 && each < 32)(Number(n)) },
  /** An article that may count as one. */
  single: { type: "single", value: always(1) },
  singleNone: { type: "single", value: always(0) },
  more: { type: "more", value: (n: number | undefined) => n ?? 1 },
  less: { type: "more", value: (n: number) => -n },
};
