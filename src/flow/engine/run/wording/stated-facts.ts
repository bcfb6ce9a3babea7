// Fact check: whether a model's line states only known facts. It compares numbers, times, sums, names, addresses and
// denials; in doubt the line is refused, since a written one exists.

import { sentencesOf } from "../../../knowledge/passage.ts";
import { termsOf } from "../../../knowledge/search-terms.ts";
import { parse, type Reading } from "../../../grammar/chart.ts";
import type { Language } from "../../../grammar/language.ts";
import { languageOf as grammarOf } from "../../../grammar/languages/languages.ts";
import { type Token, tokenise } from "../../../grammar/tokens.ts";
import { languageOf, statementsIn } from "../../../locale/languages.ts";
import type { Statements } from "../../../locale/statements.ts";

export interface StatedFacts {
  /** Everything that may be said, including the written line. */
  readonly facts: readonly string[];
  /** Required words of the line. */
  readonly mustSay: readonly string[];
  /** Words of the instructions: the line may use them, but not their numbers. */
  readonly told: readonly string[];
  /** BCP 47. */
  readonly language: string;
}

export type UnstatedPart =
  | "nothing was said"
  | "it is too long"
  | "no check for this language"
  | "a number"
  | "a time, sum or measure"
  | "a name"
  | "an address"
  | "a denial"
  | "something that must be said is missing";

/** Spoken, that takes about half a minute. */
const lineCharsMax = 500;

/** Unknown statements of the line, and missing ones. Undefined: it may be spoken. */
export function unstatedIn(line: string, stated: StatedFacts): UnstatedPart | undefined {
  const { facts, mustSay, told, language } = stated;
  if (line.trim() === "") return "nothing was said";
  if (line.length > lineCharsMax) return "it is too long";
  const statements = statementsIn(language);
  if (statements === undefined) return "no check for this language";
  const statedLines = [...facts, ...mustSay];
  const readLine = readIn(plainOf(line, statements), language);
  const all = readIn(plainOf(statedLines.join("\n"), statements), language);
  if (!addressesIn(line).every((each) => all.text.includes(each))) return "an address";
  if (!areNumbersKnown(readLine, all)) return "a number";
  const ofLanguage: Comparing = { statements, language, grammar: grammarOf(languageOf(language).pack.tag) };
  if (!areMeasuresKnown(readLine, all, ofLanguage)) return "a time, sum or measure";
  if (!areNamesKnown(line, [...statedLines, ...told], ofLanguage)) return "a name";
  if (!areDenialsKnown(line, statedLines, ofLanguage)) return "a denial";
  const wordsIn = (text: string): readonly string[] => plainWords(readIn(text, language));
  const isHeld = (text: string): boolean => holds(wordsIn(line), wordsIn(text));
  return mustSay.every(isHeld) ? undefined : "something that must be said is missing";
}

interface ReadText {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly readings: readonly (readonly Reading[])[];
}

function readIn(text: string, tag: string): ReadText {
  const language = grammarOf(languageOf(tag).pack.tag);
  const { tokens } = tokenise(text, language);
  return { text, tokens, readings: parse(tokens, language.grammar) };
}

const NUMBERS = new Set(["number", "ordinal"]);

/** The numbers that begin at a word, the longest first. */
const numbersAt = ({ readings }: ReadText, at: number): readonly Reading[] =>
  (readings[at] ?? [])
    .filter(({ type }) => NUMBERS.has(type))
    .toSorted((a, b) => b.end - a.end || a.cost - b.cost);

/** The words of a text, its numbers as digits. */
function plainWords(text: ReadText): readonly string[] {
  const words: string[] = [];
  for (let at = 0; at < text.tokens.length;) {
    const [number] = numbersAt(text, at);
    words.push(number === undefined ? (text.tokens[at]?.text ?? "") : String(number.value));
    at = number?.end ?? at + 1;
  }
  return words;
}

/** Form for comparison: lower case, "a.m." as one word, without greetings. */
const plainOf = (text: string, { greetings }: Statements): string =>
  text
    .toLowerCase()
    .replace(/\b([ap])\.\s?m\b\.?/g, "$1m")
    .replace(/(\d)([ap]m)\b/g, "$1 $2")
    .replace(greetings, " ");

