// The running flow of a step as its expressions see it.

import type { Draft } from "./step-draft.ts";
import type { View } from "./expression-scope.ts";

export function viewOf(draft: Draft): View {
  return viewAt(draft, draft.state.frames.length - 1);
}

/** Of a flow that called the running one, for its handlers. */
export function viewAt(draft: Draft, depth: number): View {
  const { state, wallMs } = draft;
  const frame = state.frames[depth] ?? draft.frame;
  return { program: draft.programAt(depth), state, frame, wallMs, language: state.language };
}
