// Accepted answer: stores the caller's values, remembers them for corrections, and continues with the question.

import { assign, valueOf } from "../assign.ts";
import { noteAhead } from "./ahead.ts";
import { askFirst, leaveQuestion, reviewOrAsk, rememberAnswer } from "./ask.ts";
import { type StepDraft, type Continuation, rest } from "../step-draft.ts";
import { settledList } from "./list-question.ts";
import { variableOf } from "../expression-scope.ts";
import { omit } from "../flow-state.ts";
import type { FilledVariable } from "../../understand/understanding.ts";

/** Progress of the caller: the counters that end a call without progress start again at 0. */
export function resetFailures(draft: StepDraft): void {
  draft.change({ failuresInRow: 0, handlersInRow: 0, visits: {} });
}

/** Stores answers to questions of the current node, and closes these questions. */
export function accept(draft: StepDraft, heard: readonly FilledVariable[]): void {
  if (heard.length === 0) return;
  const settled = heard.map((one) => settledList(draft, one));
  const filled = settled.map((each) => each.filled);
  const growing = settled.flatMap((each) => (each.isOpen ? [each.filled.name] : []));
  const names = filled.map(({ name }) => name);
  resetFailures(draft);
  assign(draft, filled, "caller");
  for (const name of names) rememberAnswer(draft, name);
  const isGuarded = names.some((name) => variableOf(draft.program, name).sensitive);
  if (isGuarded) draft.changeFrame({ guardedAt: draft.frame.order });
  noteAhead(draft, names);
  draft.changeFrame({ failures: omit(draft.frame.failures, names) });
  const { asking } = draft;
  if (asking === undefined) return;
  const closed = names.filter((name) => !growing.includes(name));
  draft.changeAsking({ open: asking.open.filter((name) => !closed.includes(name)) });
}

/** Asks the next open question of the current node, or leaves it if there is none. */
export function askNextOrLeave(draft: StepDraft): Continuation {
  const { asking, node } = draft;
  const { act } = node;
  if (asking === undefined || act.type !== "ask") return rest;
  const open = act.questions
    .map(({ variable }) => variable)
    .filter((name) => asking.skipped?.includes(name) !== true)
    .filter((name) => asking.open.includes(name) || valueOf(draft, name) === null);
  if (open.length > 0) return askFirst(draft, act, { open });
  return act.reviews === true && asking.isReviewed !== true
    ? reviewOrAsk(draft, act)
    : leaveQuestion(draft, act);
}
