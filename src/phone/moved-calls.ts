// Moved calls: the data with which another process resumes an extension's calls whose sessions have moved. The
// leaving process passes it on once.

import type { IncomingCall } from "../sip/incoming-call.ts";

/** A telephone in the middle of its call. */
export interface MovedLeg {
  /** Times in epoch milliseconds. */
  readonly call: IncomingCall;
  /** Last SDP of the other side. */
  readonly sdp: string;
  /** Id of this side's session description. */
  readonly sessionId: number;
  readonly versions: number;
  readonly rtpPort: number;
}

export interface MovedCall extends MovedLeg {
  /** Opens the session. */
  readonly token: string;
  /** Id of an outgoing call in its list; absent: the other side called. */
  readonly id?: string | undefined;
}

export interface MovedExtension {
  /** Number of an account; absent: the operator's extension. */
  readonly numberId?: string | undefined;
  /** Port of its SIP. */
  readonly port: number;
  readonly calls: readonly MovedCall[];
}

/** Converts a call's times to a clock that is ahead by `aheadMs`. */
export function timesMoved(call: IncomingCall, aheadMs: number): IncomingCall {
  const { expiresAt, refreshAt } = call;
  const moved = (at: number | undefined): number | undefined => (at === undefined ? undefined : at + aheadMs);
  return { ...call, expiresAt: moved(expiresAt), refreshAt: moved(refreshAt) };
}

/**
 * Reads the calls of another process. Fields unknown to this version are dropped, and such calls end as after a
 * crash.
 */
export function readMoved(data: readonly unknown[] | undefined): readonly MovedExtension[] {
  return (data ?? []).filter(isExtension);
}

function isExtension(data: unknown): data is MovedExtension {
  if (!isRecord(data)) return false;
  const { numberId, port, calls } = data;
  const isNamed = numberId === undefined || typeof numberId === "string";
  return isNamed && typeof port === "number" && Array.isArray(calls) && calls.every(isCall);
}

function isCall(data: unknown): data is MovedCall {
  if (!isRecord(data) || !isRecord(data["call"])) return false;
  const { token, sdp, sessionId, versions, rtpPort, call, id } = data;
  const { phase, tag, local, remote, target, routes, invite } = call as Readonly<Record<string, unknown>>;
  const texts = [token, sdp, tag, local, remote, target, id ?? ""];
  return (
    phase === "talking" &&
    texts.every((text) => typeof text === "string") &&
    [sessionId, versions, rtpPort].every((number) => Number.isSafeInteger(number)) &&
    Array.isArray(routes) &&
    isRecord(invite) &&
    Array.isArray(invite["headers"])
  );
}

const isRecord = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === "object" && data !== null && !Array.isArray(data);
