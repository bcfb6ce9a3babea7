// Backchannels: words of a listener who wants the speaker to go on. The words of each language are in its pack.

import type { LanguagePack } from "./language-pack.ts";

/** Whether the text is nothing but such words: "mm-hm, okay". No words are none. */
export function isBackchannel(text: string, { backchannels, hesitations }: LanguagePack): boolean {
  const words =
    text
      .toLowerCase()
      .replaceAll("’", "'")
      .match(/[\p{L}\p{M}\p{N}']+/gu) ?? [];
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
