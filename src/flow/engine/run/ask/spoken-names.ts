// Names of read-backs: the noun that a number counts ("2 adults"), and distinctions of two values of one kind.

import { languageOf } from "../../../grammar/languages/languages.ts";
import type { LanguagePack } from "../../../locale/language-pack.ts";

/** A variable by its words in the language of the call. */
export interface NamedVariable {
  readonly name: string;
  readonly synonyms: readonly string[];
  /** Words that ask for the value. */
  readonly question: string;
}

/** Words between "how many" and its noun: "how many of your young guests". */
const wordsBeforeNounMax = 4;

/**
 * Counted noun: the noun of its question, else a plural among its names. Undefined without either: a floor or an age
 * counts nothing.
 */
export function countedNoun(
  { name, synonyms, question }: NamedVariable,
  pack: LanguagePack,
): string | undefined {
  const asked = nounAsked(question, pack);
  if (asked !== undefined) return asked;
  const names = pack.namesVariables ? [...synonyms, name] : synonyms;
  return names.find((each) => /^\p{L}+$/u.test(each) && pack.nouns.isPlural(each));
}

/** "For how many people?" → "people". */
function nounAsked(question: string, { nouns, tag }: LanguagePack): string | undefined {
  const { notNameSet, articleSet } = languageOf(tag);
  const isSmall = (word: string): boolean => notNameSet.has(word) || articleSet.has(word);
  const lower = question.toLowerCase();
  for (const phrase of nouns.countQuestions) {
    const at = lower.indexOf(`${phrase} `);
    if (at < 0) continue;
    const [clause = ""] = question.slice(at + phrase.length).split(/[.,;:!?]/);
    const words = (clause.match(/\p{L}+/gu) ?? []).slice(0, wordsBeforeNounMax);
    return words.find(
      (word) =>
        !isSmall(word.toLowerCase()) && (nouns.capitals ? /^\p{Lu}/u.test(word) : nouns.isPlural(word)),
    );
  }
  return undefined;
}

/** Spoken name; names of variables are English. Undefined where nothing fits. */
export function spokenName({ name, synonyms }: NamedVariable, pack: LanguagePack): string | undefined {
  return synonyms[0] ?? (pack.namesVariables ? name.replaceAll("_", " ") : undefined);
}
