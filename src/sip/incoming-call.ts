// Incoming call: from its INVITE to its end, as a pure step (RFC 3261, 12 to 15; session timers: RFC 4028). Other
// parts decide on audio and free places, and report by events.

import { answerTo } from "./sip-answer.ts";
import { refreshed, timerHeaders, withTimer } from "./session-timer.ts";
import { keysIn, type ReferResult, referredBy } from "./told-in-call.ts";
import { readAddress } from "./header-values.ts";
import { ackOf, type Dialog, requestOf, targetOf } from "./request-in-call.ts";
import {
  type HeaderLines,
  headerOf,
  headersOf,
  numberOf,
  type SipRequest,
  type SipResponse,
} from "./sip-message.ts";

export interface IncomingCall extends Dialog {
  /** `offered`: not answered yet. `answered`: no ACK from the other side yet. `leaving`: ends with that ACK. */
  readonly phase: "offered" | "answered" | "talking" | "leaving" | "over";
  readonly tag: string;
  readonly remoteSequence: number;
  /** Expiry of a session that is not refreshed; undefined: never. */
  readonly expiresAt: number | undefined;
  readonly sessionSeconds: number | undefined;
  /** Time of this side's refresh; undefined: the other side refreshes. */
  readonly refreshAt: number | undefined;
  /** Without its answer: `theirs` waits for `agreed`, `ours` for the ACK of an INVITE that had none. */
  readonly offer?: "theirs" | "ours" | undefined;
}

export type IncomingCallEvent =
  | { readonly type: "ring" }
  | { readonly type: "accept"; readonly sdp: string; readonly now: number }
  /** `status`: of the answer. No effect on an answered call. */
  | { readonly type: "refuse"; readonly status: number; readonly headers?: HeaderLines }
  | { readonly type: "request"; readonly request: SipRequest; readonly now: number }
  /** Answer to an offer within the call; undefined: it cannot be met. */
  | {
      readonly type: "agreed";
      readonly request: SipRequest;
      readonly sdp: string | undefined;
      readonly now: number;
    }
  | { readonly type: "cancelled" }
  /** The 200 was never acknowledged. */
  | { readonly type: "unacknowledged" }
  /** A request of this side was answered, or failed (408). */
  | { readonly type: "response"; readonly method: string; readonly status: number; readonly now: number }
  | { readonly type: "time"; readonly now: number }
  | { readonly type: "hang-up" }
  /** The telephone sends no audio any more, or has never sent any. */
  | { readonly type: "silent" }
  /** Asks the other side to call there instead (RFC 3515). */
  | { readonly type: "refer"; readonly to: string }
  /** This side's address changed. */
  | { readonly type: "renew"; readonly contact: string; readonly sdp: string }
  /** Answer to the renewal; undefined: none. */
  | { readonly type: "renewed"; readonly invite: SipRequest; readonly response: SipResponse | undefined };

export type IncomingCallEffect =
  | { readonly type: "answer"; readonly request: SipRequest; readonly response: SipResponse }
  | { readonly type: "send"; readonly request: SipRequest }
  /** Answered by `renewed`. */
  | { readonly type: "invite"; readonly request: SipRequest }
  | { readonly type: "acknowledge"; readonly request: SipRequest }
  /** The other side's answer to an INVITE within the call. */
  | { readonly type: "agreed"; readonly sdp: string }
  /** The other side acknowledged the answer; `sdp`: its answer if the offer was ours. */
  | { readonly type: "begun"; readonly sdp: string }
  /** The other side proposes other audio and waits for `agreed`. */
  | { readonly type: "proposed"; readonly request: SipRequest }
  | { readonly type: "keys"; readonly keys: string }
  | ({ readonly type: "referred" } & ReferResult)
  /** No ACK and no audio came. The BYE waits for the ACK. */
  | { readonly type: "vanished" }
  | { readonly type: "ended"; readonly by: "caller" | "us" | "lost" };

export interface IncomingCallStep {
  readonly call: IncomingCall;
  readonly effects: readonly IncomingCallEffect[];
}