const addressesIn = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .match(/\S+@[\p{L}\p{N}.-]+|\b(?:https?:\/\/|www\.)\S+|\b[\w-]+\.(?:com|org|net|de|io|uk|eu)\b/gu) ?? [];

function areNumbersKnown(readLine: ReadText, all: ReadText): boolean {
  const values = new Set(
    // "The 27th" is "November 27".
    all.tokens.flatMap((_, at) => numbersAt(all, at).map(({ value }) => String(value))),
  );
  const written = new Set(digitsIn(all.text));
  for (let at = 0; at < readLine.tokens.length;) {
    const token = readLine.tokens[at];
    const [longest] = numbersAt(readLine, at);
    // "One of us", "first of all", and the German article.
    const isWord = longest !== undefined && !/^\d/.test(token?.text ?? "") && longest.value === 1;
    if (longest !== undefined && !isWord && !values.has(String(longest.value))) return false;
    at = Math.max(at + 1, longest?.end ?? 0);
  }
  return digitsIn(readLine.text).every((digits) => written.has(digits) || values.has(digits));
}

/** Digits with their separators, and the letters of a code. */
const digitsIn = (text: string): readonly string[] =>
  (text.match(/[\p{L}\p{N}]*\d(?:[.,:/-]?[\p{L}\p{N}]+)*/gu) ?? []).map((each) =>
    each.replace(/(?<=\d),(?=\d{3}\b)/g, "").replace(/(?:st|nd|rd|th)$/, ""),
  );

const signs = /[$€£¥%]/g;

const isMeasure = ({ statements, grammar }: Comparing, word: string): boolean =>
  grammar.measureSet.has(word) || statements.measures.has(word);

function areMeasuresKnown({ text }: ReadText, all: ReadText, ofLanguage: Comparing): boolean {
  const allWords = new Set(wordsOf(all.text));
  const singular = (word: string): string => word.replace(/s$/, "");
  const stems = new Set([...allWords].map(singular));
  const isKnown = (word: string): boolean => allWords.has(word) || stems.has(singular(word));
  return (
    wordsOf(text).every((word) => !isMeasure(ofLanguage, word) || isKnown(word)) &&
    (text.match(signs) ?? []).every((sign) => all.text.includes(sign))
  );
}

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{M}]+(?:['’][\p{L}]+)*/gu) ?? [];

interface Comparing {
  readonly statements: Statements;
  readonly language: string;
  readonly grammar: Language;
}

/** A capitalised word is a name, unless it was given or names nothing. */
function areNamesKnown(line: string, told: readonly string[], ofLanguage: Comparing): boolean {
  const { statements, language, grammar } = ofLanguage;
  const terms = new Set(told.flatMap((text) => stemsOf(text, language)));
  const plain = [statements.plain, grammar.notNameSet, languageOf(language).retrieval.stopWords];
  return wordsOf(line)
    .filter((word) => /^\p{Lu}/u.test(word))
    .every((word) => {
      const small = word.toLowerCase().replace("’", "'");
      if (isMeasure(ofLanguage, small) || plain.some((words) => words.has(small))) return true;
      return stemsOf(word, language).every((term) => terms.has(term));
    });
}

/** Stems of all words, except the most common ones. */
const stemsOf = (text: string, language: string): readonly string[] =>
  wordsOf(text).flatMap((word) => termsOf(word, language));

/** A sentence may deny only what the most similar known one denies. */
function areDenialsKnown(
  line: string,
  statedLines: readonly string[],
  { statements: { denies }, language }: Comparing,
): boolean {
  const read = (sentence: string) => ({
    isDenied: denies.test(sentence.toLowerCase()),
    terms: new Set(termsOf(sentence, language)),
  });
  const facts = statedLines.flatMap(sentencesOf).map(read);
  return sentencesOf(line)
    .map(read)
    .every(({ isDenied, terms }) => {
      const likeness = facts.map((fact) => fact.terms.intersection(terms).size);
      const best = Math.max(0, ...likeness);
      if (best === 0) return !isDenied;
      return facts.some((fact, at) => likeness[at] === best && fact.isDenied === isDenied);
    });
}

/** True if all of it is there in one piece. */
function holds(keys: readonly string[], wanted: readonly string[]): boolean {
  return keys.some((_, at) => wanted.every((key, i) => keys[at + i] === key)) || wanted.length === 0;
}
