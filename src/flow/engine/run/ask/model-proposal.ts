// Model proposal: checks what a language model proposed at a question, and then takes it like words of the caller.

import type { AskedVariable, ListeningPoint, Understood } from "../../understand/understanding.ts";
import { readAgain } from "../../understand/second-reading.ts";
import { callGuessed } from "../walk/handler-calls.ts";
import { actOn } from "./answer.ts";
import { actsForModel, isOnlyReader, mayFill } from "./ask-model.ts";
import type { Proposal } from "../step-contract.ts";
import { isAnswer } from "../converse/converse.ts";
import { type StepDraft, type Continuation, rest } from "../step-draft.ts";
import { listeningPointOf } from "./listening-point.ts";
import { takeWork } from "../outside/pending-work.ts";

/** The model's answer has come; absent, the model failed, and what the rules made of the words counts alone. */
export function onProposal(
  draft: StepDraft,
  { work, proposal }: { work: number; proposal?: Proposal },
): Continuation {
  const { phase } = draft.frame;
  if (phase.type !== "proposing" || phase.work !== work || !takeWork(draft, work)) return rest;
  draft.changeFrame({ phase: phase.asking });
  const { heard = unclear, text } = phase;
  const point = listeningPointOf(draft, draft.state.last.confidence ?? 1);
  if (point === undefined || !isAnswer(proposal)) {
    draft.trace("proposal", "none came");
    return actOn(draft, heard);
  }
  const meaning = readAgain(proposal, {
    words: text,
    heard,
    point: forModel(draft, point),
    acts: actsForModel(draft),
    isOnlyReader: isOnlyReader(draft),
  });
  draft.trace("proposal", meaning === heard ? "changed nothing" : meaning.type);
  // A model's handlers are guesses, which must not keep a caller for ever.
  if (meaning.type === "handler" && heard.type === "unclear") return callGuessed(draft, meaning.name);
  return actOn(draft, meaning);
}

const unclear: Understood = { type: "unclear", coverage: 0 };

/** The listening point without the variables that a model must not fill. */
function forModel(draft: StepDraft, point: ListeningPoint): ListeningPoint {
  const { asked, confirming, lists = [], ...others } = point;
  const may = ({ name }: Pick<AskedVariable, "name">): boolean => mayFill(draft, name);
  return {
    ...others,
    open: point.open.filter(may),
    correctable: point.correctable.filter(may),
    ...(lists.some(may) && { lists: lists.filter(may) }),
    ...(confirming !== undefined && { confirming: { values: confirming.values.filter(may) } }),
    ...(asked !== undefined && may(asked) ? { asked } : {}),
  };
}
