// Navigation commands: back to the question before, over again from the start, and past a question that is optional.

import { askNextOrLeave, resetFailures } from "../ask/accept-answer.ts";
import { askAgain } from "../ask/ask.ts";
import { refused } from "../ask/confirm.ts";
import { correct } from "../ask/correct-answer.ts";
import { failQuestion } from "../ask/no-answer.ts";
import { questioning } from "../ask/question-words.ts";
import { replaceValues, valueOf } from "../assign.ts";
import { type AnswerMark, omit, own, type PendingQuestion } from "../flow-state.ts";
import { initialFrame } from "../initial-state.ts";
import type { StepDraft, Continuation } from "../step-draft.ts";
import { transitionTo } from "./leave-node.ts";
import { ownWords } from "./say.ts";

export function move(draft: StepDraft, does: "back" | "start_over" | "skip"): Continuation {
  switch (does) {
    case "back":
      return goBack(draft);
    case "start_over":
      return startOver(draft);
    case "skip":
      return skip(draft);
  }
}

/** Asks the last answered question again. A value being read back is asked first. */
function goBack(draft: StepDraft): Continuation {
  const read = readBackNow(draft.asking?.pending);
  if (read !== undefined) return refused(draft, read, true);
  const [last, ...before] = answersSoFar(draft);
  if (last === undefined) return noWayBack(draft);
  const { node, entered } = last.mark;
  const isHere = node === draft.frame.node && own(entered, node) === own(draft.frame.entered, node);
  const together = before.filter(
    ({ mark }) => mark.node === node && own(mark.entered, node) === own(entered, node),
  );
  // At a node still asking several questions only the last one; at a node that was left, all.
  const names = isHere ? [last.name] : [last, ...together].map(({ name }) => name);
  return correct(draft, {
    type: "correction",
    changes: names.map((name) => ({ name })),
    also: [],
    decision: "accept",
    confidence: 1,
  });
}

function readBackNow(pending: PendingQuestion | null | undefined) {
  if (pending?.type === "confirm") return pending.isOld ? undefined : pending.values;
  return pending?.type === "either" ? [{ name: pending.name, value: null }] : undefined;
}

/** Answers to questions actually asked, latest first. */
function answersSoFar(draft: StepDraft): readonly { readonly name: string; readonly mark: AnswerMark }[] {
  const { answers, prefilled } = draft.frame;
  const wasAsked = (name: string, { node }: AnswerMark): boolean => {
    const act = draft.program.nodes.get(node)?.act;
    return act?.type === "ask" && act.questions.some(({ variable }) => variable === name);
  };
  return Object.entries(answers)
    .map(([name, mark]) => ({ name, mark }))
    .filter(({ name, mark }) => !prefilled.includes(name) && wasAsked(name, mark))
    .filter(({ name }) => valueOf(draft, name) !== null)
    .toSorted((one, other) => other.mark.order - one.mark.order);
}

function noWayBack(draft: StepDraft): Continuation {
  return askAgain(
    draft,
    ownWords(draft, ({ wordings }) => wordings.noWayBack),
  );
}

/**
 * Forgets the caller's and the flow's values, and restarts. Not after a sensitive answer: guesses of a PIN stay
 * counted.
 */
function startOver(draft: StepDraft): Continuation {
  const { frames, facts } = draft.state;
  if (frames.some(({ guardedAt }) => guardedAt > 0)) return noWayBack(draft);
  resetFailures(draft);
  draft.change({ frames: frames.slice(0, 1), remembered: [], echo: null, echoed: [] });
  const { program, wallMs } = draft;
  const { context: inputs, usesExamples } = facts;
  const fresh = initialFrame(program, { facts, wallMs, inputs, usesExamples });
  replaceValues(draft, fresh.values);
  draft.changeFrame(fresh);
  return transitionTo(program.start, "handler:start_over");
}

/** Leaves the open question without an answer, if it is optional. */
function skip(draft: StepDraft): Continuation {
  const { asking } = draft;
  const name = asking?.variable ?? "";
  if (asking === undefined || questioning(draft, name)?.isOptional !== true)
    return failQuestion(draft, "noMatch");
  draft.trace("skipped", name);
  resetFailures(draft);
  const skipped = [...(asking.skipped ?? []), name];
  draft.changeFrame({ failures: omit(draft.frame.failures, [name]) });
  draft.changeAsking({
    open: asking.open.filter((other) => other !== name),
    pending: null,
    rounds: 0,
    skipped,
  });
  draft.recordVisit({ skipped });
  return askNextOrLeave(draft);
}
