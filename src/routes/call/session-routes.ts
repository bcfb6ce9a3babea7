// Routes of sessions: start one, list the last ones, and read the record of one.

import { Elysia } from "elysia";
import type { Store } from "../../../db/port/store.ts";
import { microsPerCent } from "../../billing/price.ts";
import type { Planner } from "../../calls/call-plan.ts";
import type { SessionRow, StoredSessionEvent } from "../../../db/port/session-store.ts";
import { getSession, sessionsListed } from "../../cloud/stored-sessions.ts";
import type { Started } from "../../session/session-request.ts";
import type { Sessions } from "../../session/session-registry.ts";
import { readIncidents, readTranscript } from "../../session/transcript.ts";
import { readTraceParent } from "../../trace/trace-parent.ts";
import type { Gate } from "../http/auth.ts";
import type { Forwarding } from "../cluster/forwarding.ts";
import { peerOf } from "../http/forwarded-request.ts";
import { notForYou } from "./call-problems.ts";
import { operation } from "../http/route-operation.ts";
import { baseOf, type OriginRules } from "../http/allowed-origin.ts";
import { standard } from "../http/route-schema.ts";
import { seconds } from "../http/seconds.ts";
import * as schemas from "./session-schemas.ts";

export interface SessionRouteOptions {
  readonly store: Store;
  readonly gate: Gate;
  readonly planner: Pick<Planner, "asked">;
  readonly sessions: Pick<Sessions, "start" | "flush" | "connectedMs">;
  readonly origins: OriginRules;
  /** Absent where there are no other nodes. */
  readonly forwarding?: Pick<Forwarding, "toRoom"> | undefined;
}

export function sessionRoutes(options: SessionRouteOptions) {
  const { store, gate, planner, sessions, origins, forwarding } = options;
  const lastOf = (accountId: string) => store.of(accountId).sessions.list(accountId, sessionsListed);
  return new Elysia({ name: "sessions" })
    .post(
      "/v1/sessions",
      async ({ request, body }) => {
        await forwarding?.toRoom(request, body);
        const { flow_id: flowId, context = {}, metadata = {}, record } = body;
        const accountId = gate.accountOf(request);
        const asked = await planner.asked(flowId, accountId);
        const keyId = await gate.keyOf(request);
        const link = readTraceParent(request.headers.get("traceparent"));
        const facts = { context, metadata, record, link };
        const started = await sessions.start({ accountId, keyId, request: asked, ...facts });
        return {
          session_token: started.token,
          ws_url: `${socketsAt(request, origins)}/v1/ws/${started.token}`,
          transport: "websocket" as const,
          ...startedOf(started),
        };
      },
      {
        body: standard(schemas.newSession),
        response: { 200: standard(schemas.started) },
        detail: operation({
          summary: "Start a session",
          description: "Gives the address of a WebSocket, and sets one minute's credits aside.",
          tag: "sessions",
          access: "key",
          problems: [...notForYou, "calls/limit", "calls/draining"],
        }),
      },
    )
    .get(
      "/v1/sessions",
      async ({ request }) => (await lastOf(gate.accountOf(request))).map((row) => entryOf(row, sessions)),
      {
        response: { 200: standard(schemas.sessionList) },
        detail: operation({
          summary: "List sessions",
          description: "The last 50, newest first.",
          tag: "sessions",
          access: "account",
        }),
      },
    )
    .get(
      "/v1/sessions/:session_id",
      async ({ request, params }) => {
        const key = { accountId: gate.accountOf(request), sessionId: params.session_id };
        await sessions.flush();
        const { row, events } = await getSession(store, key);
        return wholeOf(row, { events, sessions });
      },
      {
        params: schemas.sessionParams,
        response: { 200: standard(schemas.session) },
        detail: operation({
          summary: "Read a session",
          description:
            "What was said, how it ended, what it cost, and how long each turn and each tool took.",
          tag: "sessions",
          access: "account",
          problems: ["session/not-found"],
        }),
      },
    );
}

function startedOf({ creditsRemaining, heldCents, sessionId, warnings }: Started) {
  return {
    credits_remaining: creditsRemaining,
    held_usd_cents: heldCents,
    session_id: sessionId,
    warnings: [...warnings],
  };
}

/** Where a client of this node connects. */
function socketsAt(request: Request, origins: OriginRules): string {
  const base = origins.node.publicUrl ?? baseOf(request, peerOf(request), origins);
  return base.replace(/^http/, "ws");
}

type ConnectedTimes = Pick<Sessions, "connectedMs">;

function entryOf(row: SessionRow, sessions: ConnectedTimes) {
  return {
    session_id: row.id,
    token_prefix: row.tokenPrefix ?? "",
    flow_id: row.flowId,
    started_at: seconds(row.startedAt ?? row.createdAt),
    ended_at: row.endedAt === null ? null : seconds(row.endedAt),
    duration_secs: seconds(durationMs(row, sessions)),
  };
}

function wholeOf(
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
    provider_failures: readIncidents(events).map(({ ownKey, atMs, ...failure }) => ({
      ...failure,
      own_key: ownKey,
      at_secs: seconds(atMs),
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

/** As the session's charge stored them. */
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
  const known = Object.entries(times).filter(([, value]) => value !== undefined);
  const { endedBy } = data;
  const why = typeof endedBy === "string" ? { ended_by: endedBy } : {};
  return { turn, ...why, ...(Object.fromEntries(known) as Record<string, number>) };
}
