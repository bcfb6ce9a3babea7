// Routes of WebRTC signalling: offers, candidates, hanging up. Published clients speak it in several spellings; all
// are accepted.

import { Elysia, t } from "elysia";
import { Fault, faults } from "../../base/fault.ts";
import type { CallRequest } from "../../calls/call-plan.ts";
import type { SdpAnswer, Peers } from "../../transport/webrtc/peer-registry.ts";
import { AnsweredElsewhere, type Forwarding } from "../cluster/forwarding.ts";
import { clientOf } from "../http/client-address.ts";
import type { Caller } from "../http/auth.ts";
import type { Static } from "typebox";
import { cannotBegin } from "./call-problems.ts";
import { callQuery, featureList, lastSeqOf, returnQuery, toCallRequest } from "./call-query.ts";
import {
  answer,
  type candidateList,
  candidates,
  candidatesWithId,
  offer,
  type Offer,
  pathAnswer,
  pathOffer,
  success,
  toCandidate,
} from "./offer-schemas.ts";
import { operation } from "../http/route-operation.ts";
import { standard } from "../http/route-schema.ts";
import type { CallDesk } from "./socket-routes.ts";

export interface OfferOptions {
  readonly sessions: CallDesk;
  readonly peers: Peers;
  readonly maxSessionMs: number;
  /** Caller of the request. */
  readonly callerOf: (request: Request) => Caller | undefined;
  /** API key of the request. Rejects if it has been revoked meanwhile. */
  readonly keyOf: (request: Request) => Promise<string | undefined>;
  /** Absent if there are no other nodes. */
  readonly forwarding?: Pick<Forwarding, "byId" | "isOthers" | "toRoom" | "toHome"> | undefined;
  /** Other node that has the session of this token, and keeps it. */
  readonly keeperOf?: ((token: string) => Promise<string | undefined>) | undefined;
}

const offerQuery = t.Object({
  ...callQuery.properties,
  ...returnQuery.properties,
  features: t.String({
    ...featureList,
    description:
      "Names separated by commas. resume: the call can be resumed with session_token. Unknown names are ignored",
  }),
  session_token: t.Optional(
    t.String({
      maxLength: 128,
      description: "For reconnecting clients: id of the session, from its message session",
    }),
  ),
});

const peer = t.Object({ pc_id: t.String({ description: "From the answer to the offer" }) });

const answersOffer = operation({
  summary: "Offer a WebRTC call",
  description: `Answers an SDP offer, with all candidates. With the \`pc_id\` of an earlier answer, the offer renegotiates
that call or, with \`restart_pc\`, continues it over a new connection. Unknown keys are ignored, because published
clients send additional ones.`,
  tag: "voice",
  access: "engine",
  problems: [
    "webrtc/bad-offer",
    "webrtc/no-audio",
    "webrtc/gone",
    "flow/program-required",
    "cluster/unreachable",
    ...cannotBegin,
  ],
});

const takesCandidatesByBody = operation({
  summary: "Add ICE candidates, by body",
  description: "The same as PATCH /offer/{pc_id} for clients that send the id in the body.",
  tag: "voice",
  access: "engine",
  problems: ["webrtc/not-found", "webrtc/bad-offer", "cluster/unreachable"],
});

const takesCandidates = operation({
  summary: "Add ICE candidates",
  description: `Adds remote candidates found after the offer (trickle ICE), in camel or snake case. An empty candidate
marks the end. Ignored are mDNS names, unknown keys, addresses after the twentieth, and private addresses of callers
from outside, whose own connectivity checks reveal their address.`,
  tag: "voice",
  access: "engine",
  problems: ["webrtc/not-found", "webrtc/bad-offer", "cluster/unreachable"],
});

const hangsUp = operation({
  summary: "End a WebRTC call",
  description: "Closes the peer connection and ends its call.",
  tag: "voice",
  access: "engine",
  problems: ["webrtc/not-found", "cluster/unreachable"],
});

const checksPath = operation({
  summary: "Check the network for WebRTC",
  description: `Answers an SDP offer, with all candidates, without starting a call and free of charge. The client sees in
its own peer connection which candidate pairs connect. The connection is closed after 12 seconds.`,
  tag: "voice",
  access: "engine",
  problems: ["webrtc/bad-offer", "webrtc/no-audio", "calls/limit"],
});

/** Before the offer is checked: a handler runs only for a valid body. Other modes are refused by the schema. */
const checkFlowMode = ({
  query,
  request,
}: {
  readonly query: typeof callQuery.static;
  readonly request: Request;
}): void => {
  if (query.mode === "flow") toCallRequest(query, request);
};

export function offerRoutes(options: OfferOptions) {
  const { peers, callerOf, forwarding } = options;
  return new Elysia({ name: "offer" })
    .post(
      "/offer",
      ({ request, query, body }) => {
        const { session_token: token, features } = query;
        const comesBack = features.split(",").some((name) => name.trim() === "resume");
        const coming = { token, comesBack, lastSeq: lastSeqOf(query) };
        return answerOffer({ request, asked: toCallRequest(query, request), body, coming }, options);
      },
      {
        query: offerQuery,
        transform: checkFlowMode,
        body: standard(offer),
        response: { 200: standard(answer) },
        detail: answersOffer,
      },
    )
    .post(
      "/ice-check",
      async ({ request, body }) => ({
        sdp: await peers.check({ sdp: body.sdp, from: clientOf(request) }),
        type: "answer" as const,
      }),
      {
        body: standard(pathOffer),
        response: { 200: standard(pathAnswer) },
        detail: checksPath,
      },
    )
    .patch("/offer", ({ request, body }) => trickle(body.pc_id, { request, body }, options), {
      body: standard(candidatesWithId),
      response: { 200: standard(success) },
      detail: takesCandidatesByBody,
    })
    .patch(
      "/offer/:pc_id",
      ({ request, params, body }) => {
        if (typeof body.pc_id === "string" && body.pc_id !== params.pc_id) {
          throw new Fault("webrtc/bad-offer", "The pc_id in the body differs from the pc_id in the path.");
        }
        return trickle(params.pc_id, { request, body }, options);
      },
      {
        params: peer,
        body: standard(candidates),
        response: { 200: standard(success) },
        detail: takesCandidates,
      },
    )
    .delete(
      "/offer/:pc_id",
      async ({ request, params }) => {
        await forwarding?.byId(request, params.pc_id);
        await peers.hangUp(params.pc_id, callerOf(request)?.accountId);
        return { status: "success" as const };
      },
      {
        params: peer,
        response: { 200: standard(success) },
        detail: hangsUp,
      },
    );
}

