// Routes of start-then-offer clients: those first ask for a session and then send an offer to it. Also the other
// addresses where published clients expect offers.

import { Elysia, t } from "elysia";
import { Type } from "typebox";
import type { Clock } from "../../base/clock.ts";
import { Fault } from "../../base/fault.ts";
import type { CallRequest } from "../../calls/call-plan.ts";
import type { FetchIceServers } from "../../providers/relay/ice-servers.ts";
import { cannotBegin } from "./call-problems.ts";
import { callQuery, toCallRequest } from "./call-query.ts";
import { answer, candidatesWithId, offer, success } from "./offer-schemas.ts";
import { answerOffer, type OfferOptions, trickle } from "./offer-routes.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";

export interface StartOptions extends OfferOptions {
  readonly clock: Clock;
  readonly fetchIceServers: FetchIceServers;
  /** Id of this node in the ids of starts. */
  readonly nodeId: () => string;
}

/** An offer comes soon, or never. */
const startMsMax = 5 * 60_000;
/** Starts without an offer so far; beyond this the oldest is forgotten. */
const startsMax = 10_000;

const server = Type.Object({
  urls: Type.String(),
  username: Type.Optional(Type.String()),
  credential: Type.Optional(Type.String()),
});
const started = Type.Object(
  { sessionId: Type.String(), iceConfig: Type.Object({ iceServers: Type.Array(server) }) },
  { examples: [{ sessionId: "start_5f0c…", iceConfig: { iceServers: [] } }] },
);
const start = t.Object({ start_id: t.String({ description: "The sessionId from POST /start" }) });

/** Started requests, until their offers come. */
class Starts {
  readonly #clock: Clock;
  readonly #nodeId: () => string;
  readonly #asked = new Map<string, { readonly request: CallRequest; readonly untilMs: number }>();

  constructor({ clock, nodeId }: Pick<StartOptions, "clock" | "nodeId">) {
    this.#clock = clock;
    this.#nodeId = nodeId;
  }

  add(request: CallRequest): string {
    const random = crypto.getRandomValues(Buffer.alloc(16)).toString("base64url");
    const id = `start_${this.#nodeId()}_${random}`;
    this.#asked.set(id, { request, untilMs: this.#clock.now() + startMsMax });
    for (const [oldest, { untilMs }] of this.#asked) {
      if (this.#asked.size <= startsMax && untilMs > this.#clock.now()) break;
      this.#asked.delete(oldest);
    }
    return id;
  }

  find(id: string): CallRequest {
    const asked = this.#asked.get(id);
    if (asked !== undefined && asked.untilMs > this.#clock.now()) return asked.request;
    throw new Fault("webrtc/not-found", "The start is unknown or expired. Send POST /start again.");
  }
}

const answers = [
  "webrtc/bad-offer",
  "webrtc/no-audio",
  "webrtc/gone",
  "cluster/unreachable",
  ...cannotBegin,
] as const;

const asksToStart = operation({
  summary: "Start a WebRTC call",
  description: `For clients that start a session before the offer. The parameters of the query apply to the following offer at
/sessions/{start_id}/api/offer. The call costs nothing before that.`,
  tag: "voice",
  access: "engine",
  problems: ["flow/program-required"],
});

const offersToStart = operation({
  summary: "Offer a started WebRTC call",
  description: "Like POST /offer, with the parameters of POST /start.",
  tag: "voice",
  access: "engine",
  problems: ["webrtc/not-found", ...answers],
});

const addsToStart = operation({
  summary: "Add ICE candidates to a started call",
  description: "Like PATCH /offer.",
  tag: "voice",
  access: "engine",
  problems: ["webrtc/not-found", "webrtc/bad-offer", "cluster/unreachable"],
});

const offersElsewhere = operation({
  summary: "Offer a WebRTC call (alias)",
  description: "Like POST /offer, for clients that use this address.",
  tag: "voice",
  access: "engine",
  problems: ["flow/program-required", ...answers],
});

const addsElsewhere = operation({
  summary: "Add ICE candidates (alias)",
  description: "Like PATCH /offer.",
  tag: "voice",
  access: "engine",
  problems: ["webrtc/not-found", "webrtc/bad-offer", "cluster/unreachable"],
});

export function startRoutes(options: StartOptions) {
  const { fetchIceServers, callerOf, forwarding } = options;
  const starts = new Starts(options);
  const patch = { body: standard(candidatesWithId), response: { 200: standard(success) } };
  const post = { body: standard(offer), response: { 200: standard(answer) } };
  return new Elysia({ name: "start" })
    .post(
      "/start",
      async ({ request, query }) => {
        const sessionId = starts.add(toCallRequest(query, request));
        const { iceServers } = await fetchIceServers(callerOf(request)?.accountId ?? "caller");
        return { sessionId, iceConfig: { iceServers: iceServers.map((each) => ({ ...each })) } };
      },
      { query: callQuery, response: { 200: standard(started) }, detail: asksToStart },
    )
    .post(
      "/sessions/:start_id/api/offer",
      async ({ request, params, body }) => {
        await forwarding?.byId(request, params.start_id, body);
        return answerOffer({ request, asked: starts.find(params.start_id), body }, options);
      },
      { ...post, params: start, detail: offersToStart },
    )
    .patch(
      "/sessions/:start_id/api/offer",
      ({ request, body }) => trickle(body.pc_id, { request, body }, options),
      {
        ...patch,
        params: start,
        detail: addsToStart,
      },
    )
    .post(
      "/api/offer",
      ({ request, query, body }) =>
        answerOffer({ request, asked: toCallRequest(query, request), body }, options),
      { ...post, query: callQuery, detail: offersElsewhere },
    )
    .patch("/api/offer", ({ request, body }) => trickle(body.pc_id, { request, body }, options), {
      ...patch,
      detail: addsElsewhere,
    });
}
