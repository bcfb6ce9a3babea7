// Search terms: the stems of a text's words in its language, by which it is found.

import { languageOf } from "../locale/languages.ts";

/** Terms in text order, as often as they occur. `language`: a BCP 47 tag; an unknown one is read as English. */
export function termsOf(text: string, language: string): readonly string[] {
  const { stem, stopWords } = languageOf(language).retrieval;
  const words = wordsOf(text);
  const telling = words.filter((word) => !stopWords.has(word));
  // "Where are you?" has only stop words, and is still a question.
  return (telling.length === 0 ? words : telling).flatMap((word) => {
    const term = foldedMarks(stem(word));
    return term === "" ? [] : [term];
  });
}

/** A possessive is the word itself, and "9.30" one word. */
function wordsOf(text: string): readonly string[] {
  const words = text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[’']s\b/g, "")
    .match(/\d+(?:[.,:]\d+)*|[\p{L}\p{M}\p{N}]+/gu);
  return words ?? [];
}

/** Callers' words come from recognisers and keyboards without accents. */
const foldedMarks = (word: string): string => word.normalize("NFD").replace(/\p{M}/gu, "");
