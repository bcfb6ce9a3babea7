// Pending work: what runs outside of the flow's steps, and which of it cannot be undone.

import type { Work } from "../step-contract.ts";
import type { StepDraft } from "../step-draft.ts";
import type { RunningWork } from "../flow-state.ts";

/** Hands it out; its number comes back with the result. */
export function startWork(draft: StepDraft, what: Work, kind: RunningWork["what"]): number {
  const work = draft.state.nextWork;
  draft.change({ nextWork: work + 1, works: [...draft.state.works, { work, what: kind }] });
  draft.emit({ type: "work", work, what });
  return work;
}

/** Whether a result is still wanted; then it is no longer waited for. */
export function takeWork(draft: StepDraft, work: number): boolean {
  const { works } = draft.state;
  if (!works.some((one) => one.work === work)) return false;
  draft.change({ works: works.filter((one) => one.work !== work) });
  return true;
}

export function dropWork(draft: StepDraft, work: number): void {
  if (takeWork(draft, work)) draft.emit({ type: "cancel", work });
}

/** From here on nothing that was answered before can be taken back. */
export function commit(draft: StepDraft): void {
  draft.changeFrame({ answers: {}, trail: {}, replay: null, undo: [], wrote: true });
  draft.change({ before: null });
}
