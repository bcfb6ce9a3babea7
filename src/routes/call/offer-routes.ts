// Routes of WebRTC signalling: offers, candidates, hanging up. Published clients speak it in several spellings; all
// are accepted.

import { Elysia, t } from "elysia";
import { Fault } from "../../base/fault.ts";
import type { CallRequest } from "../../calls/call-plan.ts";
import type { SdpAnswer, Peers } from "../../transport/webrtc/peer-registry.ts";
import { clientOf } from "../http/client-address.ts";
import type { Caller } from "../http/auth.ts";
import type { Static } from "typebox";
import { cannotBegin } from "./call-problems.ts";
import { callQuery, lastSeqOf, returnQuery, toCallRequest } from "./call-query.ts";
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
  /** Whose request it is. */
  readonly callerOf: (request: Request) => Caller | undefined;
  /** With which API key. Rejects when it has been revoked meanwhile. */
  readonly keyOf: (request: Request) => Promise<string | undefined>;
}

const offerQuery = t.Object({
  ...callQuery.properties,
  ...returnQuery.properties,
  features: t.String({
    default: "",
    maxLength: 1_024,
    description:
      "Names separated by commas; resume: the call can be gone on with by session_token. Others are ignored",
  }),
  session_token: t.Optional(
    t.String({
      maxLength: 128,
      description:
        "Of the session to go on with, as its message session gave it, for a client whose connection broke",
    }),
  ),
});

const peer = t.Object({ pc_id: t.String({ description: "From the answer to the offer" }) });

const answersOffer = operation({
  summary: "Offer a WebRTC call",
  description: `Takes an SDP offer and answers it, all candidates included. With the \`pc_id\` of an earlier answer the
offer belongs to that call: it is negotiated anew, or, with \`restart_pc\`, carried on over a new connection. Keys that
are not listed are ignored: published clients send some of their own.`,
  tag: "voice",
  access: "engine",
  problems: ["webrtc/bad-offer", "webrtc/no-audio", "webrtc/gone", "flow/program-required", ...cannotBegin],
});

const takesCandidatesByBody = operation({
  summary: "Add ICE candidates, by body",
  description: "The same as PATCH /offer/{pc_id} for clients that send the id in the body.",
  tag: "voice",
  access: "engine",
  problems: ["webrtc/not-found", "webrtc/bad-offer"],
});

const takesCandidates = operation({
  summary: "Add ICE candidates",
  description: `Remote candidates that were found after the offer (trickle ICE), in camel or snake case. An empty
candidate says that there are no more. Names of mDNS are ignored, and so are keys that are not listed, addresses beyond
the twentieth, and private ones of callers from outside: the caller's own checks show where it is.`,
  tag: "voice",
  access: "engine",
  problems: ["webrtc/not-found", "webrtc/bad-offer"],
});

const hangsUp = operation({
  summary: "End a WebRTC call",
  description: "Closes the peer connection and ends its call.",
  tag: "voice",
  access: "engine",
  problems: ["webrtc/not-found"],
});

const checksPath = operation({
  summary: "Check the network for WebRTC",
  description: `Answers an SDP offer, all candidates included, that begins no call and costs nothing: whoever offers sees
from its own peer connection which ways lead here. It is closed after 12 seconds.`,
  tag: "voice",
  access: "engine",
  problems: ["webrtc/bad-offer", "webrtc/no-audio", "calls/limit"],
});

/**
 * Before the offer is looked at: a handler runs only when the body is right. Other modes are for the schema to
 * refuse.
 */
const checkFlowMode = ({ query }: { readonly query: typeof callQuery.static }): void => {
  if (query.mode === "flow") toCallRequest(query);
};

export function offerRoutes(options: OfferOptions) {
  const { peers, callerOf } = options;
  const accountOf = (request: Request): string | undefined => callerOf(request)?.accountId;
  const trickle = async (pcId: string, request: Request, list: Static<typeof candidateList>) => {
    const sender = { accountId: accountOf(request), from: clientOf(request) };
    await peers.addCandidates(pcId, list.map(toCandidate), sender);
    return { status: "success" as const };
  };
  return new Elysia({ name: "offer" })
    .post(
      "/offer",
      ({ request, query, body }) => {
        const { session_token: token, features } = query;
        const comesBack = features.split(",").some((name) => name.trim() === "resume");
        const coming = { token, comesBack, lastSeq: lastSeqOf(query) };
        return answerOffer({ request, asked: toCallRequest(query), body, coming }, options);
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
    .patch("/offer", ({ request, body }) => trickle(body.pc_id, request, body.candidates), {
      body: standard(candidatesWithId),
      response: { 200: standard(success) },
      detail: takesCandidatesByBody,
    })
    .patch(
      "/offer/:pc_id",
      ({ request, params, body }) => {
        if (typeof body.pc_id === "string" && body.pc_id !== params.pc_id) {
          throw new Fault("webrtc/bad-offer", "The body names another pc_id than the path.");
        }
        return trickle(params.pc_id, request, body.candidates);
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
        await peers.hangUp(params.pc_id, accountOf(request));
        return { status: "success" as const };
      },
      {
        params: peer,
        response: { 200: standard(success) },
        detail: hangsUp,
      },
    );
}

interface OfferRequest {
  readonly request: Request;
  readonly asked: CallRequest;
  readonly body: Offer;
  readonly coming?: Coming;
}

/** How a client comes back. */
interface Coming {
  /** Of the session that it goes on with; undefined: it begins one. */
  readonly token: string | undefined;
  /** It wants a token to come back with. */
  readonly comesBack: boolean;
  readonly lastSeq: number | undefined;
}

/** Throws the Fault that refuses the call, or the offer. */
export async function answerOffer(
  { request, asked, body, coming }: OfferRequest,
  options: OfferOptions,
): Promise<SdpAnswer> {
  const { sessions, peers, callerOf, maxSessionMs } = options;
  const caller = callerOf(request);
  const accountId = caller?.accountId;
  const { sdp, pc_id: pcId } = body;
  const { lastSeq, comesBack = false } = coming ?? {};
  const from = clientOf(request);
  if (typeof pcId === "string") {
    return await peers.next({ pcId, sdp, from, restart: body.restart_pc === true, lastSeq, accountId });
  }
  // A session's token opens that session, not another one at its account's cost.
  const own = caller?.kind === "session" ? URL.parse(request.url)?.searchParams.get("token") : null;
  const token = own ?? coming?.token;
  const ready = token ? asked : await sessions.prepare(asked, accountId);
  const arrival = token
    ? await sessions.join(token)
    : await sessions.arrive(ready, { accountId, keyId: await options.keyOf(request) }, { comesBack });
  try {
    const session = { ...arrival.session, maxSessionMs, lastSeq };
    const { line, answer: answered, hangUp } = await peers.first({ sdp, from, session, accountId });
    try {
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