const allowed = "INVITE, ACK, CANCEL, BYE, OPTIONS, UPDATE, INFO, NOTIFY";
/** Extensions that a request of the other side may require. */
export const ownOptions: readonly string[] = ["timer", "100rel"];
export const ownHeaders: HeaderLines = [
  ["allow", allowed],
  ["supported", "timer"],
];

export function newIncomingCall(
  invite: SipRequest,
  { tag, contact }: Pick<IncomingCall, "tag" | "contact">,
): IncomingCall {
  return {
    phase: "offered",
    invite,
    tag,
    local: `${headerOf(invite, "to") ?? ""};tag=${tag}`,
    remote: headerOf(invite, "from") ?? "",
    // Record-Route is in the order from the caller (12.1.1).
    routes: headersOf(invite, "record-route"),
    contact,
    localSequence: 0,
    remoteSequence: numberOf(invite),
    target: targetOf(invite) ?? readAddress(headerOf(invite, "from") ?? "").uri,
    expiresAt: undefined,
    sessionSeconds: undefined,
    refreshAt: undefined,
  };
}

/** An outgoing call after its answer: from here on equal to an incoming one. */
export function answeredCall(
  invite: SipRequest,
  response: SipResponse,
  {
    tag,
    contact,
    now,
    sequence = 0,
  }: Pick<IncomingCall, "tag" | "contact"> & {
    readonly now: number;
    /** Number of the last request before the answer. */
    readonly sequence?: number;
  },
): IncomingCall {
  const remote = headerOf(response, "to") ?? headerOf(invite, "to") ?? "";
  const call: IncomingCall = {
    phase: "talking",
    invite,
    tag,
    local: headerOf(invite, "from") ?? "",
    remote,
    // The answer lists the routes in the order towards the callee (12.1.2).
    routes: [...headersOf(response, "record-route")].reverse(),
    contact,
    localSequence: Math.max(sequence, numberOf(invite)),
    remoteSequence: 0,
    target: targetOf(response) ?? readAddress(remote).uri,
    expiresAt: undefined,
    sessionSeconds: undefined,
    refreshAt: undefined,
  };
  return withTimer(call, response, { now, we: "uac" });
}

export function stepIncomingCall(call: IncomingCall, event: IncomingCallEvent): IncomingCallStep {
  switch (event.type) {
    case "ring":
      // A caller that requires reliable provisional answers gets no ringing: 100 and 200 are enough (RFC 3262, 3).
      return call.phase === "offered" && !headersOf(call.invite, "require").includes("100rel")
        ? { call, effects: [answering(call, call.invite, { status: 180 })] }
        : still(call);
    case "accept":
      return call.phase === "offered" ? accept(call, event.sdp, event.now) : still(call);
    case "refuse":
      if (call.phase !== "offered") return still(call);
      return over(call, "us", [answering(call, call.invite, event)]);
    case "cancelled":
      return call.phase === "offered"
        ? over(call, "caller", [answering(call, call.invite, { status: 487 })])
        : still(call);
    case "unacknowledged":
      return call.phase === "answered" || call.phase === "leaving" ? bye(call, "lost") : still(call);
    case "request":
      return requested(call, event.request, event.now);
    case "agreed":
      return agreed(call, event);
    case "response":
      return responded(call, event);
    case "time":
      return passing(call, event.now);
    case "hang-up":
      return hangUp(call);
    case "silent":
      return silent(call);
    case "refer":
      return refer(call, event.to);
    case "renew":
      return renew({ ...call, contact: event.contact }, event.sdp);
    case "renewed":
      return afterRenewal(call, event);
  }
}

/** Next time at which the call needs a timer event; undefined: never. */
export function callDueAt({ expiresAt, refreshAt }: IncomingCall): number | undefined {
  return expiresAt === undefined || refreshAt === undefined
    ? (refreshAt ?? expiresAt)
    : Math.min(expiresAt, refreshAt);
}

const still = (call: IncomingCall): IncomingCallStep => ({ call, effects: [] });

interface CallAnswer {
  readonly status: number;
  readonly headers?: HeaderLines;
  readonly sdp?: string;
}

