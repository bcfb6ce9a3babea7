// Routes of embedded sessions: a visitor's page reads the brand of an embed by its public token, and starts a session
// under its limits.

import { Elysia, t } from "elysia";
import { Type } from "typebox";
import type { EmbedRefusal, EmbedRow } from "../../../db/port/embed-store.ts";
import type { Store } from "../../../db/port/store.ts";
import type { JsonObject } from "../../../db/port/stored-rows.ts";
import type { Clock } from "../../base/clock.ts";
import { Fault, type FaultCode } from "../../base/fault.ts";
import type { Planner } from "../../calls/call-plan.ts";
import { embedOfToken } from "../../cloud/account-embeds.ts";
import { embedRefused } from "../../session/session-faults.ts";
import type { Sessions } from "../../session/session-registry.ts";
import type { Forwarding } from "../cluster/forwarding.ts";
import { peerOf } from "../http/forwarded-request.ts";
import { isOwnPage, type OriginRules } from "../http/allowed-origin.ts";
import { operation } from "../http/route-operation.ts";
import { optional, requestBody, standard } from "../http/route-schema.ts";
import { socketsAt } from "./session-routes.ts";
import { shownBrand } from "../account/embed-schemas.ts";
import { newSession } from "./session-schemas.ts";

export interface EmbedSessionOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly planner: Pick<Planner, "asked">;
  readonly sessions: Pick<Sessions, "start">;
  readonly origins: OriginRules;
  /** True if this server records its calls. */
  readonly recordsCalls: boolean;
  /** Absent if there are no other nodes. */
  readonly forwarding?: Pick<Forwarding, "toRoom"> | undefined;
}

const visit = requestBody(
  { context: Type.Optional(newSession.properties.context) },
  { examples: [{ context: { first_name: "Ada" } }] },
);

const begun = Type.Object(
  {
    session_id: Type.String(),
    session_token: Type.String({
      description: "Opens this session, only for pages of the origin that started it",
    }),
    ws_url: Type.String({
      description: "WebSocket URL as in POST /v1/sessions, for `connect` of /client.js",
    }),
    recorded: Type.Boolean({ description: "The call is recorded. The page must inform the visitor" }),
  },
  {
    examples: [
      {
        session_id: "ses_01KAGW8Y7RZQ4M2N5T6V3X9B1C",
        session_token: "vst_n1Xq…",
        ws_url: "wss://voice.example/v1/ws/vst_n1Xq…",
        recorded: false,
      },
    ],
  },
);

export function embedSessionRoutes(options: EmbedSessionOptions) {
  const { store, forwarding, origins, recordsCalls: recorded } = options;
  return brandRoute(options).post(
    "/v1/embeds/:embed/sessions",
    async ({ request, params, query, body }) => {
      const embed = await embedOfToken(store, params.embed);
      if (embed === undefined || (query.flow_id ?? embed.flowId) !== embed.flowId) throw unknown();
      await forwarding?.toRoom(request, body);
      const { sessionId, token } = await begin(request, { embed, context: body?.context ?? {} }, options);
      const sockets = socketsAt(request, origins);
      return { session_id: sessionId, session_token: token, ws_url: `${sockets}/v1/ws/${token}`, recorded };
    },
    {
      body: optional(standard(visit)),
      params: embedParams,
      query: t.Object({
        flow_id: t.Optional(
          t.String({
            maxLength: 128,
            description: "Flow or assistant that the page expects. Another one than the embed's is refused",
          }),
        ),
      }),
      response: { 200: standard(begun) },
      detail: operation({
        summary: "Start a session of an embed",
        description:
          "For visitors of a page whose origin the embed lists. The embed's public token is the only credential. " +
          "The context comes from the page, and visitors can forge it. It only " +
          "fills inputs of the flow. " +
          "A refusal has a text for visitors and is counted for the embed's owner.",
        tag: "sessions",
        limit: "check",
        anyOrigin: true,
        problems: [
          "embed/not-found",
          "embed/wrong-origin",
          "embed/expired",
          "embed/revoked",
          "embed/too-many",
          "embed/minutes-used",
          "embed/over-budget",
          "embed/unavailable",
        ],
      }),
    },
  );
}

const embedParams = t.Object({ embed: t.String({ description: "The embed's token" }) });

function brandRoute({ store }: Pick<EmbedSessionOptions, "store">) {
  return new Elysia({ name: "embed-sessions" }).get(
    "/v1/embeds/:embed/brand",
    async ({ params }) => {
      const embed = await embedOfToken(store, params.embed);
      if (embed === undefined || embed.revokedAt !== null) throw unknown();
      const { agentName, picture, colour, greeting } = embed;
      return { agent_name: agentName, picture, colour, greeting };
    },
    {
      params: embedParams,
      response: { 200: standard(shownBrand) },
      detail: operation({
        summary: "Read the brand of an embed",
        description:
          "Name, picture, colour and greeting of the agent, as the widget shows them. null: not set.",
        tag: "sessions",
        limit: "check",
        anyOrigin: true,
        problems: ["embed/not-found"],
      }),
    },
  );
}

/** Rejects with words for visitors. */
async function begin(
  request: Request,
  { embed, context }: { readonly embed: EmbedRow; readonly context: JsonObject },
  options: EmbedSessionOptions,
) {
  const { store, clock, planner, sessions, origins } = options;
  const { id, accountId, flowId } = embed;
  const refuse = async (reason: EmbedRefusal): Promise<Fault> => {
    await store.of(accountId).embeds.countRefusal({ id, reason, at: clock.wall() });
    return embedRefused(reason);
  };
  const origin = request.headers.get("origin") ?? undefined;
  const isKnown = origin !== undefined && embed.origins.includes(origin);
  if (!isKnown && !isOwnPage(request, peerOf(request), origins)) throw await refuse("origin");
  // Before its flow is checked, which may be gone as well.
  if (embed.revokedAt !== null) throw await refuse("revoked");
  try {
    const asked = await planner.asked(flowId, accountId);
    const begunThere = { embedId: id, origin };
    return await sessions.start({ accountId, request: asked, context, metadata: {}, embed: begunThere });
  } catch (error) {
    const reason = error instanceof Fault ? reasonOf(error.code) : undefined;
    if (reason === undefined) throw error;
    throw await refuse(reason);
  }
}

/** Reason for its owner; undefined: the owner can do nothing about it. */
function reasonOf(code: FaultCode): EmbedRefusal | undefined {
  return reasons[code];
}

const reasons: Partial<Record<FaultCode, EmbedRefusal>> = {
  "embed/expired": "expired",
  "embed/revoked": "revoked",
  "embed/too-many": "sessions",
  "embed/minutes-used": "minutes",
  "embed/over-budget": "budget",
  "credits/empty": "credits",
  "credits/over-budget": "credits",
  "session/limit": "busy",
  "calls/limit": "busy",
  "calls/draining": "busy",
  "speech/unavailable": "busy",
  "flow/not-found": "flow",
  "assistant/not-found": "flow",
  "assistant/invalid": "flow",
  "flow/invalid": "flow",
  "flow/too-slow": "flow",
  "flow/busy": "busy",
  "provider/unusable": "provider",
};

function unknown(): Fault {
  return new Fault("embed/not-found", "There is no such embed: this agent is no longer available.");
}
