// Call limits: ends a call of a flow that takes too many turns or too long.

import type { StepDraft, Continuation } from "./step-draft.ts";
import { stop } from "./walk/end-call.ts";

/** One more turn of the caller; defined when that is more than the flow allows. */
export function beginTurn(draft: StepDraft): Continuation | undefined {
  draft.change({ turns: draft.state.turns + 1 });
  return overLimit(draft);
}

export function overLimit(draft: StepDraft): Continuation | undefined {
  const { turnsMax, durationMs } = draft.root.limits;
  const { turns, facts } = draft.state;
  if (turns > turnsMax) return stop(draft, "limit", "turns");
  return draft.wallMs - facts.startedAtMs > durationMs ? stop(draft, "limit", "duration") : undefined;
}
