// Close codes: the code and short name of each reason for closing a connection, and the last message before it.

import type { EndReason } from "../voice/call-event.ts";
import type { OutgoingMessage } from "./message-encoder.ts";

/** Reasons of the transport itself to end a call. */
export type LeaveReason = "idle" | "slow_consumer" | "flood" | "bad_request";

export interface CloseCode {
  readonly code: number;
  /** The reason of the close frame, at most 123 bytes. */
  readonly slug: string;
  readonly meaning: string;
  readonly advice: string;
}

/** All reasons of the server for closing. */
export const closings: Readonly<Record<EndReason, CloseCode>> = {
  completed: { code: 1000, slug: "completed", meaning: "The session is over.", advice: "stop" },
  caller: { code: 1000, slug: "completed", meaning: "The caller ended the session.", advice: "stop" },
  shutdown: { code: 1001, slug: "going_away", meaning: "The server stops.", advice: "start anew elsewhere" },
  lost: { code: 1011, slug: "internal", meaning: "The connection failed.", advice: "start anew, once" },
  bad_request: {
    code: 4400,
    slug: "bad_request",
    meaning: "Too many malformed messages.",
    advice: "correct the client",
  },
  idle: { code: 4408, slug: "idle", meaning: "Neither audio nor messages came.", advice: "may start anew" },
  replaced: {
    code: 4409,
    slug: "replaced",
    meaning: "The session continued on another connection.",
    advice: "stop",
  },
  moved: {
    code: 4308,
    slug: "moved",
    meaning:
      "The session continues at another server; the reason is the address of that server where it is known.",
    advice: "come back there with its token",
  },
  flood: { code: 4429, slug: "too_fast", meaning: "Audio or messages came too fast.", advice: "slow down" },
  max_duration: {
    code: 4480,
    slug: "max_duration",
    meaning: "The session reached its longest duration.",
    advice: "may start anew",
  },
  failed: {
    code: 4481,
    slug: "pipeline_failed",
    meaning: "Recognition, the model or synthesis failed for good.",
    advice: "try again later",
  },
  revoked: {
    code: 4403,
    slug: "revoked",
    meaning: "The API key that began the session was revoked, or its account was closed or deleted.",
    advice: "stop",
  },
  dismissed: {
    code: 1000,
    slug: "dismissed",
    meaning:
      "A member of the account, or the owner of the server, ended the session or transferred the caller.",
    advice: "stop",
  },
  credits: { code: 4482, slug: "credits", meaning: "The credits are used up.", advice: "add credits" },
  slow_consumer: {
    code: 4499,
    slug: "slow_consumer",
    meaning: "The client does not read its messages.",
    advice: "start anew",
  },
  overloaded: { code: 4503, slug: "overloaded", meaning: "There is no capacity.", advice: "try again later" },
};

/** Reasons of closes by the socket itself. */
export const socketCloses = [
  { code: 1002, meaning: "A frame broke the rules of WebSocket." },
  { code: 1007, meaning: "A text was not valid UTF-8." },
  { code: 1009, meaning: "A message was longer than the hard limit." },
] as const;

/** Last messages. After a fault, a fatal error goes first, so that every client shows it. */
export function lastWords(
  reason: EndReason,
  { durationMs, errorSent, to }: { durationMs: number; errorSent: boolean; to?: string | undefined },
): readonly OutgoingMessage[] {
  // The session continues: its client returns and then gets the messages it missed.
  if (reason === "moved") {
    const url = to === undefined ? {} : { url: to };
    return [{ type: "server-message", data: { type: "moved", ...url } }];
  }
  const { code, slug, meaning } = closings[reason];
  const end: OutgoingMessage = {
    type: "server-message",
    data: { type: "session_end", reason, code, duration_ms: Math.round(durationMs) },
  };
  if (code < 4000 || errorSent) return [end];
  return [{ type: "error", data: { error: meaning, message: meaning, fatal: true, code: slug } }, end];
}

/** Maximum length of a close reason (RFC 6455, section 5.5). */
const reasonBytesMax = 123;

/** Close of a connection; `to`: new address of its session, if known. */
export function closingOf(reason: EndReason, to?: string): CloseCode {
  const closing = closings[reason];
  if (to === undefined || reason !== "moved" || Buffer.byteLength(to) > reasonBytesMax) return closing;
  return { ...closing, slug: to };
}

/** End reason of a close by the client, or of a missing one. */
export function reasonOf(code: number): EndReason {
  return code === 1000 || code === 1005 ? "caller" : "lost";
}
