// Mail addresses: forms in which people dictate them.

import type { Reading } from "./chart.ts";
import type { Language } from "./language.ts";
import type { Token } from "./tokens.ts";

export interface Free {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly cost: number;
  readonly doubt?: string;
  /** Whether the words before the name announce an address. */
  readonly isLed?: boolean;
  /** Whether the name is one word in small letters without such words. */
  readonly isLoose?: boolean;
}

export type Readings = readonly (readonly Reading[])[];

/** "Ada dot l at example dot com": from the first word of the name to the last of the domain. */
export function mailsIn(tokens: readonly Token[], readings: Readings, language: Language): readonly Free[] {
  const words: MailWords = { tokens, readings, language };
  return tokens.flatMap(({ text }, at): readonly Free[] => {
    if (text.includes("@") && text.length > 3) return [{ start: at, end: at + 1, text, cost: 0 }];
    if (!language.mail.at.includes(text)) return [];
    const domain = domainFrom(words, at);
    const best = domain === undefined ? undefined : beforeAt(words, at, domain);
    return best === undefined ? [] : [best];
  });
}

interface MailWords {
  readonly tokens: readonly Token[];
  readonly readings: Readings;
  readonly language: Language;
}

interface Piece {
  readonly text: string;
  readonly end: number;
}

const DOMAIN_WORDS_MAX = 14;
const LOCAL_WORDS_MAX = 24;

/** Piece of a name: a letter, figures, or a word as written. */
function pieceAt({ tokens, readings }: MailWords, at: number): Piece | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  if (/^\p{L}$/u.test(token.text)) return { text: token.text, end: at + 1 };
  const reading = (readings[at] ?? [])
    .filter(
      ({ type, value }) =>
        type === "dig" || (type === "char" && ((value as string).length > 1 || token.text.length === 1)),
    )
    .sort((a, b) => b.end - a.end)[0];
  if (reading !== undefined) return { text: (reading.value as string).toLowerCase(), end: reading.end };
  return /^[\p{L}\d-]+$/u.test(token.text)
    ? { text: (token.isJoined ? "-" : "") + token.text, end: at + 1 }
    : undefined;
}

function domainFrom(words: MailWords, at: number): Piece | undefined {
  const { tokens, language } = words;
  const textAt = (place: number): string => tokens[place]?.text ?? "";
  const isLetter = (place: number): boolean => /^\p{L}$/u.test(textAt(place));
  let end = at + 1;
  const isFiller = (place: number): boolean =>
    language.mail.filler.includes(textAt(place)) && language.mail.signs[textAt(place + 1)] === undefined;
  while (isFiller(end)) end++;
  let domain = "";
  let last = "";
  let isDotted = false;
  while (end < tokens.length && end < at + DOMAIN_WORDS_MAX) {
    const isDot = language.mail.dot.includes(textAt(end));
    if (!isDot && isDotted && last.length > 1 && !(isLetter(end) && isLetter(end - 1))) break;
    const isDash = !isDot && language.mail.signs[textAt(end)] === "-";
    const next: Piece | undefined = isDash
      ? { text: "-", end: end + 1 }
      : pieceAt(words, isDot ? end + 1 : end);
    if (next === undefined) break;
    domain += isDot ? `.${next.text}` : next.text;
    if (isDot) last = next.text;
    else if (isDotted && !isDash) last += next.text;
    isDotted ||= isDot;
    end = next.end;
  }
  return isDotted && last.length > 1 ? { text: domain, end } : undefined;
}

/** The name, read backwards: pieces with signs between them; a plain word after another one makes a read-back. */
function beforeAt(words: MailWords, at: number, domain: Piece): Free | undefined {
  const { tokens, language } = words;
  const isSign = (place: number): boolean => language.mail.signs[tokens[place]?.text ?? ""] !== undefined;
  let best: Free | undefined;
  for (let start = at - 1; start >= 0 && start > at - LOCAL_WORDS_MAX; start--) {
    const local = localOf(words, start, at);
    if (local === undefined) continue;
    const first = tokens[start]?.text ?? "";
    const isLead = language.besideSet.has(first) || language.besideOf.get("email")?.has(first) === true;
    if (isLead && first.length > 1 && start < at - 1 && !isSign(start + 1)) break;
    best = {
      start,
      end: domain.end,
      text: `${local.text}@${domain.text}`,
      cost: 0,
      ...(local.doubt !== undefined && { doubt: local.doubt }),
    };
    // A pause separates the address from the earlier words, but not the signs of a dictated address.
    if (tokens[start]?.isAfterBreak && !isSign(start) && !isSign(start - 1)) break;
  }
  return best;
}

function localOf(words: MailWords, start: number, end: number): { text: string; doubt?: string } | undefined {
  let text = "";
  let doubt: string | undefined;
  let isWord = false;
  for (let at = start; at < end;) {
    const reading = besideSpelled(words, at, end);
    if (reading !== undefined) {
      at = reading.end;
      continue;
    }
    const sign = words.language.mail.signs[words.tokens[at]?.text ?? ""];
    const isSign = sign !== undefined && at > start && at < end - 1;
    const next = isSign ? { text: sign, end: at + 1 } : pieceAt(words, at);
    if (next === undefined || next.end > end) return undefined;
    const isLong = !isSign && next.text.length > 1 && /^\p{L}+$/u.test(next.text);
    if (isLong && isWord) doubt ??= "words run together in the address";
    isWord = isLong;
    text += next.text;
    at = next.end;
  }
  return /^[\p{L}\d]/u.test(text)
    ? { text: text.normalize("NFC"), ...(doubt !== undefined && { doubt }) }
    : undefined;
}

/** "All in lower case": no part of the address. */
const besideSpelled = ({ readings }: MailWords, at: number, end: number): Reading | undefined =>
  (readings[at] ?? [])
    .filter((each) => each.type === "case" && each.end <= end)
    .sort((a, b) => b.end - a.end)[0];
