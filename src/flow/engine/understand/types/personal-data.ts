// Personal data reader: where payment cards, IBANs, e-mail addresses and phone numbers stand in a text, written or as
// people say them, and the text without them.

import type { LanguagePack } from "../../../locale/language-pack.ts";
import type { Redacted } from "../../../value/retained.ts";
import { spelledAt } from "../spelling.ts";
import { type Utterance, utteranceOf } from "../tokenised-utterance.ts";
import { digitRuns } from "./digits.ts";
import { readEmail } from "./email.ts";
import { phoneOf } from "./phone.ts";

export type PersonalKind = Redacted;

/** What stands in the place of each. */
export const redactions: Readonly<Record<PersonalKind, string>> = {
  card: "[card]",
  iban: "[iban]",
  email: "[e-mail]",
  phone: "[phone]",
};

export interface Redacting {
  readonly kinds: readonly PersonalKind[];
  /** The words of the language that is spoken. */
  readonly pack: LanguagePack;
  /** Countries in which numbers are dialled (ISO 3166 codes). */
  readonly regions: readonly string[];
}

interface Span {
  readonly kind: PersonalKind;
  /** UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

/** ISO/IEC 7812-1. */
const cardDigits = { min: 13, max: 19 } as const;
/** ISO 13616: the shortest is Norway's. */
const ibanChars = { min: 15, max: 34 } as const;
/** Fewer digits are hardly a number that rings anywhere. */
const phoneDigitsMin = 7;
/** What is read as speech at once, and how much of it once more with what follows: a tokeniser has its limits. */
const wordsAtOnce = 90;
const wordsAgain = 40;
/** Spoken addresses in so many words. */
const emailsMax = 4;
/** What names a longer thing goes before what names a part of it. */
const priority: readonly PersonalKind[] = ["email", "iban", "card", "phone"];

/** The same text with each of them replaced; a text without any is itself. */
export function redact(text: string, redacting: Redacting): string {
  const kinds = priority.filter((kind) => redacting.kinds.includes(kind));
  if (kinds.length === 0 || text === "") return text;
  const found = [...writtenIn(text, redacting), ...spokenIn(text, redacting)];
  const kept: Span[] = [];
  for (const kind of kinds)
    for (const span of found.filter((each) => each.kind === kind).toSorted(longestFirst))
      if (!kept.some((other) => span.from < other.to && span.to > other.from)) kept.push(span);
  return kept
    .toSorted((a, b) => b.from - a.from)
    .reduce((rest, { kind, from, to }) => rest.slice(0, from) + redactions[kind] + rest.slice(to), text);
}

const longestFirst = (a: Span, b: Span): number => b.to - b.from - (a.to - a.from);

const emailPattern = /[\p{L}\p{N}._%+&#-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
/** Digits with no more between them than people write between digits. */
const digitsPattern = /\+?[0-9](?:[\s.,/()-]{0,3}[0-9])*/g;
const ibanStart = /(?<![\p{L}\p{N}])[A-Z]{2}[ -]?[0-9]{2}/giu;

function* writtenIn(text: string, { regions }: Redacting): Generator<Span> {
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

/** Where an IBAN that begins here ends, the longest first. */
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

/** In parts that overlap, so that what is said across their border is found in one of them. */
function* spokenIn(text: string, redacting: Redacting): Generator<Span> {
  const words = [...text.matchAll(/\S+/g)];
  for (let at = 0; at === 0 || at + wordsAgain < words.length; at += wordsAtOnce - wordsAgain) {
    const from = words[at]?.index ?? 0;
    const last = words[Math.min(at + wordsAtOnce, words.length) - 1];
    const part = text.slice(from, last === undefined ? undefined : last.index + last[0].length);
    for (const span of spokenInPart(part, redacting))
      yield { ...span, from: from + span.from, to: from + span.to };
  }
}

function* spokenInPart(text: string, { kinds, pack, regions }: Redacting): Generator<Span> {
  const utterance = utteranceOf(text, pack);
  const spanOf = (kind: PersonalKind, from: number, to: number): Span[] => {
    const [first, last] = [utterance.tokens[from], utterance.tokens[to - 1]];
    return first === undefined || last === undefined ? [] : [{ kind, from: first.from, to: last.to }];
  };
  for (const { from, to, plus, spellings } of digitRuns(utterance, true)) {
    if (spellings.some(hasCard)) yield* spanOf("card", from, to);
    if (spellings.some((digits) => isPhone(digits, plus, regions))) yield* spanOf("phone", from, to);
  }
  if (kinds.includes("iban")) yield* spokenIbans(utterance, spanOf);
  if (kinds.includes("email")) yield* spokenEmails(text, pack);
}

/** The reader finds one at a time, so it is asked again for what stands before it. */
function* spokenEmails(text: string, pack: LanguagePack): Generator<Span> {
  let rest = text;
  for (let n = 0; n < emailsMax; n++) {
    const utterance = utteranceOf(rest, pack);
    const [reading] = readEmail(utterance);
    const [first, last] = [utterance.tokens[reading?.from ?? 0], utterance.tokens[(reading?.to ?? 0) - 1]];
    if (first === undefined || last === undefined) return;
    yield { kind: "email", from: first.from, to: last.to };
    rest = rest.slice(0, first.from);
  }
}

function* spokenIbans(
  utterance: Utterance,
  spanOf: (kind: PersonalKind, from: number, to: number) => Span[],
): Generator<Span> {
  for (let start = 0; start < utterance.tokens.length; start++) {
    const end = spelledIbanEnd(utterance, start);
    if (end === undefined) continue;
    yield* spanOf("iban", start, end);
    start = end - 1;
  }
}

/** The token behind the longest IBAN that is spelled from here on. */
function spelledIbanEnd(utterance: Utterance, start: number): number | undefined {
  const { tokens, neutral } = utterance;
  let chars = "";
  let end: number | undefined;
  for (let at = start; at < tokens.length && chars.length < ibanChars.max;) {
    const [spelled] = spelledAt(utterance, at, false);
    if (spelled === undefined && (chars === "" || neutral[at] !== true)) break;
    chars += spelled?.text ?? "";
    at = spelled?.to ?? at + 1;
    if (chars.length >= 3 && !/^[a-z]{2}[0-9]/i.test(chars)) break;
    if (isIban(chars)) end = at;
  }
  return end;
}

/** Whether a card's number is among these digits: what is said of it before and after, such as its date, goes with it. */
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
