// Question: entering, asking, repeating and leaving an `ask` node.

import type { Act, Confirm } from "../../../language/program.ts";
import { valueOf } from "../assign.ts";
import { type StepDraft, type Continuation, rest } from "../step-draft.ts";
import { emitNodeEvents, chooseBranch, transitionTo, replayedVisit } from "../walk/leave-node.ts";
import { optionsOf } from "./choice-options.ts";
import { takeAhead } from "./ahead.ts";
import { openWords, questionOf, questioning, queueEcho } from "./question-words.ts";
import { sayNode, speak, speakBoth, timesHere, type SpokenText, unrecordedNow } from "../walk/say.ts";
import { variableOf } from "../expression-scope.ts";
import { type OpenQuestion, omit, own, put } from "../flow-state.ts";
import { viewOf } from "../running-flow.ts";

export type AskAct = Extract<Act, { type: "ask" }>;

/** Enters an `ask` node: asks the open questions, or leaves at once if every variable is filled. */
export function arriveAtQuestion(draft: StepDraft, act: AskAct): Continuation {
  const names = act.questions.map(({ variable }) => variable);
  draft.changeFrame({ failures: omit(draft.frame.failures, names) });
  const ahead = takeAhead(draft, names);
  const open = openAtArrival(draft, act, { names, ahead });
  const skipped = names.filter((name) => !open.includes(name));
  markSkipped(draft, skipped);
  markAgain(draft, act);
  const volunteered = confirmedAhead(
    draft,
    ahead.filter((name) => skipped.includes(name)),
  );
  if (volunteered.length > 0) return confirmOld(draft, open, volunteered);
  if (open.length === 0 && act.reviews !== true) return leaveQuestion(draft, act);
  const filled = open.filter((name) => valueOf(draft, name) !== null);
  if (act.reviews === true) return reviewOrAsk(draft, act);
  if (act.whenFilled === "confirm" && filled.length > 0) return confirmOld(draft, open, filled);
  const say = act.questions.length > 1 ? sayNode(draft) : undefined;
  return askFirst(draft, act, { open, before: say });
}

/** Variables of an `ask` node asked in this visit. */
function openAtArrival(
  draft: StepDraft,
  act: AskAct,
  { names, ahead }: { readonly names: readonly string[]; readonly ahead: readonly string[] },
): readonly string[] {
  const unfilled = names.filter((name) => valueOf(draft, name) === null);
  const isFirst = timesHere(draft) === 1;
  const before = replayedVisit(draft);
  if (isFirst && before !== undefined) {
    return names.filter((name) => {
      const asked = own(before.asked, name);
      const isOther = asked !== undefined && asked !== questionOf(draft, name)?.text;
      const isSkipped = before.skipped?.includes(name) === true;
      return (unfilled.includes(name) && !isSkipped) || isOther;
    });
  }
  if (act.whenFilled === "ask" || act.whenFilled === "confirm") return names;
  if (act.whenFilled === "skip" || isFirst || ahead.length > 0) return unfilled;
  return unfilled.length === 0 ? names : unfilled;
}

/** Marks pre-filled variables as answered at their node, so that they can be corrected. */
function markSkipped(draft: StepDraft, names: readonly string[]): void {
  const { answers, prefilled, replay } = draft.frame;
  const before = replay?.answers ?? {};
  for (const name of names) {
    const isAnswer =
      own(answers, name) === undefined && (prefilled.includes(name) || Object.hasOwn(before, name));
    if (isAnswer) rememberAnswer(draft, name);
  }
}

/** In a replay: values volunteered at this node can still be corrected. */
function markAgain(draft: StepDraft, { ahead }: AskAct): void {
  const before = draft.frame.replay?.answers ?? {};
  for (const { variable } of ahead) {
    const isKept = own(before, variable)?.node === draft.frame.node && valueOf(draft, variable) !== null;
    if (isKept && own(draft.frame.answers, variable) === undefined) rememberAnswer(draft, variable);
  }
}

/** Remembers the place and counts of an answer, for a later correction. */
export function rememberAnswer(draft: StepDraft, name: string): void {
  const { node, entered, answers } = draft.frame;
  const answer = {
    node,
    entered,
    remembered: draft.state.remembered.length,
    order: draft.nextOrder(),
    ...unrecordedNow(draft),
  };
  draft.changeFrame({ answers: put(answers, name, answer) });
}

interface Opening {
  readonly open: readonly string[];
  readonly before?: SpokenText | undefined;
}

