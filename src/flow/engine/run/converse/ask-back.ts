// Values asked back in a `converse` node: an inexact value of a model counts after the caller's yes.

import type { FilledVariable } from "../../understand/understanding.ts";
import { valueOf } from "../assign.ts";
import { confirmWords } from "../ask/question-words.ts";
import type { OpenConversation } from "../flow-state.ts";
import type { StepDraft } from "../step-draft.ts";
import { speak, type SpokenText } from "../walk/say.ts";
import { confirmAgain } from "./model-tools.ts";

/** Splits a model's values into those that count at once, and those asked back. */
export function sorted(
  draft: StepDraft,
  { refused = [] }: OpenConversation,
  fills: readonly FilledVariable[],
): { readonly sure: readonly FilledVariable[]; readonly doubtful: readonly FilledVariable[] } {
  const isKnown = (filled: FilledVariable): boolean => same(valueOf(draft, filled.name), filled.value);
  const isRefused = ({ name, value }: FilledVariable): boolean =>
    refused.some((each) => each.name === name && same(each.value, value));
  return {
    sure: fills.filter(({ isDoubtful }) => isDoubtful !== true),
    // A model often repeats earlier values.
    doubtful: fills.filter((each) => each.isDoubtful === true && !isKnown(each) && !isRefused(each)),
  };
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * "Sunday, November 29, is that right?" `exit`: the model's, for after the yes. Tools wait: it will call them again.
 */
export function askBack(
  draft: StepDraft,
  phase: OpenConversation,
  { values, exit }: { readonly values: readonly FilledVariable[]; readonly exit: unknown },
): void {
  for (const { name } of values) draft.trace("asked-back", name);
  const askedBack = { values, exit: typeof exit === "string" ? exit : null };
  draft.changeFrame({ phase: { ...phase, askedBack } });
  speak(draft, confirmWords(draft, values));
}

/** Question of a tool or of values awaiting a yes, to be repeated. */
export function pendingWords(draft: StepDraft, phase: OpenConversation): SpokenText | undefined {
  if (phase.isConfirming) return confirmAgain(draft, phase);
  return phase.askedBack && confirmWords(draft, phase.askedBack.values);
}
