// Keypad input (DTMF): builds an entry key by key until it is complete. Further keys go to the next question.

import { endKeys as endEntry, noKeys, pressKey } from "../../understand/keypad-entry.ts";
import type { ListeningPoint, KeyMeaning } from "../../understand/understanding.ts";
import { actOn } from "./answer.ts";
import { onAskedBack, onToolConfirmation, onNoMatchInConverse } from "../converse/converse-turn.ts";
import { type StepDraft, type Continuation, rest } from "../step-draft.ts";
import { runTransitions } from "../walk/enter-node.ts";
import { callHandler } from "../walk/handler-calls.ts";
import { listeningPointOf, maskedNow } from "./listening-point.ts";
import { transitionTo } from "../walk/leave-node.ts";
import { beginTurn } from "../call-limits.ts";

/** Keys in one input, and keys kept for the next question: far more than people press. */
const keysMax = 100;

/**
 * Feeds keys one by one. Keys beyond a complete entry go to the next question, unless its prompt may not be
 * interrupted.
 */
export function pressKeys(draft: StepDraft, all: string): void {
  const keys = all.slice(0, keysMax);
  draft.change({ before: null });
  // They are meant for another person.
  if (draft.frame.phase.type === "away") return;
  for (let index = 0; index < keys.length; index++) {
    const key = keys.charAt(index);
    if (draft.hasEnded) return;
    const point = listeningPointOf(draft, 1);
    if (draft.frame.phase.type === "hello")
      return runTransitions(draft, transitionTo(draft.program.start, "start"));
    if (point === undefined || !listens(draft)) return keep(draft, keys.slice(index));
    const { failuresInRow, nodesEntered } = draft.state;
    runTransitions(draft, press(draft, point, key));
    if (draft.state.failuresInRow > failuresInRow) return;
    const isNew = draft.state.nodesEntered > nodesEntered && draft.asking !== undefined;
    if (isNew && draft.node.bargeIn === false) return;
  }
}

/** Feeds keys pressed before the question was asked. */
export function pressKeptKeys(draft: StepDraft): void {
  const { keptKeys } = draft.state;
  if (keptKeys === "" || draft.asking === undefined) return;
  draft.change({ keptKeys: "" });
  if (draft.node.bargeIn === false) draft.trace("dropped", "keys before a prompt that must be heard");
  else pressKeys(draft, keptKeys);
}

function keep(draft: StepDraft, keys: string): void {
  draft.change({ keptKeys: (draft.state.keptKeys + keys).slice(0, keysMax) });
}

function listens(draft: StepDraft): boolean {
  const { phase } = draft.frame;
  return (
    phase.type === "asking" ||
    phase.type === "waiting" ||
    (phase.type === "conversing" && phase.work === null)
  );
}

function press(draft: StepDraft, point: ListeningPoint, key: string): Continuation {
  const { keys: before } = draft.state;
  const { finishKey } = draft.node.listen;
  const pressed = { key, atMs: draft.wallMs, ...(finishKey === undefined ? {} : { finishKey }) };
  const { entry, meaning } = pressKey(before, pressed, point);
  draft.change({ keys: entry });
  if (meaning.type === "more" || meaning.type === "swallowed") return rest;
  return actOnEntry(
    draft,
    meaning,
    key === finishKey && before.keys !== "" ? before.keys : before.keys + key,
  );
}

/** The inter-digit timeout has passed: the keys so far are the entry. */
export function endKeys(draft: StepDraft): Continuation {
  const { keys: before } = draft.state;
  const point = listeningPointOf(draft, 1);
  const ended = point === undefined ? undefined : endEntry(before, point);
  draft.change({ keys: noKeys });
  return ended === undefined ? rest : actOnEntry(draft, ended.meaning, before.keys);
}

function actOnEntry(draft: StepDraft, meaning: KeyMeaning, keys: string): Continuation {
  const over = beginTurn(draft);
  if (over !== undefined) return over;
  draft.change({
    last: { text: null, ...maskedNow(draft), confidence: null, dtmf: keys },
    echoed: [],
  });
  draft.changeAsking({ isPatient: false });
  if (meaning.type === "more" || meaning.type === "swallowed") return rest;
  const { phase } = draft.frame;
  if (phase.type === "asking") return actOn(draft, meaning);
  if (meaning.type === "handler") return callHandler(draft, meaning.name);
  if (phase.type !== "conversing") return rest;
  if (meaning.type === "confirmed" && phase.askedBack !== undefined)
    return onAskedBack(draft, phase, { yes: meaning.yes });
  return meaning.type === "confirmed" && phase.isConfirming
    ? onToolConfirmation(draft, phase, meaning.yes)
    : onNoMatchInConverse(draft, phase);
}
