// Values without a closed form: names of people and addresses of mail.

import type { Reading } from "./chart.ts";
import type { Language } from "./language.ts";
import type { Token } from "./tokens.ts";

export interface Free {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly cost: number;
  readonly doubt?: string;
}

type Readings = readonly (readonly Reading[])[];
const LETTERS = /^\p{L}[\p{L}\p{M}'’-]*$/u;

export function namesIn(tokens: readonly Token[], readings: Readings, language: Language): readonly Free[] {
  const found: Free[] = [];
  const afterLead = new Set(
    readings
      .flat()
      .filter(({ type }) => type === "lead")
      .map(({ end }) => end),
  );
  const afterWeak = new Set(
    readings
      .flat()
      .filter(({ type }) => type === "weaklead")
      .map(({ end }) => end),
  );
  const isName = (at: number, isLed: boolean): boolean => {
    const { text, raw } = tokens[at] as Token;
    if (!LETTERS.test(raw) || text.startsWith("'") || text === "n't") return false;
    const isUsual = language.notNameSet.has(text) || language.grammar.vocabulary.has(text);
    return (
      !isUsual ||
      language.particles.has(text) ||
      (isLed && /^\p{Lu}/u.test(raw)) ||
      (/^\p{Lu}\p{Ll}/u.test(raw) && at > 0 && !language.besideSet.has(text))
    );
  };
  for (const start of tokens.keys()) {
    const isLed = afterLead.has(start);
    if (language.ownerSet.has(tokens[start]?.text ?? "") || false) continue;
    const words: string[] = [];
    for (let at = start; at < Math.min(tokens.length, start + 5); at++) {
      if (!isName(at, isLed) || (at > start && (tokens[at] as Token).isAfterBreak)) break;
      const token = tokens[at] as Token;
      if (token.isJoined && words.length > 0) words.push(`${words.pop()}-${token.raw}`);
      else words.push(token.raw);
      if (language.particles.has(token.text) && words.length > 1) continue;
      const before = tokens[start - 1]?.text ?? "";
      const isWord =
        /^\p{Ll}/u.test(tokens[start]?.raw ?? "") &&
        words.length === 1 &&
        language.notNameEnding.test(token.text);
      const isUsual = afterWeak.has(start) && words.length === 1 && /^\p{Ll}/u.test(words[0] as string);
      const owners =
        !afterWeak.has(start) &&
        [before, tokens[start - 2]?.text ?? ""].some((word) => language.ownerSet.has(word));
      const isLoose =
        (!isLed && (owners || language.subjects.includes(before) || words.length > 3)) || isWord || isUsual;
      found.push({
        start,
        end: at + 1,
        text: titled(words, language),
        cost: 0.1,
        ...(isLoose && { doubt: "it may be no name" }),
      });
    }
    for (const { type, end, value } of readings[start] as readonly Reading[])
      if (type === "mix" && end - start >= 3 && end - start === value.length && /^\p{L}+$/u.test(value)) {
        const spelled = value as string;
        found.push({ start, end, text: titled([spelled.toLowerCase()], language), cost: 0.05 });
      }
  }
  return found;
}

const titled = (words: readonly string[], language: Language): string =>
  words
    .map((word) => {
      if (/\p{Lu}/u.test(word) && /\p{Ll}/u.test(word)) return word;
      const low = word.toLowerCase();
      return language.particles.has(low) && words.length > 1
        ? low
        : low.replace(
            /(^|[-'’]|^mc)(\p{L})/gu,
            (_all, sign: string, letter: string) => sign + letter.toUpperCase(),
          );
    })
    .join(" ");

/** "Ada dot l at example dot com": from the first word of the name to the last of the domain. */
export function mailsIn(tokens: readonly Token[], readings: Readings, language: Language): readonly Free[] {
  const found: Free[] = [];
  const { at: ats, dot: dots, signs } = language.mail;
  const isDot = (at: number) => dots.includes(tokens[at]?.text ?? "");
  const piece = (at: number): { text: string; end: number } | undefined => {
    const token = tokens[at];
    if (token === undefined) return undefined;
    if (/^\p{L}$/u.test(token.text)) return { text: token.text, end: at + 1 };
    const own = (readings[at] as readonly Reading[])
      .filter(
        ({ type, value }) =>
          type === "dig" ||
          (type === "char" && (value as string).length === 1 && token.text.length === 1) ||
          (type === "char" && (value as string).length > 1),
      )
      .sort((a, b) => b.end - a.end)[0];
    if (own !== undefined) return { text: (own.value as string).toLowerCase(), end: own.end };
    return /^[\p{L}\d-]+$/u.test(token.text)
      ? { text: (token.isJoined ? "-" : "") + token.text, end: at + 1 }
      : undefined;
  };
  for (const at of tokens.keys()) {
    const { text } = tokens[at] as Token;
    if (text.includes("@") && text.length > 3) found.push({ start: at, end: at + 1, text, cost: 0 });
    if (!ats.includes(text)) continue;
    let sign = at + 1;
    while (language.mail.filler.includes(tokens[sign]?.text ?? "")) sign++;
    let end = sign;
    let domain = "";
    let last = "";
    let isDotted = false;
    while (end < tokens.length && end < at + 14) {
      if (isDot(end)) {
        const next = piece(end + 1);
        if (next === undefined) break;
        domain += `.${next.text}`;
        last = next.text;
        end = next.end;
        isDotted = true;
        continue;
      }
      if (isDotted && last.length > 1) break;
      if (signs[tokens[end]?.text ?? ""] === "-") {
        domain += "-";
        end++;
        continue;
      }
      const next = piece(end);
      if (next === undefined) break;
      domain += next.text;
      if (isDotted) last += next.text;
      end = next.end;
    }
    if (!isDotted || last.length < 2) continue;
    // The name, backwards: pieces and signs between them; a plain word follows another only read back.
    let best: Free | undefined;
    for (let start = at - 1; start >= 0 && start > at - 24; start--) {
      const local = localOf(start, at);
      if (local === undefined) continue;
      const { text: name, loose } = local;
      const first = (tokens[start] as Token).text;
      const isLead = language.besideSet.has(first) && first.length > 1;
      if (isLead && start < at - 1 && signs[tokens[start + 1]?.text ?? ""] === undefined) break;
      best = {
        start,
        end,
        text: `${name}@${domain}`,
        cost: 0,
        ...(loose > 0 && { doubt: "words run together in the address" }),
      };
      if ((tokens[start] as Token).isAfterBreak && start > 0) break;
    }
    if (best !== undefined) found.push(best);
  }
  return found;

  function localOf(start: number, end: number): { text: string; loose: number } | undefined {
    let text = "";
    let loose = 0;
    let isWord = false;
    for (let at = start; at < end;) {
      const sign = signs[(tokens[at] as Token).text];
      if (sign !== undefined && at > start && at < end - 1) {
        text += sign;
        isWord = false;
        at++;
        continue;
      }
      const next = piece(at);
      if (next === undefined || next.end > end) return undefined;
      const isLong = next.text.length > 1 && /^\p{L}+$/u.test(next.text);
      if (isLong && isWord) loose++;
      isWord = isLong;
      text += next.text;
      at = next.end;
    }
    return /^[\p{L}\d]/u.test(text) ? { text: text.normalize("NFC"), loose } : undefined;
  }
}
