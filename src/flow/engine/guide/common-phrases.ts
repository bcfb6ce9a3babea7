// Common phrases: the most frequent of a pack's phrases. Packs have far more of them than a recogniser can tell
// apart.

import type { Language } from "../../grammar/language.ts";
import { spokenWords } from "./spoken-words.ts";

/** Phrases of a built-in handler. */
const packPhrasesMax = 12;
/** Phrases with the same first word: half of all phrases for yes begin with "yes". */
const samePhrasesMax = 3;
const packPhraseWordsMax = 4;

/** The shortest and commonest, which come first in a pack, and of many kinds. */
export function commonPhrases(
  phrases: readonly string[],
  language: Language,
  max: number = packPhrasesMax,
): readonly string[] {
  const begun = new Map<string, number>();
  return (
    phrases
      .map((phrase) => spokenWords(phrase, language))
      // Single letters are typed, not said.
      .filter((phrase) => phrase.length > 1 && phrase.split(" ").length <= packPhraseWordsMax)
      .filter((phrase) => {
        const [first = ""] = phrase.split(" ");
        const known = begun.get(first) ?? 0;
        begun.set(first, known + 1);
        return known < samePhrasesMax;
      })
      .slice(0, max)
  );
}
