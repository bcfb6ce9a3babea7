// Span: a stretch of time of one call (OpenTelemetry trace data model). Identifiers are derived from the session, so
// that nothing is stored, a session's id leads to its trace, and a span that is sent twice stays one span.

import { createHash } from "node:crypto";

export type Attribute = string | number | boolean;
/** Undefined values are omitted. */
export type Attributes = Readonly<Record<string, Attribute | undefined>>;

export interface SpanEvent {
  readonly name: string;
  /** Milliseconds of the Unix epoch. */
  readonly atMs: number;
  readonly attributes?: Attributes;
}

/** A related trace of which this one is no part. */
export interface SpanLink {
  /** 32 and 16 hexadecimal digits. */
  readonly traceId: string;
  readonly spanId: string;
}

export interface Span extends SpanLink {
  /** Absent: the span is the root. */
  readonly parentSpanId?: string;
  readonly name: string;
  /** `client`: the time is another server's. */
  readonly kind: "internal" | "server" | "client";
  /** Milliseconds of the Unix epoch. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  readonly events?: readonly SpanEvent[];
  readonly links?: readonly SpanLink[];
  readonly isError?: boolean;
}

const hexOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The first 16 bytes of the SHA-256 of its id. */
export function traceIdOf(sessionId: string): string {
  return hexOf(sessionId).slice(0, 32);
}

/** `step`: what it is, once in a session. */
export function spanIdOf(sessionId: string, step: string): string {
  return hexOf(`${sessionId} ${step}`).slice(0, 16);
}

export function sessionSpanId(sessionId: string): string {
  return spanIdOf(sessionId, "session");
}

/** `share` from 0 to 1: every node decides the same about a session. */
export function isSampled(traceId: string, share: number): boolean {
  return Number.parseInt(traceId.slice(-8), 16) < share * 2 ** 32;
}
