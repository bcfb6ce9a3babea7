// Outgoing call: an INVITE of this side until its answer or failure, as a pure step (RFC 3261, 9 and 13). After the
// answer it equals an incoming call.

import { answerChallenge, chooseChallenge } from "./digest.ts";
import { answeredCall, type IncomingCall, ownHeaders } from "./incoming-call.ts";
import { readAddress } from "./header-values.ts";
import { proofHeaders } from "./proof-headers.ts";
import type { Extension } from "./registration.ts";
import { ackOf, requestOf } from "./request-in-call.ts";
import {
  type HeaderLines,
  headerOf,
  headersOf,
  numberOf,
  type SipRequest,
  type SipResponse,
} from "./sip-message.ts";

/**
 * Reasons of a call without answer. `unreachable`: no such number, or none that the PBX may dial. `forbidden`: the
 * PBX does not let this extension dial. `cancelled`: given up by this side. `failed`: an error of the PBX or the
 * network.
 */
export const callRefusals = [
  "busy",
  "no_answer",
  "declined",
  "unreachable",
  "forbidden",
  "cancelled",
  "failed",
] as const;
export type CallRefusal = (typeof callRefusals)[number];

export interface OutgoingCall {
  /** `calling`: no response yet. `leaving`: withdrawn, awaiting the PBX's confirmation. */
  readonly phase: "calling" | "ringing" | "leaving" | "answered" | "over";
  /** INVITE as sent last. */
  readonly invite: SipRequest;
  readonly tag: string;
  readonly contact: string;
  /** Password challenges in a row. */
  readonly asked: number;
  readonly ringUntil: number;
  /** Reason of the withdrawal. */
  readonly given: CallRefusal | undefined;
  /** A CANCEL was sent. */
  readonly isCancelled: boolean;
  /** Tag of the side that answered, and the ACK of its answer. */
  readonly answeredBy: string | undefined;
  readonly ack: SipRequest | undefined;
  /** Last acknowledged provisional answer (PRACK), and the number of the PRACK; absent: none. */
  readonly reliable?: { readonly number: number; readonly sequence: number };
  /** SDP of the other side, if it came before the answer. */
  readonly early?: string;
}

export type OutgoingCallEvent =
  | { readonly type: "response"; readonly response: SipResponse; readonly now: number }
  /** No final answer came. */
  | { readonly type: "unanswered" }
  | { readonly type: "hang-up"; readonly now: number }
  | { readonly type: "time"; readonly now: number };

export type OutgoingCallEffect =
  | { readonly type: "invite"; readonly request: SipRequest }
  | { readonly type: "cancel" }
  | { readonly type: "acknowledge"; readonly request: SipRequest }
  | { readonly type: "send"; readonly request: SipRequest }
  | { readonly type: "rings" }
  | { readonly type: "answered"; readonly call: IncomingCall; readonly sdp: string }
  /** `status`: of the final answer; undefined: there was none. */
  | { readonly type: "ended"; readonly why: CallRefusal; readonly status: number | undefined };

export interface OutgoingCallStep {
  readonly call: OutgoingCall;
  readonly effects: readonly OutgoingCallEffect[];
}

export interface DialOrder {
  /** Address to call. */
  readonly to: string;
  readonly extension: Extension;
  readonly callId: string;
  readonly tag: string;
  readonly contact: string;
  readonly sdp: string;
  readonly ringMs: number;
  readonly now: number;
}

/** Number of challenges: one for the password, and one with a new nonce. */
const askedMax = 2;
/** Time for the PBX to confirm a withdrawal. */
const leavingMs = 32_000;

/** Refusals by status: RFC 3261, 21; RFC 8197 and 8688 for the last ones. */
const refusals: Readonly<Record<number, CallRefusal>> = {
  403: "forbidden",
  404: "unreachable",
  405: "forbidden",
  408: "no_answer",
  410: "unreachable",
  480: "no_answer",
  484: "unreachable",
  486: "busy",
  487: "no_answer",
  600: "busy",
  603: "declined",
  604: "unreachable",
  607: "declined",
  608: "declined",
};

/** Meaning of a status that refuses a call. Redirections are not followed: their numbers are not on the list. */
export function refusalOf(status: number): CallRefusal {
  return refusals[status] ?? (status < 400 ? "unreachable" : "failed");
}

