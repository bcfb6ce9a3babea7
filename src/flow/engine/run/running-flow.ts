// Views of the running flow: what its expressions see during a step, at each depth of called flows.

import type { StepDraft } from "./step-draft.ts";
import type { FlowView } from "./expression-scope.ts";

export function viewOf(draft: StepDraft): FlowView {
  return viewAt(draft, draft.state.frames.length - 1);
}

/** Of a flow that called the running one, for its handlers. */
export function viewAt(draft: StepDraft, depth: number): FlowView {
  const { state, wallMs } = draft;
  const frame = state.frames[depth] ?? draft.frame;
  return { program: draft.programAt(depth), state, frame, wallMs, language: state.language };
}
