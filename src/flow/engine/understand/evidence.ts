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
import { asks } from "./types/words-beside.ts";
import { followsNo, type Utterance, utteranceOf } from "./tokenised-utterance.ts";

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
  if (isChoice && asksForOwn(utterance, parsed)) return Math.max(coverage, DOUBT_CONFIDENCE);
  if (isChoice && asks(utterance) && coverage < ACCEPT_MIN) return Math.min(coverage, QUESTION_CONFIDENCE);
  if (negated || doubtful) return coverage;
  const isMore = isAnswerAndMore(utterance, parsed);
  if (!isPlain(utterance, parsed))
    return isMore || isTold(utterance, parsed) ? Math.max(coverage, DOUBT_CONFIDENCE) : coverage;
  const isEvident = fills.every((fill) => fill.evident && fill.values.length < 2);
  if (isEvident) {
    return Math.max(coverage, coverage < EVIDENT_COVERAGE_MIN ? DOUBT_CONFIDENCE : CHOICE_CONFIDENCE);
  }
  const [only] = fills;
  const isYes = fills.length === 1 && only?.values[0] === true && beginsWithYes(utterance, explained);
  if (isYes && utterance.offersMore && coverage >= EVIDENT_COVERAGE_MIN)
    return Math.max(coverage, CHOICE_CONFIDENCE);
  if (isMore) return Math.max(coverage, DOUBT_CONFIDENCE);
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

/** "What's my balance": nothing but the option that is wished for. */
const asksForOwn = ({ compiled, keys, neutral }: Utterance, { explained }: Parsed): boolean => {
  const wish = longestAt(compiled.wishes, keys, 0);
  return (
    wish !== undefined &&
    keys.every((_, at) => at < wish.to || explained[at] === true || neutral[at] === true)
  );
};

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

/** "Yes, but not badly", "no, I feel fine", "39 degrees, yes": a plain answer begins or ends what else is told. */
function isAnswerAndMore(utterance: Utterance, { fills, coverage, explained }: Parsed): boolean {
  const { compiled, conditional, keys, pack, unsure } = utterance;
  const [only, ...others] = fills;
  const isSaid = (words: ReadonlySet<string>, at: number): boolean =>
    explained[at] === true && words.has(keys[at] ?? "");
  const isAnswered =
    isSaid(pack.plainYes, 0) ||
    [pack.plainYes, pack.plainNo].some((words) => isSaid(words, keys.length - 1)) ||
    (isSaid(pack.plainNo, 0) && goesOnBehindNo(utterance));
  const isHeld = keys.some(
    (_, at) => conditional[at] !== true && longestAt(compiled.provisos, keys, at) !== undefined,
  );
  return (
    only?.variable.wanted.kind === "boolean" &&
    only.values.length === 1 &&
    others.length === 0 &&
    isAnswered &&
    coverage >= EVIDENT_COVERAGE_MIN &&
    unsure.length === 0 &&
    !isHeld
  );
}

/** "No the weather" and "no one" answer nothing for sure, and "no, now five" may correct something else. */
function goesOnBehindNo(utterance: Utterance): boolean {
  const { keys, neutral, pack } = utterance;
  const isStory = neutral[1] === true && !pack.company.determiners.has(keys[1] ?? "");
  return (isStory || !followsNo(utterance, 1)) && !keys.some((_, at) => numbersAt(utterance, at).length > 0);
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
