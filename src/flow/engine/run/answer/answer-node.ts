// Answer node: asks for the caller's question, looks it up, and continues.

import type { Act } from "../../../language/program.ts";
import { endReplay } from "../ask/ask.ts";
import { resetFailures } from "../ask/accept-answer.ts";
import { beginning } from "../converse/converse.ts";
import type { OpenConversation } from "../flow-state.ts";
import { type Continuation, rest, type StepDraft } from "../step-draft.ts";
import { transitionTo } from "../walk/leave-node.ts";
import { sayNode, speak } from "../walk/say.ts";
import { lookUp } from "./look-up.ts";

export type AnswerAct = Extract<Act, { type: "answer" }>;

export function openAnswers(draft: StepDraft): Continuation {
  const words = sayNode(draft);
  draft.changeFrame({ phase: beginning });
  endReplay(draft);
  speak(draft, words);
  return rest;
}

/** The caller's words here are a question, whatever their form. */
export function answerWords(
  draft: StepDraft,
  act: AnswerAct,
  { phase, text }: { phase: OpenConversation; text: string },
): Continuation {
  resetFailures(draft);
  const back = { ...phase, noInputs: 0, isPatient: false };
  return lookUp(draft, act.answerFrom, { words: text, back }) ?? notFound(draft, act);
}

export function notFound(draft: StepDraft, act: AnswerAct): Continuation {
  draft.changeFrame({ phase: { type: "passing" } });
  return transitionTo(act.notFound, "not_found");
}
