// E-mail matcher: reads addresses that are typed, said ("ada dot l at example dot com"), spelled, or a mixture of
// these.

import type { WordToken } from "../../../locale/language-pack.ts";
import { longestAt } from "../lexicon.ts";
import { numbersAt } from "../spoken-numbers.ts";
import type { ValueReading } from "../reading.ts";
import { spelledAt } from "../spelling.ts";
import { coveredBy, type Utterance } from "../tokenised-utterance.ts";

/** RFC 5321, 4.5.3.1.3: a path has 256 octets with its angle brackets. */
const emailUnitsMax = 254;

/** Whether it is an address in lower case, in the ASCII subset of RFC 5321 without quoted local parts. */
export function fitsEmail(value: unknown): value is string {
  if (typeof value !== "string" || value.length > emailUnitsMax) return false;
  const [local = "", domain = "", ...rest] = value.split("@");
  const labels = domain.split(".");
  return (
    rest.length === 0 &&
    local.split(".").every((part) => /^[a-z0-9_%+&#-]+$/.test(part)) &&
    labels.length >= 2 &&
    labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) &&
    /^[a-z]{2,}$/.test(labels.at(-1) ?? "")
  );
}

export function readEmail(utterance: Utterance): readonly ValueReading[] {
  const typed = typedEmail(utterance);
  if (typed !== undefined) return [typed];
  const spoken = spokenEmail(utterance);
  return spoken === undefined ? [] : [spoken];
}

function typedEmail({ text, tokens }: Utterance): ValueReading | undefined {
  for (const match of text.matchAll(/\S+/g)) {
    const value = match[0]
      .replace(/^[<("']+/, "")
      .replace(/[>)"'.,;:!?]+$/, "")
      .toLowerCase();
    if (!value.includes("@") || !fitsEmail(value)) continue;
    const end = match.index + match[0].length;
    const from = tokens.findIndex((token) => token.from >= match.index);
    const after = tokens.findIndex((token) => token.from >= end);
    return { from, to: after === -1 ? tokens.length : after, values: [value], clear: true };
  }
  return undefined;
}

function spokenEmail(utterance: Utterance): ValueReading | undefined {
  const { tokens, compiled, keys } = utterance;
  const signAt = (at: number) => longestAt(compiled.signs, keys, at);
  for (let at = tokens.length - 1; at > 0; at--) {
    const sign = signAt(at);
    if (sign?.value !== "@") continue;
    const domain = domainFrom(utterance, sign.to);
    if (domain === undefined) continue;
    const local = localBefore(utterance, at);
    const value = `${local.text}@${domain.text}`;
    if (fitsEmail(value)) return { from: local.from, to: domain.to, values: [value], clear: true };
  }
  return undefined;
}

/** Everything back to a carrier ("my address is"), a correction, or the small words at the beginning. */
function localBefore(utterance: Utterance, end: number): { readonly from: number; readonly text: string } {
  const { compiled, keys, markers, neutral } = utterance;
  const carrier = compiled.carriers.get("email");
  const carried = carrier === undefined ? keys.map(() => false) : coveredBy(carrier.before, keys);
  const aside = asidesIn(utterance);
  let from = 0;
  for (let at = 0; at < end; at++) if (carried[at] === true) from = at + 1;
  // The "no" of "no spaces" corrects nothing.
  for (const marker of markers)
    if (marker.to < end && marker.from >= from && aside[marker.from] !== true) from = marker.to;
  // A single letter is part of the address although "a" and "i" are small words too.
  while (from < end - 1 && neutral[from] === true && !/^\p{L}$/u.test(keys[from] ?? "")) from++;
  return { from, text: joinedText(utterance, from, end) };
}

/** "All lower case": how it is written, which is no part of it. */
function asidesIn({ compiled, keys }: Utterance): readonly boolean[] {
  const after = compiled.carriers.get("email")?.after;
  return after === undefined ? keys.map(() => false) : coveredBy(after, keys);
}

function joinedText(utterance: Utterance, from: number, end: number): string {
  const aside = asidesIn(utterance);
  let text = "";
  for (let at = from; at < end;) {
    if (aside[at] === true) {
      at++;
      continue;
    }
    const piece = pieceAt(utterance, at);
    text += (isHyphenated(utterance, at) ? "-" : isDotted(utterance, at) ? "." : "") + piece.text;
    at = piece.to;
  }
  return text;
}

/** "My-company", but not letters with hyphens between them. */
function isHyphenated({ text, tokens }: Utterance, at: number): boolean {
  const [before, here] = [tokens[at - 1], tokens[at]];
  if (before === undefined || here === undefined) return false;
  const isWord = ({ word }: WordToken): boolean => word.length > 1;
  return text.slice(before.to, here.from) === "-" && isWord(before) && isWord(here);
}

/** "example.com", "anna . smith", as a recogniser writes some dots. */
function isDotted({ text, tokens }: Utterance, at: number): boolean {
  const [before, here] = [tokens[at - 1], tokens[at]];
  return before !== undefined && here !== undefined && text.slice(before.to, here.from).trim() === ".";
}

/** A sign, a letter, digits, or a word as it is. */
function pieceAt(utterance: Utterance, at: number): { readonly to: number; readonly text: string } {
  const { compiled, keys, tokens } = utterance;
  const sign = longestAt(compiled.signs, keys, at);
  // "At" ends an Austrian address: behind a dot it is a word.
  const isWord = sign?.value === "@" && longestAt(compiled.signs, keys, at - 1)?.value === ".";
  if (sign !== undefined && !isWord) return { to: sign.to, text: sign.value };
  const word = tokens[at]?.word ?? "";
  const [spelled] = spelledAt(utterance, at, false).filter(
    ({ to, text }) => /^\p{L}$/u.test(word) || to > at + 1 || /^[0-9]+$/.test(text),
  );
  if (spelled !== undefined) return spelled;
  const [number] = numbersAt(utterance, at).filter(
    ({ value, ordinal }) => !ordinal && Number.isInteger(value),
  );
  return number === undefined ? { to: at + 1, text: word } : { to: number.to, text: String(number.value) };
}

/** Labels with dots between them; after the last dot stands one word or single letters. */
function domainFrom(
  utterance: Utterance,
  start: number,
): { readonly to: number; readonly text: string } | undefined {
  const { compiled, keys, markers, tokens } = utterance;
  const aside = asidesIn(utterance);
  // "Gmail dot com, no, yahoo dot com" are two domains.
  const end = markers.find(({ from }) => from > start && aside[from] !== true)?.from ?? tokens.length;
  const dots: number[] = [];
  for (let at = start; at < end; at++) {
    const sign = longestAt(compiled.signs, keys, at);
    if (sign?.value === ".") dots.push(at);
    else if (at > start && isDotted(utterance, at)) dots.push(at - 1);
    else if (sign?.value === "@") break;
  }
  const last = dots.at(-1);
  if (last === undefined) return undefined;
  const isLetter = (at: number): boolean => /^[a-z]$/.test(tokens[at]?.word ?? "");
  let to = last + 2;
  if (isLetter(last + 1)) while (isLetter(to)) to++;
  return to > tokens.length ? undefined : { to, text: joinedText(utterance, start, to) };
}
