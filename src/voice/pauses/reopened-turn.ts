// Reopened turn: whether a caller who cuts in had only paused, so that what is said now belongs to what was answered.

import { decideMs } from "../turn.ts";

/** A caller who continues this soon after an answer was not finished. Milliseconds. */
const reopenMs = 700;
/** Delay until talking over the agent is noticed. Milliseconds. */
const noticeMs = 300;
/** A caller who has heard more than the first words of an answer responds to it. */
const heardWordsMax = 2;

/** How long a turn may be reopened after it was answered, in milliseconds. */
const reopenableMs = reopenMs + noticeMs;
/** When it is clear that it will not be: by then what a caller meant by cutting in is decided. Milliseconds. */
export const settledMs = reopenableMs + decideMs;

/**
 * Whether the caller continues. `heard`: what was heard of the answer. `sinceMs`: the milliseconds since their words
 * were answered; undefined: they were not the last thing that was answered.
 */
export function isReopened(heard: string, sinceMs: number | undefined): boolean {
  if (sinceMs === undefined || sinceMs > reopenableMs) return false;
  return heard.split(/\s+/).filter((word) => word !== "").length <= heardWordsMax;
}
