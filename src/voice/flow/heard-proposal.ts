// Heard proposal: the open question for a recogniser that understands, and its answer as a proposal to the flow.

import type { Clock } from "../../base/clock.ts";
import type { HearingQuestion } from "../../flow/engine/expectation.ts";
import { hearingRequestAt } from "../../flow/engine/run/ask/ask-model.ts";
import type { FlowState } from "../../flow/engine/run/flow-state.ts";
import type { FlowInput } from "../../flow/engine/run/step-contract.ts";
import type { Program } from "../../flow/language/program.ts";
import { valueOfData } from "../../flow/value/json-value.ts";
import { isValueMap } from "../../flow/value/value.ts";
import type { HeardWords } from "../heard-words.ts";
import { hearingQuestion } from "./flow-prompt.ts";
import { proposalOf } from "./proposal-data.ts";

/** Undefined if no model may answer: at a sensitive question, or without a question. */
export function questionIn(
  { program, clock }: { readonly program: Program; readonly clock: Clock },
  state: FlowState,
): HearingQuestion | undefined {
  const request = hearingRequestAt(program, state, clock.wall());
  return request && hearingQuestion(request);
}

/** Words of a recogniser, as an input of the flow. */
export function wordsInput({ reading, ...words }: HeardWords): FlowInput {
  const written = reading === undefined ? undefined : valueOfData(reading);
  const isRead = written !== undefined && isValueMap(written);
  return { type: "words", ...words, ...(isRead ? { proposal: proposalOf(written) } : {}) };
}
