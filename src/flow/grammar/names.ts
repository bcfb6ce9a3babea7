// Names of people: words that the language does not have, behind "my name is" or alone, spelled, or first and last
// apart.

import { slipsBetween } from "../../base/closest-word.ts";
import type { Reading } from "./chart.ts";
import type { Free, Readings } from "./free.ts";
import type { Language } from "./language.ts";
import type { Token } from "./tokens.ts";

const LETTERS = /^\p{L}[\p{L}\p{M}'’-]*$/u;
const LOWER = /^\p{Ll}/u;
const WORDS_MAX = 5;
/** Types of readings that mean something other than a name. */
const MEANT = new Set(["n", "day", "time", "money", "duration", "quantity", "yesno", "act", "mark", "aside"]);

interface Words {
  readonly tokens: readonly Token[];
  readonly readings: Readings;
  readonly language: Language;
  /** Places where readings of a type end. */
  readonly leads: ReadonlySet<number>;
  readonly weakLeads: ReadonlySet<number>;
}

export function namesIn(tokens: readonly Token[], readings: Readings, language: Language): readonly Free[] {
  const all = readings.flat();
  const ends = (type: string): ReadonlySet<number> =>
    new Set(all.flatMap((each) => (each.type === type ? [each.end] : [])));
  const words: Words = { tokens, readings, language, leads: ends("lead"), weakLeads: ends("weaklead") };
  const places = [...tokens.keys()];
  const names = places.flatMap((start) => namesFrom(words, start));
  const spelled = places.flatMap((start) => spelledAt(words, start));
  const letters = all.filter(({ type, value }) => type === "case" && typeof value === "string");
  return [...names, ...spelled, ...partedIn(words), ...namedAndSpelled(words, names, spelled)].map((each) =>
    letters.some(({ value }) => !each.text.toUpperCase().includes(value))
      ? { ...each, doubt: "it has other letters" }
      : each,
  );
}

/** Maximum number of words between a name and its letters: "that's spelled", "last name". */
const BETWEEN_WORDS_MAX = 5;
/** Number of letters for each misheard one, when a name's spelling follows. */
const LETTERS_PER_SLIP = 3;

/** "Maria, K-O-W-A-L-C-Z-Y-K", "Maria Kovalchik, that's K-O-W …": the letters spell one of its names. */
function namedAndSpelled(words: Words, names: readonly Free[], spelled: readonly Free[]): readonly Free[] {
  const { language, readings } = words;
  return spelled
    .filter(
      ({ start }) => !(readings[start - 1] ?? []).some(({ type, end }) => type === "letter" && end === start),
    )
    .flatMap((letters): readonly Free[] => {
      const before = names
        .filter(({ end }) => end <= letters.start && isBetween(words, end, letters.start))
        .toSorted((a, b) => a.start - b.start || b.end - a.end)[0];
      if (before === undefined) return [];
      const heard = before.text.split(" ");
      const whole = spelledWhole(heard, letters.text);
      if (whole !== undefined)
        return [{ ...letters, start: before.start, text: titled(whole, language), cost: -0.1 }];
      const same = heard.findLastIndex((name) => isHeardAs(name, letters.text));
      const named =
        same < 0 ? [...heard, letters.text] : heard.with(same, accented(heard[same] ?? "", letters.text));
      const text = titled(named, language);
      return [{ ...letters, start: before.start, text, cost: -0.1 }];
    });
}

/** "Beryl Ogden, is that right?" – "O G D E N": the repeated part of a read-back name. */
export function wholeName({ text }: Free, read: unknown): { text?: string; doubt?: string } {
  const parts = typeof read === "string" ? read.split(" ") : [];
  const at = parts.findIndex((part) => isHeardAs(part, text));
  if (parts.length < 2 || text.includes(" ") || at < 0) return {};
  return { text: parts.with(at, accented(parts[at] ?? "", text)).join(" ") };
}

/**
 * "Siân Llewellyn, that's S I A N, and then L L E W E L L Y N": the caller spells all names, or the last ones, in a
 * row.
 */
function spelledWhole(heard: readonly string[], spelled: string): readonly string[] | undefined {
  const last = heard.length - 1;
  const from = heard.findIndex((_, at) => {
    const row = plainOf(heard.slice(at).join("")).replaceAll(/\P{L}/gu, "");
    return at < last && Math.abs(row.length - spelled.length) < 2 && isHeardAs(row, spelled);
  });
  let end = 0;
  return from < 0
    ? undefined
    : heard.map((name, at) => {
        if (at < from) return name;
        const start = end;
        end += at === last ? spelled.length : name.length;
        return accented(name, spelled.slice(start, end));
      });
}

/** "Kovalchik" may be the recogniser's version of "Kowalczyk". */
function isHeardAs(name: string, spelled: string): boolean {
  const slipsMax = Math.max(1, Math.floor(spelled.length / LETTERS_PER_SLIP));
  return slipsBetween(plainOf(name), plainOf(spelled)) <= slipsMax;
}

/** Spelled name with accents, which letters lack. */
const accented = (name: string, spelled: string): string =>
  plainOf(name) === plainOf(spelled) ? name : spelled;

const plainOf = (name: string): string => name.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");

const isBetween = ({ tokens, readings, language }: Words, from: number, to: number): boolean =>
  to - from <= BETWEEN_WORDS_MAX &&
  tokens
    .slice(from, to)
    .every(
      ({ text }, at) =>
        language.besideSet.has(text) ||
        readings
          .slice(from, from + at + 1)
          .some((all) => all.some(({ type, end }) => end > from + at && NAMING.has(type))),
    );

const NAMING = new Set(["lead", "weaklead", "lastname", "firstname", "case"]);

function isName({ tokens, language }: Words, at: number, isLed: boolean): boolean {
  const { text, raw } = tokens[at] as Token;
  if (!LETTERS.test(raw) || text.startsWith("'") || text === "n't" || /^\p{Ll}$/u.test(raw)) return false;
  const isUsual = language.notNameSet.has(text) || language.grammar.vocabulary.has(text);
  return (
    !isUsual ||
    language.particleSet.has(text) ||
    (isLed && /^\p{Lu}/u.test(raw)) ||
    (/^\p{Lu}\p{Ll}/u.test(raw) && at > 0 && !language.besideSet.has(text))
  );
}

/** "Noah Little", "Will Young": a usual word is a last name if nothing follows. */
function isUsualLast(words: Words, at: number): boolean {
  const { tokens, language, readings } = words;
  const token = tokens[at];
  const next = tokens[at + 1];
  if (token === undefined || !LETTERS.test(token.raw) || (next !== undefined && !next.isAfterBreak))
    return false;
  const { text } = token;
  if (language.besideSet.has(text) || language.doubtOf.has(text) || language.notNameSet.has(text))
    return false;
  return !(readings[at] ?? []).some(({ type }) => MEANT.has(type));
}

function namesFrom(words: Words, start: number): readonly Free[] {
  const { tokens, language } = words;
  const isLed = words.leads.has(start);
  const first = tokens[start] as Token;
  if (language.ownerSet.has(first.text)) return [];
  const names: Free[] = [];
  const nameWords: string[] = [];
  const isGiven = language.givenSet.has(first.text);
  for (let at = start; at < Math.min(tokens.length, start + WORDS_MAX); at++) {
    const token = tokens[at] as Token;
    if (at > start && token.isAfterBreak) break;
    const isUsual = !isName(words, at, isLed);
    if (isUsual && !(at === start ? isGiven : nameWords.length === 1 && isUsualLast(words, at))) break;
    if (token.isJoined && nameWords.length > 0) nameWords.push(`${nameWords.pop()}-${token.raw}`);
    else nameWords.push(token.raw);
    if (language.particleSet.has(token.text) && nameWords.length > 1) continue;
    const doubt = looseness(words, {
      start,
      said: nameWords.length,
      isLed,
      isGiven: isUsual && at === start,
    });
    names.push({
      start,
      end: at + 1,
      text: titled(named(nameWords), language),
      cost: at === start && isUsual ? (isLed || tokens.length === 1 ? -0.08 : 0.3) : 0.1,
      isLed: isLed && /^\p{Lu}/u.test(first.raw),
      isLoose: nameWords.length === 1 && !isLed && LOWER.test(first.raw),
      ...(doubt && { doubt: "it may be no name" }),
    });
  }
  return names;
}

/** "Kowalczyk, Marta Kowalczyk": removes the repeated last name. */
function named(nameWords: readonly string[]): readonly string[] {
  const [first, ...rest] = nameWords;
  return rest.length > 1 && rest.at(-1) === first ? rest : nameWords;
}

interface Run {
  readonly start: number;
  readonly said: number;
  readonly isLed: boolean;
  /** Whether a usual word is a first name as well. */
  readonly isGiven: boolean;
}

function looseness({ tokens, language, weakLeads }: Words, { start, said, isLed, isGiven }: Run): boolean {
  const { text, raw } = tokens[start] as Token;
  const before = tokens[start - 1]?.text ?? "";
  const isWeak = weakLeads.has(start);
  const isOne = said === 1 && LOWER.test(raw);
  const isOwned =
    !isWeak && [before, tokens[start - 2]?.text ?? ""].some((word) => language.ownerSet.has(word));
  // "Sie hat mich gebissen": a word in small letters behind a person.
  const isBehindPerson =
    isOne && !isWeak && tokens.slice(0, start).some((each) => language.subjectSet.has(each.text));
  const isFree = isOwned || isBehindPerson || language.subjectSet.has(before) || said > 3 || isGiven;
  return (!isLed && isFree) || (isOne && (language.notNameEnding.test(text) || isWeak));
}

/** A word for each letter, more for "K as in kilo" and "i griega", and less for "double P". */
const isOfLetters = (text: string, words: number): boolean =>
  /^\p{L}{3,}$/u.test(text) && (words >= text.length || (/(.)\1/u.test(text) && words >= text.length - 1));

/** "A d a" */
const spelledAt = ({ readings, language }: Words, start: number): readonly Free[] =>
  (readings[start] ?? []).flatMap(({ type, end, value, cost }: Reading) =>
    type === "mix" && end - start >= 3 && isOfLetters(String(value), end - start)
      ? [{ start, end, text: titled([String(value).toLowerCase()], language), cost: 0.05 + cost }]
      : [],
  );

/** "First name Anna, last name Smith", "Anna, last name Smith", and the other way round. */
function partedIn(words: Words): readonly Free[] {
  const { tokens, readings, language } = words;
  const of = (type: string): Reading | undefined =>
    readings
      .flat()
      .filter((each) => each.type === type)
      .sort((a, b) => b.end - b.start - (a.end - a.start))[0];
  const last = of("lastname");
  if (last === undefined) return [];
  const first = of("firstname");
  const stop = first !== undefined && first.start > last.start ? first.start : tokens.length;
  const lastWords = wordsBetween(words, last.end, stop);
  const from = first?.end ?? nameBefore(words, last.start);
  const spelled = Array.from({ length: last.start }, (_, at) => spelledAt(words, at))
    .flat()
    .find(({ end }) => end === last.start);
  const firstWords =
    first === undefined && spelled !== undefined
      ? { ...spelled, said: [spelled.text] }
      : wordsBetween(
          words,
          from,
          first !== undefined && first.start > last.start ? tokens.length : last.start,
        );
  if (lastWords.said.length === 0 || firstWords.said.length === 0) return [];
  return [
    {
      start: Math.min(first?.start ?? firstWords.start, last.start),
      end: Math.max(firstWords.end, lastWords.end),
      text: titled([...firstWords.said, ...lastWords.said], language),
      cost: 0,
    },
  ];
}

/** Start of the name that ends here. */
function nameBefore(words: Words, end: number): number {
  let start = end;
  while (start > 0 && start > end - 3 && isName(words, start - 1, false)) start--;
  return start;
}

/** Words of a name between two places: the last ones that follow each other. */
function wordsBetween(
  { tokens }: Words,
  from: number,
  to: number,
): { said: string[]; start: number; end: number } {
  let start = from;
  while (start < to && !LETTERS.test(tokens[start]?.raw ?? "")) start++;
  let end = start;
  while (
    end < Math.min(to, start + 3) &&
    LETTERS.test(tokens[end]?.raw ?? "") &&
    !(end > start && tokens[end]?.isAfterBreak)
  )
    end++;
  const nameWords: string[] = [];
  for (const { raw, isJoined } of tokens.slice(start, end))
    if (isJoined && nameWords.length > 0) nameWords.push(`${nameWords.pop()}-${raw}`);
    else nameWords.push(raw);
  return { said: nameWords, start, end };
}

const titled = (words: readonly string[], language: Language): string =>
  words
    .map((word) => {
      if (/\p{Lu}/u.test(word) && /\p{Ll}/u.test(word)) return word;
      const low = word.toLowerCase();
      return language.particleSet.has(low) && words.length > 1
        ? low
        : low.replace(
            /(^|[-'’]|^mc)(\p{L})/gu,
            (_all, sign: string, letter: string) => sign + letter.toUpperCase(),
          );
    })
    .join(" ");
