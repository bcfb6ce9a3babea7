// Model proposal: checks a language model's proposal at a question, and then takes it like words of the caller.

import type { Understood } from "../../understand/understanding.ts";
import { actOn, actOnProposal } from "./answer.ts";
import { readProposal } from "./ask-model.ts";
import type { Proposal } from "../step-contract.ts";
import { orLikest } from "./likest.ts";
import { type StepDraft, type Continuation, rest } from "../step-draft.ts";
import { takeWork } from "../outside/pending-work.ts";

/** The model's answer; absent, the model failed, and only the rules' reading counts. */
export function onProposal(
  draft: StepDraft,
  { work, proposal }: { work: number; proposal?: Proposal },
): Continuation {
  const { phase } = draft.frame;
  if (phase.type !== "proposing" || phase.work !== work || !takeWork(draft, work)) return rest;
  draft.changeFrame({ phase: phase.asking });
  const { heard = unclear, text } = phase;
  const meaning = proposal === undefined ? undefined : readProposal(draft, proposal, { text, heard });
  if (meaning !== undefined) return actOnProposal(draft, heard, meaning);
  draft.trace("proposal", "none came");
  return actOn(draft, orLikest(draft, text, heard));
}

const unclear: Understood = { type: "unclear" };
