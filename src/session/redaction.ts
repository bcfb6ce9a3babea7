// Redaction: lines of the transcript and events of hooks without what an account does not want to have stored.

import type { JsonObject } from "../../db/port/stored-rows.ts";
import { redactData, type RedactText } from "../calls/text-redaction.ts";
import type { HookEvent } from "../hooks/hook-event.ts";
import type { TranscriptLine } from "./transcript.ts";

export interface Redaction {
  line(line: TranscriptLine): TranscriptLine;
  event(event: HookEvent): HookEvent;
}

const none: Redaction = { line: (line) => line, event: (event) => event };

/** Undefined: nothing is replaced. */
export function redactionBy(text: RedactText | undefined): Redaction {
  if (text === undefined) return none;
  return {
    line: (line) => {
      const { text: said } = line.data;
      return typeof said === "string" ? { ...line, data: { ...line.data, text: text(said) } } : line;
    },
    event: (event) => {
      if (event.type === "custom") return { ...event, data: redactData(event.data, text) };
      if (event.type !== "session.ended") return event;
      return { ...event, outputs: redactData(event.outputs, text) as JsonObject };
    },
  };
}
