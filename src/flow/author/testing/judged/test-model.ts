// Test model: the language model of a deployment in tests, in place of scripted answers and as a judge of words.

import type { FlowInput, Work } from "../../../engine/run/step-contract.ts";

/** Answers a request of the flow; `meanwhile` gets its sentences while it writes. Never rejects. */
export type LiveModel = (
  request: { readonly work: number; readonly what: Extract<Work, { type: "propose" | "utter" }> },
  meanwhile: (input: FlowInput) => void,
) => Promise<FlowInput>;

/** Whether the texts state the claim; `unjudged`: the model gave no answer with a quote out of them. */
export type JudgeVerdict = "stated" | "not_stated" | "unjudged";

/** Never rejects. */
export type JudgeModel = (claim: string, texts: readonly string[]) => Promise<JudgeVerdict>;

export interface TestModels {
  readonly live?: LiveModel | undefined;
  readonly judge?: JudgeModel | undefined;
}
