// Correction of an answer: returns to its node, replaces it, and replays until a question is asked.

import {
  type CorrectedValue,
  doubted,
  type FilledVariable,
  type Understood,
} from "../../understand/understanding.ts";
import { accept, askNextOrLeave, resetFailures } from "./accept-answer.ts";
import { isAheadHere } from "./ahead.ts";
import { assign, undoSince, valueOf } from "../assign.ts";
import { acceptClear, mustConfirm, readBack } from "./confirm.ts";
import { type StepDraft, type Continuation, rest } from "../step-draft.ts";
import { openWords, queueEcho, spokenValue } from "./question-words.ts";
import { maskLastWords } from "../walk/say.ts";
import { isHidden, variableOf } from "../expression-scope.ts";
import { type AnswerMark, own } from "../flow-state.ts";

/** Variables of the running flow with correctable answers, just repeated ones first. */
export function correctable(draft: StepDraft): readonly string[] {
  const { answers } = draft.frame;
  const { echoed } = draft.state;
  const names = Object.keys(answers);
  return [
    ...names.filter((name) => echoed.includes(name)),
    ...names.filter((name) => !echoed.includes(name)),
  ];
}

/** Carries out a correction: rewinds to the earliest replaced answer, and replays from there. */
export function correct(draft: StepDraft, heard: Extract<Understood, { type: "correction" }>): Continuation {
  // Other values in the same utterance answer the present question.
  acceptClear(draft, heard.also);
  const changes = heard.changes.filter(({ name }) => own(draft.frame.answers, name) !== undefined);
  const first = earliest(draft, changes);
  if (first === undefined) return askNextOrLeave(draft);
  if (changes.some(({ name }) => isHidden(variableOf(draft.program, name), draft.frame)))
    maskLastWords(draft);
  draft.trace("correction", changes.map(({ name }) => name).join(" "));
  resetFailures(draft);
  // A summary is asked again with the new value: that reads it back.
  const isReadAnyway = changes.every(({ name }) => isInQuestion(draft, name));
  const wasHere = isHere(draft, first);
  if (!wasHere) rewind(draft, first);
  return replace(draft, changes, isReadAnyway ? { decision: "accept" } : heard);
}

/** True if the open question says the value: "four people on Friday, is that right?" */
function isInQuestion(draft: StepDraft, name: string): boolean {
  const { asking } = draft;
  const value = valueOf(draft, name);
  if (value === null || asking === undefined) return false;
  return wordsOf(openWords(draft, asking)?.text).includes(wordsOf(spokenValue(draft, { name, value }).text));
}

const wordsOf = (text = ""): string => ` ${text.replaceAll(/[^\p{L}\d]+/gu, " ").trim()} `;

function earliest(draft: StepDraft, changes: readonly CorrectedValue[]): AnswerMark | undefined {
  return changes
    .map(({ name }) => own(draft.frame.answers, name))
    .filter((mark) => mark !== undefined)
    .toSorted((one, other) => one.order - other.order)[0];
}

/** True if the answer was given in the current visit of its node. */
function isHere(draft: StepDraft, { node, entered }: AnswerMark): boolean {
  const { frame } = draft;
  return node === frame.node && own(entered, node) === own(frame.entered, node) && draft.asking !== undefined;
}

/** Restores marks, counters and the flow's own values to the time of the answer; other answers of the caller stay. */
function rewind(draft: StepDraft, mark: AnswerMark): void {
  const { node, order, entered, remembered } = mark;
  undoSince(draft, mark);
  const { frame, state } = draft;
  const times = own(entered, node);
  const stays = (one: AnswerMark): boolean =>
    one.order <= order || (one.node === node && own(one.entered, node) === times);
  const earlier = Object.entries(frame.answers).filter(([, one]) => stays(one));
  const later = Object.entries(frame.answers).filter(([, one]) => !stays(one));
  const previous = frame.node;
  draft.changeFrame({
    node,
    entered,
    failures: {},
    answers: Object.fromEntries(earlier),
    replay: {
      since: order,
      hasLeft: false,
      answers: { ...frame.replay?.answers, ...Object.fromEntries(later) },
    },
  });
  draft.change({
    remembered: state.remembered.slice(0, remembered),
    ...(mark.isUnrecorded === true && { isUnrecorded: true }),
  });
  if (node !== previous)
    draft.emit({ type: "enter", flow: draft.program.id, node, previous, by: "correction" });
  const variable = questionsHere(draft)[0] ?? "";
  draft.changeFrame({
    phase: { type: "asking", variable, open: [], pending: null, rounds: 0, isPatient: false },
  });
}

/** Stores the new values. A variable that was only called wrong is cleared and asked again. */
function replace(
  draft: StepDraft,
  changes: readonly CorrectedValue[],
  { decision, isDoubtful }: Pick<Extract<Understood, { type: "correction" }>, "decision" | "isDoubtful">,
): Continuation {
  const { asking, node } = draft;
  if (asking === undefined || node.act.type !== "ask") return rest;
  const values = changes.flatMap(({ name, value }): FilledVariable[] =>
    value === undefined ? [] : [{ name, value, isOver: true }],
  );
  const cleared = changes.filter(({ value }) => value === undefined).map(({ name }) => name);
  const here = questionsHere(draft);
  const isHeardHere = ({ name }: FilledVariable): boolean => here.includes(name) || isAheadHere(draft, name);
  const elsewhere = values.filter((filled) => !isHeardHere(filled));
  const fromHere = doubted(values.filter(isHeardHere), isDoubtful);
  const unsure = fromHere.filter((filled) => mustConfirm(draft, filled, decision));
  const sure = fromHere.filter((filled) => !unsure.includes(filled));
  // All at once: a dependent variable is not cleared if it is among them.
  assign(draft, [...elsewhere, ...sure, ...cleared.map((name) => ({ name, value: null }))], "caller");
  const reopened = [...cleared, ...unsure.map(({ name }) => name)].filter((name) => here.includes(name));
  draft.changeAsking({
    open: here.filter((name) => asking.open.includes(name) || reopened.includes(name)),
    pending: null,
    rounds: 0,
  });
  accept(draft, sure);
  queueEcho(draft, [...sure, ...elsewhere], false);
  return unsure.length > 0 ? readBack(draft, unsure) : askNextOrLeave(draft);
}

function questionsHere(draft: StepDraft): readonly string[] {
  const { act } = draft.node;
  return act.type === "ask" ? act.questions.map(({ variable }) => variable) : [];
}