interface Candidates {
  readonly request: Request;
  readonly body: { readonly candidates: Static<typeof candidateList> };
}

/** Candidates for the call with this id, on any node. Rejects with `webrtc/not-found`. */
export async function trickle(
  pcId: string,
  { request, body }: Candidates,
  { peers, callerOf, forwarding }: OfferOptions,
) {
  await forwarding?.byId(request, pcId, body);
  const sender = { accountId: callerOf(request)?.accountId, from: clientOf(request) };
  await peers.addCandidates(pcId, body.candidates.map(toCandidate), sender);
  return { status: "success" as const };
}

interface OfferRequest {
  readonly request: Request;
  readonly asked: CallRequest;
  readonly body: Offer;
  readonly coming?: Coming;
}

/** Way of a client's return. */
interface Coming {
  /** Token of the session that it continues; undefined: a new session. */
  readonly token: string | undefined;
  /** The client wants a token for its return. */
  readonly comesBack: boolean;
  readonly lastSeq: number | undefined;
}

/** Rejects with the Fault that refuses the call or the offer, and with the answer of another node. */
export async function answerOffer(offered: OfferRequest, options: OfferOptions): Promise<SdpAnswer> {
  const { request, body, coming } = offered;
  const caller = options.callerOf(request);
  // A session's token opens that session, not another one at its account's cost.
  const urlToken = caller?.kind === "session" ? URL.parse(request.url)?.searchParams.get("token") : null;
  const token = urlToken ?? coming?.token;
  const next = typeof body.pc_id === "string" ? { pcId: body.pc_id, comesBack: Boolean(token) } : undefined;
  const later = next && (await answerLater(offered, next, options));
  if (later !== undefined) return later;
  const { forwarding, keeperOf } = options;
  if (!token) {
    await forwarding?.toRoom(request, body);
    return await answerFirst(offered, undefined, options);
  }
  // Its media goes there directly, so that it need not move.
  const keeper = await keeperOf?.(token);
  if (keeper !== undefined) await forwarding?.toHome(request, keeper, body);
  return await answerFirst(offered, token, options);
}

interface NextOffer {
  readonly pcId: string;
  /** The client has a token, with which any node admits it. */
  readonly comesBack: boolean;
}

/** An offer for an existing call. Undefined if its node is gone, and the caller restarts with its session. */
async function answerLater(
  { request, body, coming }: OfferRequest,
  { pcId, comesBack }: NextOffer,
  { peers, callerOf, forwarding }: OfferOptions,
): Promise<SdpAnswer | undefined> {
  const restart = body.restart_pc === true;
  // Without other nodes it belonged to the process that this one replaced, if any.
  const mayBeginAgain = restart && comesBack && forwarding?.isOthers(pcId) !== false;
  try {
    await forwarding?.byId(request, pcId, body);
    const accountId = callerOf(request)?.accountId;
    const lastSeq = coming?.lastSeq;
    return await peers.next({ pcId, sdp: body.sdp, from: clientOf(request), restart, lastSeq, accountId });
  } catch (error) {
    if (mayBeginAgain && isOver(error)) return undefined;
    throw error;
  }
}

/** The call with this id, or its node, no longer exists. */
function isOver(error: unknown): boolean {
  if (error instanceof AnsweredElsewhere) return error.response.status === faults["webrtc/gone"][0];
  return error instanceof Fault && (error.code === "webrtc/gone" || error.code === "cluster/unreachable");
}

async function answerFirst(
  { request, asked, body: { sdp }, coming }: OfferRequest,
  token: string | undefined,
  { sessions, peers, callerOf, keyOf, maxSessionMs }: OfferOptions,
): Promise<SdpAnswer> {
  const { lastSeq, comesBack = false } = coming ?? {};
  const accountId = callerOf(request)?.accountId;
  const from = clientOf(request);
  const ready = token === undefined ? await sessions.prepare(asked, accountId) : asked;
  const arrival =
    token === undefined
      ? await sessions.arrive(ready, { accountId, keyId: await keyOf(request) }, { comesBack })
      : await sessions.join(token);
  try {
    const session = { ...arrival.session, maxSessionMs, lastSeq };
    const {
      line,
      answer: answered,
      hangUp,
    } = await peers.first({
      sdp,
      from,
      session,
      comesBack,
      accountId,
    });
    try {
      // A client that has given up gets no answer, and one that is present keeps its call.
      if (request.signal.aborted) throw new Fault("webrtc/gone", "The client withdrew this offer.");
      await arrival.open(line);
    } catch (error) {
      hangUp();
      throw error;
    }
    return answered;
  } finally {
    arrival.withdraw();
  }
}
