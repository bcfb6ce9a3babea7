// Session answer: the fields of a session in routes, from its row and its events.

import type { SessionRow, StoredSessionEvent } from "../../../db/port/session-store.ts";
import { microsPerCent } from "../../billing/price.ts";
import type { Sessions } from "../../session/session-registry.ts";
import { readIncidents, readTranscript } from "../../session/transcript.ts";
import type { Supervision } from "../../voice/call-event.ts";
import { seconds } from "../http/seconds.ts";
import type * as schemas from "./session-schemas.ts";

type ConnectedTimes = Pick<Sessions, "connectedMs">;

export function entryOf(row: SessionRow, sessions: ConnectedTimes) {
  return {
    session_id: row.id,
    token_prefix: row.tokenPrefix ?? "",
    flow_id: row.flowId,
    started_at: seconds(row.startedAt ?? row.createdAt),
    ended_at: row.endedAt === null ? null : seconds(row.endedAt),
    duration_secs: seconds(durationMs(row, sessions)),
  };
}

/** A session with its transcript. */
export function wholeOf(
  row: SessionRow,
  { events, sessions }: { readonly events: readonly StoredSessionEvent[]; readonly sessions: ConnectedTimes },
) {
  const usage = row.usage ?? {};
  return {
    ...entryOf(row, sessions),
    status: row.status,
    outcome: row.outcome,
    end_reason: row.endReason,
    context: { ...row.context },
    metadata: { ...row.metadata },
    transcript: readTranscript(events).map(({ atMs, by, ...said }) => ({
      ...said,
      ...(by === undefined ? {} : { by: by as "voice" | "text" | "keys" }),
      at_secs: seconds(atMs),
    })),
    latency: events.filter(({ type }) => type === "latency").map(({ data }) => latencyOf(data)),
    tools: events.filter(({ type }) => type === "tool").map(toolOf),
    on_end: onEndOf(row, events),
    transfers: transfersOf(events),
    supervision: events
      .filter(({ type }) => type === "supervision")
      .map(({ atMs, data }) => ({ action: data["action"] as Supervision, at_secs: seconds(atMs) })),
    provider_failures: readIncidents(events).map(({ ownKey, atMs, ...failure }) => ({
      ...failure,
      own_key: ownKey,
      at_secs: seconds(atMs),
    })),
    failures: events
      .filter(({ type, data }) => type === "provider" && data["incident"] === undefined)
      .map(({ atMs, data }) => ({
        at_secs: seconds(atMs),
        code: String(data["code"]),
        message: String(data["message"]),
      })),
    usage: {
      connected_secs: seconds(durationMs(row, sessions)),
      turns: Number(usage["turns"] ?? 0),
      tts_characters: Number(usage["tts_characters"] ?? 0),
      items: itemsOf(usage["items"]),
    },
    cost_usd_cents: row.costMicros / microsPerCent,
  };
}

/** Items as the session's charge stored them. */
function itemsOf(stored: unknown) {
  const items = (Array.isArray(stored) ? stored : []) as readonly schemas.StoredUsageItem[];
  return items.map(({ cost_micros: micros, ...item }) => ({
    ...item,
    cost_usd_cents: micros / microsPerCent,
  }));
}

/** The row is up to a heartbeat behind. */
function durationMs(row: SessionRow, sessions: ConnectedTimes): number {
  return row.endedAt === null ? (sessions.connectedMs(row.id) ?? row.connectedMs) : row.connectedMs;
}

function toolOf({ atMs, data }: StoredSessionEvent) {
  return {
    name: String(data["name"]),
    at_secs: seconds(atMs),
    seconds: seconds(Number(data["tookMs"])),
    ok: data["ok"] === true,
    ...(typeof data["failure"] === "string" ? { failure: data["failure"] } : {}),
    ...(data["isExample"] === true ? { example: true } : {}),
  };
}

/** The caller comes back from the previous one. */
function transfersOf(events: readonly StoredSessionEvent[]) {
  const lines = events.filter(({ type }) => type === "transfer");
  return lines.flatMap((line, n) => {
    if (line.data["address"] === undefined) return [];
    const next = lines[n + 1];
    const isBack = next?.data["returned"] === true;
    const lost = next?.data["lost"] === true && { lost: true as const };
    return [{ ...transferOf(line), ...(isBack ? { returned_at_secs: seconds(next.atMs) } : {}), ...lost }];
  });
}

function transferOf({ atMs, data }: StoredSessionEvent) {
  const { address, whisper, summary } = data;
  return {
    address: String(address),
    at_secs: seconds(atMs),
    ...(typeof whisper === "string" ? { whisper } : {}),
    ...(typeof summary === "string" ? { summary } : {}),
  };
}

/** Result of the call's post-processing; null: its flow wants nothing. */
function onEndOf({ callOutcome: state }: SessionRow, events: readonly StoredSessionEvent[]) {
  if (state === null) return null;
  const made = events.findLast(({ type }) => type === "outcome")?.data ?? {};
  const { reason, summary, extracted } = made;
  return {
    state,
    reason: typeof reason === "string" ? reason : null,
    summary: typeof summary === "string" ? summary : null,
    extracted: typeof extracted === "object" && extracted !== null ? { ...extracted } : {},
  };
}

function latencyOf(data: StoredSessionEvent["data"]) {
  const ms = (name: string): number | undefined => {
    const value = data[name];
    return typeof value === "number" ? Math.round(value) : undefined;
  };
  const turn = Number(data["turn"]);
  const times = {
    end_of_turn_ms: ms("endOfTurnMs"),
    words_ms: ms("wordsMs"),
    text_ms: ms("textMs"),
    audio_ms: ms("audioMs"),
  };
  const measured = Object.entries(times).filter(([, value]) => value !== undefined);
  const { endedBy } = data;
  const why = typeof endedBy === "string" ? { ended_by: endedBy } : {};
  return { turn, ...why, ...(Object.fromEntries(measured) as Record<string, number>) };
}
