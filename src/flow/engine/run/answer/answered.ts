// Return from an answer: the step after the answer to a caller's question. An open question of the flow is asked
// again; a node that answers is left.

import { resetFailures } from "../ask/accept-answer.ts";
import { askAgain } from "../ask/ask.ts";
import type { OpenQuestion, OpenConversation } from "../flow-state.ts";
import { type Continuation, rest, type StepDraft } from "../step-draft.ts";
import { leaveNode } from "../walk/leave-node.ts";
import { speak, type SpokenText } from "../walk/say.ts";

export interface LookUp {
  /** Words of the caller. */
  readonly words: string;
  /** Point of return. */
  readonly back: OpenQuestion | OpenConversation;
}

/** Words to say first; empty if all has been said. */
export function answered(
  draft: StepDraft,
  back: OpenQuestion | OpenConversation,
  text: string,
): Continuation {
  const { act } = draft.node;
  const words: SpokenText | undefined =
    text === "" ? undefined : { text, logged: text, language: draft.state.language };
  draft.changeFrame({ phase: back });
  resetFailures(draft);
  if (back.type === "asking") return askAgain(draft, words);
  speak(draft, words);
  return act.type === "answer" ? leaveNode(draft, act.edges) : rest;
}
