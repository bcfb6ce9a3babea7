// Routes of the call socket: check the request, take a place, upgrade, and hand the line to the session. The messages
// on the socket are the transport's.

import { Elysia, t } from "elysia";
import type { Clock } from "../../base/clock.ts";
import { Fault, type FaultCode } from "../../base/fault.ts";
import type { TransportCounters } from "../../transport/transport-counters.ts";
import type { Ticker } from "../../base/ticker.ts";
import type { Asker, CallRequest } from "../../calls/call-plan.ts";
import type { Arrival } from "../../session/arrival.ts";
import type { ArrivalManner } from "../../session/session-request.ts";
import { closingOf } from "../../transport/close-codes.ts";
import type { Converter } from "../../transport/downlink.ts";
import {
  type Feature,
  knownFeatures,
  limits,
  type Limits,
  type OutRate,
  outRates,
  type PacingMode,
  pacings,
  subprotocol,
} from "../../transport/connection-limits.ts";
import { type SocketHandlers, websocketLine } from "../../transport/websocket-line.ts";
import type { EndReason } from "../../voice/call-event.ts";
import type { Caller } from "../http/auth.ts";
import { toFault } from "../http/problem-document.ts";
import { cannotBegin, noRoom } from "./call-problems.ts";
import { callQuery, featureList, lastSeqOf, returnQuery, toCallRequest } from "./call-query.ts";
import { operation } from "../http/route-operation.ts";

/** How connections become calls; see session/session-registry.ts. */
export interface CallDesk {
  /** Prepares the request, before `arrive`. Rejects with the Fault that refuses it. */
  prepare(request: CallRequest, accountId?: string): Promise<CallRequest>;
  /** Rejects with the Fault that refuses the request. */
  arrive(request: CallRequest, asker?: Asker, manner?: ArrivalManner): Promise<Arrival>;
  /** Joins the session of the token. Rejects with the Fault that refuses it. */
  join(token: string): Promise<Arrival>;
}

export interface SocketOptions {
  readonly sessions: CallDesk;
  readonly clock: Clock;
  readonly ticker: Ticker;
  readonly convert: (from: number, to: number) => Converter;
  readonly maxSessionMs: number;
  /** Caller of the request; absent: every caller is a visitor. */
  readonly callerOf?: (request: Request) => Caller | undefined;
  /** API key of the request. Rejects if it has been revoked meanwhile. */
  readonly keyOf?: (request: Request) => Promise<string | undefined>;
  readonly limits?: Partial<Limits>;
  readonly counters?: TransportCounters;
}

/** Bun's settings for the sockets of the whole server: `new Elysia({ websocket: socketSettings })`. */
export const socketSettings = {
  maxPayloadLength: limits.messageBytesMax,
  /** Seconds without a sign of life, pongs included; Bun pings before. */
  idleTimeout: 30,
  sendPings: true,
  perMessageDeflate: false,
  /** Far above the lead of a call: a client with this much unread data is as good as gone. */
  backpressureLimit: 1024 * 1024,
  /** Otherwise there would be no close code with the reason. */
  closeOnBackpressureLimit: false,
};

const lineQuery = t.Object({
  out_rate: t.UnionEnum(["8000", "16000", "24000", "48000"], {
    default: "16000",
    description: "Sample rate of the agent's audio",
  }),
  features: t.String({
    ...featureList,
    description: `Names separated by commas; known: ${knownFeatures.join(", ")}. Others are ignored`,
  }),
  pacing: t.UnionEnum([...pacings], {
    default: "realtime",
    description: "Pacing of the agent's audio. burst: as fast as it is synthesised; needs the feature clear",
  }),
  redirect: t.UnionEnum(["close", "http"], {
    default: "close",
    description:
      "How clients are redirected to the node of their session. close: accepts the WebSocket and closes it with code 4308 and " +
      "the address as reason; http: returns 307",
  }),
  ...returnQuery.properties,
});

const socketQuery = t.Object({ ...callQuery.properties, ...lineQuery.properties });

const description = `Upgrades to a WebSocket that carries a call: binary messages are PCM16 mono, text messages are JSON.
The page /wire-protocol describes all messages. If subprotocols are offered, "${subprotocol}" must be among them.`;

const byToken = `The token in the path is the only credential. The first connection must be made within 5 minutes after
the session was created. After that, clients can reconnect until the session ends. A new connection replaces the old one.`;

const problems = ["request/subprotocol", "request/upgrade-required"] as const;

export function socketRoutes(options: SocketOptions) {
  const { sessions, callerOf, keyOf } = options;
  return new Elysia({ name: "sockets" })
    .get(
      "/ws",
      async ({ request, server, query }) => {
        const asked = toCallRequest(query, request);
        const caller = callerOf?.(request);
        // A session's token opens that session, not another one at its account's cost.
        const token = caller?.kind === "session" ? URL.parse(request.url)?.searchParams.get("token") : null;
        const ready = token ? asked : await sessions.prepare(asked, caller?.accountId);
        const asker = { accountId: caller?.accountId, keyId: await keyOf?.(request) };
        const manner = { comesBack: featuresOf(query.features).includes("resume") };
        const arrive = () => (token ? sessions.join(token) : sessions.arrive(ready, asker, manner));
        await upgrade({ request, server, query, arrive }, options);
      },
      {
        query: socketQuery,
        detail: operation({
          summary: "Call over a WebSocket",
          description,
          tag: "voice",
          access: "engine",
          problems: [
            "flow/program-required",
            "session/elsewhere",
            "cluster/unreachable",
            ...problems,
            ...cannotBegin,
          ],
          answer: { status: 101, says: "WebSocket opened" },
        }),
      },
    )
    .get(
      "/v1/ws/:session_token",
      ({ request, server, query, params }) =>
        upgrade({ request, server, query, arrive: () => sessions.join(params.session_token) }, options),
      {
        params: t.Object({ session_token: t.String({ description: "Token from POST /v1/sessions" }) }),
        query: lineQuery,
        detail: operation({
          summary: "Connect to a session",
          description: `${description}\n${byToken}`,
          tag: "voice",
          problems: [
            "auth/invalid",
            "session/over",
            "session/elsewhere",
            "cluster/unreachable",
            ...problems,
            ...noRoom,
          ],
          answer: { status: 101, says: "WebSocket opened" },
        }),
      },
    );
}

