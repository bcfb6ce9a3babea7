// Dictation: digits, letters, codes and phone numbers.

import { always, said } from "./meaning.ts";

const joined = (a: string, b: string): string => a + b;
const times = (n: number) => (sign: string) => (sign.length === 1 ? sign.repeat(n) : undefined);
const last =
  (end: RegExp) =>
  (text: string): readonly unknown[] | undefined =>
    text.length > 1 && end.test(text) ? [text.slice(0, -1), text.slice(-1)] : undefined;
const one =
  (sign: RegExp) =>
  (text: string): readonly unknown[] | undefined =>
    sign.test(text) ? [text] : undefined;

export const dictation = {
  letter: { type: "char", say: one(/^\p{L}$/u) },
  letterAsIn: {
    type: "char",
    value: (sign: string, word: string) => (word[0] === sign.toLowerCase() ? sign : undefined),
    cost: -0.2,
  },
  letterX: { type: "char", value: (sign: string) => (sign === "X" ? sign : undefined), cost: -0.3 },
  doubleLetter: { type: "char", value: times(2), cost: -0.1 },
  capital: { type: "char", value: (sign: string) => sign, cost: -0.01 },
  digit: {
    type: "dig",
    value: String,
    say: (sign: string) => (/^[1-9]$/.test(sign) ? [Number(sign)] : undefined),
  },
  digitZero: { type: "dig", value: always("0"), say: said("0") },
  digitFigures: { type: "dig" },
  digitsBelow100: { type: "dig", value: String },
  digitsSum: { type: "dig", value: (a: number, b: number) => String(a + b) },
  digitsHundred: { type: "dig", value: (a: number) => `${a}00`, cost: 0.05 },
  digitsHundredAnd: {
    type: "dig",
    value: (a: number, b = 0, c = 0) => String(a * 100 + b + c),
    cost: 0.02,
  },
  doubleDigit: { type: "dig", value: times(2), cost: -0.1 },
  tripleDigit: { type: "dig", value: times(3), cost: -0.1 },
  doubleZero: { type: "dig", value: always("00"), cost: -0.1 },
  digits: { type: "digs", say: one(/^.$/u) },
  digitsJoined: { type: "digs", value: joined, cost: 0.001, say: last(/./u) },
  /** A number in full, as digits: "two thousand and seven". */
  digitsWhole: { type: "dig", value: (a: number, big: number, b = 0) => String(a * big + b), cost: 0.2 },
  /** "All in lower case", "without an h": words beside spelled ones. */
  letterCase: { type: "case", value: always(true) },
  letterWith: { type: "case" },
  letters: { type: "mix" },
  lettersJoined: { type: "mix", value: joined },
  mixLetter: { type: "mix", say: one(/^.$/u) },
  mixDigit: { type: "mix", say: one(/^\d$/) },
  mixLetterJoined: { type: "mix", value: joined, cost: 0.001, say: last(/\D$/u) },
  mixDigitJoined: { type: "mix", value: joined, cost: 0.001, say: last(/\d$/) },
  phone: { type: "phone", value: (text: string) => `+${text}`, say: (text: string) => [text.slice(1)] },
};
