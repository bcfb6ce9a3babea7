// Stated facts of a test: values and claims that the agent has stated, in any wording. The rules that read callers read
// values; claims are compared by their words. Pure.

import { parse } from "../../../grammar/chart.ts";
import { languageOf as grammarOf } from "../../../grammar/languages/languages.ts";
import { tokenise } from "../../../grammar/tokens.ts";
import { understand } from "../../../engine/understand/understand.ts";
import type { ValueRule, WallTime } from "../../../engine/understand/understanding.ts";
import { sentencesOf } from "../../../knowledge/passage.ts";
import { termsOf } from "../../../knowledge/search-terms.ts";
import { languageOf, statementsIn } from "../../../locale/languages.ts";
import type { Value } from "../../../value/value.ts";

/** `unsure`: the words are alike, and only a reader who understands them could say. */
export type StatedVerdict = "stated" | "not_stated" | "unsure";

export interface StatedIn {
  /** Words of the agent. */
  readonly texts: readonly string[];
  /** BCP 47. */
  readonly language: string;
  readonly moment: WallTime;
}

/** Minimum share of its words at which a claim may have been made in other words. */
const likeMin = 0.5;

export function isStated(fact: Value, { texts, language, moment }: StatedIn): StatedVerdict {
  const sentences = texts.flatMap(sentencesOf);
  const rule = ruleOf(fact);
  if (rule === undefined)
    return claimed(typeof fact === "string" ? fact : JSON.stringify(fact), sentences, language);
  const has = sentences.some((sentence) => readsAs(sentence, { fact, rule, language, moment }));
  return has ? "stated" : "not_stated";
}

/** Type of a fact; undefined: it is a claim in words. */
function ruleOf(fact: Value): ValueRule | undefined {
  if (typeof fact === "number") return { kind: "number", integer: Number.isInteger(fact) };
  if (typeof fact !== "string") return undefined;
  if (/^\d{4}-\d{2}-\d{2}$/.test(fact)) return { kind: "date" };
  return /^\d{2}:\d{2}$/.test(fact) ? { kind: "time" } : undefined;
}

interface ReadingFact extends Pick<StatedIn, "language" | "moment"> {
  readonly fact: Value;
  readonly rule: ValueRule;
}

/** A sentence may hold several values, so each run of its words is read by itself where the whole is not it. */
function readsAs(sentence: string, of: ReadingFact): boolean {
  if (of.rule.kind === "number") return numbersIn(sentence, of.language).includes(Number(of.fact));
  const words = sentence.split(/\s+/u).filter((word) => word !== "");
  if (valuesIn(sentence, of).includes(of.fact)) return true;
  for (let length = Math.min(wordsOfValueMax, words.length); length > 0; length--)
    for (let at = 0; at + length <= words.length; at++)
      if (valuesIn(words.slice(at, at + length).join(" "), of).includes(of.fact)) return true;
  return false;
}

/** "Saturday the twenty-first of November two thousand twenty-six". */
const wordsOfValueMax = 8;

function valuesIn(words: string, { rule, language, moment }: ReadingFact): readonly Value[] {
  const { pack } = languageOf(language);
  const [, region] = language.split("-");
  const meaning = understand(words, {
    pack,
    moment,
    ...(region !== undefined && { region }),
    asked: { name: "fact", wanted: rule, synonyms: [] },
    open: [],
    correctable: [],
    handlers: [],
    confidence: 1,
  });
  if (meaning.type === "answer") return meaning.values.map(({ value }) => value);
  return meaning.type === "alternatives" ? meaning.values : [];
}

function numbersIn(text: string, language: string): readonly number[] {
  const grammar = grammarOf(languageOf(language).pack.tag);
  const { tokens } = tokenise(text, grammar);
  return parse(tokens, grammar.grammar).flatMap((readings) => {
    const [longest] = readings
      .filter(({ type }) => type === "number")
      .toSorted((a, b) => b.end - a.end || a.cost - b.cost);
    return longest === undefined ? [] : [Number(longest.value)];
  });
}

/** A claim is made by a sentence that has all its words and numbers, and denies as it does. */
function claimed(claim: string, sentences: readonly string[], language: string): StatedVerdict {
  const denies = statementsIn(language)?.denies;
  const isDenied = (text: string): boolean => denies?.test(text.toLowerCase()) === true;
  const terms = new Set(termsWithNumbers(claim, language));
  let best: StatedVerdict = "not_stated";
  for (const sentence of sentences) {
    const sentenceTerms = new Set(termsWithNumbers(sentence, language));
    const share = terms.intersection(sentenceTerms).size / Math.max(1, terms.size);
    const isAlike = isDenied(sentence) === isDenied(claim);
    if (share === 1 && isAlike) return "stated";
    // All its words with a "not" say the contrary.
    if (share >= likeMin && share < 1) best = "unsure";
  }
  return best;
}

/** Stems, with numbers as digits: "four" is "4". */
function termsWithNumbers(text: string, language: string): readonly string[] {
  const numbers = numbersIn(text, language).map(String);
  return [...termsOf(text, language).filter((term) => !/^\d/.test(term)), ...numbers];
}
