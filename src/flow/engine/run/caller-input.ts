// Caller input: words, speech without understanding, and silence. The flow's present wait decides where an input
// goes.

import { MASK } from "../../language/expression/template-renderer.ts";
import { understand } from "../understand/understand.ts";
import { understandWords } from "./ask/answer.ts";
import { onWordsInConverse, onNoMatchInConverse, onSilenceInConverse } from "./converse/converse-turn.ts";
import { consentByGoingOn } from "./consent.ts";
import type { Proposal } from "./step-contract.ts";
import { type StepDraft, type Continuation, rest } from "./step-draft.ts";
import { wordsShowMachine } from "./outside/answering-machine.ts";
import { onTimeout } from "./outside/transfer-record-wait.ts";
import { failQuestion } from "./ask/no-answer.ts";
import { answerMachine, callHandler } from "./walk/handler-calls.ts";
import {
  heardPointOf,
  isKeysOnly,
  isSensitiveHere,
  listeningPointOf,
  maskedNow,
} from "./ask/listening-point.ts";
import { transitionTo } from "./walk/leave-node.ts";
import { beginTurn, overLimit } from "./call-limits.ts";
import { addToHistory } from "./walk/say.ts";
import { dropWork } from "./outside/pending-work.ts";
import { endKeys } from "./ask/key-presses.ts";

/** UTF-16 units of one turn. Longer answers do not occur, and the stored state must stay small. */
const textCharsMax = 4_000;

export interface CallerWords {
  readonly text: string;
  readonly confidence?: number;
  /** Transcript of another recogniser. */
  readonly second?: string;
  /** Likeliest answer of the recogniser with another meaning. */
  readonly alternative?: string;
  /** The recogniser's answer to the question, if it understands. */
  readonly proposal?: Proposal;
}

/** Words of the caller, spoken or typed. They are cut to the limit, and dropped where the flow does not listen. */
export function onWords(
  draft: StepDraft,
  { text: whole, confidence, second, alternative, proposal }: CallerWords,
): Continuation {
  const text = whole.slice(0, textCharsMax);
  stopGuessing(draft);
  const { phase } = draft.frame;
  const before = { ...draft.state, before: null };
  const isOpen =
    phase.type === "asking" ||
    phase.type === "hello" ||
    phase.type === "waiting" ||
    phase.type === "conversing";
  // Words that come while the flow does not listen answer nothing, and cannot be taken back and continued.
  draft.change({ before: isOpen ? before : null });
  if (!isOpen) return drop(draft, phase.type);
  if (phase.type !== "hello" && isKeysOnly(draft) && !isVolunteered(draft, text, confidence ?? 1))
    return drop(draft, "keys only");
  const over = beginTurn(draft);
  if (over !== undefined) return over;
  const sensitive = isSensitiveHere(draft);
  draft.change({ last: { text, ...maskedNow(draft), confidence: confidence ?? null, dtmf: null } });
  addToHistory(draft, { role: "user", text: sensitive ? MASK : text });
  if (wordsShowMachine(draft, text)) return answerMachine(draft);
  switch (phase.type) {
    case "hello":
      return transitionTo(draft.program.start, "start");
    case "asking":
      consentByGoingOn(draft, text, confidence ?? 1);
      return understandWords(draft, text, {
        confidence: confidence ?? 1,
        second: second?.slice(0, textCharsMax),
        alternative: alternative?.slice(0, textCharsMax),
        proposal,
      });
    case "conversing":
      return onWordsInConverse(draft, phase, { text, confidence: confidence ?? 1 });
    case "waiting":
      return heardWaiting(draft, text, confidence ?? 1);
  }
}

/** True if words at a keys-only question volunteer a later value. Others are not even a wrong answer. */
function isVolunteered(draft: StepDraft, text: string, confidence: number): boolean {
  const point = draft.asking === undefined ? undefined : heardPointOf(draft, confidence);
  return point !== undefined && understand(text, point).type !== "unclear";
}

/** Cancels a pending proposal or look-up: the caller has said more, so the earlier words alone no longer count. */
function stopGuessing(draft: StepDraft): void {
  const { phase } = draft.frame;
  if (phase.type === "answering") {
    dropWork(draft, phase.work);
    draft.changeFrame({ phase: phase.back });
  }
  if (phase.type !== "proposing") return;
  dropWork(draft, phase.work);
  draft.changeFrame({ phase: phase.asking });
}

/** During a `wait` only handlers listen. */
function heardWaiting(draft: StepDraft, text: string, confidence: number): Continuation {
  const point = listeningPointOf(draft, confidence);
  const meaning = point === undefined ? undefined : understand(text, point);
  return meaning?.type === "handler" ? callHandler(draft, meaning.name) : drop(draft, "waiting");
}

function drop(draft: StepDraft, during: string): Continuation {
  draft.trace("dropped", during);
  return rest;
}

/** A no-match: speech that the recogniser rejected. */
export function onNoMatch(draft: StepDraft): Continuation {
  const { phase } = draft.frame;
  draft.change({ before: null });
  const over = beginTurn(draft);
  if (over !== undefined) return over;
  switch (phase.type) {
    case "hello":
      return transitionTo(draft.program.start, "start");
    case "asking":
      if (isKeysOnly(draft)) return drop(draft, "keys only");
      draft.changeAsking({ isPatient: false });
      return failQuestion(draft, "noMatch", { isMisheard: true });
    case "conversing":
      return onNoMatchInConverse(draft, phase);
    default:
      return drop(draft, phase.type);
  }
}

/** The silence requested by `turnTakingAt` has passed: a no-input, the end of a key entry, or the end of a pause. */
export function onSilence(draft: StepDraft): Continuation {
  const { phase } = draft.frame;
  const { act } = draft.node;
  draft.change({ before: null });
  const over = overLimit(draft);
  if (over !== undefined) return over;
  if (draft.state.keys.keys !== "") return endKeys(draft);
  switch (phase.type) {
    case "hello":
      return transitionTo(draft.program.start, "start");
    case "asking":
      draft.changeAsking({ isPatient: false });
      return failQuestion(draft, "noInput");
    case "conversing":
      return onSilenceInConverse(draft, phase);
    case "pausing":
    case "waiting":
      return act.type === "pause" || act.type === "wait" ? onTimeout(draft, act) : rest;
    default:
      return rest;
  }
}
