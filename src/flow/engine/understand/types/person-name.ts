// Person name matcher: takes what follows "my name is", as the transcript writes it, or spelled letter by letter.

import { findAll, type Lexicon, longestAt, longestBefore, type PhraseMatch } from "../lexicon.ts";
import type { ValueReading } from "../reading.ts";
import { spelledAt } from "../spelling.ts";
import { skipNeutral, type Utterance, utteranceOf } from "../tokenised-utterance.ts";

const nameUnitsMax = 120;
/** Longer names exist; they are read back first. */
const nameWordsMax = 5;

export const fitsName = (value: unknown): value is string =>
  typeof value === "string" &&
  value.length <= nameUnitsMax &&
  /\p{L}/u.test(value) &&
  !/[\p{C}<>{}]/u.test(value);

/**
 * `asked`: every row of words that may be a name; otherwise only what follows a carrier. `taken`: words that other
 * variables have explained.
 */
export function readName(
  utterance: Utterance,
  asked: boolean,
  taken: readonly boolean[],
): readonly ValueReading[] {
  const { tokens, compiled, keys, pack } = utterance;
  const carriers = compiled.carriers.get("name");
  const carrying = asked ? carriers?.before : carriers?.unasked;
  const readings: ValueReading[] = [];
  /** "My son", beside his name. */
  const who: number[] = [];
  for (let at = 0; at < tokens.length;) {
    const isWho = isSomebody(utterance, at);
    const end = isWho ? at : nameEnd(utterance, at, taken);
    if (end === at) {
      if (isWho && pack.company.people.has(keys[at] ?? "")) who.push(at - 1, at);
      at++;
      continue;
    }
    const carried = carrying !== undefined && longestBefore(carrying, keys, at) !== undefined;
    const value = asked || carried ? nameFrom(utterance, at, end) : "";
    // "Four" and "why" are nobody's name.
    const isWord = tokens
      .slice(at, end)
      .every(({ word }) => pack.numbers.read(word) !== undefined || pack.interrogatives.has(word));
    if (fitsName(value) && !isWord) {
      readings.push({
        from: at,
        to: Math.min(end, at + nameWordsMax),
        values: [value],
        clear: carried,
        strict: !carried,
        shares: [...who],
        doubtful: isSaidOfSelf(utterance, at, end) || isListed(utterance, value, { from: at, to: end }),
      });
    }
    at = end;
  }
  const carried = readings.filter(({ clear }) => clear);
  const [first, second, ...more] = readings;
  // "Bob, no, Robert Brown".
  const isCorrected =
    carried.length === 0 &&
    first !== undefined &&
    second !== undefined &&
    more.length === 0 &&
    utterance.markers.some(({ from, to }) => from >= first.to && to <= second.from);
  if (isCorrected) return [{ ...second, from: first.from, doubtful: true }];
  return carried.length > 0 ? carried : readings.slice(0, 1);
}

/** "My son", "a dog": who it is, and not what it is called. */
const isSomebody = ({ compiled, keys, pack }: Utterance, at: number): boolean =>
  pack.notBeforeNames.has(keys[at - 1] ?? "") &&
  longestBefore(compiled.carriers.get("name")?.before ?? new Map<never, never>(), keys, at) === undefined;

