// Long texts: what is looked up in them grows with their length and not with its square, at the reading that cost the
// most of all of them.

import { expect, test } from "bun:test";
import type { Lexicon } from "../../../../src/flow/engine/understand/lexicon.ts";
import { utteranceOf } from "../../../../src/flow/engine/understand/tokenised-utterance.ts";
import { readRange } from "../../../../src/flow/engine/understand/types/range.ts";
import { english } from "../../../../src/flow/locale/en/pack.ts";

/** How often a reading of a range looks for "between" in so many "and"s. */
function lookups(words: number): number {
  const utterance = utteranceOf("and ".repeat(words), english);
  let times = 0;
  const counting = new Map(utterance.compiled.between) as Map<string, never> & Lexicon<true>;
  const get = counting.get.bind(counting);
  counting.get = (word) => {
    times += 1;
    return get(word);
  };
  const counted = { ...utterance, compiled: { ...utterance.compiled, between: counting } };
  const moment = { date: "2026-11-20", time: "12:00" };
  for (const kind of ["date_range", "time_range"] as const)
    expect(readRange(counted, { kind }, { moment, asked: true })).toEqual([]);
  return times;
}

/** A phrase is at most eight words long, so each word is looked up with the seven before it. */
const phraseWordsMax = 8;

test('long texts: "between" is looked for in a thousand times "and" once, and not once for each', () => {
  expect(lookups(100)).toBeLessThanOrEqual(100 * phraseWordsMax);
  expect(lookups(1_000)).toBeLessThanOrEqual(1_000 * phraseWordsMax);
});
