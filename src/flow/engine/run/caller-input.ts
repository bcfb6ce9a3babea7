// An input of the caller: words, speech that was not understood, silence. What it goes to depends on what is open.

import { MASK } from "../../language/expression/template-renderer.ts";
import { understand } from "../understand/understand.ts";
import { hearWords } from "./ask/answer.ts";
import { heardInConverse, missedInConverse, silentInConverse } from "./converse/converse-turn.ts";
import { type Draft, type Next, rest } from "./step-draft.ts";
import { timeUp } from "./outside/transfer-record-wait.ts";
import { fail } from "./ask/no-answer.ts";
import { fire } from "./walk/handlers.ts";
import { hearingOf, isSensitiveHere } from "./ask/listening-point.ts";
import { go } from "./walk/leave-node.ts";
import { beginTurn, overLimit } from "./call-limits.ts";
import { note } from "./walk/say.ts";
import { dropWork } from "./outside/pending-work.ts";
import { endKeys } from "./ask/keypad.ts";

/** Of one turn; nobody answers at such length, and what is kept of it must stay small. */
const textCharsMax = 4_000;

export interface Words {
  readonly text: string;
  readonly confidence?: number;
}

export function heard(draft: Draft, { text: whole, confidence }: Words): Next {
  const text = whole.slice(0, textCharsMax);
  stopGuessing(draft);
  const { phase } = draft.frame;
  const before = { ...draft.state, before: null };
  const isOpen =
    phase.type === "asking" ||
    phase.type === "hello" ||
    phase.type === "waiting" ||
    phase.type === "conversing";
  // What is said while nobody listens answers nothing, and cannot be gone on with.
  draft.change({ before: isOpen ? before : null });
  if (!isOpen) return drop(draft, phase.type);
  if (draft.node.listen.mode === "dtmf" && phase.type !== "hello") return drop(draft, "keys only");
  const over = beginTurn(draft);
  if (over !== undefined) return over;
  const sensitive = isSensitiveHere(draft);
  draft.change({ last: { text, sensitive, confidence: confidence ?? null, dtmf: null } });
  note(draft, { role: "user", text: sensitive ? MASK : text });
  switch (phase.type) {
    case "hello":
      return go(draft.program.start, "start");
    case "asking":
      return hearWords(draft, text, confidence ?? 1);
    case "conversing":
      return heardInConverse(draft, phase, { text, confidence: confidence ?? 1 });
    case "waiting":
      return heardWaiting(draft, text, confidence ?? 1);
  }
}

/** Whoever says more need not wait for what a model makes of the words before. */
function stopGuessing(draft: Draft): void {
  const { phase } = draft.frame;
  if (phase.type !== "proposing") return;
  dropWork(draft, phase.work);
  draft.changeFrame({ phase: phase.asking });
}

/** Only handlers listen. */
function heardWaiting(draft: Draft, text: string, confidence: number): Next {
  const hearing = hearingOf(draft, confidence);
  const meaning = hearing === undefined ? undefined : understand(text, hearing);
  return meaning?.type === "handler" ? fire(draft, meaning.name) : drop(draft, "waiting");
}

function drop(draft: Draft, during: string): Next {
  draft.trace("dropped", during);
  return rest;
}

/** Speech that the recogniser rejected. */
export function notHeard(draft: Draft): Next {
  const { phase } = draft.frame;
  draft.change({ before: null });
  const over = beginTurn(draft);
  if (over !== undefined) return over;
  switch (phase.type) {
    case "hello":
      return go(draft.program.start, "start");
    case "asking":
      draft.changeAsking({ isPatient: false });
      return fail(draft, "noMatch");
    case "conversing":
      return missedInConverse(draft, phase);
    default:
      return drop(draft, phase.type);
  }
}

export function silent(draft: Draft): Next {
  const { phase } = draft.frame;
  const { act } = draft.node;
  draft.change({ before: null });
  const over = overLimit(draft);
  if (over !== undefined) return over;
  if (draft.state.keys.keys !== "") return endKeys(draft);
  switch (phase.type) {
    case "hello":
      return go(draft.program.start, "start");
    case "asking":
      draft.changeAsking({ isPatient: false });
      return fail(draft, "noInput");
    case "conversing":
      return silentInConverse(draft, phase);
    case "pausing":
    case "waiting":
      return act.type === "pause" || act.type === "wait" ? timeUp(draft, act) : rest;
    default:
      return rest;
  }
}
