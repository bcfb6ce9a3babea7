// Shared scale of two numbers: "one to two thousand" begins at a thousand.

import type { Value } from "../../../value/value.ts";
import { type Claim, span } from "../claims.ts";
import { wordReading } from "../spoken-numbers.ts";
import type { Utterance } from "../tokenised-utterance.ts";

/** The values before "to" or "or", in the scale of the one that is said behind it. */
export function inScaleOf(utterance: Utterance, values: readonly Value[], after: Claim): readonly Value[] {
  const [first, ...others] = values;
  const [last] = after.reading.values;
  if (typeof first !== "number" || typeof last !== "number" || others.length > 0) return values;
  const scale = scaleIn(utterance, after);
  // "A hundred or two hundred", "five or two thousand".
  return scale !== undefined && first < scale && first * scale < last ? [first * scale] : values;
}

/** The factor of the last word of a number: "two thousand", "2k", "zweitausend". */
function scaleIn(utterance: Utterance, { reading: { from, to } }: Claim): number | undefined {
  const { keys, pack } = utterance;
  const scales = span(from, to).flatMap((at): readonly number[] => {
    const named = pack.numbers.scales.get(keys[at] ?? "");
    if (named !== undefined) return [named];
    const word = wordReading(utterance, at);
    if (word === undefined || word.ordinal) return [];
    if (["hundred", "thousand", "million"].includes(word.rank)) return [word.value];
    return word.rank === "whole" ? compoundScales.filter((each) => word.value % each === 0).slice(0, 1) : [];
  });
  return scales.at(-1);
}

/** Of numbers in one word, the largest first. */
const compoundScales = [1_000, 100];
