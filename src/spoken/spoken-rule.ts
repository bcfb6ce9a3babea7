// Spoken rule: recognises one written form at a position of a text and converts it. The scanner in
// `spoken-form.ts` asks the rules at the beginning of each word, number or sign.

import type { Around, ReadAloud } from "./read-aloud.ts";
import { groupDigits } from "../flow/locale/spoken-forms.ts";

export interface Place {
  readonly text: string;
  /** UTF-16 units from the start of the text. */
  readonly at: number;
  /** The letters or digits that begin there, without any sign. */
  readonly run: string;
  readonly words: ReadAloud;
  /** BCP 47. */
  readonly tag: string;
}

export interface Said {
  /** End of the form: the offset after it. */
  readonly to: number;
  readonly said: string;
}

/** Undefined: the text has another form. A rule reads a bounded part of the text, or converts all that it read. */
export type Rule = (place: Place) => Said | undefined;

/** `form` is sticky. */
export function matchAt(form: RegExp, text: string, at: number): RegExpExecArray | undefined {
  form.lastIndex = at;
  return form.exec(text) ?? undefined;
}

const aroundCharsMax = 32;

export function around({ text, at }: Place, to: number): Around {
  return {
    before: text.slice(Math.max(0, at - aroundCharsMax), at),
    after: text.slice(to, to + aroundCharsMax),
  };
}

/** Digits one by one: "five zero". */
export function namedDigits(digits: string, { digits: names }: ReadAloud): string {
  return Array.from(digits, (digit) => names[Number(digit)] ?? digit).join(" ");
}

/** Digits one by one, with a pause after each three: "one two three, four five six". */
export function groupedDigits(digits: string, words: ReadAloud): string {
  return groupDigits(digits).replaceAll(/\d/g, (digit) => namedDigits(digit, words));
}

/** Letters one by one: "A P I". */
export function spelled(letters: string): string {
  return Array.from(letters.toUpperCase()).join(" ");
}

/** The first result of several rules. */
export function firstOf(rules: readonly Rule[], place: Place): Said | undefined {
  for (const rule of rules) {
    const spoken = rule(place);
    if (spoken !== undefined) return spoken;
  }
  return undefined;
}
