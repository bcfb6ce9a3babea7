// Retrieval results: takes a base's results, and a model's words about them, and continues without either if there is
// no answer.

import { understandAlone } from "../ask/answer.ts";
import { onModelReply, onSentence } from "../converse/converse.ts";
import type { PendingAnswer } from "../flow-state.ts";
import { takeWork } from "../outside/pending-work.ts";
import type { FlowInput } from "../step-contract.ts";
import { type Continuation, rest, type StepDraft } from "../step-draft.ts";
import { notFound } from "./answer-node.ts";
import { onAnswerReply, onAnswerSentence } from "./answer-by-model.ts";
import { bestOf, carryOn } from "./look-up.ts";

type Input<T extends FlowInput["type"]> = Extract<FlowInput, { type: T }>;

/** Without passages the base could not be asked, and counts as empty. */
export function onFound(draft: StepDraft, { work, passages }: Input<"found">): Continuation {
  const { phase } = draft.frame;
  if (phase.type !== "answering" || phase.work !== work || !takeWork(draft, work)) return rest;
  if (passages === undefined) draft.trace("knowledge", "the base could not be searched");
  return carryOn(draft, phase, bestOf(phase.found, passages ?? [])) ?? without(draft, phase);
}

export function onUttering(draft: StepDraft, input: Input<"uttering">): Continuation {
  const { phase } = draft.frame;
  return phase.type === "answering" ? onAnswerSentence(draft, phase, input) : onSentence(draft, input);
}

export function onUttered(draft: StepDraft, input: Input<"uttered">): Continuation {
  const { phase } = draft.frame;
  if (phase.type !== "answering") return onModelReply(draft, input);
  return onAnswerReply(draft, phase, input) ?? without(draft, phase);
}

/** The words are then an answer to the question; a node that answers has its own edge. */
function without(draft: StepDraft, { back, words }: PendingAnswer): Continuation {
  const { act } = draft.node;
  if (back.type === "asking") return understandAlone(draft, words);
  return act.type === "answer" ? notFound(draft, act) : rest;
}
