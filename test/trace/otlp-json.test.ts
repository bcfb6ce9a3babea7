// Spans as OTLP JSON: as the protocol defines them, and as OpenTelemetry's own exporter sends them.

import { JsonTraceSerializer } from "@opentelemetry/otlp-transformer";
import { describe, expect, test } from "bun:test";
import { exportBody, rejectedSpans } from "../../src/trace/otlp-json.ts";
import { type Attributes, type Span, spanIdOf, traceIdOf } from "../../src/trace/span.ts";
import { attributesOf, spansIn, wrongInBody, wrongInTraces } from "../support/otlp-check.ts";

const startMs = Date.UTC(2026, 10, 20, 10);
const turn: Span = {
  traceId: traceIdOf("ses_1"),
  spanId: spanIdOf("ses_1", "turn 3"),
  parentSpanId: spanIdOf("ses_1", "session"),
  name: "turn 3",
  kind: "client",
  startMs,
  endMs: startMs + 1_480,
  attributes: { "voice.turn.ended_by": "answer", big: 2 ** 40, share: 0.25, cut: false, none: undefined },
  events: [{ name: "speech.end", atMs: startMs + 900, attributes: { at: 7 } }],
  links: [{ traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" }],
  isError: true,
};
const root: Span = { ...turn, name: "session", kind: "server", isError: false };
const resource = { "service.name": "voice-flow", "service.version": "0.1.0" };

describe("body of spans", () => {
  test("otlp: it follows the messages and the rules of the protocol", () => {
    const body = exportBody([turn], resource);
    expect(wrongInBody(body)).toEqual([]);
    const [sent] = spansIn(body);
    expect(sent).toMatchObject({
      traceId: new Bun.CryptoHasher("sha256").update("ses_1").digest("hex").slice(0, 32),
      startTimeUnixNano: `${startMs}000000`,
      kind: 3,
      status: { code: 2 },
    });
    expect(attributesOf(sent!)).toEqual({
      "voice.turn.ended_by": "answer",
      big: 2 ** 40,
      share: 0.25,
      cut: false,
    });
  });

  test("otlp: it matches OpenTelemetry's exporter", () => {
    for (const span of [turn, root]) {
      const theirs: unknown = JSON.parse(
        new TextDecoder().decode(JsonTraceSerializer.serializeRequest([asReadable(span)] as never)),
      );
      expect(JSON.parse(exportBody([span], resource))).toEqual(withoutCounts(theirs));
    }
  });

  test("otlp: the refused part of a batch is read from any answer", () => {
    expect(rejectedSpans('{"partialSuccess":{"rejectedSpans":"3","errorMessage":"no"}}')).toBe(3);
    expect(rejectedSpans('{"partialSuccess":{"rejectedSpans":2}}')).toBe(2);
    for (const answer of ["", "{}", "null", "<html>", '{"partialSuccess":{"rejectedSpans":"-1"}}', "[1]"])
      expect(rejectedSpans(answer), answer).toBe(0);
  });
});

describe("check of bodies", () => {
  const body = exportBody([turn], resource);
  test.each([
    ["an id in base64", turn.traceId, "4OwKenP4zwnuy3y44n8vXQ=="],
    ["an id of zeros", turn.spanId, "0".repeat(16)],
    ["a time as a number", `"${startMs}000000"`, `${startMs}000000`],
    ["an integer as a number", '"intValue":"7"', '"intValue":7'],
    ["a kind by its name", '"kind":3', '"kind":"SPAN_KIND_CLIENT"'],
    ["a key in snake case", "startTimeUnixNano", "start_time_unix_nano"],
    [
      "an end before the beginning",
      `"endTimeUnixNano":"${startMs + 1_480}`,
      `"endTimeUnixNano":"${startMs - 1}`,
    ],
    ["a key twice", '"key":"share"', '"key":"big"'],
    ["two kinds of one value", '"boolValue":false', '"boolValue":false,"stringValue":""'],
    ["an unknown status", '"code":2', '"code":3'],
  ])("otlp check: %s is found", (_, right, broken) => {
    expect(body).toContain(right);
    expect(wrongInBody(body.replace(right, broken))).not.toEqual([]);
  });

  test("otlp check: a trace lacks no parent, has one root and no span twice", () => {
    const spans = spansIn(exportBody([{ ...root, spanId: turn.parentSpanId! }, turn], resource)).map(
      (span) => (span.name === "session" ? { ...span, parentSpanId: undefined as never } : span),
    );
    expect(wrongInTraces(spans)).toEqual([]);
    expect(wrongInTraces(spans.slice(1))).toHaveLength(2);
    expect(wrongInTraces([...spans, spans[1]!])).toHaveLength(1);
  });
});

/** The same span in the form of OpenTelemetry's SDK. */
function asReadable({ events = [], links = [], ...span }: Span) {
  const time = (ms: number): [number, number] => [Math.floor(ms / 1_000), (ms % 1_000) * 1e6];
  const own = (of: Attributes = {}) =>
    Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined));
  const context = (of: { readonly traceId: string; readonly spanId: string }) => ({ ...of, traceFlags: 1 });
  // The SDK's enumeration of kinds begins with internal, the protocol's with unspecified.
  const kind = { internal: 0, server: 1, client: 2 }[span.kind];
  return {
    name: span.name,
    kind,
    spanContext: () => context(span),
    parentSpanContext: context({ traceId: span.traceId, spanId: span.parentSpanId! }),
    startTime: time(span.startMs),
    endTime: time(span.endMs),
    status: { code: span.isError === true ? 2 : 0 },
    attributes: own(span.attributes),
    links: links.map((link) => ({ context: context(link), attributes: {} })),
    events: events.map(({ name, atMs, attributes }) => ({
      name,
      time: time(atMs),
      attributes: own(attributes),
    })),
    duration: time(span.endMs - span.startMs),
    ended: true,
    resource: { attributes: resource },
    instrumentationScope: { name: "voice-flow" },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

/**
 * The SDK also sends counts of dropped parts (all zero), flags, and empty lists, and integers as numbers, which
 * collectors accept although the mapping of Protocol Buffers to JSON has them as strings.
 */
function withoutCounts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCounts);
  if (typeof value !== "object" || value === null) return value;
  const isSaid = ([key, of]: [string, unknown]): boolean =>
    !/^dropped|^flags$/.test(key) && !(Array.isArray(of) && of.length === 0) && of !== undefined;
  return Object.fromEntries(
    Object.entries(value)
      .filter(isSaid)
      .map(([key, of]) => [key, key === "intValue" ? String(of) : withoutCounts(of)]),
  );
}
