// Session timer: who refreshes a call, and when, so that neither side keeps one that the other has lost (RFC 4028).

import { type HeaderLines, headerOf, headersOf, type SipRequest, type SipResponse } from "./sip-message.ts";

export interface TimerFields {
  /** Expiry of a session that is not refreshed; undefined: never. */
  readonly expiresAt: number | undefined;
  readonly sessionSeconds: number | undefined;
  /** Time of this side's refresh; undefined: the other side refreshes. */
  readonly refreshAt: number | undefined;
}

/** RFC 4028, 4 and 5: the proposed and the least accepted interval. */
const sessionSecondsMin = 90;
/** RFC 4028, 10: ends this long before expiry, at most a third of the interval. */
const sessionSlackSeconds = 32;

/** Accepts the session timer in the other side's message; the other side refreshes unless it asks us to. */
export function withTimer<T extends TimerFields>(
  call: T,
  message: SipRequest | SipResponse,
  { now, we }: { readonly now: number; readonly we: "uac" | "uas" },
): T {
  const [written = "", ...parameters] = (headerOf(message, "session-expires") ?? "").split(";");
  const seconds = Number(written.trim());
  if (!/^\s*\d{1,6}\s*$/.test(written) || seconds < sessionSecondsMin) return call;
  const isOurs = parameters.some((parameter) => parameter.trim().toLowerCase() === `refresher=${we}`);
  return refreshed({ ...call, sessionSeconds: seconds }, now, isOurs);
}

export function refreshed<T extends TimerFields>(call: T, now: number, isOurs: boolean): T {
  const seconds = call.sessionSeconds;
  if (seconds === undefined) return call;
  const expiresAt = now + (seconds - Math.min(sessionSlackSeconds, seconds / 3)) * 1_000;
  return { ...call, expiresAt, refreshAt: isOurs ? now + seconds * 500 : undefined };
}

export function timerHeaders({ sessionSeconds, refreshAt }: TimerFields, request: SipRequest): HeaderLines {
  if (sessionSeconds === undefined) return [];
  const knows = headersOf(request, "supported").includes("timer");
  const refresher = refreshAt === undefined ? "uac" : "uas";
  const timed = ["session-expires", `${sessionSeconds};refresher=${refresher}`] as const;
  return knows ? [timed, ["require", "timer"]] : [timed];
}
