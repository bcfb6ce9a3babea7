// Turn endings: whether words look as if the speaker would go on, or as if the thought were over, or only show that a
// listener wants to hear more, for recognisers that hear anything. The words of each language are in its pack.

import type { LanguagePack } from "./language-pack.ts";

/** `unfinished`: hardly any speaker stops here. `finished`: more is not to be expected. `plain`: nothing shows it. */
export type TurnEnding = "unfinished" | "finished" | "plain";

/** Number of words from which on they are surely a thought. */
const thoughtWordsMin = 4;

/** Ending of a turn's words so far. No words are `plain`. */
export function endingOf(text: string, { hesitations, unfinished, finished }: LanguagePack): TurnEnding {
  const words = wordsOf(text);
  const line = ` ${words.join(" ")}`;
  const endsLike = (phrases: Iterable<string>): boolean =>
    Array.from(phrases).some((phrase) => line.endsWith(` ${phrase}`));
  if (words.length === 0) return "plain";
  if (endsLike(hesitations) || endsLike(unfinished)) return "unfinished";
  if (/[.!?。？！]["”»]?\s*$/u.test(text) || endsLike(finished)) return "finished";
  return words.length < thoughtWordsMin ? "plain" : "finished";
}

/** Whether the last word is a hesitation ("um"). */
export const endsHesitating = (text: string, { hesitations }: LanguagePack): boolean =>
  hesitations.has(wordsOf(text).at(-1) ?? "");

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replaceAll("’", "'")
    .match(/[\p{L}\p{M}\p{N}']+/gu) ?? [];

/** Whether the text is nothing but such words: "mm-hm, okay". No words are none. */
export function isBackchannel(text: string, { backchannels, hesitations }: LanguagePack): boolean {
  const words = wordsOf(text);
  const phrases = backchannels.map((phrase) => phrase.split(" "));
  let at = 0;
  while (at < words.length) {
    const from = words.slice(at);
    const lengths = phrases
      .filter((phrase) => phrase.every((word, i) => word === from[i]))
      .map((phrase) => phrase.length);
    const length = hesitations.has(from[0] ?? "") ? Math.max(1, ...lengths) : Math.max(0, ...lengths);
    if (length === 0) return false;
    at += length;
  }
  return words.length > 0;
}
