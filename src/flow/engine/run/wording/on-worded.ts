// Line by a model: collects the model's output, has it spoken or refused when complete, and continues the waiting
// flow.

import { takeWork } from "../outside/pending-work.ts";
import type { LineOfModel } from "../flow-state.ts";
import type { FlowInput } from "../step-contract.ts";
import { type Continuation, rest, type StepDraft } from "../step-draft.ts";
import { actAfterSaying } from "../walk/enter-node.ts";
import { goOnAfter } from "../walk/handler-calls.ts";
import { transitionTo } from "../walk/leave-node.ts";
import { speakLine } from "./worded-line.ts";

type Input<T extends FlowInput["type"]> = Extract<FlowInput, { type: T }>;

/** A sentence of it: none is spoken before all are checked. */
export function onLineSentence(
  draft: StepDraft,
  phase: LineOfModel,
  { work, sentence }: Input<"uttering">,
): Continuation {
  if (phase.work === work)
    draft.changeFrame({ phase: { ...phase, said: `${phase.said} ${sentence}`.trim() } });
  return rest;
}

export function onLine(
  draft: StepDraft,
  phase: LineOfModel,
  { work, utterance }: Input<"uttered">,
): Continuation {
  if (phase.work !== work || !takeWork(draft, work)) return rest;
  const { onward } = phase;
  draft.changeFrame({ phase: onward.type === "resume" ? onward.back : { type: "passing" } });
  speakLine(draft, phase, utterance);
  switch (onward.type) {
    case "act":
      return actAfterSaying(draft);
    case "go":
      return transitionTo(onward.to, onward.by);
    case "resume":
      return goOnAfter(draft, onward);
  }
}