/** "I'm hungry": one word behind a small carrier, which the recogniser wrote like any other, may be no name. */
function isSaidOfSelf(
  { text, tokens, compiled, keys, neutral }: Utterance,
  from: number,
  end: number,
): boolean {
  const carrier = longestBefore(compiled.carriers.get("name")?.before ?? new Map<never, never>(), keys, from);
  const word = text.slice(tokens[from]?.from, tokens[end - 1]?.to);
  const isSmall = carrier !== undefined && neutral.slice(carrier.from, carrier.to).every(Boolean);
  return isSmall && end - from === 1 && word === word.toLowerCase();
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** "Schmidt, Anna": which of them is the family name is not sure. */
function isListed({ text, tokens }: Utterance, value: string, { from, to }: Span): boolean {
  const said = text.slice(tokens[from]?.from, tokens[to - 1]?.to);
  return said.includes(",") && value.split(" ").length === to - from;
}

/**
 * "A standing order for Ada": what follows a word by which the variable is called, although nobody asked for it. Only a
 * transcript that writes names with a capital tells one from any other word.
 */
export function readCalledName(
  utterance: Utterance,
  called: readonly PhraseMatch<true>[],
  taken: readonly boolean[],
): readonly ValueReading[] {
  const { tokens, text, pack } = utterance;
  return called.flatMap(({ to: from }): readonly ValueReading[] => {
    const to = Math.min(nameEnd(utterance, from, taken), from + nameWordsMax);
    const value = to > from ? nameFrom(utterance, from, to) : "";
    if (!fitsName(value)) return [];
    const isWritten = !pack.nouns.capitals && /^\p{Lu}\p{Ll}/u.test(text.slice(tokens[from]?.from));
    return [{ from, to, values: [value], clear: true, ...(isWritten ? {} : { doubtful: true }) }];
  });
}

/**
 * "First name Anna, last name Schmidt": both parts, or the one by which a variable is called. `names`: what it is called
 * and asked for. `isOnly`: no other variable takes a part.
 */
export function readNameParts(
  utterance: Utterance,
  names: readonly string[],
  { taken, isOnly }: { readonly taken: readonly boolean[]; readonly isOnly: boolean },
): readonly ValueReading[] {
  const { keys, compiled, pack } = utterance;
  const { given, family } = compiled.nameParts;
  const [[first, ...firsts], [last, ...lasts]] = [findAll(given, keys), findAll(family, keys)];
  if (firsts.length + lasts.length > 0) return [];
  const isCalled = (lexicon: Lexicon<true>): boolean =>
    names.some((name) => findAll(lexicon, utteranceOf(name, pack).keys).length > 0);
  if (first === undefined || last === undefined) {
    const isWhole = isOnly && !isCalled(given) && !isCalled(family);
    return isWhole ? withOtherPart(utterance, { given: first, family: last }, taken) : [];
  }
  const part = (own: PhraseMatch<true>, other: PhraseMatch<true>) => {
    const from = skipNeutral(utterance, own.to);
    const end = nameEnd(utterance, from, taken);
    const to = other.from > own.from ? Math.min(end, other.from) : end;
    return { from: own.from, to, value: to > from ? nameFrom(utterance, from, to) : "" };
  };
  const [one, other] = [part(first, last), part(last, first)];
  const isGiven = isCalled(given);
  if (one.value === "" || other.value === "" || (isGiven && isCalled(family))) return [];
  const reading = { clear: true, from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };
  if (isGiven) return [{ ...one, values: [one.value], clear: true }];
  if (isCalled(family)) return [{ ...other, values: [other.value], clear: true }];
  return isOnly ? [{ ...reading, values: [`${one.value} ${other.value}`] }] : [];
}

/** "Laura, last name Stein": only one of the parts is called by its name, and the other one stands before it. */
function withOtherPart(
  utterance: Utterance,
  { given, family }: Readonly<Record<"given" | "family", PhraseMatch<true> | undefined>>,
  taken: readonly boolean[],
): readonly ValueReading[] {
  const own = given ?? family;
  if (own === undefined) return [];
  const { compiled, keys } = utterance;
  const carriers = findAll(compiled.carriers.get("name")?.before ?? new Map<never, never>(), keys);
  const carried = carriers.filter(({ to }) => to <= own.from).at(-1)?.to ?? 0;
  const start = skipNeutral(utterance, carried);
  const from = skipNeutral(utterance, own.to);
  const to = nameEnd(utterance, from, taken);
  if (start >= own.from || nameEnd(utterance, start, taken) < own.from || to <= from) return [];
  const [before, behind] = [nameFrom(utterance, start, own.from), nameFrom(utterance, from, to)];
  const value = given === undefined ? `${before} ${behind}` : `${behind} ${before}`;
  return [{ from: start, to, values: [value], clear: true }];
}

/** The first word from `at` on that is no part of a name. */
function nameEnd(
  { tokens, pack, neutral, markers, compiled, keys }: Utterance,
  at: number,
  taken: readonly boolean[],
): number {
  const carriers = compiled.carriers.get("name");
  const isNameWord = (word: number): boolean => {
    const next = tokens[word];
    return (
      next !== undefined &&
      !next.numeral &&
      /^\p{L}{2}/u.test(next.word) &&
      neutral[word] !== true &&
      !pack.notInNames.has(next.word) &&
      !pack.interrogatives.has(next.word)
    );
  };
  let end = at;
  for (; end < tokens.length; end++) {
    const token = tokens[end];
    if (token === undefined || taken[end] === true || token.numeral || !/^\p{L}/u.test(token.word)) break;
    if (markers.some(({ from, to }) => end >= from && end < to)) break;
    const single = /^\p{L}$/u.test(token.word);
    // "Will Young" begins with a small word.
    const isAlso = end === at && pack.alsoNames.has(token.word) && isNameWord(end + 1);
    const isOther =
      longestAt(compiled.dayParts, keys, end) !== undefined ||
      pack.company.both.has(token.word) ||
      longestBefore(compiled.notAnswers, keys, end + 1) !== undefined;
    if (isOther || (!single && !isAlso && (pack.notInNames.has(token.word) || neutral[end] === true))) break;
    if (
      single &&
      neutral[end] === true &&
      !isSpelling(tokens[end + 1]?.word) &&
      !isSpelling(tokens[end - 1]?.word)
    )
      break;
    if (token.word.endsWith("n't")) break;
    if (carriers !== undefined && longestBefore(carriers.before, keys, end + 1) !== undefined) break;
  }
  return end;
}

const isSpelling = (word: string | undefined): boolean => word !== undefined && /^\p{L}$/u.test(word);

function nameFrom(utterance: Utterance, from: number, end: number): string {
  const words: string[] = [];
  const spelled = new Set<string>();
  for (let at = from; at < end;) {
    const letters = lettersFrom(utterance, at, end);
    if (letters.text.length >= 3) {
      const known = words.some((word) => word.toLowerCase() === letters.text);
      if (!known) words.push(capital(letters.text));
      spelled.add(capital(letters.text));
      at = letters.to;
      continue;
    }
    const token = utterance.tokens[at];
    const last = words.length - 1;
    if (token !== undefined) {
      const word = utterance.text.slice(token.from, token.to);
      // "Jean-Luc" is one name.
      if (
        at > from &&
        last >= 0 &&
        utterance.text[token.from - 1] === "-" &&
        utterance.tokens[at - 1]?.to === token.from - 1
      )
        words[last] = `${words[last] ?? ""}-${word}`;
      else words.push(word);
    }
    at++;
  }
  // "Bond, James Bond".
  const isTwice = words[0] === words.at(-1) || words[0]?.toLowerCase() === words[1]?.toLowerCase();
  if (words.length > 2 && isTwice) words.shift();
  const shouted = words.every((word) => word === word.toLowerCase() || spelled.has(word));
  return words
    .map((word, at) => {
      const isParticle = at > 0 && at < words.length - 1 && utterance.pack.nameParticles.has(word);
      return shouted && !isParticle ? capital(word) : word;
    })
    .join(" ")
    .replace(/['’]s$/, "")
    .slice(0, nameUnitsMax);
}

function lettersFrom(
  utterance: Utterance,
  from: number,
  end: number,
): { readonly to: number; readonly text: string } {
  let text = "";
  let at = from;
  while (at < end && isSpelling(utterance.tokens[at]?.word)) {
    const [letter] = spelledAt(utterance, at, false);
    if (letter === undefined || letter.to > end) break;
    text += letter.text;
    at = letter.to;
  }
  return { to: at, text };
}

/** "ada-maria" → "Ada-Maria", "o'brien" → "O'Brien" */
const capital = (word: string): string =>
  word.replaceAll(
    /(^|-|(?<=^[od])['’])(\p{L})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
