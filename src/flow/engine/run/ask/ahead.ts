// Slots ahead: values that a caller volunteers before they are asked for. They are kept; their question is skipped or
// reads them back.

import { valueOf } from "../assign.ts";
import type { StepDraft } from "../step-draft.ts";

/** Variables that an answer may fill here without being asked for. A field with a value is only corrected. */
export function listenedAhead(draft: StepDraft): readonly string[] {
  const { act } = draft.node;
  if (act.type !== "ask") return [];
  return act.ahead.map(({ variable }) => variable).filter((name) => valueOf(draft, name) === null);
}

/** True if the current node listens for a variable without asking for it. */
export function isAheadHere(draft: StepDraft, name: string): boolean {
  const { act } = draft.node;
  return act.type === "ask" && act.ahead.some(({ variable }) => variable === name);
}

/** Remembers which of the accepted values were volunteered. */
export function noteAhead(draft: StepDraft, names: readonly string[]): void {
  const volunteered = names.filter((name) => isAheadHere(draft, name));
  const { ahead = [] } = draft.frame;
  if (volunteered.length > 0) draft.changeFrame({ ahead: [...new Set([...ahead, ...volunteered])] });
}

/** Volunteered values among the variables; from now on ordinary answers. */
export function takeAhead(draft: StepDraft, names: readonly string[]): readonly string[] {
  const { ahead = [] } = draft.frame;
  const taken = names.filter((name) => ahead.includes(name));
  if (taken.length > 0) draft.changeFrame({ ahead: ahead.filter((name) => !taken.includes(name)) });
  return taken;
}