/** Asks the first open question, preceded by `before`. */
export function askFirst(draft: StepDraft, act: AskAct, { open, before }: Opening): Continuation {
  const [variable = ""] = open;
  draft.changeFrame({
    phase: {
      type: "asking",
      variable,
      open,
      pending: null,
      rounds: 0,
      isPatient: false,
      skipped: draft.asking?.skipped,
      entries: open.includes(draft.asking?.entries?.name ?? "") ? draft.asking?.entries : undefined,
      half: open.includes(draft.asking?.half?.name ?? "") ? draft.asking?.half : undefined,
    },
  });
  if (hasNoOptions(draft, variable)) {
    draft.trace("no-options", variable);
    return giveUp(draft, act);
  }
  const question = questionOf(draft, variable);
  endReplay(draft);
  draft.recordVisit({
    skipped: draft.asking?.skipped ?? [],
    asked: put(own(draft.frame.trail, draft.frame.node)?.asked ?? {}, variable, question?.text ?? ""),
  });
  speakBoth(draft, before, question);
  return rest;
}

/** True for a choice whose list of options is empty at the moment. */
function hasNoOptions(draft: StepDraft, name: string): boolean {
  const variable = variableOf(draft.program, name);
  return variable.type.kind === "choice" && optionsOf(variable.type, viewOf(draft)).length === 0;
}

/**
 * Ends the replay after a correction, in the calling flows too: from the first new question on nothing is repeated.
 */
export function endReplay(draft: StepDraft): void {
  const { frames } = draft.state;
  if (!frames.some(({ replay }) => replay?.hasLeft === true)) return;
  draft.change({
    frames: frames.map((frame) => (frame.replay?.hasLeft === true ? { ...frame, replay: null } : frame)),
  });
}

/** Reads a volunteered value back at its question. An echo is spoken before the next prompt. */
function confirmedAhead(draft: StepDraft, names: readonly string[]): readonly string[] {
  const whoseConfirmIs = (confirm: Confirm): readonly string[] =>
    names.filter((name) => questioning(draft, name)?.confirm === confirm);
  const echoed = whoseConfirmIs("implicit").map((name) => ({ name, value: valueOf(draft, name) }));
  queueEcho(draft, echoed, true);
  return whoseConfirmIs("explicit");
}

/** Asks the open questions, and then reads all answers back. */
export function reviewOrAsk(draft: StepDraft, act: AskAct): Continuation {
  const names = act.questions
    .map(({ variable }) => variable)
    .filter((name) => draft.asking?.skipped?.includes(name) !== true);
  const open = names.filter((name) => valueOf(draft, name) === null);
  return open.length > 0 ? askFirst(draft, act, { open }) : confirmOld(draft, names, names);
}

function confirmOld(draft: StepDraft, open: readonly string[], filled: readonly string[]): Continuation {
  const [variable = ""] = filled;
  const values = filled.map((name) => ({ name, value: valueOf(draft, name) }));
  return askPending(draft, {
    type: "asking",
    variable,
    open,
    pending: { type: "confirm", values, isOld: true },
    rounds: 0,
    isPatient: false,
    skipped: draft.asking?.skipped,
  });
}

/** Asks for a confirmation, or for one of several readings, before anything else. */
export function askPending(draft: StepDraft, asking: OpenQuestion): Continuation {
  draft.changeFrame({ phase: asking });
  endReplay(draft);
  speak(draft, openWords(draft, asking));
  return rest;
}

/** Repeats the open question, preceded by `before`, which is said alone without one. */
export function askAgain(draft: StepDraft, before?: SpokenText): Continuation {
  const { asking } = draft;
  if (asking !== undefined) speakBoth(draft, before, openWords(draft, asking));
  else if (before !== undefined) speak(draft, before);
  return rest;
}

/** Leaves an `ask` node by the edge of the chosen option, else by its `next`. */
export function leaveQuestion(draft: StepDraft, act: AskAct): Continuation {
  const { replay } = draft.frame;
  if (replay !== null) draft.changeFrame({ replay: { ...replay, hasLeft: true } });
  emitNodeEvents(draft);
  const [first] = act.questions;
  const value = first === undefined ? null : valueOf(draft, first.variable);
  const option = typeof value === "string" ? value : "";
  const target = act.goto.get(option);
  return target === undefined
    ? chooseBranch(act.edges, viewOf(draft))
    : transitionTo(target, `option:${option}`);
}

/** Leaves an unanswered question by its `give_up` edge. */
export function giveUp(draft: StepDraft, act: AskAct): Continuation {
  draft.trace("give-up", draft.frame.node);
  draft.change({ echo: null });
  draft.changeFrame({ phase: { type: "passing" } });
  return transitionTo(act.giveUp, "give_up");
}
