// Views of the running flow: values visible to its expressions during a step, at each depth of called flows.

import type { StepDraft } from "./step-draft.ts";
import type { FlowView } from "./expression-scope.ts";

/** The view of the flow that runs, on top of the call stack. */
export function viewOf(draft: StepDraft): FlowView {
  return viewAt(draft, draft.state.frames.length - 1);
}

/**
 * The view of the flow at a depth of the call stack, 0 being the root: handlers of a calling flow are evaluated there.
 */
export function viewAt(draft: StepDraft, depth: number): FlowView {
  const { state, wallMs } = draft;
  const frame = state.frames[depth] ?? draft.frame;
  return { program: draft.programAt(depth), state, frame, wallMs, language: state.language };
}
