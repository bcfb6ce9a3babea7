// Call limits: ends a call of a flow that takes too many turns or too long.

import type { StepDraft, Continuation } from "./step-draft.ts";
import { stop } from "./walk/end-call.ts";

/**
 * Counts a turn of the caller. Returns the end of the call when the flow's limits are exceeded, otherwise undefined.
 */
export function beginTurn(draft: StepDraft): Continuation | undefined {
  draft.change({ turns: draft.state.turns + 1 });
  return overLimit(draft);
}

/** Ends the call if it has too many turns or takes longer than the flow allows; otherwise undefined. */
export function overLimit(draft: StepDraft): Continuation | undefined {
  const { turnsMax, durationMs } = draft.root.limits;
  const { turns, facts } = draft.state;
  if (turns > turnsMax) return stop(draft, "limit", "turns");
  return draft.wallMs - facts.startedAtMs > durationMs ? stop(draft, "limit", "duration") : undefined;
}
