// Trace parent: the header that tells a server the trace of a request (W3C Trace Context).

import { type AllowRule, operatorAllows } from "../base/outbound/outbound-allow.ts";
import type {
  OutboundAnswer,
  OutboundFailure,
  OutboundRequest,
  Sender,
} from "../base/outbound/outbound-message.ts";
import { isSampled, sessionSpanId, type SpanLink, traceIdOf } from "./span.ts";

const name = "traceparent";

/** Undefined for an invalid header; its trace then belongs to no session. Later versions may append fields. */
export function readTraceParent(header: string | null | undefined): SpanLink | undefined {
  const parts = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/.exec(header ?? "");
  const [, version, traceId, spanId, more] = parts ?? [];
  if (traceId === undefined || spanId === undefined || (version === "00" && more !== undefined))
    return undefined;
  return /^0+$/.test(traceId) || /^0+$/.test(spanId) ? undefined : { traceId, spanId };
}

/** A request on behalf of a session is part of its root span, whose id is known before it has ended. */
function traceParentOf(sessionId: string, share: number): string {
  const traceId = traceIdOf(sessionId);
  return `00-${traceId}-${sessionSpanId(sessionId)}-${isSampled(traceId, share) ? "01" : "00"}`;
}

export interface Propagation {
  /** Allowed receivers; others get no trace headers. */
  readonly hosts: readonly AllowRule[];
  /** Like in `isSampled`. */
  readonly share: number;
}

/** A sender that adds the trace header to requests to allowed hosts. A header that the request already has stays. */
export function propagating(sender: Sender, { hosts, share }: Propagation, sessionId: string): Sender {
  const isAllowed = operatorAllows(hosts);
  return {
    send(request: OutboundRequest): Promise<OutboundAnswer | OutboundFailure> {
      const url = URL.parse(request.url);
      const hasOwn = request.headers.some(([header]) => header.toLowerCase() === name);
      if (url === null || hasOwn || !isAllowed(hostIn(url), portIn(url))) return sender.send(request);
      const header = [name, traceParentOf(sessionId, share)] as const;
      return sender.send({ ...request, headers: [...request.headers, header] });
    },
  };
}

const hostIn = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1");
const portIn = ({ port, protocol }: URL): number => Number(port) || (protocol === "https:" ? 443 : 80);
