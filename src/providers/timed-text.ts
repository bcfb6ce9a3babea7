// Timed text: the words of a text that a voice has reached, by the times that its vendor gives for words of its own.

import type { WordTime } from "./provider-contract.ts";

/** Times by the index of a word in the text. A vendor's words may be parts of ours, or several of them. */
export function timesOfWords(
  text: string,
  words: readonly WordTime[],
): ReadonlyMap<number, { readonly startMs: number; readonly endMs: number }> {
  const ours = [...text.matchAll(/\S+/g)];
  const lower = text.toLowerCase();
  const times = new Map<number, { startMs: number; endMs: number }>();
  let from = 0;
  for (const { text, startMs, endMs } of words) {
    const trimmed = text.trim().toLowerCase();
    const at = trimmed === "" ? -1 : lower.indexOf(trimmed, from);
    if (at === -1) continue;
    from = at + trimmed.length;
    for (const [index, { index: begin, 0: word }] of ours.entries()) {
      if (begin + word.length <= at || begin >= from) continue;
      times.set(index, { startMs: times.get(index)?.startMs ?? startMs, endMs });
    }
  }
  return times;
}
