// Persona: who the agent is in the flow that runs, for a model that speaks. A called flow that does not say so has the
// persona of the flow that called it.

import { renderPrompt } from "../../language/expression/template-renderer.ts";
import { scopeOf } from "./expression-scope.ts";
import { viewAt } from "./running-flow.ts";
import type { StepDraft } from "./step-draft.ts";

/** As a part of a request. */
export function personaOf(draft: StepDraft): { readonly persona?: string } {
  for (let depth = draft.state.frames.length - 1; depth >= 0; depth--) {
    const { persona } = draft.programAt(depth);
    if (persona !== undefined) return { persona: renderPrompt(persona, scopeOf(viewAt(draft, depth))) };
  }
  return {};
}
