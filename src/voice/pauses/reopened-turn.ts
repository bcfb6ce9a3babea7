// Reopened turn: decides if a caller who cuts in had only paused, so that the new words continue the answered ones.

import { decideMs } from "../turn.ts";

/** A caller who continues this soon after an answer was not finished. Milliseconds. */
const reopenMs = 700;
/** Delay until talking over the agent is noticed. Milliseconds. */
const noticeMs = 300;
/** A caller who has heard more than the first words of an answer responds to it. */
const heardWordsMax = 2;

/** Time after its answer in which a turn may be reopened, in milliseconds. */
const reopenableMs = reopenMs + noticeMs;
/** Time after which it stays closed: by then the meaning of a caller's interruption is decided. Milliseconds. */
export const settledMs = reopenableMs + decideMs;

/**
 * True if the caller continues. `heard`: heard part of the answer. `sinceMs`: milliseconds since their words were
 * answered; undefined: another answer came after it.
 */
export function isReopened(heard: string, sinceMs: number | undefined): boolean {
  if (sinceMs === undefined || sinceMs > reopenableMs) return false;
  return heard.split(/\s+/).filter((word) => word !== "").length <= heardWordsMax;
}
