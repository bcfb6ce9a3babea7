// Caller's turn in a `converse` node: handlers get the words first, then the model.

import { understand } from "../../understand/understand.ts";
import { resetFailures } from "../ask/accept-answer.ts";
import { answerWords } from "../answer/answer-node.ts";
import { lookUp } from "../answer/look-up.ts";
import { askModel, type ConverseAct } from "./model-request.ts";
import { pendingWords } from "./ask-back.ts";
import { exitOf, filledWith, leaveBy } from "./converse.ts";
import { resumeAfterConfirmation } from "./model-tools.ts";
import { type StepDraft, type Continuation, rest } from "../step-draft.ts";
import { countInRow } from "../ask/no-answer.ts";
import { callHandler } from "../walk/handler-calls.ts";
import { listeningPointOf } from "../ask/listening-point.ts";
import { transitionTo } from "../walk/leave-node.ts";
import { ownWords, speakBoth, type SpokenText, spokenTextOf } from "../walk/say.ts";
import type { OpenConversation } from "../flow-state.ts";
import { viewOf } from "../running-flow.ts";
import { dropWork } from "../outside/pending-work.ts";

/** Turns of the caller kept in one conversation, for checking a model's quotes. */
const heardMax = 20;

/**
 * The caller's words during a conversation: a handler, the answer to a tool's question, or a new turn for the model.
 */
export function onWordsInConverse(
  draft: StepDraft,
  phase: OpenConversation,
  { text, confidence }: { text: string; confidence: number },
): Continuation {
  const { act } = draft.node;
  if (act.type !== "converse" && act.type !== "answer") return rest;
  if (phase.work !== null && act.type === "converse") return interrupted(draft, act, { phase, text });
  draft.changeFrame({ phase: { ...phase, isPatient: false } });
  const point = listeningPointOf(draft, confidence);
  const meaning = point === undefined ? undefined : understand(text, point);
  if (meaning?.type === "handler") return callHandler(draft, meaning.name);
  if (act.type === "answer") return answerWords(draft, act, { phase, text });
  if (phase.askedBack !== undefined)
    return onAskedBack(draft, phase, { yes: meaning?.type === "confirmed" ? meaning.yes : undefined, text });
  if (!phase.isConfirming) return newTurn(draft, act, { phase, text });
  return meaning?.type === "confirmed"
    ? onToolConfirmation(draft, phase, meaning.yes)
    : onNoMatchInConverse(draft, phase);
}

/**
 * The caller's answer to values asked back, in words or by key. `yes` undefined: neither. Words always go to the
 * model too, for the rest of "no, on Sunday" or "yes, at eight".
 */
export function onAskedBack(
  draft: StepDraft,
  { askedBack, ...phase }: OpenConversation,
  { yes, text }: { readonly yes: boolean | undefined; readonly text?: string },
): Continuation {
  const { act } = draft.node;
  if (act.type !== "converse" || askedBack === undefined) return rest;
  if (yes !== undefined) draft.trace("read-back", yes ? "yes" : "no");
  const { values, exit } = askedBack;
  const refused = yes === false ? [...(phase.refused ?? []), ...values] : phase.refused;
  const now = yes === true ? filledWith(draft, phase, values) : { ...phase, refused };
  draft.changeFrame({ phase: now });
  const chosen = yes === true ? exitOf(draft, act.exits, exit) : undefined;
  if (chosen !== undefined) return leaveBy(draft, act, { phase: now, exit: chosen });
  return text === undefined ? askModel(draft, act, now) : newTurn(draft, act, { phase: now, text });
}

/** The caller's answer to a tool's "shall I?", in words or by key. */
export function onToolConfirmation(draft: StepDraft, phase: OpenConversation, yes: boolean): Continuation {
  const { act } = draft.node;
  if (act.type !== "converse") return rest;
  resetFailures(draft);
  return resumeAfterConfirmation(draft, act, { phase, yes });
}

/** The caller spoke while the model was working: the request is repeated with all words. A running tool continues. */
function interrupted(
  draft: StepDraft,
  act: ConverseAct,
  { phase, text }: { phase: OpenConversation; text: string },
): Continuation {
  if (phase.work === null || phase.calls.length > 0) {
    draft.trace("dropped", "tool");
    return rest;
  }
  dropWork(draft, phase.work);
  return newTurn(draft, act, { phase: { ...phase, work: null }, text });
}

function newTurn(
  draft: StepDraft,
  act: ConverseAct,
  { phase, text }: { phase: OpenConversation; text: string },
): Continuation {
  resetFailures(draft);
  const heard = [...phase.heard, text].slice(-heardMax);
  const turns = phase.turns + 1;
  const next: OpenConversation = {
    ...phase,
    turns,
    heard,
    callsInTurn: 0,
    isRepairing: false,
    noInputs: 0,
    isPatient: false,
  };
  const { answerFrom } = act;
  const looked =
    answerFrom === undefined ? undefined : lookUp(draft, answerFrom, { words: text, back: next });
  return looked ?? askModel(draft, act, next);
}

/** A no-match in the conversation: speech or keys without a meaning here. */
export function onNoMatchInConverse(draft: StepDraft, phase: OpenConversation): Continuation {
  if (phase.work !== null) return rest;
  const sorry = ownWords(draft, ({ wordings }) => wordings.noMatch[0] ?? "");
  return failed(draft, { ...phase, failures: phase.failures + 1, isPatient: false }, sorry);
}

/** A no-input during a conversation. */
export function onSilenceInConverse(draft: StepDraft, phase: OpenConversation): Continuation {
  const { act } = draft.node;
  if (phase.work !== null || (act.type !== "converse" && act.type !== "answer")) return rest;
  const noInputs = phase.noInputs + 1;
  const words =
    spokenTextOf(act.noInput, noInputs, viewOf(draft)) ??
    ownWords(
      draft,
      ({ wordings }) => wordings.noInput[Math.min(noInputs, wordings.noInput.length) - 1] ?? "",
    );
  return failed(draft, { ...phase, noInputs, failures: phase.failures + 1, isPatient: false }, words);
}

function failed(draft: StepDraft, phase: OpenConversation, words: SpokenText): Continuation {
  const { act } = draft.node;
  const over = countInRow(draft);
  if (over !== undefined || (act.type !== "converse" && act.type !== "answer")) return over ?? rest;
  if (phase.failures >= act.attemptsMax) {
    draft.trace("give-up", draft.frame.node);
    draft.changeFrame({ phase: { type: "passing" } });
    return transitionTo(act.giveUp, "give_up");
  }
  draft.changeFrame({ phase });
  speakBoth(draft, words, pendingWords(draft, phase));
  return rest;
}
