// Language of an export that names none: the one with the most function words in its texts.

import { languageOf, spokenLanguages } from "../flow/locale/languages.ts";
import type { SourceFlow, SourceWork } from "./source-flow.ts";

/** Words examined: a page shows as much as a book. */
const wordsMax = 2_000;
/** Minimum share of a language's function words; a text of another language reaches a third of it. */
const shareMin = 0.15;

/** The caller's texts decide, and if too short the model's instructions. Undefined if neither does. */
export function languageIn({ nodes, globalPrompt, voicemail }: SourceFlow): string | undefined {
  const heard = [...nodes.flatMap(({ work }) => heardIn(work)), voicemail?.words];
  const told = [...nodes.flatMap(({ work }) => toldIn(work)), globalPrompt, voicemail?.prompt];
  return languageOfWords(heard) ?? languageOfWords([...heard, ...told]);
}

function heardIn(work: SourceWork): readonly (string | undefined)[] {
  switch (work.is) {
    case "words":
    case "ask":
      return [work.text];
    case "end":
      return [work.words];
    case "talk":
      return [work.opening];
    case "transfer":
      return [work.say];
    case "tool":
      return [work.filler];
    default:
      return [];
  }
}

function toldIn(work: SourceWork): readonly (string | undefined)[] {
  switch (work.is) {
    case "talk":
      return [work.instructions, ...work.variables.map(({ description }) => description)];
    case "line":
    case "end":
      return [work.prompt];
    case "extract":
      return work.variables.map(({ description }) => description);
    default:
      return [];
  }
}

function languageOfWords(texts: readonly (string | undefined)[]): string | undefined {
  const words = (
    texts
      .join(" ")
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  ).slice(0, wordsMax);
  const packs = spokenLanguages.map((tag) => ({ tag, small: languageOf(tag).retrieval.stopWords }));
  // A word common to two languages shows nothing.
  const tellingWords = words.filter((word) => packs.filter(({ small }) => small.has(word)).length === 1);
  const [best] = packs
    .map(({ tag, small }) => ({ tag, count: tellingWords.filter((word) => small.has(word)).length }))
    .toSorted((a, b) => b.count - a.count);
  return best !== undefined && best.count > 0 && best.count >= shareMin * words.length ? best.tag : undefined;
}
