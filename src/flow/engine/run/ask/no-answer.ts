// Failed question: counts no-input, no-match, invalid and refused answers, and prompts again. When the attempts are
// used up, the flow follows the question's give-up edge.

import type { TextsByLanguage } from "../../../language/program.ts";
import type { Value } from "../../../value/value.ts";
import { isAheadHere } from "./ahead.ts";
import { askNextOrLeave } from "./accept-answer.ts";
import { askAgain, giveUp } from "./ask.ts";
import { type StepDraft, type Continuation, rest } from "../step-draft.ts";
import { stop } from "../walk/end-call.ts";
import { dictate } from "./dictation.ts";
import { questioning } from "./question-words.ts";
import { ownWords, speak, type SpokenText, spokenTextOf } from "../walk/say.ts";
import { type Failures, noFailures, own, put } from "../flow-state.ts";
import { scopeOf, withValue } from "../expression-scope.ts";
import { viewOf } from "../running-flow.ts";

export type FailureKind = keyof Failures;

/** An answer that was understood and is not allowed. */
export interface Misfit {
  readonly value: Value;
  /** Says the given value and the allowed ones, for the `time`-th time; undefined without bounds to say. */
  words(time: number): SpokenText | undefined;
}

/** Additional failures allowed once digits are asked in groups. */
const dictationAttempts = 2;

/**
 * Counts a failure of the open question, and prompts again or gives up. `isMisheard`: the caller spoke, with
 * uncertain recognition. `misfit`: the understood but invalid value.
 */
export function failQuestion(
  draft: StepDraft,
  kind: Exclude<FailureKind, "refused">,
  { isMisheard = false, misfit }: { readonly isMisheard?: boolean; readonly misfit?: Misfit } = {},
): Continuation {
  if (kind !== "noInput") draft.trace("not-understood", kind);
  const over = countFailure(draft, kind);
  if (over !== undefined) return over;
  const { asking } = draft;
  if (asking === undefined) return rest;
  const { pending, variable } = asking;
  if (pending !== null) return askAgain(draft, apology(draft, kind, variable));
  const times = failuresOf(draft, variable).invalid;
  const isOwn = (questioning(draft, variable)?.invalid.size ?? 0) > 0;
  const bounds = misfit === undefined || isOwn ? undefined : misfit.words(times);
  if (bounds !== undefined) return askAgain(draft, bounds);
  const words = ladder(draft, kind, { name: variable, misfit: misfit?.value });
  const isDictated = isMisheard && dictate(draft, variable, true) !== undefined;
  if (isDictated || words === undefined) return askAgain(draft, words ?? apology(draft, kind, variable));
  speak(draft, words);
  return rest;
}

/** Counts a failure of the open question. Returns where to go when the attempts are used up, otherwise undefined. */
export function countFailure(draft: StepDraft, kind: FailureKind): Continuation | undefined {
  const { asking, node } = draft;
  if (asking === undefined || node.act.type !== "ask") return undefined;
  const { variable } = asking;
  const so = failuresOf(draft, variable);
  const failures = { ...so, [kind]: so[kind] + 1 };
  draft.changeFrame({ failures: put(draft.frame.failures, variable, failures) });
  const tooMany = countInRow(draft);
  if (tooMany !== undefined) return tooMany;
  const all = failures.noMatch + failures.noInput + failures.invalid + failures.refused;
  // Digits said in groups are a dialogue of their own.
  const more = asking.dictation === undefined ? 0 : dictationAttempts;
  const max = (questioning(draft, variable)?.attemptsMax ?? 1) + more;
  if (all < max) return undefined;
  return isAheadHere(draft, variable) ? dropAhead(draft) : giveUp(draft, node.act);
}

/** Drops volunteered, not understood values, and continues with the present question. */
export function dropAhead(draft: StepDraft): Continuation {
  draft.changeAsking({ pending: null, rounds: 0 });
  return askNextOrLeave(draft);
}

/** Counts failures in a row over all questions. A caller who is never understood is not kept on the line. */
export function countInRow(draft: StepDraft): Continuation | undefined {
  const failuresInRow = draft.state.failuresInRow + 1;
  draft.change({ failuresInRow });
  return failuresInRow >= draft.root.limits.failuresMax
    ? stop(draft, "gave_up", "too many failures in a row")
    : undefined;
}

function failuresOf(draft: StepDraft, name: string): Failures {
  return own(draft.frame.failures, name) ?? noFailures;
}

/**
 * The flow's own prompt for the n-th failure of a kind. Without a text for `invalid` the one for no-match is used. A
 * text for `invalid` may name the variable, and repeats the value.
 */
function ladder(
  draft: StepDraft,
  kind: Exclude<FailureKind, "refused">,
  { name, misfit }: { readonly name: string; readonly misfit: Value | undefined },
): SpokenText | undefined {
  const question = questioning(draft, name);
  if (question === undefined) return undefined;
  const { noMatch, noInput, invalid } = failuresOf(draft, name);
  const say = (text: TextsByLanguage, time: number): SpokenText | undefined =>
    spokenTextOf(text, time, viewOf(draft));
  if (kind === "noInput") return say(question.noInput, noInput);
  if (kind === "invalid" && question.invalid.size > 0) {
    const view = viewOf(draft);
    return spokenTextOf(question.invalid, invalid, {
      ...view,
      scope: withValue(scopeOf(view), name, misfit),
    });
  }
  // A prompt already used for an invalid answer is not said twice.
  return say(question.noMatch, question.invalid.size > 0 ? noMatch : noMatch + invalid);
}

function apology(draft: StepDraft, kind: Exclude<FailureKind, "refused">, name: string): SpokenText {
  const time = failuresOf(draft, name)[kind];
  return ownWords(draft, ({ wordings }) => wordings[kind][Math.min(time, wordings[kind].length) - 1] ?? "");
}
