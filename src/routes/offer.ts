// WebRTC signalling: offers, candidates, hanging up. It refuses for now, after all checks, because audio goes
// over the socket.

import { Elysia, t } from "elysia";
import { Type } from "typebox";
import { Fault } from "../base/fault.ts";
import type { CallRequest } from "../calls/request.ts";
import { callQuery, toCallRequest } from "./call-query.ts";
import { operation } from "./operation.ts";
import { standard } from "./schema.ts";

/** WebRTC does not come while the process runs; this keeps clients from asking again at once. */
const unavailableSeconds = 300;

const answer = Type.Object(
  { pc_id: Type.String(), sdp: Type.String(), type: Type.Literal("answer") },
  { examples: [{ pc_id: "pc_5f0c…", sdp: "v=0…", type: "answer" }] },
);

const offer = Type.Object(
  {
    sdp: Type.String({ minLength: 1, description: "SDP offer" }),
    type: Type.Literal("offer"),
    pc_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    restart_pc: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  },
  { examples: [{ sdp: "v=0\r\no=- 4611 2 IN IP4 127.0.0.1\r\n…", type: "offer" }] },
);

/** The most candidates of one request; browsers gather a dozen. */
const candidatesMax = 64;
const text = Type.String({ maxLength: 1_024 });
const mid = Type.Optional(Type.Union([Type.String({ maxLength: 64 }), Type.Null()]));
const line = Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 255 }), Type.Null()]));

const candidates = Type.Object(
  {
    candidates: Type.Array(Type.Object({ candidate: text, sdpMid: mid, sdpMLineIndex: line }), {
      maxItems: candidatesMax,
    }),
  },
  {
    examples: [
      {
        candidates: [
          {
            candidate: "candidate:1 1 udp 2122260223 192.0.2.1 61764 typ host",
            sdpMid: "0",
            sdpMLineIndex: 0,
          },
        ],
      },
    ],
  },
);

const snakeCandidates = Type.Object(
  {
    pc_id: Type.String({ minLength: 1, maxLength: 128 }),
    candidates: Type.Array(Type.Object({ candidate: text, sdp_mid: mid, sdp_mline_index: line }), {
      maxItems: candidatesMax,
    }),
  },
  {
    examples: [
      {
        pc_id: "pc_5f0c…",
        candidates: [
          {
            candidate: "candidate:1 1 udp 2122260223 192.0.2.1 61764 typ host",
            sdp_mid: "0",
            sdp_mline_index: 0,
          },
        ],
      },
    ],
  },
);

const success = Type.Object({ status: Type.Literal("success") }, { examples: [{ status: "success" }] });
const peer = t.Object({ pc_id: t.String({ description: "From the answer to the offer" }) });

const noSuchPeer = (): never => {
  throw new Fault("webrtc/not-found", "There is no such peer connection, or its call has ended.");
};

/** Before the offer is looked at: a handler runs only when the body is right. Other modes are for the schema to refuse. */
const checkFlowMode = ({ query }: { readonly query: typeof callQuery.static }): void => {
  if (query.mode === "flow") toCallRequest(query);
};

/** `check` throws the Fault that refuses what a request asks for, if there is no such thing. */
export function offerRoutes(check: (asked: CallRequest, request: Request) => void) {
  return new Elysia({ name: "offer" })
    .post(
      "/offer",
      ({ request, query }): { pc_id: string; sdp: string; type: "answer" } => {
        check(toCallRequest(query), request);
        throw new Fault(
          "webrtc/unavailable",
          "This server does not take WebRTC calls: use the socket at /ws.",
          {
            retryAfterSeconds: unavailableSeconds,
          },
        );
      },
      {
        query: callQuery,
        transform: checkFlowMode,
        body: standard(offer),
        response: { 200: standard(answer) },
        detail: operation({
          summary: "Offer a WebRTC call",
          description: "Takes an SDP offer and answers it. WebRTC is not available yet, so this refuses.",
          tag: "voice",
          access: "engine",
          problems: [
            "flow/program-required",
            "flow/not-found",
            "flow/invalid",
            "session/limit",
            "webrtc/unavailable",
          ],
        }),
      },
    )
    .patch("/offer", noSuchPeer, {
      body: standard(snakeCandidates),
      response: { 200: standard(success) },
      detail: operation({
        summary: "Add ICE candidates, by body",
        description: "The same as PATCH /offer/{pc_id} for clients that send the id in the body.",
        tag: "voice",
        access: "engine",
        problems: ["webrtc/not-found"],
      }),
    })
    .patch("/offer/:pc_id", noSuchPeer, {
      params: peer,
      body: standard(candidates),
      response: { 200: standard(success) },
      detail: operation({
        summary: "Add ICE candidates",
        description: "Remote candidates that were found after the offer (trickle ICE).",
        tag: "voice",
        access: "engine",
        problems: ["webrtc/not-found"],
      }),
    })
    .delete("/offer/:pc_id", noSuchPeer, {
      params: peer,
      response: { 200: standard(success) },
      detail: operation({
        summary: "End a WebRTC call",
        description: "Closes the peer connection and ends its call.",
        tag: "voice",
        access: "engine",
        problems: ["webrtc/not-found"],
      }),
    });
}
