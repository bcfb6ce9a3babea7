// Spoken answer: the answer without a model, an answer as written or the sentences of a passage that are about the
// question; and whether a model's words stay within it.

import { type FoundPassage, questionTerms } from "./knowledge-index.ts";
import { sentencesOf } from "./passage.ts";
import { termsOf } from "./search-terms.ts";

/** Share of the question, by weight, below which nothing was found. */
const coversMin = 0.4;
/** Minimum share of common words of a question and of an answer's own question: above it the two are the same. */
const sameQuestionMin = 0.6;
/** Spoken, that takes about 20 s. */
const answerCharsMax = 320;

export interface KnowledgeQuestion {
  readonly words: string;
  /** Language of the passages, BCP 47. */
  readonly language: string;
}

/** Answering part; empty: nothing does. */
export function answering(passages: readonly FoundPassage[]): readonly FoundPassage[] {
  const [best] = passages;
  return best === undefined || best.covers < coversMin ? [] : passages;
}

/** The answer whose question was asked. */
export function writtenAnswer(
  [best]: readonly FoundPassage[],
  { words, language }: KnowledgeQuestion,
): string | undefined {
  if (best?.questions === undefined || best.covers < coversMin) return undefined;
  const asked = questionTerms(words, language);
  const isAsked = best.questions.some((question) => {
    const terms = questionTerms(question, language);
    const both = asked.intersection(terms).size;
    return (2 * both) / Math.max(1, asked.size + terms.size) >= sameQuestionMin || both === asked.size;
  });
  return isAsked ? best.text : undefined;
}

/** The best passage's sentence that is most about the question, with the one after it where there is room. */
export function spokenAnswer(
  passages: readonly FoundPassage[],
  asked: KnowledgeQuestion,
): string | undefined {
  const [best] = passages;
  if (best === undefined) return undefined;
  if (best.questions !== undefined) return best.text;
  const terms = questionTerms(asked.words, asked.language);
  const sentences = sentencesOf(best.text);
  const scores = sentences.map((sentence) => {
    const sentenceTerms = new Set(termsOf(sentence, asked.language));
    // Of two equal sentences, the one with fewer other words wins.
    return terms.intersection(sentenceTerms).size - sentenceTerms.size / 1_000;
  });
  const at = scores.indexOf(Math.max(...scores));
  const [one = "", next] = sentences.slice(at, at + 2);
  return next !== undefined && one.length + next.length < answerCharsMax ? `${one} ${next}` : one;
}

/**
 * Whether every number in the words is also in the passages or the question: a model must not state numbers of its own.
 */
export function staysWithin(
  words: string,
  { found, asked }: { found: readonly FoundPassage[]; asked: string },
): boolean {
  const givenNumbers = new Set(
    numbersIn([asked, ...found.flatMap(({ title, text }) => [title, text])].join(" ")),
  );
  return numbersIn(words).every((number) => givenNumbers.has(number));
}

const numbersIn = (text: string): readonly string[] =>
  (text.match(/\d+(?:[.,:]\d+)*/g) ?? []).map((number) => number.replace(/[,:]/g, "."));
