// Kept calls: the record of a call, for a replay on another version of its flow. Pure.

import type { SessionRow, StoredSessionEvent } from "../../../db/port/session-store.ts";
import type { KeptCall } from "../../flow/author/replay/kept-call.ts";
import { answersIn, scriptEvents } from "../recorded-call.ts";
import { readTranscript } from "../transcript.ts";

type Row = Pick<
  SessionRow,
  "id" | "context" | "metadata" | "outcome" | "endReason" | "createdAt" | "firstConnectedAt" | "providers"
> & { readonly direction: "inbound" | "outbound" | null };

/** Undefined if the call has no stored words. */
export function keptCallOf(row: Row, events: readonly StoredSessionEvent[]): KeptCall | undefined {
  // Words spoken over the agent's last ones came after the end of the flow.
  const transcriptEntries = readTranscript(events).filter(({ unanswered }) => unanswered !== true);
  if (transcriptEntries.length === 0) return undefined;
  const { id, context, metadata, outcome, endReason } = row;
  return {
    id,
    startedAtMs: row.firstConnectedAt ?? row.createdAt,
    direction: row.direction ?? "inbound",
    context,
    metadata,
    mayHaveModel: row.providers !== null && "llm" in row.providers,
    events: scriptEvents({ outcome, endReason }, transcriptEntries, events),
    answers: answersIn(events),
    outcome,
  };
}