export function dial(dialling: DialOrder): OutgoingCallStep {
  const { to, extension, callId, tag, contact, sdp, ringMs, now } = dialling;
  const { user, domain } = extension;
  const invite: SipRequest = {
    method: "INVITE",
    uri: to,
    headers: [
      ["max-forwards", "70"],
      ["from", `<sip:${user}@${domain}>;tag=${tag}`],
      ["to", `<${to}>`],
      ["call-id", callId],
      ["cseq", "1 INVITE"],
      ["contact", contact],
      ...ownHeaders,
      ["content-type", "application/sdp"],
    ],
    body: sdp,
  };
  const call: OutgoingCall = {
    phase: "calling",
    invite,
    tag,
    contact,
    asked: 0,
    ringUntil: now + ringMs,
    given: undefined,
    isCancelled: false,
    answeredBy: undefined,
    ack: undefined,
  };
  return { call, effects: [{ type: "invite", request: invite }] };
}

/** `random`: a nonce of the client for each answer to a challenge. */
export function stepOutgoingCall(
  call: OutgoingCall,
  event: OutgoingCallEvent,
  proof: { readonly extension: Extension; readonly random: () => string },
): OutgoingCallStep {
  switch (event.type) {
    case "response":
      return responded(call, event.response, { ...proof, now: event.now });
    case "unanswered":
      return isOpen(call) ? ended(call, call.given ?? "failed") : still(call);
    case "hang-up":
      return withdraw(call, "cancelled", event.now);
    case "time":
      if (!isOpen(call) || event.now < call.ringUntil) return still(call);
      return call.phase === "leaving"
        ? ended(call, call.given ?? "no_answer")
        : withdraw(call, "no_answer", event.now);
  }
}

/** Next time at which the call needs a timer event; undefined: never. */
export function dialDueAt(call: OutgoingCall): number | undefined {
  return isOpen(call) ? call.ringUntil : undefined;
}

const isOpen = ({ phase }: OutgoingCall): boolean => phase !== "over" && phase !== "answered";
const still = (call: OutgoingCall): OutgoingCallStep => ({ call, effects: [] });

function ended(call: OutgoingCall, why: CallRefusal, status?: number): OutgoingCallStep {
  return { call: { ...call, phase: "over" }, effects: [{ type: "ended", why, status }] };
}

function withdraw(call: OutgoingCall, given: CallRefusal, now: number): OutgoingCallStep {
  if (call.phase !== "calling" && call.phase !== "ringing") return still(call);
  const ringUntil = now + leavingMs;
  // A CANCEL before any response is not allowed (9.1): the first response sends it.
  const isCancelled = call.phase === "ringing";
  const next: OutgoingCall = { ...call, phase: "leaving", given, ringUntil, isCancelled };
  return { call: next, effects: isCancelled ? [{ type: "cancel" }] : [] };
}

interface Answering {
  readonly extension: Extension;
  readonly random: () => string;
  readonly now: number;
}

function responded(call: OutgoingCall, response: SipResponse, answering: Answering): OutgoingCallStep {
  const { status } = response;
  if (status >= 200 && status < 300) return accepted(call, response, answering.now);
  if (!isOpen(call)) return still(call);
  if (status < 200) return progressed(call, response);
  if (status === 401 || status === 407) return challenged(call, response, answering);
  if (status === 421 && call.given === undefined && demandsReliable(response))
    return askedForReliable(call, response);
  return ended(call, call.given ?? refusalOf(status), status);
}

function progressed(call: OutgoingCall, response: SipResponse): OutgoingCallStep {
  if (call.phase === "leaving") {
    // Withdrawn before the first response.
    return call.isCancelled
      ? still(call)
      : { call: { ...call, isCancelled: true }, effects: [{ type: "cancel" }] };
  }
  const ringing: OutgoingCall = { ...call, phase: "ringing" };
  const prack = acknowledged(ringing, response);
  if (prack === "again") return still(ringing);
  const next = prack?.next ?? ringing;
  // Audio before the answer is not heard: tones and announcements of the network are for people.
  const rings: OutgoingCallEffect[] = response.status > 100 ? [{ type: "rings" }] : [];
  const confirms: OutgoingCallEffect[] =
    prack === undefined ? [] : [{ type: "send", request: prack.request }];
  return { call: next, effects: [...confirms, ...rings] };
}

