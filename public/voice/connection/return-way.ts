// Return data: the facts that a left page stores about its call, so that the next page of the tab resumes it.

import { sessionIn } from "../call-access.ts";
import type { ReturnTicket } from "../seen-messages.ts";

export type Transport = "webrtc" | "websocket";

export interface ReturnWay {
  /** Address of the session, which is enough to open it. */
  readonly url: string;
  /** The server's waiting time, in milliseconds. */
  readonly ttlMs: number;
  readonly transport: Transport;
  readonly microphone: boolean;
  readonly muted: boolean;
}

/** Undefined for an address of no session. */
export function ticketOf({ url, ttlMs }: ReturnWay): Omit<ReturnTicket, "lastSeq"> | undefined {
  const address = URL.parse(url);
  const token = address === null ? undefined : sessionIn(address);
  return token === undefined ? undefined : { token, ttlMs };
}
