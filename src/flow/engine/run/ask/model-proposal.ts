// What a model proposed at a question is checked and then taken like words of the caller.

import type { Asked, Hearing } from "../../understand/understanding.ts";
import { understandProposal } from "../../understand/proposal.ts";
import { actOn } from "./answer.ts";
import type { Proposal } from "../step-contract.ts";
import { isAnswer } from "../converse/converse.ts";
import { type Draft, type Next, rest } from "../step-draft.ts";
import { fail } from "./no-answer.ts";
import { hearingOf } from "./listening-point.ts";
import { questioning } from "./question-words.ts";
import { takeWork } from "../outside/pending-work.ts";

export function proposed(draft: Draft, { work, proposal }: { work: number; proposal?: Proposal }): Next {
  const { phase } = draft.frame;
  if (phase.type !== "proposing" || phase.work !== work || !takeWork(draft, work)) return rest;
  draft.changeFrame({ phase: phase.asking });
  const hearing = hearingOf(draft, draft.state.last.confidence ?? 1);
  if (hearing === undefined || !isAnswer(proposal)) {
    draft.trace("proposal", "none came");
    return fail(draft, "noMatch");
  }
  const meaning = understandProposal(proposal, phase.text, forModel(draft, hearing));
  draft.trace("proposal", meaning.type);
  return actOn(draft, meaning);
}

/** Only what a model may fill. */
function forModel(draft: Draft, { asked, ...hearing }: Hearing): Hearing {
  const may = ({ name }: Asked): boolean => questioning(draft, name)?.llm === true;
  return {
    ...hearing,
    open: hearing.open.filter(may),
    ...(asked !== undefined && may(asked) ? { asked } : {}),
  };
}