function challenged(
  call: OutgoingCall,
  response: SipResponse,
  { extension, random }: Answering,
): OutgoingCallStep {
  const [asks, header] = proofHeaders[response.status === 401 ? 401 : 407];
  const lines = response.headers.filter(([name]) => name === asks).map(([, value]) => value);
  const challenge = chooseChallenge(lines);
  if (call.given !== undefined) return ended(call, call.given, response.status);
  if (challenge === undefined || call.asked >= (challenge.isStale ? askedMax : 1))
    return ended(call, "forbidden", response.status);
  const { invite } = call;
  const number = numberOf(invite) + 1;
  const proof = answerChallenge(challenge, {
    user: extension.loginName,
    password: extension.password,
    method: "INVITE",
    uri: invite.uri,
    count: 1,
    clientNonce: random(),
  });
  const headers: HeaderLines = [
    ...invite.headers
      .filter(([name]) => name !== header)
      .map(([name, value]) => [name, name === "cseq" ? `${number} INVITE` : value] as const),
    [header, proof],
  ];
  const request: SipRequest = { ...invite, headers };
  const next: OutgoingCall = { ...call, phase: "calling", invite: request, asked: call.asked + 1 };
  return { call: next, effects: [{ type: "invite", request }] };
}

function accepted(call: OutgoingCall, response: SipResponse, now: number): OutgoingCallStep {
  const by = readAddress(headerOf(response, "to") ?? "").parameters.get("tag") ?? "";
  if (call.answeredBy === by && call.ack !== undefined)
    return { call, effects: [{ type: "acknowledge", request: call.ack }] };
  const sequence = call.reliable?.sequence ?? 0;
  const talk = answeredCall(call.invite, response, { ...call, now, sequence });
  const ack = acknowledgementOf(call, talk);
  const acknowledge: OutgoingCallEffect = { type: "acknowledge", request: ack };
  // Withdrawn too late, or a second telephone of the same number answered too.
  if (!isOpen(call) || call.phase === "leaving") {
    const bye: OutgoingCallEffect = { type: "send", request: requestOf(talk, "BYE").request };
    const next: OutgoingCall = { ...call, answeredBy: call.answeredBy ?? by, ack: call.ack ?? ack };
    if (!isOpen(call)) return { call: next, effects: [acknowledge, bye] };
    const over = ended(next, call.given ?? "cancelled", response.status);
    return { call: over.call, effects: [acknowledge, bye, ...over.effects] };
  }
  return {
    call: { ...call, phase: "answered", answeredBy: by, ack },
    effects: [acknowledge, { type: "answered", call: talk, sdp: response.body || (call.early ?? "") }],
  };
}

const demandsReliable = (response: SipResponse): boolean => headersOf(response, "require").includes("100rel");

/** The other side requires reliable provisional answers (RFC 3262): sends the INVITE again with them. */
function askedForReliable(call: OutgoingCall, response: SipResponse): OutgoingCallStep {
  const { invite } = call;
  if (headersOf(invite, "supported").includes("100rel")) return ended(call, "failed", response.status);
  const number = numberOf(invite) + 1;
  const headers = invite.headers.map(([name, value]) => {
    if (name === "cseq") return [name, `${number} INVITE`] as const;
    return [name, name === "supported" ? `${value}, 100rel` : value] as const;
  });
  const request: SipRequest = { ...invite, headers };
  return { call: { ...call, phase: "calling", invite: request }, effects: [{ type: "invite", request }] };
}

/** Undefined: no acknowledgement required. `again`: a repetition, already acknowledged. */
function acknowledged(
  call: OutgoingCall,
  response: SipResponse,
): { readonly next: OutgoingCall; readonly request: SipRequest } | "again" | undefined {
  const number = Number(headerOf(response, "rseq"));
  if (response.status <= 100 || !demandsReliable(response) || !Number.isInteger(number)) return undefined;
  if (call.reliable !== undefined && number <= call.reliable.number) return "again";
  const asked = numberOf(call.invite);
  const sequence = Math.max(call.reliable?.sequence ?? 0, asked) + 1;
  const talk = answeredCall(call.invite, response, { ...call, now: 0 });
  const { request } = requestOf({ ...talk, localSequence: sequence - 1 }, "PRACK", {
    headers: [["rack", `${number} ${asked} INVITE`]],
  });
  const early = response.body === "" ? {} : { early: response.body };
  return { next: { ...call, ...early, reliable: { number, sequence } }, request };
}

/** The ACK has the credentials of its INVITE for the PBX (22.1). */
function acknowledgementOf(call: OutgoingCall, talk: IncomingCall): SipRequest {
  const { invite } = call;
  const proofs = ["authorization", "proxy-authorization"].flatMap((name) =>
    headersOfLine(invite, name).map((value) => [name, value] as const),
  );
  return ackOf(talk, invite, proofs);
}

const headersOfLine = (request: SipRequest, name: string): readonly string[] =>
  request.headers.filter(([header]) => header === name).map(([, value]) => value);
