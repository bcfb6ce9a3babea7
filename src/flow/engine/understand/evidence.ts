// Evidence among other words: decides whether a value is so clear that it is taken whatever else was said. "I would
// like the large pizza with extra cheese" is large; "is it cheaper tomorrow" is no day yet.

import type { Fill } from "./joint-parse.ts";
import { longestAt } from "./lexicon.ts";
import { numbersAt } from "./spoken-numbers.ts";
import {
  CHOICE_CONFIDENCE,
  CHOICE_COVERAGE_MIN,
  COUNT_COVERAGE_MIN,
  DOUBT_CONFIDENCE,
  EVIDENT_COVERAGE_MIN,
} from "./thresholds.ts";
import type { Utterance } from "./tokenised-utterance.ts";

interface Parsed {
  readonly fills: readonly Fill[];
  readonly coverage: number;
  readonly explained: readonly boolean[];
  readonly negated: boolean;
  readonly doubtful: boolean;
}

/** Confidence, 0 to 1: the coverage, or more where every value is evident and nothing is denied, asked or told. */
export function surenessOf(utterance: Utterance, parsed: Parsed, askedName: string | undefined): number {
  const { fills, coverage, explained, negated, doubtful } = parsed;
  if (fills.length === 0 || negated || doubtful || !isPlain(utterance, parsed)) return coverage;
  const isEvident = fills.every((fill) => fill.evident && fill.values.length < 2);
  if (isEvident) {
    return Math.max(coverage, coverage < EVIDENT_COVERAGE_MIN ? DOUBT_CONFIDENCE : CHOICE_CONFIDENCE);
  }
  const [only] = fills;
  const isYes = fills.length === 1 && only?.values[0] === true && beginsWithYes(utterance, explained);
  if (isYes && utterance.offersMore && coverage >= EVIDENT_COVERAGE_MIN)
    return Math.max(coverage, CHOICE_CONFIDENCE);
  // "Yes, since yesterday".
  if (isYes && coverage >= EVIDENT_COVERAGE_MIN) return Math.max(coverage, DOUBT_CONFIDENCE);
  // "Around twenty engineers and designers": nobody knows yet what is counted.
  const isCount = fills.length === 1 && only?.variable.wanted.kind === "number" && only.values.length === 1;
  if (isCount && coverage >= COUNT_COVERAGE_MIN) return Math.max(coverage, DOUBT_CONFIDENCE);
  const isOption =
    fills.length === 1 &&
    only?.variable.wanted.kind === "choice" &&
    only.variable.name === askedName &&
    only.values.length === 1 &&
    !only.vague;
  return isOption && coverage >= CHOICE_COVERAGE_MIN ? Math.max(coverage, CHOICE_CONFIDENCE) : coverage;
}

/** Nothing is denied, asked, told or put off, and no other number is left where a number was asked for. */
function isPlain(utterance: Utterance, { fills, explained }: Parsed): boolean {
  const { compiled, keys, negations, neutral, pack, unsure } = utterance;
  const isNumber = fills.some(
    ({ variable: { wanted } }) => wanted.kind === "number" || wanted.kind === "money",
  );
  const isDenied = negations.some(({ from, to }) => !explained.slice(from, to).every(Boolean));
  if (isDenied || unsure.length > 0 || longestAt(compiled.questionStarts, keys, 0) !== undefined)
    return false;
  return keys.every(
    (key, at) =>
      explained[at] === true ||
      (longestAt(compiled.asides, keys, at) === undefined &&
        (neutral[at] === true || !pack.interrogatives.has(key)) &&
        !(isNumber && numbersAt(utterance, at).length > 0)),
  );
}

/** "Yes, a margherita": a plain yes, and more. */
const beginsWithYes = ({ keys, pack }: Utterance, explained: readonly boolean[]): boolean =>
  explained[0] === true && pack.plainYes.has(keys[0] ?? "");
