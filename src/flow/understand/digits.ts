// Strings of digits of a fixed length, spoken one by one, in pairs ("twelve thirty four") or typed.

import { numberWords } from "../spoken.ts";
import { isIdle, tokenise, type Understood } from "./words.ts";

const singles = new Map([
  ["oh", "0"],
  ["o", "0"],
  ["nought", "0"],
  ...Array.from({ length: 10 }, (_, digit) => [numberWords(digit), String(digit)] as const),
]);
const teens = new Map(Array.from({ length: 10 }, (_, n) => [numberWords(n + 10), String(n + 10)] as const));
const tens = new Map(Array.from({ length: 8 }, (_, n) => [numberWords((n + 2) * 10), n + 2] as const));
const times = new Map([
  ["double", 2],
  ["triple", 3],
]);

/** "My number is …": carries digits, is none. */
const carriers = new Set(["number", "digits", "code", "they", "are", "and"]);

export function matchDigits(text: string, lengths: readonly number[]): Understood<string> | undefined {
  const tokens = tokenise(text);
  let digits = "";
  let explained = 0;
  let open = 0;
  for (let at = 0; at < tokens.length;) {
    const read = readAt(tokens, at);
    digits += read.digits;
    if (read.digits !== "") explained += read.used;
    else if (!isIdle(tokens[at] ?? "") && !carriers.has(tokens[at] ?? "")) open++;
    at += read.used;
  }
  if (!lengths.includes(digits.length)) return undefined;
  return { value: digits, coverage: explained / (explained + open) };
}

/** The digits that begin at a token, and how many tokens they take: at least one, also when there are none. */
function readAt(tokens: readonly string[], at: number): { readonly digits: string; readonly used: number } {
  const token = tokens[at] ?? "";
  const next = tokens[at + 1] ?? "";
  if (/^[0-9]+$/.test(token)) return { digits: token, used: 1 };
  const count = times.get(token);
  const repeated = singles.get(next) ?? (/^[0-9]$/.test(next) ? next : undefined);
  if (count !== undefined && repeated !== undefined) return { digits: repeated.repeat(count), used: 2 };
  const ten = tens.get(token);
  if (ten !== undefined) {
    const unit = singles.get(next);
    if (unit !== undefined && unit !== "0") return { digits: `${ten}${unit}`, used: 2 };
    return { digits: `${ten}0`, used: 1 };
  }
  return { digits: singles.get(token) ?? teens.get(token) ?? "", used: 1 };
}
