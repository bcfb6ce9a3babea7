// Model proposal: checks what a language model proposed at a question, and then takes it like words of the caller.

import type { AskedVariable, ListeningPoint } from "../../understand/understanding.ts";
import { understandProposal } from "../../understand/proposal.ts";
import { actOn } from "./answer.ts";
import type { Proposal } from "../step-contract.ts";
import { isAnswer } from "../converse/converse.ts";
import { type StepDraft, type Continuation, rest } from "../step-draft.ts";
import { failQuestion } from "./no-answer.ts";
import { listeningPointOf } from "./listening-point.ts";
import { questioning } from "./question-words.ts";
import { takeWork } from "../outside/pending-work.ts";

/** The model's proposal has come; absent, the model failed, which counts as a no-match. */
export function onProposal(
  draft: StepDraft,
  { work, proposal }: { work: number; proposal?: Proposal },
): Continuation {
  const { phase } = draft.frame;
  if (phase.type !== "proposing" || phase.work !== work || !takeWork(draft, work)) return rest;
  draft.changeFrame({ phase: phase.asking });
  const point = listeningPointOf(draft, draft.state.last.confidence ?? 1);
  if (point === undefined || !isAnswer(proposal)) {
    draft.trace("proposal", "none came");
    return failQuestion(draft, "noMatch");
  }
  const meaning = understandProposal(proposal, phase.text, forModel(draft, point));
  draft.trace("proposal", meaning.type);
  return actOn(draft, meaning);
}

/** The listening point without the variables that a model must not fill. */
function forModel(draft: StepDraft, { asked, lists = [], ...point }: ListeningPoint): ListeningPoint {
  const may = ({ name }: Pick<AskedVariable, "name">): boolean => questioning(draft, name)?.llm === true;
  return {
    ...point,
    open: point.open.filter(may),
    lists: lists.filter(may),
    ...(asked !== undefined && may(asked) ? { asked } : {}),
  };
}
