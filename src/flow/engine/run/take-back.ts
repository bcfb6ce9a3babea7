// Turn taken back: the caller continued speaking, so the last turn is undone and its words are understood again as a
// whole.

import type { StepDraft } from "./step-draft.ts";

/** Restores the state before the last turn, and cancels its work. False if it can no longer be undone. */
export function takeBack(draft: StepDraft): boolean {
  const { before, works, nextWork, wallMs } = draft.state;
  if (before === null) {
    draft.trace("not-taken-back", "later changes cannot be undone");
    return false;
  }
  const earlierWorks = new Set(before.works.map(({ work }) => work));
  for (const { work } of works) if (!earlierWorks.has(work)) draft.emit({ type: "cancel", work });
  draft.emit({ type: "taken-back" });
  draft.change({ ...before, nextWork, wallMs });
  return true;
}