function answering(
  { tag, contact }: IncomingCall,
  request: SipRequest,
  { status, headers = [], sdp = "" }: CallAnswer,
): IncomingCallEffect {
  const named: HeaderLines = request.method === "BYE" ? [] : [["contact", contact], ...ownHeaders];
  const response = answerTo(request, status, { tag, headers: [...named, ...headers], body: sdp });
  return { type: "answer", request, response };
}

function accept(call: IncomingCall, sdp: string, now: number): IncomingCallStep {
  const timed = withTimer(call, call.invite, { now, we: "uas" });
  const headers = timerHeaders(timed, call.invite);
  return {
    call: { ...timed, phase: "answered" },
    effects: [answering(call, call.invite, { status: 200, headers, sdp })],
  };
}

function over(
  call: IncomingCall,
  by: "caller" | "us" | "lost",
  effects: readonly IncomingCallEffect[],
): IncomingCallStep {
  const ended: IncomingCall = { ...call, phase: "over", expiresAt: undefined, refreshAt: undefined };
  return { call: ended, effects: [...effects, { type: "ended", by }] };
}

function bye(call: IncomingCall, by: "us" | "lost"): IncomingCallStep {
  const { next, request } = requestOf(call, "BYE");
  return over(next, by, [{ type: "send", request }]);
}

function hangUp(call: IncomingCall): IncomingCallStep {
  if (call.phase === "offered") return over(call, "us", [answering(call, call.invite, { status: 480 })]);
  // A BYE before the ACK is not allowed (15.1.1): the call ends on the ACK.
  if (call.phase === "answered") return still({ ...call, phase: "leaving" });
  return call.phase === "talking" ? bye(call, "us") : still(call);
}

function silent(call: IncomingCall): IncomingCallStep {
  if (call.phase === "answered")
    return { call: { ...call, phase: "leaving" }, effects: [{ type: "vanished" }] };
  return call.phase === "talking" ? bye(call, "lost") : still(call);
}

const notReferred = { type: "referred", ok: false, isRefused: true } as const;

function refer(call: IncomingCall, to: string): IncomingCallStep {
  if (call.phase !== "talking") return { call, effects: [notReferred] };
  const self = readAddress(call.local).uri;
  const { next, request } = requestOf(call, "REFER", {
    headers: [
      ["refer-to", `<${to}>`],
      ["referred-by", `<${self}>`],
    ],
  });
  return { call: next, effects: [{ type: "send", request }] };
}

function renew(call: IncomingCall, sdp: string): IncomingCallStep {
  if (call.phase !== "talking") return still(call);
  const { next, request } = requestOf(call, "INVITE", {
    headers: [["content-type", "application/sdp"]],
    body: sdp,
  });
  return { call: next, effects: [{ type: "invite", request }] };
}

/** A refusal concerns this renewal only: the call continues unchanged. */
function afterRenewal(
  call: IncomingCall,
  { invite, response }: Extract<IncomingCallEvent, { type: "renewed" }>,
): IncomingCallStep {
  if (call.phase !== "talking") return still(call);
  const status = response?.status ?? 408;
  if (status === 408 || status === 481) return bye(call, "lost");
  if (response === undefined || status < 200 || status >= 300) return still(call);
  const next: IncomingCall = { ...call, target: targetOf(response) ?? call.target };
  return {
    call: next,
    effects: [
      { type: "acknowledge", request: ackOf(next, invite) },
      { type: "agreed", sdp: response.body },
    ],
  };
}

/** A request of the other side within the call. */
function requested(call: IncomingCall, request: SipRequest, now: number): IncomingCallStep {
  const { method, body } = request;
  const number = numberOf(request);
  if (method === "ACK") return acknowledged(call, body);
  if (call.phase === "over")
    return { call, effects: [answering(call, request, { status: method === "BYE" ? 200 : 481 })] };
  // An older request that arrived late (12.2.2).
  if (number < call.remoteSequence) return { call, effects: [answering(call, request, { status: 500 })] };
  const next: IncomingCall = { ...call, remoteSequence: number };
  switch (method) {
    case "BYE":
      return over(next, "caller", [
        answering(next, request, { status: 200 }),
        ...(call.phase === "offered" ? [answering(next, call.invite, { status: 487 })] : []),
      ]);
    case "INVITE":
    case "UPDATE":
      return proposed(next, request, now);
    case "OPTIONS":
      return { call: next, effects: [answering(next, request, { status: 200 })] };
    case "NOTIFY":
      return {
        call: next,
        effects: [answering(next, request, { status: 200 }), ...told(referredBy(request))],
      };
    case "INFO": {
      const keys = keysIn(request);
      const heard: IncomingCallEffect[] = keys === undefined ? [] : [{ type: "keys", keys }];
      return { call: next, effects: [answering(next, request, { status: 200 }), ...heard] };
    }
    case "REFER":
      return { call: next, effects: [answering(next, request, { status: 603 })] };
    default:
      return { call: next, effects: [answering(next, request, { status: 501 })] };
  }
}

