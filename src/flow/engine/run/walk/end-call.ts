// End of a call: cancels what still runs outside, and hands over the outputs.

import { MASK } from "../../../language/expression/template-renderer.ts";
import type { Language } from "../../../locale/languages.ts";
import { type Value, type ValueMap, valueMap } from "../../../value/value.ts";
import { type StepDraft, type Continuation, rest } from "../step-draft.ts";
import { ownWords, speak } from "./say.ts";
import { isHidden } from "../expression-scope.ts";
import { viewAt } from "../running-flow.ts";
import { own, type RunningWork } from "../flow-state.ts";

/** Ends the session: nothing follows, and pending work is not waited for. */
export function endSession(draft: StepDraft, outcome: string): Continuation {
  speak(draft, undefined);
  cancelWorks(draft);
  draft.changeFrame({ phase: { type: "passing" }, replay: null });
  draft.change({ outcome, remembered: [] });
  draft.emit({ type: "end", outcome, outputs: outputsOf(draft, 0, true) });
  return rest;
}

/** Ends the session by the engine itself, with a sentence to the caller. `why` is for the trace. */
export function stop(draft: StepDraft, outcome: "limit" | "gave_up" | "error", why: string): Continuation {
  draft.trace(outcome, why);
  draft.change({ echo: null });
  speak(draft, ownWords(draft, sentences[outcome]), true);
  return endSession(draft, outcome);
}

const sentences: Readonly<Record<"limit" | "gave_up" | "error", (language: Language) => string>> = {
  limit: ({ wordings }) => wordings.limit,
  gave_up: ({ wordings }) => wordings.gaveUp,
  error: ({ wordings }) => wordings.failed,
};

/** The values of `output` variables, of the flow at this depth. */
export function outputsOf(draft: StepDraft, depth: number, isMasked: boolean): ValueMap {
  const { frame } = viewAt(draft, depth);
  const shown = [...draft.programAt(depth).variables.values()].filter(({ output }) => output);
  return valueMap(
    shown.map((variable): readonly [string, Value] => {
      const value = own(frame.values, variable.name) ?? null;
      return [variable.name, isMasked && isHidden(variable, frame) && value !== null ? MASK : value];
    }),
  );
}

/** Work that continues after the end: a started write, and a recording. */
const outlasts: ReadonlySet<RunningWork["what"]> = new Set(["write", "record"]);

function cancelWorks(draft: StepDraft): void {
  for (const { work, what } of draft.state.works) {
    if (!outlasts.has(what)) draft.emit({ type: "cancel", work });
  }
  draft.change({ works: [] });
}
