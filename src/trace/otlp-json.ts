// OTLP in JSON: spans in a collector's format, and its answers (opentelemetry-proto, JSON Protobuf encoding).
// Identifiers are hexadecimal, integers of 64 bits are strings, enumerations are numbers.

import type { Attribute, Attributes, Span, SpanEvent } from "./span.ts";

const kinds: Readonly<Record<Span["kind"], number>> = { internal: 1, server: 2, client: 3 };
const statusUnset = 0;
const statusError = 2;
const scopeName = "voice-flow";

/** The body of `POST /v1/traces`. `resource`: attributes of the sender. */
export function exportBody(spans: readonly Span[], resource: Attributes): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: listOf(resource) },
        scopeSpans: [{ scope: { name: scopeName }, spans: spans.map(messageOf) }],
      },
    ],
  });
}

function messageOf(span: Span) {
  const { traceId, spanId, parentSpanId, name, kind, startMs, endMs, attributes, events, links } = span;
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanosOf(startMs),
    endTimeUnixNano: nanosOf(endMs),
    attributes: listOf(attributes),
    ...(events && events.length > 0 && { events: events.map(eventOf) }),
    ...(links && { links }),
    status: { code: span.isError === true ? statusError : statusUnset },
  };
}

function eventOf({ name, atMs, attributes }: SpanEvent) {
  return { timeUnixNano: nanosOf(atMs), name, ...(attributes && { attributes: listOf(attributes) }) };
}

/** Whole milliseconds, the precision of a call's events: nanoseconds exceed the integers of JavaScript. */
const nanosOf = (ms: number): string => `${Math.round(ms)}000000`;

function listOf(attributes: Attributes) {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: valueOf(value) }],
  );
}

function valueOf(value: Attribute) {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** Number of spans that a collector rejected in a successful answer; 0 if the answer does not say. */
export function rejectedSpans(answer: string): number {
  try {
    const data: unknown = JSON.parse(answer);
    const partial = fieldOf(data, "partialSuccess");
    const count = Number(fieldOf(partial, "rejectedSpans") ?? 0);
    return Number.isSafeInteger(count) ? Math.max(0, count) : 0;
  } catch {
    return 0;
  }
}

function fieldOf(data: unknown, key: string): unknown {
  return typeof data === "object" && data !== null
    ? (data as Readonly<Record<string, unknown>>)[key]
    : undefined;
}
