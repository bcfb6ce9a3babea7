// Trace attributes: the ids, the session and the resource that all spans of one trace share.

import { type Span, type SpanEvent, type SpanLink, spanIdOf } from "./span.ts";

/** Session of the spans. */
export interface TraceHead {
  readonly session: string;
  readonly traceId: string;
  /** Start of the call, in milliseconds of the Unix epoch. */
  readonly startedAtMs: number;
  /** Absent: a language model answers. */
  readonly flow?: string | undefined;
  /** First recogniser. */
  readonly stt?: string | undefined;
  /** The request that started the session. */
  readonly link?: SpanLink | undefined;
  /** Whether spans include spoken words. */
  readonly words: boolean;
}

/** Events of a span: a turn may be long, but its span is no log. */
const eventsMax = 64;

export function withEvent<T extends { readonly events: readonly SpanEvent[] }>(part: T, event: SpanEvent): T {
  return part.events.length >= eventsMax ? part : { ...part, events: [...part.events, event] };
}

/** A name from an author or a vendor. Unusual names are replaced, since they may contain anything. */
export function plainName(name: string): string {
  return /^[\w.:/@+-]{1,128}$/.test(name) ? name : "other";
}

interface Part extends Pick<Span, "startMs" | "endMs" | "attributes"> {
  /** Absent: the step is the name. */
  readonly name?: string;
  readonly kind?: Span["kind"];
  readonly isError?: boolean;
}

/** Creates spans below another one. A step occurs once below its parent; its times are the call's. */
export function spanIn(head: TraceHead, parentSpanId: string): (step: string, part: Part) => Span {
  const { session, traceId, startedAtMs } = head;
  return (step, { name = step, kind = "internal", startMs, endMs, attributes, isError }) => ({
    traceId,
    spanId: spanIdOf(session, `${parentSpanId} ${step}`),
    parentSpanId,
    name,
    kind,
    startMs: startedAtMs + startMs,
    endMs: startedAtMs + Math.max(startMs, endMs),
    attributes,
    ...(isError === true && { isError }),
  });
}
