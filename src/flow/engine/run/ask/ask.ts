// A question is reached, asked, asked again, and left.

import type { Act } from "../../../language/program.ts";
import { valueOf } from "../assign.ts";
import { type Draft, type Next, rest } from "../step-draft.ts";
import { emitHere, follow, go, replayed } from "../walk/leave-node.ts";
import { optionsOf } from "./choice-options.ts";
import { openWords, questionOf } from "./question-words.ts";
import { sayNode, speak, speakBoth, timesHere, type Words } from "../walk/say.ts";
import { variableOf } from "../expression-scope.ts";
import { type Asking, omit, own, put } from "../flow-state.ts";
import { viewOf } from "../running-flow.ts";

export type AskAct = Extract<Act, { type: "ask" }>;

export function arriveAtQuestion(draft: Draft, act: AskAct): Next {
  const names = act.questions.map(({ variable }) => variable);
  draft.changeFrame({ failures: omit(draft.frame.failures, names) });
  const open = openAtArrival(draft, act, names);
  markSkipped(
    draft,
    names.filter((name) => !open.includes(name)),
  );
  if (open.length === 0) return leaveQuestion(draft, act);
  const filled = open.filter((name) => valueOf(draft, name) !== null);
  if (act.whenFilled === "confirm" && filled.length > 0) return confirmOld(draft, open, filled);
  const say = act.questions.length > 1 ? sayNode(draft) : undefined;
  return askFirst(draft, act, { open, before: say });
}

/** Which of its variables are asked in this visit. */
function openAtArrival(draft: Draft, act: AskAct, names: readonly string[]): readonly string[] {
  const unfilled = names.filter((name) => valueOf(draft, name) === null);
  const isFirst = timesHere(draft) === 1;
  const before = replayed(draft);
  if (isFirst && before !== undefined) {
    return names.filter((name) => {
      const asked = own(before.asked, name);
      const isOther = asked !== undefined && asked !== questionOf(draft, name)?.text;
      return unfilled.includes(name) || isOther;
    });
  }
  if (act.whenFilled === "ask" || act.whenFilled === "confirm") return names;
  if (act.whenFilled === "skip" || isFirst) return unfilled;
  return unfilled.length === 0 ? names : unfilled;
}

/** What the session brought along counts as answered where it would have been asked. */
function markSkipped(draft: Draft, names: readonly string[]): void {
  const { answers, prefilled, replay } = draft.frame;
  const before = replay?.answers ?? {};
  for (const name of names) {
    const isAnswer =
      own(answers, name) === undefined && (prefilled.includes(name) || Object.hasOwn(before, name));
    if (isAnswer) mark(draft, name);
  }
}

/** Remembers where a variable was answered, and how things stood there. */
export function mark(draft: Draft, name: string): void {
  const { node, entered, answers } = draft.frame;
  const answer = {
    node,
    entered,
    remembered: draft.state.remembered.length,
    order: draft.nextOrder(),
  };
  draft.changeFrame({ answers: put(answers, name, answer) });
}

interface Opening {
  readonly open: readonly string[];
  readonly before?: Words | undefined;
}

/** Asks the first of the open ones. `before` is said in front of it. */
export function askFirst(draft: Draft, act: AskAct, { open, before }: Opening): Next {
  const [variable = ""] = open;
  draft.changeFrame({
    phase: { type: "asking", variable, open, pending: null, rounds: 0, isPatient: false },
  });
  if (hasNoOptions(draft, variable)) {
    draft.trace("no-options", variable);
    return giveUp(draft, act);
  }
  const question = questionOf(draft, variable);
  endReplay(draft);
  draft.passage({
    asked: put(own(draft.frame.trail, draft.frame.node)?.asked ?? {}, variable, question?.text ?? ""),
  });
  speakBoth(draft, before, question);
  return rest;
}

/** A choice from data that holds nothing just now. */
function hasNoOptions(draft: Draft, name: string): boolean {
  const variable = variableOf(draft.program, name);
  return variable.type.kind === "choice" && optionsOf(variable, viewOf(draft)).length === 0;
}

/** The first thing asked after the corrected question ends what is only repeated, in the flows that called this one too. */
export function endReplay(draft: Draft): void {
  const { frames } = draft.state;
  if (!frames.some(({ replay }) => replay?.hasLeft === true)) return;
  draft.change({
    frames: frames.map((frame) => (frame.replay?.hasLeft === true ? { ...frame, replay: null } : frame)),
  });
}

function confirmOld(draft: Draft, open: readonly string[], filled: readonly string[]): Next {
  const [variable = ""] = filled;
  const values = filled.map((name) => ({ name, value: valueOf(draft, name) }));
  return askPending(draft, {
    type: "asking",
    variable,
    open,
    pending: { type: "confirm", values, isOld: true },
    rounds: 0,
    isPatient: false,
  });
}

/** Asks what must be cleared up before anything else. */
export function askPending(draft: Draft, asking: Asking): Next {
  draft.changeFrame({ phase: asking });
  endReplay(draft);
  speak(draft, openWords(draft, asking));
  return rest;
}

/** Says again whatever is open, where the flow listens. `before` is said in front of it. */
export function askAgain(draft: Draft, before?: Words): Next {
  const { asking } = draft;
  if (asking !== undefined) speakBoth(draft, before, openWords(draft, asking));
  else if (before !== undefined) speak(draft, before);
  return rest;
}

export function leaveQuestion(draft: Draft, act: AskAct): Next {
  const { replay } = draft.frame;
  if (replay !== null) draft.changeFrame({ replay: { ...replay, hasLeft: true } });
  emitHere(draft);
  const [first] = act.questions;
  const value = first === undefined ? null : valueOf(draft, first.variable);
  const option = typeof value === "string" ? value : "";
  const target = act.goto.get(option);
  return target === undefined ? follow(act.edges, viewOf(draft)) : go(target, `option:${option}`);
}

export function giveUp(draft: Draft, act: AskAct): Next {
  draft.trace("give-up", draft.frame.node);
  draft.change({ echo: null });
  draft.changeFrame({ phase: { type: "passing" } });
  return go(act.giveUp, "give_up");
}
