// Pending work: work done outside the flow's steps, such as tool calls, and its irreversible part.

import type { Work } from "../step-contract.ts";
import type { StepDraft } from "../step-draft.ts";
import type { RunningWork } from "../flow-state.ts";

/** Emits the work and returns its number, which comes back with the result. Numbers are never used twice. */
export function startWork(draft: StepDraft, what: Work, kind: RunningWork["what"]): number {
  const work = draft.state.nextWork;
  draft.change({ nextWork: work + 1, works: [...draft.state.works, { work, what: kind }] });
  draft.emit({ type: "work", work, what });
  return work;
}

/**
 * Removes a piece of pending work. False if it is not pending (cancelled, or finished before): its result is ignored.
 */
export function takeWork(draft: StepDraft, work: number): boolean {
  const { works } = draft.state;
  if (!works.some((one) => one.work === work)) return false;
  draft.change({ works: works.filter((one) => one.work !== work) });
  return true;
}

/** Cancels a piece of pending work. */
export function dropWork(draft: StepDraft, work: number): void {
  if (takeWork(draft, work)) draft.emit({ type: "cancel", work });
}

/** Commits: something irreversible begins, so no earlier answer can be corrected or taken back. */
export function commit(draft: StepDraft): void {
  draft.changeFrame({ answers: {}, trail: {}, replay: null, undo: [], wrote: true });
  draft.change({ before: null });
}
