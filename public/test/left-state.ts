// Left state: a call during which the page was left, as the page shows it again: over, with what was said. Pure.

import { listOf, textOf, valueOf } from "../page/json-answer.ts";
import { type CallState, noCall } from "../voice/call-state.ts";
import type { TranscriptEntry } from "../voice/call-transcript.ts";
import type { Notice } from "../voice/notices.ts";

export const leftNotice: Notice = {
  title: "You were in a call",
  text: "It ended when this page was reloaded or left. What was said until then is below.",
  remedies: [],
};

/** Of what the page kept, which may be of an earlier version; undefined: it was in no call. */
export function leftState(kept: unknown): CallState | undefined {
  if (valueOf(kept, "phase") !== "open") return undefined;
  const transcript = listOf(kept, "transcript");
  const isReadable = transcript.every(isEntry);
  return {
    ...noCall,
    phase: "over",
    transcript: isReadable ? transcript : [],
    sessionId: textOf(kept, "sessionId"),
  };
}

function isEntry(value: unknown): value is TranscriptEntry {
  switch (textOf(value, "who")) {
    case "agent":
      return Array.isArray(valueOf(value, "sentences"));
    case "caller":
      return textOf(value, "text") !== undefined;
    default:
      return false;
  }
}
