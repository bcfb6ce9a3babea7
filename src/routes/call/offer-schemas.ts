// Schemas of WebRTC signalling: request bodies in the spellings of published clients. These clients send extra keys,
// which are ignored here and nowhere else.

import { type TSchema, Type } from "typebox";
import type { Candidate } from "../../transport/webrtc/peer-connection.ts";
import { requestBody } from "../http/route-schema.ts";

export const answer = Type.Object(
  { pc_id: Type.String(), sdp: Type.String(), type: Type.Literal("answer") },
  { examples: [{ pc_id: "pc_5f0c…", sdp: "v=0…", type: "answer" }] },
);

const maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));

export const offer = Type.Object(
  {
    sdp: Type.String({ minLength: 1, maxLength: 128 * 1024, description: "SDP offer" }),
    type: Type.Literal("offer"),
    pc_id: maybe(
      Type.String({
        maxLength: 128,
        description: "pc_id of an earlier answer: the offer belongs to that call",
      }),
    ),
    restart_pc: maybe(
      Type.Boolean({ description: "The offer comes from a new peer connection for the same call" }),
    ),
  },
  { examples: [{ sdp: "v=0\r\no=- 4611 2 IN IP4 127.0.0.1\r\n…", type: "offer" }] },
);

/** Smallest offer that can be answered. */
const leastOffer = [
  "v=0",
  "o=- 4611731400430051336 2 IN IP4 127.0.0.1",
  "s=-",
  "t=0 0",
  "m=audio 9 UDP/TLS/RTP/SAVPF 111",
  "c=IN IP4 0.0.0.0",
  "a=mid:0",
  "a=ice-ufrag:EsAw",
  "a=ice-pwd:P2uYro0UCOQ4zxjKXaWCBui1",
  `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => "D2").join(":")}`,
  "a=setup:actpass",
  "a=sendrecv",
  "a=rtcp-mux",
  "a=rtpmap:111 opus/48000/2",
  "",
].join("\r\n");

export const pathOffer = requestBody(
  {
    sdp: Type.String({ minLength: 1, maxLength: 128 * 1024, description: "SDP offer, with all candidates" }),
    type: Type.Literal("offer"),
  },
  { examples: [{ sdp: leastOffer, type: "offer" }] },
);

export const pathAnswer = Type.Object(
  { sdp: Type.String(), type: Type.Literal("answer") },
  { examples: [{ sdp: "v=0…", type: "answer" }] },
);

/** Limit of candidates per request; browsers gather a dozen for each of three media sections. */
const candidatesMax = 64;
const text = Type.String({ maxLength: 1_024 });
const mid = maybe(Type.String({ maxLength: 64 }));
const line = maybe(Type.Integer({ minimum: 0, maximum: 255 }));
/** Both spellings, and the empty or missing candidate that ends the list. */
const candidate = Type.Object({
  candidate: maybe(text),
  sdpMid: mid,
  sdpMLineIndex: line,
  sdp_mid: mid,
  sdp_mline_index: line,
});
export const candidateList = Type.Array(Type.Union([candidate, Type.Null()]), { maxItems: candidatesMax });
const host = "candidate:1 1 udp 2122260223 192.0.2.1 61764 typ host";

export const candidates = Type.Object(
  { pc_id: maybe(Type.String({ maxLength: 128 })), candidates: candidateList },
  { examples: [{ candidates: [{ candidate: host, sdpMid: "0", sdpMLineIndex: 0 }] }] },
);

export const candidatesWithId = Type.Object(
  { pc_id: Type.String({ minLength: 1, maxLength: 128 }), candidates: candidateList },
  { examples: [{ pc_id: "pc_5f0c…", candidates: [{ candidate: host, sdp_mid: "0", sdp_mline_index: 0 }] }] },
);

export const success = Type.Object(
  { status: Type.Literal("success") },
  { examples: [{ status: "success" }] },
);

export type Offer = Type.Static<typeof offer>;

export function toCandidate(given: Type.Static<typeof candidateList>[number]): Candidate {
  return {
    candidate: given?.candidate ?? "",
    sdpMid: given?.sdpMid ?? given?.sdp_mid,
    sdpMLineIndex: given?.sdpMLineIndex ?? given?.sdp_mline_index,
  };
}
