// Spoken form: a voice's text for a written sentence. One normaliser per language precedes every voice, so
// that all voices speak a date or a sum alike; all other parts see the written sentence.

import type { ReadAloud } from "./read-aloud.ts";
import { littleWords, readers, readOtherwise } from "./readers.ts";
import { pronounced } from "./pronounced.ts";
import { readText } from "./read-text.ts";
import { withoutUnspeakable } from "./voice-scripts.ts";

export interface SpokenForm {
  readonly text: string;
  /** True if a part is in a script that the voice cannot speak. */
  readonly isCut: boolean;
}

export interface VoiceContext {
  /** The language of the sentence, as BCP 47. Absent: unknown. */
  readonly language?: string | undefined;
  /** The languages that the voice can speak, by their first part ("en"). Absent: any. */
  readonly speaks?: readonly string[] | undefined;
  /** Written words → their pronunciation. */
  readonly pronounce?: ReadonlyMap<string, string> | undefined;
}

/** Longest text for voices; a sentence that would become longer is spoken as written. */
const spokenCharsMax = 2_000;

/**
 * Total: every text has a form. A text in a language without data here is unchanged. A text without a
 * speakable word becomes a sentence that says so.
 */
export function spokenForm(text: string, { language, speaks, pronounce }: VoiceContext): SpokenForm {
  const written = pronounced(text, pronounce);
  const tag = language ?? speaks?.[0] ?? languageOfWords(written);
  const words = tag === undefined ? undefined : readers.get(primaryOf(tag));
  const { text: speakable, isCut } = withoutUnspeakable(written, speaks);
  if (isCut && speakable === "") return { text: (words ?? sorryIn(speaks)).cannotSay, isCut };
  if (words === undefined || tag === undefined) return { text: speakable, isCut };
  const spoken = readText(speakable, words, tag);
  const isTooLong = spoken.length > spokenCharsMax && speakable.length <= spokenCharsMax;
  return { text: isTooLong ? speakable : spoken, isCut };
}

const primaryOf = (tag: string): string => tag.split("-")[0]?.toLowerCase() ?? "";

/** A language of the voice in which it can say that it cannot speak the text. */
function sorryIn(speaks: readonly string[] | undefined): ReadAloud {
  return readers.get(primaryOf(speaks?.find((one) => readers.has(primaryOf(one))) ?? "")) ?? readOtherwise;
}

const guessedCharsMax = 400;

/** @internal The language of a text by its little words; undefined when none is clear. */
export function languageOfWords(text: string): string | undefined {
  const words =
    text
      .slice(0, guessedCharsMax)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const counts = littleWords
    .map(([language, little]) => ({ language, count: words.filter((word) => little.has(word)).length }))
    .toSorted((a, b) => b.count - a.count);
  const [first, second] = counts;
  return first !== undefined && first.count > (second?.count ?? 0) ? first.language : undefined;
}
