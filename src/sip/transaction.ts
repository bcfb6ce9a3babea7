// Transaction: one request and its answers over a network that loses, doubles and reorders datagrams (RFC 3261, 17;
// RFC 6026). A pure step; times are data, so a transaction can be stored and continue elsewhere.

import {
  type HeaderLines,
  headerOf,
  isRequest,
  numberOf,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from "./sip-message.ts";

export interface Transaction {
  /** `client`, `calling`: a request or INVITE of ours. `server`, `invitation`: of the other side. */
  readonly kind: "client" | "calling" | "server" | "invitation";
  /** The network loses nothing (TCP): only messages that need an acknowledgement within a call are resent. */
  readonly isReliable: boolean;
  readonly state: "open" | "ringing" | "answered" | "confirmed" | "over";
  /** Last message sent by this side; undefined: none yet. */
  readonly sent: SipMessage | undefined;
  /** Time of the next resend, by the clock of the events; undefined: only on the other side's repetition. */
  readonly resendAt: number | undefined;
  readonly resendMs: number;
  readonly endsAt: number | undefined;
}

/** `now`: milliseconds of a steady clock. */
export type TransactionEvent =
  /** This side answers, or begins. */
  | { readonly type: "send"; readonly message: SipMessage; readonly now: number }
  | { readonly type: "received"; readonly message: SipMessage; readonly now: number }
  /** ACK of an answered call: its branch differs, so the call matched it. */
  | { readonly type: "acknowledged"; readonly now: number }
  /** A CANCEL of this INVITE was sent: its end is awaited for a limited time (9.1). */
  | { readonly type: "withdrawn"; readonly now: number }
  | { readonly type: "time"; readonly now: number };

export type TransactionEffect =
  | { readonly type: "send"; readonly message: SipMessage }
  | { readonly type: "response"; readonly response: SipResponse }
  /** No final answer came, or no ACK. */
  | { readonly type: "timeout" };

/** T1, T2 and T4 in milliseconds: a round trip, the longest pause between two tries, the life of a datagram. */
const sipTimers = { roundTripMs: 500, resendMsMax: 4_000, datagramMs: 5_000 } as const;
/** Timers B, F, H, J, L. */
const giveUpMs = 64 * sipTimers.roundTripMs;

export const newTransaction = (kind: Transaction["kind"], isReliable = false): Transaction => ({
  kind,
  isReliable,
  state: "open",
  sent: undefined,
  resendAt: undefined,
  resendMs: sipTimers.roundTripMs,
  endsAt: undefined,
});

interface TransactionStep {
  readonly transaction: Transaction;
  readonly effects: readonly TransactionEffect[];
}

export function stepTransaction(transaction: Transaction, event: TransactionEvent): TransactionStep {
  const { now } = event;
  switch (event.type) {
    case "send":
      return sending(transaction, event.message, now);
    case "received":
      return isRequest(event.message)
        ? asked(transaction, event.message, now)
        : answered(transaction, event.message, now);
    case "acknowledged":
      // Repetitions of the INVITE are still absorbed until the end.
      return { transaction: confirmed(transaction, transaction.endsAt), effects: [] };
    case "withdrawn":
      return {
        transaction:
          transaction.state === "ringing" ? { ...transaction, endsAt: now + giveUpMs } : transaction,
        effects: [],
      };
    case "time":
      return passing(transaction, now);
  }
}

/** Next time at which the transaction needs a timer event; undefined: never. */
export function dueAt({ resendAt, endsAt }: Transaction): number | undefined {
  return resendAt === undefined || endsAt === undefined ? (resendAt ?? endsAt) : Math.min(resendAt, endsAt);
}

function sending(transaction: Transaction, message: SipMessage, now: number): TransactionStep {
  const isFinal = !isRequest(message) && message.status >= 200;
  const isOurs = transaction.kind === "client" || transaction.kind === "calling";
  const isAwaited = isOurs || (transaction.kind === "invitation" && isFinal);
  // Proxies send no ACK for the telephone behind them: a 2xx is repeated on any network (13.3.1.4).
  const isAccepted = !isRequest(message) && isFinal && message.status < 300;
  const repeats = isAwaited && (!transaction.isReliable || isAccepted);
  return {
    transaction: {
      ...transaction,
      sent: message,
      state: isRequest(message) ? "open" : isFinal ? "answered" : "ringing",
      resendAt: repeats ? now + sipTimers.roundTripMs : undefined,
      endsAt: isAwaited || isFinal ? now + giveUpMs : undefined,
    },
    effects: [{ type: "send", message }],
  };
}

/** A repeated request, or the ACK of a refusal. */
function asked(transaction: Transaction, request: SipRequest, now: number): TransactionStep {
  const { state, sent } = transaction;
  if (request.method === "ACK") {
    const isDue = state === "answered";
    return {
      transaction: isDue ? confirmed(transaction, now + sipTimers.datagramMs) : transaction,
      effects: [],
    };
  }
  const repeats = sent !== undefined && state !== "confirmed";
  return { transaction, effects: repeats ? [{ type: "send", message: sent }] : [] };
}

/** An answer to a request of ours. */
function answered(transaction: Transaction, response: SipResponse, now: number): TransactionStep {
  if (transaction.kind === "calling") return invited(transaction, response, now);
  if (transaction.kind !== "client" || transaction.state === "answered") return { transaction, effects: [] };
  const effects = [{ type: "response", response }] as const;
  if (response.status < 200) {
    const resendAt = transaction.isReliable
      ? undefined
      : Math.max(transaction.resendAt ?? now, now + sipTimers.resendMsMax);
    return {
      transaction: { ...transaction, state: "ringing", resendMs: sipTimers.resendMsMax, resendAt },
      effects,
    };
  }
  const endsAt = now + sipTimers.datagramMs;
  return { transaction: { ...transaction, state: "answered", resendAt: undefined, endsAt }, effects };
}

/** Answer to an INVITE of ours: a refusal is acknowledged here, a 2xx by the call (17.1.1; RFC 6026, 7.2). */
function invited(transaction: Transaction, response: SipResponse, now: number): TransactionStep {
  const { state, sent } = transaction;
  const { status } = response;
  const heard = { type: "response", response } as const;
  if (status < 200) {
    if (state === "answered") return { transaction, effects: [] };
    const endsAt = state === "ringing" ? transaction.endsAt : undefined;
    return {
      transaction: { ...transaction, state: "ringing", resendAt: undefined, endsAt },
      effects: [heard],
    };
  }
  const isFirst = state !== "answered";
  const next: Transaction = isFirst
    ? { ...transaction, state: "answered", resendAt: undefined, endsAt: now + giveUpMs }
    : transaction;
  if (status < 300) return { transaction: next, effects: [heard] };
  if (sent === undefined || !isRequest(sent)) return { transaction: next, effects: isFirst ? [heard] : [] };
  const ack = { type: "send", message: acknowledgementOf(sent, response) } as const;
  return { transaction: next, effects: isFirst ? [ack, heard] : [ack] };
}

/** ACK of a refusal: part of its transaction, with its branch (17.1.1.3). */
function acknowledgementOf(invite: SipRequest, response: SipResponse): SipRequest {
  const [via] = invite.headers.filter(([name]) => name === "via");
  const kept = invite.headers.filter(([name]) => ["max-forwards", "route", "from", "call-id"].includes(name));
  const headers: HeaderLines = [
    ...(via === undefined ? [] : [via]),
    ...kept,
    ["to", headerOf(response, "to") ?? headerOf(invite, "to") ?? ""],
    ["cseq", `${numberOf(invite)} ACK`],
  ];
  return { method: "ACK", uri: invite.uri, headers, body: "" };
}

function confirmed(transaction: Transaction, endsAt: number | undefined): Transaction {
  return { ...transaction, state: "confirmed", resendAt: undefined, endsAt };
}

function passing(transaction: Transaction, now: number): TransactionStep {
  const { kind, state, sent, resendAt, resendMs, endsAt } = transaction;
  if (endsAt !== undefined && now >= endsAt) {
    const isMissing =
      kind === "client" || kind === "calling"
        ? state !== "answered"
        : kind === "invitation" && state === "answered";
    return {
      transaction: { ...transaction, state: "over", resendAt: undefined, endsAt: undefined },
      effects: isMissing ? [{ type: "timeout" }] : [],
    };
  }
  if (resendAt === undefined || now < resendAt || sent === undefined) return { transaction, effects: [] };
  const nextMs = kind === "calling" ? 2 * resendMs : Math.min(2 * resendMs, sipTimers.resendMsMax);
  return {
    transaction: { ...transaction, resendMs: nextMs, resendAt: now + nextMs },
    effects: [{ type: "send", message: sent }],
  };
}
