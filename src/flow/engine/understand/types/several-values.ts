// Several values of one variable in an utterance: which of them is meant, or which must be asked for.

import { dayNumber, weekdayOf } from "../../../value/gregorian.ts";
import type { Value } from "../../../value/value.ts";
import { type Claim, span } from "../claims.ts";
import { longestAt, longestBefore } from "../lexicon.ts";
import { followsNo, type Utterance } from "../tokenised-utterance.ts";
import { inScaleOf } from "./shared-scale.ts";

export interface Settled {
  readonly kept: readonly Claim[];
  readonly values: readonly Value[];
  readonly last?: Claim;
}

/**
 * Combines several values of one variable: the last one after a correction, else the values that they share, else
 * all.
 */
export function settle(utterance: Utterance, claims: readonly Claim[]): Settled {
  const used = new Set(claims.flatMap(({ uses }) => uses));
  let kept: Claim[] = [];
  let values: readonly Value[] = [];
  let last: Claim | undefined;
  for (const claim of claims) {
    const { reading } = claim;
    if (last === undefined || isCorrected(utterance, { before: last, after: claim, used })) {
      kept.push(claim);
      [values, last] = [reading.values, claim];
      continue;
    }
    const shared = values.filter((value) => reading.values.includes(value));
    if (shared.length > 0) {
      kept.push(claim);
      values = shared;
    } else if (isWeekdayOf(utterance, claim, values)) {
      kept.push(claim);
    } else if (rank(claim) > rank(last) && !isEither(utterance, last, claim) && !isSecondTime(last, claim)) {
      kept = [claim];
      [values, last] = [reading.values, claim];
    } else if (
      reading.values.length > 0 &&
      (rank(claim) >= rank(last) || isEither(utterance, last, claim) || isSecondTime(last, claim))
    ) {
      kept.push(claim);
      const before = isEither(utterance, last, claim) ? scaled(utterance, { values, last }, claim) : values;
      values = [...new Set([...before, ...reading.values])];
    }
  }
  return last === undefined ? { kept, values } : { kept, values, last };
}

/** "Eighty or ninety thousand": what is too low by itself may be in the scale of the other. */
function scaled(
  utterance: Utterance,
  { values, last }: Pick<Required<Settled>, "values" | "last">,
  claim: Claim,
) {
  const said = values.length > 0 ? values : [last.reading.misfit ?? null];
  const found = inScaleOf(utterance, said, claim);
  return values.length > 0 || found !== said ? found : values;
}

/** "The first of December, that is a Tuesday": the weekday of the day before it. */
function isWeekdayOf(
  { compiled, keys, pack }: Utterance,
  { reading }: Claim,
  [value, ...others]: readonly Value[],
) {
  const weekday = longestAt(compiled.weekdays, keys, reading.from);
  const day = typeof value === "string" && others.length === 0 ? dayNumber(value) : undefined;
  return (
    weekday?.to === reading.to &&
    day !== undefined &&
    weekdayOf(day) === weekday.value &&
    !pack.or.has(keys[reading.from - 1] ?? "")
  );
}

/** "Seven or eight people", "seven people to eight people". */
export function isEither(utterance: Utterance, before: Claim, after: Claim): boolean {
  const { compiled, keys, neutral, pack } = utterance;
  const isSmall = (at: number): boolean => neutral[at] === true || pack.rangeWords.has(keys[at] ?? "");
  const words = span(before.reading.to, after.reading.from).filter((at) => !before.uses.includes(at));
  if (words.length === 0 || !words.every(isSmall)) return false;
  const isBetween = longestBefore(compiled.between, keys, before.reading.from) !== undefined;
  const joins = (key: string): boolean =>
    pack.or.has(key) || pack.rangeWords.has(key) || (isBetween && pack.numbers.joiners.has(key));
  return words.some((at) => joins(keys[at] ?? ""));
}

/** "Eight, half eight", "ten, fifteen dollars": the second is no better for its form. */
const isSecondTime = (before: Claim, after: Claim): boolean =>
  ["time", "money"].includes(after.candidate.wanted.kind) && before.reading.to === after.reading.from;

/** Rank of a claim: in range before out of range, by name before by position, with evidence before bare. */
const rank = ({ reading, strong }: Claim): number =>
  reading.values.length === 0 ? 0 : reading.vague === true ? 1 : strong ? 3 : 2;

/** "Four, no, five": a marker between them that is not itself a value. "A trim no colour" may as well deny the colour. */
function isCorrected(utterance: Utterance, { before, after, used }: Neighbours): boolean {
  const [end, start] = [before.reading.to, after.reading.from];
  // "Sales, no, support" corrects, as does "sales, no support", but not "just sales, no support".
  const isComma = utterance.text
    .slice(utterance.tokens[end - 1]?.to, utterance.tokens[end]?.from)
    .includes(",");
  const isOnly = span(Math.max(0, before.reading.from - 2), before.reading.from).some(
    (at) => longestAt(utterance.compiled.softMarkers, utterance.keys, at) !== undefined,
  );
  const isNone = utterance.pack.numbers.none.has(utterance.keys[end] ?? "");
  const isNo = start - end === 1 && isNone && followsNo(utterance, start) && (!isComma || isOnly);
  const isFree = (at: number): boolean => !used.has(at);
  return (
    !(isNo && after.candidate.wanted.kind === "choice") &&
    utterance.markers.some(({ from, to }) => span(Math.max(from, end), Math.min(to, start)).some(isFree))
  );
}

interface Neighbours {
  readonly before: Claim;
  readonly after: Claim;
  /** Words that are values themselves. */
  readonly used: ReadonlySet<number>;
}
