// Model context: the persona and the model of a spoken answer, and the visible part of the conversation.

import { MASK, renderPrompt } from "../../language/expression/template-renderer.ts";
import type { LlmSettings, Program } from "../../language/program.ts";
import { nowForModels } from "../../value/now-for-models.ts";
import { scopeOf } from "./expression-scope.ts";
import type { FlowState } from "./flow-state.ts";
import { initialState } from "./initial-state.ts";
import { viewAt } from "./running-flow.ts";
import type { AskedNow, FlowSession, ModelHistoryLine } from "./step-contract.ts";
import { StepDraft } from "./step-draft.ts";

/** Persona of the running flow, as a part of a request. A called flow without its own has the calling flow's. */
export function personaOf(draft: StepDraft): { readonly persona?: string } {
  for (let depth = draft.state.frames.length - 1; depth >= 0; depth--) {
    const { persona } = draft.programAt(depth);
    if (persona !== undefined) return { persona: renderPrompt(persona, scopeOf(viewAt(draft, depth))) };
  }
  return {};
}

/** Persona of a flow that does not run, as a prompt for a session without a flow; empty if it has none. */
export function personaFor(program: Program, facts: FlowSession, wallMs: number): string {
  return personaOf(new StepDraft(program, initialState(program, facts), wallMs)).persona ?? "";
}

/** Time at the flow's place, as a part of a request. */
export const nowHere = ({ wallMs, program: { timezone } }: StepDraft): AskedNow => ({
  now: nowForModels(wallMs, timezone),
});

/** Model of the current node, as a part of a request. */
export const llmHere = ({ node: { llm } }: StepDraft): { readonly llm?: LlmSettings } =>
  llm === undefined ? {} : { llm };

/** A line as it may outlast the call. */
export function asKept(line: ModelHistoryLine): ModelHistoryLine {
  return line.isUnrecorded === true ? { role: line.role, text: MASK } : line;
}

/** The caller's last `turns` turns with everything after them; 0: only the latest turn, if any. */
export function historyOf(
  { history, isUnrecorded }: Pick<FlowState, "history" | "isUnrecorded">,
  turns: number,
): readonly ModelHistoryLine[] {
  const lines = isUnrecorded === true ? history : history.map(asKept);
  const wanted = Math.max(1, turns);
  let seen = 0;
  for (let at = lines.length - 1; at >= 0; at--) {
    if (lines[at]?.role !== "user") continue;
    seen += 1;
    if (seen === wanted) return lines.slice(at);
  }
  return turns === 0 && seen === 0 ? [] : lines;
}

/** True if a model's JSON is an object; it may be anything. */
export function isAnswer<T>(answer: T): answer is T & object {
  return typeof answer === "object" && answer !== null;
}
