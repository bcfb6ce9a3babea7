// Routes of sessions: start one, list the latest, and read the record of one.

import { Elysia } from "elysia";
import type { Store } from "../../../db/port/store.ts";
import type { Planner } from "../../calls/call-plan.ts";
import { getSession, sessionsListed } from "../../cloud/stored-sessions.ts";
import type { SubjectIndex } from "../../cloud/subject-index.ts";
import type { Sessions } from "../../session/session-registry.ts";
import type { OpenedSession } from "../../session/session-request.ts";
import { readTraceParent } from "../../trace/trace-parent.ts";
import type { Gate } from "../http/auth.ts";
import type { Forwarding } from "../cluster/forwarding.ts";
import { peerOf } from "../http/forwarded-request.ts";
import { notForYou } from "./call-problems.ts";
import { operation } from "../http/route-operation.ts";
import { baseOf, type OriginRules } from "../http/allowed-origin.ts";
import { standard } from "../http/route-schema.ts";
import { entryOf, wholeOf } from "./session-answer.ts";
import * as schemas from "./session-schemas.ts";

export interface SessionRouteOptions {
  readonly store: Store;
  readonly gate: Gate;
  readonly planner: Pick<Planner, "asked">;
  readonly sessions: Pick<Sessions, "start" | "flush" | "connectedMs">;
  readonly origins: OriginRules;
  readonly subjects: Pick<SubjectIndex, "hashFor">;
  /** Absent if there are no other nodes. */
  readonly forwarding?: Pick<Forwarding, "toRoom"> | undefined;
}

export function sessionRoutes(options: SessionRouteOptions) {
  const { store, gate, planner, sessions, origins, subjects, forwarding } = options;
  const lastOf = (accountId: string) => store.of(accountId).sessions.list(accountId, sessionsListed);
  return new Elysia({ name: "sessions" })
    .post(
      "/v1/sessions",
      async ({ request, body }) => {
        await forwarding?.toRoom(request, body);
        const { flow_id: flowId, context = {}, metadata = {}, record, direction } = body;
        const accountId = gate.accountOf(request);
        const asked = await planner.asked(flowId, accountId);
        const subjectHash = subjects.hashFor(accountId, body.subject, metadata);
        const keyId = await gate.keyOf(request);
        const link = readTraceParent(request.headers.get("traceparent"));
        const facts = { context, metadata, record, direction, link, subjectHash };
        const started = await sessions.start({ accountId, keyId, request: asked, ...facts });
        return startedOf(started, socketsAt(request, origins));
      },
      {
        body: standard(schemas.newSession),
        response: { 200: standard(schemas.started) },
        detail: operation({
          summary: "Start a session",
          description: "Returns the URL of a WebSocket, and reserves the credits for one minute.",
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
          description: "The last 50 sessions, newest first.",
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
          description: "Transcript, end and cost of a session, and the timing of each turn and tool.",
          tag: "sessions",
          access: "account",
          problems: ["session/not-found"],
        }),
      },
    );
}

function startedOf(
  { token, creditsRemaining, heldCents, sessionId, warnings }: OpenedSession,
  sockets: string,
) {
  return {
    session_token: token,
    ws_url: `${sockets}/v1/ws/${token}`,
    transport: "websocket" as const,
    credits_remaining: creditsRemaining,
    held_usd_cents: heldCents,
    session_id: sessionId,
    warnings: [...warnings],
  };
}

/** Address for the clients of this node. */
export function socketsAt(request: Request, origins: OriginRules): string {
  const base = origins.node.publicUrl ?? baseOf(request, peerOf(request), origins);
  return base.replace(/^http/, "ws");
}
