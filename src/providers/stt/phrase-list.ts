// Phrase list: all possible answers to a closed question, for recognisers that can be limited to them.

import type { Expectation, ExpectedKind, Sayable } from "../../flow/engine/expectation.ts";
import { primaryLanguage } from "./stt-dialect.ts";

/** A longer list does not help: the recogniser builds a grammar of it before the turn. */
const phrasesMax = 500;
const digitWords: Readonly<Record<string, readonly string[]>> = {
  en: ["zero", "oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"],
};

/**
 * At most 500 phrases in lower case, which may follow each other in any order; undefined where other words answer, too.
 * `language`: BCP 47.
 */
export function phraseList(
  expectation: Expectation | undefined,
  language: string,
): readonly string[] | undefined {
  if (expectation?.closed !== true) return undefined;
  const phrases = new Set<string>();
  for (const expected of expectation.anyOf) {
    const some = phrasesOf(expected, primaryLanguage(language));
    if (some === undefined) return undefined;
    for (const phrase of some) phrases.add(phrase);
    if (phrases.size > phrasesMax) return undefined;
  }
  return phrases.size === 0 ? undefined : [...phrases];
}

/** Undefined if the words of that language are unknown. */
function phrasesOf(expected: ExpectedKind, language: string): readonly string[] | undefined {
  if (expected.type === "phrases") return expected.phrases;
  return expected.type === "digits" ? digitWords[language] : textsOf(expected.said);
}

/** The texts of a tree, in order. */
function textsOf(sayable: Sayable): readonly string[] {
  if (typeof sayable === "string") return [sayable];
  if ("anyOf" in sayable) return sayable.anyOf.flatMap(textsOf);
  if ("sequence" in sayable) return sayable.sequence.flatMap(textsOf);
  if ("optional" in sayable) return textsOf(sayable.optional);
  return "repeat" in sayable ? textsOf(sayable.repeat) : sayable.anyOrder.flatMap(textsOf);
}
