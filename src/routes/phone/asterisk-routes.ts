// Routes of Asterisk: a dialplan asks for a call, and Asterisk brings it by its chan_websocket, or by AudioSocket.

import { Elysia, t } from "elysia";
import type { Clock } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import type { Log } from "../../base/log.ts";
import type { Ticker } from "../../base/ticker.ts";
import type { Planner } from "../../calls/call-plan.ts";
import type { SubjectIndex } from "../../cloud/subject-index.ts";
import { MediaSocket, mediaProtocol } from "../../phone/asterisk/media-socket.ts";
import type { Arrival } from "../../session/arrival.ts";
import type { SessionRequest } from "../../session/session-request.ts";
import type { Converter } from "../../transport/downlink.ts";
import type { TransportCounters } from "../../transport/transport-counters.ts";
import type { Gate } from "../http/auth.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";
import * as schemas from "./phone-schemas.ts";

/** Connects calls of Asterisk to sessions. */
export interface AsteriskDesk {
  readonly log: Log;
  readonly ticker: Ticker;
  readonly convert: (from: number, to: number) => Converter;
  readonly counters: TransportCounters;
  readonly start: (wanted: SessionRequest) => Promise<{ readonly sessionId: string }>;
  /** Joins the session of this call. Rejects with the Fault that refuses it. */
  readonly join: (call: string) => Promise<Arrival>;
}

export interface AsteriskRouteOptions {
  readonly clock: Clock;
  readonly gate: Gate;
  readonly planner: Pick<Planner, "asked">;
  readonly subjects: Pick<SubjectIndex, "hashOf">;
  readonly asterisk: AsteriskDesk;
}

const party = t.Optional(t.String({ maxLength: 64, description: "Number as in the dialplan" }));
const asked = t.Object({
  flow_id: t.Optional(
    t.String({
      maxLength: 128,
      description: "Flow or assistant that answers. Default: the account's default assistant",
    }),
  ),
  from: party,
  to: party,
});
const callId = t.Object({
  call: t.String({
    pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
    description: "Id from POST /v1/phone/asterisk",
  }),
});

export function asteriskRoutes(options: AsteriskRouteOptions) {
  return new Elysia({ name: "asterisk" }).use(askRoute(options)).use(mediaRoute(options));
}

function askRoute({ gate, planner, subjects, asterisk }: AsteriskRouteOptions) {
  return new Elysia({ name: "asterisk-calls" }).post(
    "/v1/phone/asterisk",
    async ({ request, query, set }) => {
      const accountId = gate.accountOf(request);
      const { flow_id: flowId, from, to } = query;
      const call = crypto.randomUUID();
      const { sessionId } = await asterisk.start({
        accountId,
        keyId: await gate.keyOf(request),
        request: await planner.asked(flowId, accountId),
        context: {},
        metadata: {},
        direction: "inbound",
        parties: { from: from === "" ? undefined : from, to },
        subjectHash: from ? subjects.hashOf(accountId, from) : undefined,
        secret: call,
      });
      set.status = 201;
      return { call, session_id: sessionId };
    },
    {
      query: asked,
      response: { 201: standard(schemas.asteriskCall) },
      detail: operation({
        summary: "Announce a call of Asterisk",
        description:
          "The dialplan calls this before it connects the call. `call` is the UUID for AudioSocket and the last part of the " +
          "media socket's address. It is secret, like a session token, and opens only this session. The credits for one minute are reserved, " +
          "and Asterisk must connect within five minutes.",
        tag: "phone",
        access: "account",
        problems: [
          ...(["flow/not-found", "flow/invalid", "credits/empty"] as const),
          ...(["session/limit", "calls/draining"] as const),
        ],
      }),
    },
  );
}

function mediaRoute({ clock, asterisk }: AsteriskRouteOptions) {
  return new Elysia({ name: "asterisk-media" }).get(
    "/v1/phone/asterisk/:call",
    async ({ request, server, params }) => {
      if (request.headers.get("upgrade")?.toLowerCase() !== "websocket")
        throw new Fault("request/upgrade-required", "This address only accepts the WebSocket of Asterisk.");
      const arrival = await asterisk.join(params.call);
      const media = new MediaSocket({ ...asterisk, clock });
      try {
        const headers = asksForMedia(request) ? { "sec-websocket-protocol": mediaProtocol } : {};
        if (server?.upgrade(request, { headers, data: media.handlers }) !== true)
          throw new Fault("request/upgrade-required", "The request is not a WebSocket upgrade.");
        await arrival.open(media.line);
      } catch (error) {
        media.hangUp();
        throw error;
      } finally {
        arrival.withdraw();
      }
    },
    {
      params: callId,
      detail: operation({
        summary: "Media socket of Asterisk",
        description:
          "WebSocket of Asterisk's chan_websocket, with JSON or plain messages, in ulaw, alaw or slin of any rate. The " +
          "call in the path is the only credential.",
        tag: "phone",
        problems: [
          "auth/invalid",
          "session/over",
          "session/elsewhere",
          "calls/limit",
          "request/upgrade-required",
        ],
        answer: { status: 101, says: "WebSocket opened" },
      }),
    },
  );
}

const asksForMedia = ({ headers }: Request): boolean =>
  (headers.get("sec-websocket-protocol") ?? "").split(",").some((name) => name.trim() === mediaProtocol);
