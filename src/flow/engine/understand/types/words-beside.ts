// Words beside a value that may make it another one: "a couple", "a day", "or two", "no", "until", "extra".

import { type Claim, span } from "../claims.ts";
import { longestAt, longestBefore, type PhraseMatch } from "../lexicon.ts";
import type { ValueReading } from "../reading.ts";
import { numbersAt } from "../spoken-numbers.ts";
import { followsNo, type Utterance, utteranceOf } from "../tokenised-utterance.ts";
import type { AskedVariable } from "../understanding.ts";
import { isOfEach } from "./rates.ts";

/** "A couple of hours", "eight hours a day". */
export function isInexact(
  utterance: Utterance,
  { candidate, reading: { from, to } }: Claim,
  explained: readonly boolean[],
): boolean {
  const { keys, pack } = utterance;
  const { kind } = candidate.wanted;
  const isVague = span(from, to).some((at) => pack.numbers.vague.has(keys[at] ?? ""));
  return (
    (isVague && countable.has(kind)) ||
    (rated.has(kind) && isOfEach(utterance, to, { variable: candidate, explained }))
  );
}

const rated: ReadonlySet<string> = new Set(["number", "money", "duration", "amount"]);
export const countable: ReadonlySet<string> = new Set([...rated, "date", "time", "date_range", "time_range"]);

/** "A night or two", "for two or three nights", German "ein, zwei": with another number beside it something else may be meant. */
export function isOneOfTwo(utterance: Utterance, { from, to }: ValueReading): boolean {
  const { keys, pack, text, tokens } = utterance;
  const isOther = (at: number): boolean =>
    pack.or.has(keys[at] ?? "") && numbersAt(utterance, at + 1).length > 0;
  const isArticle =
    pack.numbers.articles.has(keys[from - 1] ?? "") &&
    text.slice(tokens[from - 1]?.to, tokens[from]?.from).includes(",");
  // "Ten to" lacks what it is to.
  const isOpen = to === keys.length - 1 && pack.rangeWords.has(keys[to] ?? "");
  return isArticle || isOpen || span(Math.max(0, from - 1), to + 1).some(isOther);
}

/** "Four, no." */
export function endsDenied({ compiled, keys }: Utterance, { candidate, reading }: Claim): boolean {
  const end = longestBefore(compiled.yesNo, keys, keys.length);
  return candidate.wanted.kind !== "boolean" && end?.value === false && end.from >= reading.to;
}

/** "No sales please", "support, no sales": without a comma the no may belong to what follows it. */
export const mayBeDenied = (utterance: Utterance, { candidate, reading }: Claim): boolean =>
  candidate.mode === "asked" && followsNo(utterance, reading.from);

/** "The TV is fine", where it is asked what is broken, or "the small one is fine". */
export const isPraised = (
  { compiled, keys, neutral, pack }: Utterance,
  { from, to }: ValueReading,
): boolean =>
  pack.notBeforeNames.has(keys[from - 1] ?? "") &&
  neutral[to] === true &&
  longestAt(compiled.acknowledgements, keys, to + 1) !== undefined;

/** "The third", "on the 3rd", German "im dritten": a day, a floor or a row, which counts nothing. */
export const isPlace = (utterance: Utterance, { reading: { from, to }, isNamed }: Claim): boolean =>
  !isNamed &&
  utterance.keys.length > to - from &&
  numbersAt(utterance, from).some((each) => each.to === to && each.ordinal);

/** "The first train", where first is a class: a number that belongs to another noun. */
export const isOfNoun = (
  utterance: Utterance,
  { from, to }: ValueReading,
  explained: readonly boolean[],
): boolean =>
  to < utterance.keys.length &&
  explained[to] !== true &&
  utterance.neutral[to] !== true &&
  span(from, to).some(
    (at) => utterance.pack.numbers.read(utterance.tokens[at]?.word ?? "")?.ordinal === true,
  );

/** "Until three", German "bis zu fünf": it ends there, or may be less. */
export const isTill = ({ keys, neutral, pack }: Utterance, from: number): boolean =>
  pack.rangeWords.has(keys[from - 1] ?? "") ||
  (neutral[from - 1] === true && pack.rangeWords.has(keys[from - 2] ?? ""));

/** "Two and two" may be four. */
export const isAdded = ({ keys, pack }: Utterance, kept: readonly Claim[]): boolean =>
  kept.some(({ reading }, at) => {
    const next = kept[at + 1]?.reading;
    return (
      next !== undefined &&
      span(reading.to, next.from).some((word) => pack.numbers.joiners.has(keys[word] ?? ""))
    );
  });

/** "Mondays", German "montags". */
export const isRecurring = (
  { pack, tokens }: Utterance,
  { from, to }: ValueReading,
  isSpan = false,
): boolean =>
  (isSpan || to - from === 1) &&
  tokens.slice(from, to).some(({ word }) => word.endsWith("s") && pack.weekdays.has(word.slice(0, -1)));

/** "Extra large", where large is the largest that is offered. */
export const isModified = (
  { keys, pack }: Utterance,
  { from }: ValueReading,
  explained: readonly boolean[],
): boolean => explained[from - 1] !== true && pack.modifiers.has(keys[from - 1] ?? "");

/** "My first name at example dot com", "dot com or dot net": words that tell of the address. */
export const isDescribed = ({ compiled, keys, pack }: Utterance, { from, to }: ValueReading): boolean =>
  span(from, to).some(
    (at) =>
      pack.or.has(keys[at] ?? "") ||
      [compiled.nameParts.given, compiled.nameParts.family].some(
        (names) => longestAt(names, keys, at) !== undefined,
      ),
  );

/** "A2 or B1", where nothing is called A2. */
export const isBesideOr = (
  { keys, neutral, pack }: Utterance,
  { from, to }: ValueReading,
  explained: readonly boolean[],
): boolean =>
  [
    [from - 1, from - 2],
    [to, to + 1],
  ].some(
    ([or = 0, other = 0]) =>
      pack.or.has(keys[or] ?? "") &&
      keys[other] !== undefined &&
      explained[other] !== true &&
      neutral[other] !== true,
  );

/** "From when?": where the question has the word, the value is the answer. */
export function isAsked(
  { keys, pack }: Utterance,
  { question = "" }: AskedVariable,
  { from, to }: PhraseMatch<unknown>,
): boolean {
  const said = keys.slice(from, to).join(" ");
  return ` ${utteranceOf(question, pack).keys.join(" ")} `.includes(` ${said} `);
}

/** "Is this sales", "would you do it". */
export const isQuestion = ({ compiled, keys }: Utterance): boolean =>
  longestAt(compiled.questionStarts, keys, 0) !== undefined;

/** "What does it cost" */
export const asks = ({ keys, neutral, pack }: Utterance): boolean =>
  neutral[0] !== true && pack.interrogatives.has(keys[0] ?? "");
