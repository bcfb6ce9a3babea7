// A question fails: nothing came, it was not understood, or it cannot be. Three chances, then another way.

import type { TextsByLanguage } from "../../../language/program.ts";
import { askAgain, giveUp } from "./ask.ts";
import { type Draft, type Next, rest } from "../step-draft.ts";
import { stop } from "../walk/end-call.ts";
import { questioning } from "./question-words.ts";
import { ownWords, speak, type Words, wordsOf } from "../walk/say.ts";
import { type Failures, noFailures, own, put } from "../flow-state.ts";
import { viewOf } from "../running-flow.ts";

export type FailureKind = keyof Failures;

export function fail(draft: Draft, kind: Exclude<FailureKind, "refused">): Next {
  const over = countFailure(draft, kind);
  if (over !== undefined) return over;
  const { asking } = draft;
  if (asking === undefined) return rest;
  if (asking.pending !== null) return askAgain(draft, apology(draft, kind, asking.variable));
  const words = ladder(draft, kind, asking.variable);
  if (words === undefined) return askAgain(draft, apology(draft, kind, asking.variable));
  speak(draft, words);
  return rest;
}

/** Counts one at the open question; defined when that was one too many, and then it is where to go. */
export function countFailure(draft: Draft, kind: FailureKind): Next | undefined {
  const { asking, node } = draft;
  if (asking === undefined || node.act.type !== "ask") return undefined;
  const { variable } = asking;
  const so = failuresOf(draft, variable);
  const failures = { ...so, [kind]: so[kind] + 1 };
  draft.changeFrame({ failures: put(draft.frame.failures, variable, failures) });
  const tooMany = countInRow(draft);
  if (tooMany !== undefined) return tooMany;
  const all = failures.noMatch + failures.noInput + failures.invalid + failures.refused;
  const max = questioning(draft, variable)?.attemptsMax ?? 1;
  return all >= max ? giveUp(draft, node.act) : undefined;
}

/** Counts one over all questions: whoever is never understood is not kept on the line. */
export function countInRow(draft: Draft): Next | undefined {
  const failuresInRow = draft.state.failuresInRow + 1;
  draft.change({ failuresInRow });
  return failuresInRow >= draft.root.limits.failuresMax
    ? stop(draft, "gave_up", "too many failures in a row")
    : undefined;
}

function failuresOf(draft: Draft, name: string): Failures {
  return own(draft.frame.failures, name) ?? noFailures;
}

/** The flow's own words for the n-th failure of a kind. What is invalid may be worded as not understood. */
function ladder(draft: Draft, kind: Exclude<FailureKind, "refused">, name: string): Words | undefined {
  const question = questioning(draft, name);
  if (question === undefined) return undefined;
  const { noMatch, noInput, invalid } = failuresOf(draft, name);
  const say = (text: TextsByLanguage, time: number): Words | undefined => wordsOf(text, time, viewOf(draft));
  if (kind === "noInput") return say(question.noInput, noInput);
  if (kind === "invalid" && question.invalid.size > 0) return say(question.invalid, invalid);
  // Texts that `invalid` borrowed are not said a second time.
  return say(question.noMatch, question.invalid.size > 0 ? noMatch : noMatch + invalid);
}

function apology(draft: Draft, kind: Exclude<FailureKind, "refused">, name: string): Words {
  const time = failuresOf(draft, name)[kind];
  return ownWords(draft, ({ wordings }) => wordings[kind][Math.min(time, wordings[kind].length) - 1] ?? "");
}
