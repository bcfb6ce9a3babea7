// Routes of all sessions: the open ones of all accounts of this deployment, and the end of one, for the owner
// (/v1/system/sessions). Their words are the accounts' alone.

import { Elysia, t } from "elysia";
import { Type } from "typebox";
import type { OpenSession } from "../../db/port/session-store.ts";
import type { Store } from "../../db/port/store.ts";
import { Fault } from "../base/fault.ts";
import type { Sessions } from "../session/session-registry.ts";
import type { Supervision } from "../session/supervision/supervision.ts";
import type { Forwarding } from "./cluster/forwarding.ts";
import type { Gate } from "./http/auth.ts";
import { operation } from "./http/route-operation.ts";
import { standard } from "./http/route-schema.ts";
import { seconds } from "./http/seconds.ts";

export interface SystemSessionOptions {
  readonly store: Pick<Store, "sessions">;
  readonly sessions: Pick<Sessions, "here" | "flush">;
  readonly supervision: Pick<Supervision, "close">;
  readonly gate: Pick<Gate, "accountOf" | "authorOf">;
  /** Absent where there are no other nodes. */
  readonly forwarding: Pick<Forwarding, "toHome"> | undefined;
}

const limitDefault = 50;
const orNone = Type.Union([Type.String(), Type.Null()]);
const page = Type.Object(
  {
    sessions: Type.Array(
      Type.Object({
        session_id: Type.String(),
        account_id: Type.Union([Type.String(), Type.Null()], {
          description: "null: the session has no account",
        }),
        email: orNone,
        status: Type.Enum(["waiting", "running"], {
          description: "`waiting`: its client has not connected yet",
        }),
        flow_id: orNone,
        transport: orNone,
        node_id: orNone,
        created_at: Type.Number({ description: "Seconds since the Unix epoch" }),
        connected_secs: Type.Number({ description: "Some seconds old" }),
      }),
    ),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: "Cursor of the next page; null on the last page",
    }),
  },
  {
    examples: [
      {
        sessions: [
          {
            session_id: "ses_01JDZ0M4V7Q3X9K2T5B8N6R1CA",
            account_id: "acc_01JDZ0M4V7Q3X9K2T5B8N6R1CA",
            email: "ada@example.com",
            status: "running" as const,
            flow_id: "hotel-booking",
            transport: "webrtc",
            node_id: "n4f2k8qz",
            created_at: 1_795_846_500,
            connected_secs: 42.5,
          },
        ],
        next_cursor: null,
      },
    ],
  },
);

export function systemSessionRoutes({
  store,
  sessions,
  supervision,
  gate,
  forwarding,
}: SystemSessionOptions) {
  return new Elysia({ name: "system-sessions" })
    .get(
      "/v1/system/sessions",
      async ({ query }) => {
        const limit = Number(query.limit ?? limitDefault);
        // New ones of this node are included.
        await sessions.flush();
        const openSessions = await store.sessions.open({ before: query.cursor, limit });
        return {
          sessions: openSessions.map(shown),
          next_cursor: openSessions.length < limit ? null : (openSessions.at(-1)?.id ?? null),
        };
      },
      {
        query: t.Object({
          limit: t.Optional(t.Integer({ minimum: 1, maximum: 200, default: limitDefault })),
          cursor: t.Optional(t.String({ description: "The next_cursor of the previous page" })),
        }),
        response: { 200: standard(page) },
        detail: operation({
          summary: "List the open sessions of all accounts",
          description: "Sessions of all nodes, newest first, without their transcripts.",
          tag: "sessions",
          access: "owner",
        }),
      },
    )
    .post(
      "/v1/system/sessions/:session_id/end",
      async ({ request, params: { session_id: sessionId }, body, set }) => {
        if (sessions.here(sessionId) === undefined) {
          const [openSession] = await store.sessions.open({ id: sessionId, limit: 1 });
          if (openSession === undefined) throw notOpen();
          if (openSession.home !== null) await forwarding?.toHome(request, openSession.home, body);
        }
        const session = sessions.here(sessionId);
        if (session === undefined) throw notOpen();
        await supervision.close(session, { by: gate.authorOf(request), owner: gate.accountOf(request) });
        set.status = 202;
      },
      {
        params: t.Object({ session_id: t.String() }),
        detail: operation({
          summary: "End a session of any account",
          description:
            "Ends a running or waiting session at once, on any node. The audit logs of its " +
            "account and of the owner record it.",
          tag: "sessions",
          access: "owner",
          problems: ["session/not-found", "cluster/unreachable"],
          answer: { status: 202, says: "Ending" },
        }),
      },
    );
}

function notOpen(): Fault {
  const detail = "There is no open session with this id. GET /v1/system/sessions lists all.";
  return new Fault("session/not-found", detail);
}

function shown(session: OpenSession) {
  return {
    session_id: session.id,
    account_id: session.accountId,
    email: session.email,
    status: session.firstConnectedAt === null ? ("waiting" as const) : ("running" as const),
    flow_id: session.flowId,
    transport: session.transport,
    node_id: session.home,
    created_at: seconds(session.createdAt),
    connected_secs: seconds(session.connectedMs),
  };
}