const told = (referred: ReferResult | undefined): readonly IncomingCallEffect[] =>
  referred === undefined ? [] : [{ type: "referred", ...referred }];

function acknowledged(call: IncomingCall, sdp: string): IncomingCallStep {
  if (call.phase === "leaving") return bye(call, "us");
  if (call.offer === "ours" && sdp !== "")
    return { call: { ...call, offer: undefined }, effects: [{ type: "agreed", sdp }] };
  if (call.phase !== "answered") return still(call);
  return { call: { ...call, phase: "talking" }, effects: [{ type: "begun", sdp }] };
}

function proposed(call: IncomingCall, request: SipRequest, now: number): IncomingCallStep {
  const { method, body } = request;
  const isRefresh = method === "UPDATE" && body === "";
  // One offer at a time (14.2; RFC 3311, 5.2). A refresh of the session alone is none (RFC 4028, 7.4).
  if (!isRefresh && (call.offer === "theirs" || (method === "UPDATE" && call.phase === "offered")))
    return { call, effects: [answering(call, request, { status: 500, headers: [["retry-after", "1"]] })] };
  if (method === "INVITE" && call.phase !== "talking")
    return { call, effects: [answering(call, request, { status: 491 })] };
  const next: IncomingCall = { ...call, target: targetOf(request) ?? call.target };
  if (isRefresh) return agree(next, request, { sdp: "", now });
  return { call: { ...next, offer: "theirs" }, effects: [{ type: "proposed", request }] };
}

function agreed(
  call: IncomingCall,
  { request, sdp, now }: Extract<IncomingCallEvent, { type: "agreed" }>,
): IncomingCallStep {
  if (call.phase === "over") return { call, effects: [answering(call, request, { status: 481 })] };
  const isOurs = request.method === "INVITE" && request.body === "";
  const next: IncomingCall = { ...call, offer: isOurs && sdp !== undefined ? "ours" : undefined };
  if (sdp === undefined) return { call: next, effects: [answering(next, request, { status: 488 })] };
  return agree(next, request, { sdp, now });
}

function agree(
  call: IncomingCall,
  request: SipRequest,
  { sdp, now }: { readonly sdp: string; readonly now: number },
): IncomingCallStep {
  const timed = withTimer(call, request, { now, we: "uas" });
  return {
    call: timed,
    effects: [answering(timed, request, { status: 200, headers: timerHeaders(timed, request), sdp })],
  };
}

function responded(
  call: IncomingCall,
  { method, status, now }: Extract<IncomingCallEvent, { type: "response" }>,
): IncomingCallStep {
  if (method === "REFER" && status >= 300) return { call, effects: [notReferred] };
  if (method !== "UPDATE" || call.phase !== "talking" || status < 200) return still(call);
  if (status < 300) return still(refreshed(call, now, true));
  // The other side does not know the call any more (12.2.1.2).
  return status === 481 || status === 408 ? bye(call, "lost") : still(call);
}

function passing(call: IncomingCall, now: number): IncomingCallStep {
  if (call.expiresAt !== undefined && now >= call.expiresAt) return bye(call, "lost");
  if (call.refreshAt === undefined || now < call.refreshAt) return still(call);
  const { next, request } = requestOf({ ...call, refreshAt: undefined }, "UPDATE", {
    headers: [
      ["session-expires", `${call.sessionSeconds};refresher=uac`],
      ["supported", "timer"],
    ],
  });
  return { call: next, effects: [{ type: "send", request }] };
}
