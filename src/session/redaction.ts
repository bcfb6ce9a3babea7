// Redaction: transcript lines and hook events without the data that an account does not store.

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
      if (line.type === "transfer") return { ...line, data: redactedTransfer(line.data, text) };
      if (line.type === "answer") return { ...line, data: redactData(line.data, text) as JsonObject };
      if (line.type === "outcome") return { ...line, data: redactedOutcome(line.data, text) };
      const { text: lineText } = line.data;
      return typeof lineText === "string" ? { ...line, data: { ...line.data, text: text(lineText) } } : line;
    },
    event: (event) => {
      if (event.type === "custom") return { ...event, data: redactData(event.data, text) };
      if (event.type === "session.transferring") return { ...event, ...redactedTransfer(event, text) };
      if (event.type === "session.summarised") return { ...event, ...redactedOutcome(event, text) };
      if (event.type !== "session.ended") return event;
      return { ...event, outputs: redactData(event.outputs, text) as JsonObject };
    },
  };
}

/** A summary's words are removed; an extracted value stays. */
function redactedOutcome<T extends object>(outcome: T, text: RedactText): T {
  const kept = Object.entries(outcome).map(([key, value]: [string, unknown]) => [
    key,
    key === "summary" && typeof value === "string"
      ? text(value)
      : key === "extracted"
        ? redactData(value, text)
        : value,
  ]);
  return Object.fromEntries(kept) as T;
}

/** The target stays: it belongs to the flow. */
function redactedTransfer<T extends object>(transfer: T, text: RedactText): T {
  const kept = Object.entries(transfer).map(([key, value]: [string, unknown]) => [
    key,
    typeof value === "string" && (key === "whisper" || key === "summary") ? text(value) : value,
  ]);
  return Object.fromEntries(kept) as T;
}
