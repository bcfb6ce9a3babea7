// Keys: an entry grows until it is complete, and what is too much goes to the question that follows.

import { endKeys as endEntry, noKeys, pressKey } from "../../understand/keypad-entry.ts";
import type { Hearing, KeyMeaning } from "../../understand/understanding.ts";
import { actOn } from "./answer.ts";
import { confirmed, missedInConverse } from "../converse/converse-turn.ts";
import { type Draft, type Next, rest } from "../step-draft.ts";
import { walk } from "../walk/enter-node.ts";
import { fire } from "../walk/handlers.ts";
import { hearingOf, isSensitiveHere } from "./listening-point.ts";
import { go } from "../walk/leave-node.ts";
import { beginTurn } from "../call-limits.ts";

/** Nobody presses more at once, or before a question comes. */
const keysMax = 100;

/** Keys beyond a complete entry are for the next question, unless its prompt must be heard first. */
export function pressKeys(draft: Draft, all: string): void {
  const keys = all.slice(0, keysMax);
  draft.change({ before: null });
  for (let index = 0; index < keys.length; index++) {
    const key = keys.charAt(index);
    if (draft.hasEnded) return;
    const hearing = hearingOf(draft, 1);
    if (draft.frame.phase.type === "hello") return walk(draft, go(draft.program.start, "start"));
    if (hearing === undefined || !listens(draft)) return keep(draft, keys.slice(index));
    const { failuresInRow, nodesEntered } = draft.state;
    walk(draft, press(draft, hearing, key));
    if (draft.state.failuresInRow > failuresInRow) return;
    const isNew = draft.state.nodesEntered > nodesEntered && draft.asking !== undefined;
    if (isNew && draft.node.bargeIn === false) return;
  }
}

/** What was pressed before the question came. */
export function pressKept(draft: Draft): void {
  const { keptKeys } = draft.state;
  if (keptKeys === "" || draft.asking === undefined) return;
  draft.change({ keptKeys: "" });
  if (draft.node.bargeIn === false) draft.trace("dropped", "keys before a prompt that must be heard");
  else pressKeys(draft, keptKeys);
}

function keep(draft: Draft, keys: string): void {
  draft.change({ keptKeys: (draft.state.keptKeys + keys).slice(0, keysMax) });
}

function listens(draft: Draft): boolean {
  const { phase } = draft.frame;
  return (
    phase.type === "asking" ||
    phase.type === "waiting" ||
    (phase.type === "conversing" && phase.work === null)
  );
}

function press(draft: Draft, hearing: Hearing, key: string): Next {
  const { keys: before } = draft.state;
  const { finishKey } = draft.node.listen;
  const pressed = { key, atMs: draft.wallMs, ...(finishKey === undefined ? {} : { finishKey }) };
  const { entry, meaning } = pressKey(before, pressed, hearing);
  draft.change({ keys: entry });
  if (meaning.type === "more" || meaning.type === "swallowed") return rest;
  return mean(draft, meaning, key === finishKey && before.keys !== "" ? before.keys : before.keys + key);
}

/** No further key came in time: what is there is the entry. */
export function endKeys(draft: Draft): Next {
  const { keys: before } = draft.state;
  const hearing = hearingOf(draft, 1);
  const ended = hearing === undefined ? undefined : endEntry(before, hearing);
  draft.change({ keys: noKeys });
  return ended === undefined ? rest : mean(draft, ended.meaning, before.keys);
}

function mean(draft: Draft, meaning: KeyMeaning, keys: string): Next {
  const over = beginTurn(draft);
  if (over !== undefined) return over;
  draft.change({
    last: { text: null, sensitive: isSensitiveHere(draft), confidence: null, dtmf: keys },
    echoed: [],
  });
  draft.changeAsking({ isPatient: false });
  if (meaning.type === "more" || meaning.type === "swallowed") return rest;
  const { phase } = draft.frame;
  if (phase.type === "asking") return actOn(draft, meaning);
  if (meaning.type === "handler") return fire(draft, meaning.name);
  if (phase.type !== "conversing") return rest;
  return meaning.type === "confirmed" && phase.isConfirming
    ? confirmed(draft, phase, meaning.yes)
    : missedInConverse(draft, phase);
}
