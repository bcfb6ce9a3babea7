// Personal data reader: finds payment cards, IBANs, e-mail addresses and phone numbers in a text, written or spoken,
// and removes them.

import { parse } from "../../grammar/chart.ts";
import { digitRunsIn } from "../../grammar/dictated.ts";
import { mailsIn } from "../../grammar/free.ts";
import { languageOf } from "../../grammar/languages/languages.ts";
import { tokenise } from "../../grammar/tokens.ts";
import type { LanguagePack } from "../../locale/language-pack.ts";
import { phoneOf } from "../../value/phone-number.ts";
import type { RedactionKind } from "../../value/retained.ts";

export type PersonalKind = RedactionKind;

/** Text that replaces each kind. */
export const redactions: Readonly<Record<PersonalKind, string>> = {
  card: "[card]",
  iban: "[iban]",
  email: "[e-mail]",
  phone: "[phone]",
};

export interface RedactionOptions {
  readonly kinds: readonly PersonalKind[];
  /** Pack of the spoken language. */
  readonly pack: LanguagePack;
  /** Countries in which numbers are dialled (ISO 3166 codes). */
  readonly regions: readonly string[];
}

interface Span {
  readonly kind: PersonalKind;
  /** Start in UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

/** ISO/IEC 7812-1. */
const cardDigits = { min: 13, max: 19 } as const;
/** ISO 13616: the shortest is Norway's. */
const ibanChars = { min: 15, max: 34 } as const;
/** Minimum number of digits: a shorter number hardly rings anywhere. */
const phoneDigitsMin = 7;
/**
 * Number of words that are read at once, and of those read again with the following ones: a tokeniser has its limits.
 */
const wordsAtOnce = 90;
const wordsAgain = 40;
/** Kinds in the order of their priority: a kind of longer numbers before one of their parts. */
const priority: readonly PersonalKind[] = ["email", "iban", "card", "phone"];

/** The same text with each of them replaced; a text without any is unchanged. */
export function redact(text: string, redacting: RedactionOptions): string {
  const kinds = priority.filter((kind) => redacting.kinds.includes(kind));
  if (kinds.length === 0 || text === "") return text;
  const spans = [...writtenIn(text, redacting), ...spokenIn(text, redacting)];
  const kept: Span[] = [];
  for (const kind of kinds)
    for (const span of spans.filter((each) => each.kind === kind).toSorted(longestFirst))
      if (!kept.some((other) => span.from < other.to && span.to > other.from)) kept.push(span);
  return kept
    .toSorted((a, b) => b.from - a.from)
    .reduce((rest, { kind, from, to }) => rest.slice(0, from) + redactions[kind] + rest.slice(to), text);
}

const longestFirst = (a: Span, b: Span): number => b.to - b.from - (a.to - a.from);

const emailPattern = /[\p{L}\p{N}._%+&#-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
/** Digits with only such signs between them as people write between digits. */
const digitsPattern = /\+?[0-9](?:[\s.,/()-]{0,3}[0-9])*/g;
const ibanStart = /(?<![\p{L}\p{N}])[A-Z]{2}[ -]?[0-9]{2}/giu;

function* writtenIn(text: string, { regions }: RedactionOptions): Generator<Span> {
  for (const { 0: match, index: from } of text.matchAll(emailPattern))
    yield { kind: "email", from, to: from + match.length };
  for (const { 0: match, index: from } of text.matchAll(digitsPattern)) {
    const digits = match.replaceAll(/[^0-9]/g, "");
    const span = { from, to: from + match.length };
    if (hasCard(digits)) yield { kind: "card", ...span };
    if (isPhone(digits, match.startsWith("+"), regions)) yield { kind: "phone", ...span };
  }
  for (const { index: from } of text.matchAll(ibanStart)) {
    const to = ibanEnd(text, from);
    if (to !== undefined) yield { kind: "iban", from, to };
  }
}

/** End of an IBAN that begins here, longest first. */
function ibanEnd(text: string, from: number): number | undefined {
  const ends: number[] = [];
  let chars = "";
  for (let at = from; at < text.length && chars.length < ibanChars.max; at++) {
    const char = text.charAt(at);
    if (/[A-Z0-9]/i.test(char)) {
      chars += char;
      ends.push(at + 1);
    } else if (!/[ .-]/.test(char)) break;
  }
  for (let length = chars.length; length >= ibanChars.min; length--)
    if (isIban(chars.slice(0, length))) return ends[length - 1];
  return undefined;
}

/** Reads the text in overlapping parts, so that data across a border is inside of one of them. */
function* spokenIn(text: string, redacting: RedactionOptions): Generator<Span> {
  const words = [...text.matchAll(/\S+/g)];
  for (let at = 0; at === 0 || at + wordsAgain < words.length; at += wordsAtOnce - wordsAgain) {
    const from = words[at]?.index ?? 0;
    const last = words[Math.min(at + wordsAtOnce, words.length) - 1];
    const part = text.slice(from, last === undefined ? undefined : last.index + last[0].length);
    for (const span of spokenInPart(part, redacting))
      yield { ...span, from: from + span.from, to: from + span.to };
  }
}

function* spokenInPart(text: string, { pack, regions }: RedactionOptions): Generator<Span> {
  // Words as written, so that their places are those of the text.
  const language = { ...languageOf(pack.tag), respell: [] };
  const { tokens } = tokenise(text, language);
  const readings = parse(tokens, language.grammar);
  const spanOf = (kind: PersonalKind, start: number, end: number): Span[] => {
    const [first, last] = [tokens[start], tokens[end - 1]];
    return first === undefined || last === undefined ? [] : [{ kind, from: first.start, to: last.end }];
  };
  for (const { start, end, hasPlus, spellings } of digitRunsIn(readings)) {
    if (spellings.some(hasCard)) yield* spanOf("card", start, end);
    if (spellings.some((digits) => isPhone(digits, hasPlus, regions))) yield* spanOf("phone", start, end);
  }
  for (const { type, value, start, end } of readings.flat())
    if (type === "mix" && isIban(String(value))) yield* spanOf("iban", start, end);
  for (const { start, end } of mailsIn(tokens, readings, language)) yield* spanOf("email", start, end);
}

/** True if a card's number is among these digits: adjacent words, such as its date, belong to it. */
function hasCard(digits: string): boolean {
  for (let from = 0; from + cardDigits.min <= digits.length; from++) {
    // Issuers of payment cards have these (ISO/IEC 7812-1, major industry identifiers 2 to 6).
    if (!/[2-6]/.test(digits.charAt(from))) continue;
    for (let length: number = cardDigits.min; length <= cardDigits.max; length++)
      if (from + length <= digits.length && isLuhn(digits.slice(from, from + length))) return true;
  }
  return false;
}

/** ISO/IEC 7812-1, annex B. */
function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits.charAt(digits.length - 1 - at));
    const twice = digit * 2;
    sum += at % 2 === 0 ? digit : twice > 9 ? twice - 9 : twice;
  }
  return sum % 10 === 0;
}

/** ISO 13616-1: modulo 97, ISO/IEC 7064. */
function isIban(chars: string): boolean {
  if (chars.length < ibanChars.min || chars.length > ibanChars.max || !/^[A-Z]{2}[0-9]{2}/i.test(chars))
    return false;
  let rest = 0;
  for (const char of chars.slice(4) + chars.slice(0, 4)) {
    const value = Number.parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

function isPhone(digits: string, plus: boolean, regions: readonly string[]): boolean {
  if (digits.length < phoneDigitsMin) return false;
  if (plus) return phoneOf(`+${digits}`, "") !== undefined;
  return regions.some((region) => phoneOf(digits, region) !== undefined);
}
