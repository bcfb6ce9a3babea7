// Evidence among other words: decides whether a value is so clear that it is taken whatever else was said. "I would
// like the large pizza with extra cheese" is large; "is it cheaper tomorrow" is no day yet.

import type { Fill } from "./joint-parse.ts";
import { longestAt } from "./lexicon.ts";
import { numbersAt } from "./spoken-numbers.ts";
import {
  ACCEPT_MIN,
  CHOICE_CONFIDENCE,
  CHOICE_COVERAGE_MIN,
  COUNT_COVERAGE_MIN,
  DOUBT_CONFIDENCE,
  EVIDENT_COVERAGE_MIN,
  QUESTION_CONFIDENCE,
} from "./thresholds.ts";
import type { LanguagePack } from "../../locale/language-pack.ts";
import { type Utterance, utteranceOf } from "./tokenised-utterance.ts";

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
  if (fills.length === 0) return coverage;
  // "What's in premium" names an option, and chooses none.
  const isChoice = fills.some(({ variable }) => variable.wanted.kind === "choice");
  if (isChoice && asks(utterance) && coverage < ACCEPT_MIN) return Math.min(coverage, QUESTION_CONFIDENCE);
  if (negated || doubtful) return coverage;
  if (!isPlain(utterance, parsed))
    return isTold(utterance, parsed) ? Math.max(coverage, DOUBT_CONFIDENCE) : coverage;
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
  const isNo = fills.length === 1 && only?.values[0] === false && saysWho(utterance, explained);
  if (isNo && coverage >= EVIDENT_COVERAGE_MIN) return Math.max(coverage, DOUBT_CONFIDENCE);
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

const asks = ({ keys, neutral, pack }: Utterance): boolean =>
  neutral[0] !== true && pack.interrogatives.has(keys[0] ?? "");

/** "My router is broken since yesterday": a story that names one option, and denies or asks nothing. */
function isTold(utterance: Utterance, { fills, coverage, explained }: Parsed): boolean {
  const { compiled, keys, negations, unsure } = utterance;
  const [only, ...others] = fills;
  const isOption = only?.variable.wanted.kind === "choice" && only.evident && only.values.length === 1;
  const isDenied = negations.some(({ from, to }) => !explained.slice(from, to).every(Boolean));
  const isAsked = longestAt(compiled.questionStarts, keys, 0) !== undefined;
  const isTrouble = keys.some((_, at) => longestAt(compiled.rejections, keys, at) !== undefined);
  return (
    isOption &&
    others.length === 0 &&
    !isDenied &&
    !isAsked &&
    !isTrouble &&
    unsure.length === 0 &&
    coverage >= EVIDENT_COVERAGE_MIN
  );
}

/** Nothing is denied, asked, told or put off, and no other number is left where a number was asked for. */
function isPlain(utterance: Utterance, { fills, explained }: Parsed): boolean {
  const { compiled, conditional, keys, negations, neutral, pack, unsure } = utterance;
  const isNumber = fills.some(
    ({ variable: { wanted } }) => wanted.kind === "number" || wanted.kind === "money",
  );
  const isDenied = negations.some(({ from, to }) => !explained.slice(from, to).every(Boolean));
  if (isDenied || unsure.length > 0 || longestAt(compiled.questionStarts, keys, 0) !== undefined)
    return false;
  return keys.every(
    (key, at) =>
      explained[at] === true ||
      ((conditional[at] === true || longestAt(compiled.asides, keys, at) === undefined) &&
        (neutral[at] === true || !pack.interrogatives.has(key)) &&
        !(isNumber && numbersAt(utterance, at).length > 0)),
  );
}

/** "Yes, a margherita": a plain yes, and more. */
const beginsWithYes = ({ keys, pack }: Utterance, explained: readonly boolean[]): boolean =>
  explained[0] === true && pack.plainYes.has(keys[0] ?? "");

/** "No, this is her brother": behind the no somebody says who it is. */
function saysWho({ compiled, keys, neutral }: Utterance, explained: readonly boolean[]): boolean {
  const names = compiled.carriers.get("name")?.before;
  const rest = explained.indexOf(false);
  if (names === undefined || rest < 1) return false;
  const content = keys.findIndex((_, at) => at >= rest && neutral[at] !== true);
  return keys.slice(0, content + 1).some((_, at) => at >= rest && longestAt(names, keys, at) !== undefined);
}

/** "What does it cost", "and do you have parking?" */
export function asksSomething(text: string, pack: LanguagePack): boolean {
  if (text.trimEnd().endsWith("?")) return true;
  const { compiled, keys, neutral } = utteranceOf(text, pack);
  const start = neutral.findIndex((each) => each !== true);
  return (
    start >= 0 &&
    (pack.interrogatives.has(keys[start] ?? "") ||
      longestAt(compiled.questionStarts, keys, start) !== undefined)
  );
}