interface Upgrade {
  readonly request: Request;
  readonly server: { upgrade(request: Request, options: object): boolean } | null;
  readonly query: typeof lineQuery.static;
  /** Takes a place, or rejects with the Fault that refuses it. */
  readonly arrive: () => Promise<Arrival>;
}

/** The connection becomes the line of a call, or a Fault is thrown and nothing is held. */
async function upgrade({ request, server, query, arrive }: Upgrade, options: SocketOptions): Promise<void> {
  const { clock, ticker, convert, maxSessionMs } = options;
  const headers = selectSubprotocol(request);
  const pacing = pacingOf(query);
  const isUpgrade = request.headers.get("upgrade")?.toLowerCase() === "websocket";
  const arrival = await arrive().catch((error: unknown) => {
    const origin = isUpgrade && query.redirect === "close" ? originOf(error) : undefined;
    if (origin === undefined) throw error;
    return origin;
  });
  if (typeof arrival === "string") {
    if (server?.upgrade(request, { headers, data: closingWith(arrival) }) !== true) throw notAnUpgrade();
    return;
  }
  try {
    // Only now: a browser does not see the reason of a refused upgrade, and asks again without one to learn it.
    if (!isUpgrade) throw notAnUpgrade();
    const { line, handlers } = websocketLine({
      session: { ...arrival.session, maxSessionMs, lastSeq: lastSeqOf(query) },
      features: featuresOf(query.features),
      outRate: rateOf(query.out_rate),
      pacing,
      convert,
      clock,
      ticker,
      limits: options.limits ?? {},
      counters: options.counters,
    });
    if (server?.upgrade(request, { headers, data: handlers }) !== true) throw notAnUpgrade();
    try {
      await arrival.open(line);
    } catch (error) {
      // The close code goes to the client; the code that catches this logs it.
      line.close(reasonToClose(error));
      throw error;
    }
  } finally {
    arrival.withdraw();
  }
}

/** Where the caller of a session has to go; undefined: another reason. */
function originOf(error: unknown): string | undefined {
  return error instanceof Fault && error.code === "session/elsewhere" ? error.options.origin : undefined;
}

/**
 * Browsers, `WebSocket` of Node and of Bun, and most libraries do not follow a redirect of their upgrade, nor show it
 * to their page: a close code reaches all of them, and the returning client finds its session.
 */
function closingWith(origin: string): SocketHandlers {
  const { code, slug } = closingOf("moved", origin);
  return {
    open: (socket) => socket.close(code, slug),
    message: () => undefined,
    drain: () => undefined,
    close: () => undefined,
  };
}

function notAnUpgrade(): Fault {
  return new Fault(
    "request/upgrade-required",
    "This address needs a WebSocket. Connect with ws:// or wss://.",
  );
}

/** A browser fails if none of its subprotocols is accepted; an explicit refusal is kinder. */
function selectSubprotocol(request: Request): Record<string, string> {
  const offered = request.headers.get("sec-websocket-protocol");
  if (offered === null) return {};
  if (offered.split(",").some((name) => name.trim() === subprotocol)) {
    return { "sec-websocket-protocol": subprotocol };
  }
  throw new Fault("request/subprotocol", `Offer the subprotocol "${subprotocol}", or none.`);
}

function featuresOf(list: string): readonly Feature[] {
  const asked = new Set(list.split(",").map((name) => name.trim()));
  return knownFeatures.filter((name) => asked.has(name));
}

/** Throws if an interruption could not take effect: audio sent far ahead would still be played. */
function pacingOf({ pacing, features }: typeof lineQuery.static): PacingMode {
  if (pacing === "burst" && !featuresOf(features).includes("clear"))
    throw new Fault(
      "request/bad-query",
      "pacing=burst needs features=clear: audio sent ahead must be dropped.",
    );
  return pacing;
}

/** The schema lets only these through. */
function rateOf(name: `${OutRate}`): OutRate {
  return outRates.find((rate) => `${rate}` === name) ?? 16_000;
}

const closeReasons: Partial<Record<FaultCode, EndReason>> = {
  "credits/empty": "credits",
  "credits/over-budget": "credits",
  "session/limit": "overloaded",
  "session/replaced": "replaced",
  "storage/full": "overloaded",
  "storage/away": "overloaded",
};

/** Reason for closing a line whose session was refused after the upgrade; `failed` for a bug of ours. */
function reasonToClose(error: unknown): EndReason {
  return closeReasons[toFault(error).code] ?? "failed";
}
