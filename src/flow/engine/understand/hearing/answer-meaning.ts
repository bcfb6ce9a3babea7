// Answer meaning: what the decisions on the variables of a question mean together, where nothing is read back.

import type { Decision } from "../../../grammar/decide.ts";
import type { Hearing } from "../../../grammar/hearing.ts";
import { ACCEPT_MIN, ALTERNATIVES_MAX } from "../thresholds.ts";
import type { CorrectedValue, FilledVariable, ListeningPoint, Understood } from "../understanding.ts";
import { calledIn } from "./calls.ts";
import { wrongIn } from "./wrong.ts";

/** Decisions on the question, and on earlier answers. */
export interface SortedDecisions {
  readonly current: readonly Decision[];
  readonly changes: readonly CorrectedValue[];
  readonly isDoubtful: boolean;
}

export function answered(hearing: Hearing, point: ListeningPoint): Understood {
  const sorted = sortedOf(hearing.decisions, point);
  const wrong = sorted.changes.length === 0 ? wrongIn(hearing, point) : undefined;
  if (wrong !== undefined) return wrong;
  if (sorted.changes.length > 0) return correction(sorted, point);
  const called = sorted.current.some(isSettled) ? undefined : calledIn(hearing, point);
  return called ?? answer(sorted.current, point);
}

/** "I can't do Friday", and nothing else: the agent repeats the question, and no attempt is used. */
const denial = (current: readonly Decision[], { asked, confidence }: ListeningPoint): Understood =>
  current.some(({ name, isDenied }) => name === asked?.name && isDenied === true)
    ? { type: "handler", name: "not_that", confidence }
    : unclear;

const unclear: Understood = { type: "unclear" };

export const isSettled = ({ verdict, value }: Decision): boolean =>
  verdict !== "asked" && value !== undefined;

export function sortedOf(decisions: readonly Decision[], point: ListeningPoint): SortedDecisions {
  const before = new Map(point.correctable.map(({ name, value }) => [name, value]));
  const earlier = decisions.filter(({ name }) => before.has(name));
  const isNew = (decision: Decision): boolean =>
    decision.isDenied === true || (isSettled(decision) && decision.value !== before.get(decision.name));
  const isBoolean = (name: string): boolean =>
    [point.asked, ...point.open, ...point.correctable].find((each) => each?.name === name)?.wanted.kind ===
    "boolean";
  // "Oh eight five …, ask for Ted": beside an answer, a value only perhaps meant for an earlier one is ignored.
  const isAnswered = decisions.some(
    (each) => each.name === point.asked?.name && isSettled(each) && !isBoolean(each.name),
  );
  const changed = earlier.filter((each) => isNew(each) && (!isAnswered || each.verdict !== "read_back"));
  const isOpen =
    !isAnswered &&
    earlier.some((each) => each.isDenied !== true && each.verdict === "asked" && !isBoolean(each.name));
  // "No, five people" at a summary means only the correction.
  const current = decisions.filter(
    ({ name }) => !before.has(name) && !((isOpen || changed.length > 0) && isBoolean(name)),
  );
  const isDoubtful = [...changed, ...current].some(({ verdict }) => verdict === "read_back");
  return {
    current,
    changes: changed.map(({ name, value, isDenied }): CorrectedValue =>
      value === undefined || isDenied === true ? { name } : { name, value },
    ),
    isDoubtful,
  };
}

export function correction(
  { changes, current, isDoubtful }: SortedDecisions,
  point: ListeningPoint,
): Understood {
  const isSure = !isDoubtful && point.confidence >= ACCEPT_MIN;
  return {
    type: "correction",
    changes,
    also: filledBy(current),
    decision: isSure ? "accept" : "confirm",
    confidence: point.confidence,
    ...(isDoubtful && { isDoubtful }),
  };
}

/** Values to ask the caller about: out of bounds, or ambiguous. */
export function openIn(
  current: readonly Decision[],
  also: readonly FilledVariable[],
): Understood | undefined {
  for (const { name, choices = [], isOutside, part } of current) {
    const [value] = choices;
    if (isOutside === true && value !== undefined) return { type: "invalid", name, value, also };
    if (choices.length > 1 && choices.length <= ALTERNATIVES_MAX)
      return { type: "alternatives", name, values: choices, also };
    if (part !== undefined && also.length === 0) return { type: "part", name, value: part };
  }
  return undefined;
}

function answer(current: readonly Decision[], point: ListeningPoint): Understood {
  const open = openIn(current, filledBy(current.filter(({ verdict }) => verdict === "taken")));
  if (open !== undefined) return open;
  const values = filledBy(current);
  if (values.length === 0) return denial(current, point);
  const isDoubtful = current.some(({ verdict }) => verdict === "read_back");
  return {
    type: "answer",
    values,
    decision: !isDoubtful && point.confidence >= ACCEPT_MIN ? "accept" : "confirm",
    confidence: point.confidence,
    ...(isDoubtful && { isDoubtful }),
  };
}

export const filledBy = (decisions: readonly Decision[]): readonly FilledVariable[] =>
  decisions.flatMap((decision): FilledVariable[] =>
    isSettled(decision) && decision.value !== undefined
      ? [{ name: decision.name, value: decision.value }]
      : [],
  );
