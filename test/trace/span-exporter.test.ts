// Export of spans to a collector on a real socket: times of sending, drops, and no waits for callers.

import { expect, test } from "bun:test";
import { openLog } from "../../src/base/log.ts";
import { Secret } from "../../src/base/secret.ts";
import { type DropReason, SpanExporter, queueSpansMax } from "../../src/trace/span-exporter.ts";
import { type Span, spanIdOf, traceIdOf } from "../../src/trace/span.ts";
import { settle, VirtualClock } from "../support/fakes/virtual-clock.ts";
import { OtlpCollector } from "../support/servers/otlp-collector.ts";
import { until } from "../support/until.ts";
import { cpuMsOf } from "../support/fuzz/cpu-time.ts";

const headerKey = "key-Qm7vZt2LxW9sRk4N";

function exporterTo(url: string) {
  const clock = new VirtualClock();
  const dropped: Record<DropReason, number> = { queue: 0, refused: 0, unsent: 0 };
  const lines: string[] = [];
  const log = openLog({ level: "debug", format: "json", write: (line) => void lines.push(line) });
  const exporter = new SpanExporter({
    clock,
    log,
    url: `${url}/v1/traces`,
    headers: [["x-api-key", new Secret(headerKey)]],
    timeoutMs: 10_000,
    resource: () => ({ "service.name": "voice-flow" }),
    dropped: (why, spans) => void (dropped[why] += spans),
  });
  return { clock, exporter, dropped, lines };
}

const spanOf = (number: number): Span => ({
  traceId: traceIdOf("ses_1"),
  spanId: spanIdOf("ses_1", String(number)),
  name: `turn ${number}`,
  kind: "internal",
  startMs: 1_000,
  endMs: 2_000,
  attributes: { number },
});

/** Advances due time, with its waits on real sockets. */
async function passUntil(clock: VirtualClock, what: string, isSo: () => boolean, ms = 1_000): Promise<void> {
  await until(what, async () => {
    await clock.advance(ms);
    return isSo();
  });
}

const namesIn = (collector: OtlpCollector): readonly string[] => collector.spans.map(({ name }) => name);

test("exporter: spans are sent together after two seconds, or as soon as there are enough, with the headers", async () => {
  await using collector = new OtlpCollector();
  const { clock, exporter } = exporterTo(collector.url);
  await using _exporter = exporter;
  exporter.add(spanOf(1));
  exporter.add(spanOf(2));
  await clock.advance(1_999);
  expect(collector.requests).toEqual([]);
  await clock.advance(1);
  await until("batch", () => collector.requests.length === 1);
  expect(namesIn(collector)).toEqual(["turn 1", "turn 2"]);
  for (let i = 3; i <= 130; i++) exporter.add(spanOf(i));
  await until("full batch", () => collector.requests.length === 2);
  expect(collector.spans).toHaveLength(130);
  expect(collector.requests[0]?.headers["x-api-key"]).toBe(headerKey);
  expect(collector.wrong).toEqual([]);
});

test("exporter: an idle exporter has no timer", async () => {
  await using collector = new OtlpCollector();
  const { clock, exporter } = exporterTo(collector.url);
  await using _exporter = exporter;
  exporter.add(spanOf(1));
  await clock.advance(2_000);
  await until("batch", () => collector.requests.length === 1);
  await until("rest", () => clock.nextInMs === undefined);
});

test("exporter: the oldest of ten thousand spans a second are dropped, and no caller waits for the collector", async () => {
  await using collector = new OtlpCollector(() => undefined);
  const { clock, exporter, dropped } = exporterTo(collector.url);
  const seconds = 10;
  let addedMs = 0;
  for (let i = 0; i < 100 * seconds; i++) {
    addedMs += cpuMsOf(() => {
      for (let j = 0; j < 100; j++) exporter.add(spanOf(i * 100 + j));
    });
    await clock.advance(10);
  }
  const all = 10_000 * seconds;
  // One batch is under way, or was given up and is tried again.
  expect(dropped.queue).toBe(all - queueSpansMax - 128);
  // A tenth of the processor.
  expect(addedMs).toBeLessThan((seconds * 1_000) / 10);
  const closed = exporter[Symbol.asyncDispose]();
  await clock.advance(3_000);
  await closed;
  expect(dropped.queue + dropped.unsent).toBe(all);
  await until("end of the requests", () => collector.hanging === 0);
});

test("exporter: a hanging collector is given up in time, and the next batch is tried", async () => {
  await using collector = new OtlpCollector((_, count) => (count === 1 ? undefined : Response.json({})));
  const { clock, exporter, dropped, lines } = exporterTo(collector.url);
  await using _exporter = exporter;
  exporter.add(spanOf(1));
  await clock.advance(2_000);
  await until("request", () => collector.hanging === 1);
  await clock.advance(9_999);
  expect(collector.hanging).toBe(1);
  await clock.advance(1);
  await until("end of the request", () => collector.hanging === 0);
  await passUntil(clock, "second request", () => collector.requests.length === 2);
  expect(namesIn(collector)).toEqual(["turn 1", "turn 1"]);
  expect(dropped).toEqual({ queue: 0, refused: 0, unsent: 0 });
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: "warn", event: "trace.not-sent", why: "no answer in time" },
  ]);
});

test("exporter: it waits as long as a busy collector asks for, but at most half a minute", async () => {
  const answers = [
    new Response("", { status: 429, headers: { "retry-after": "7" } }),
    new Response("", { status: 503, headers: { "retry-after": "86400" } }),
    new Response("", { status: 502 }),
    Response.json({}),
  ];
  await using collector = new OtlpCollector((_, count) => answers[count - 1]!);
  const { clock, exporter, dropped } = exporterTo(collector.url);
  await using _exporter = exporter;
  exporter.add(spanOf(1));
  for (const [index, waitMs] of [2_000, 7_000, 30_000, 4_000].entries()) {
    await until("wait", () => clock.nextInMs === waitMs);
    await clock.advance(waitMs - 1);
    expect(collector.requests).toHaveLength(index);
    await clock.advance(1);
    await until("request", () => collector.requests.length === index + 1);
  }
  await until("rest", () => clock.nextInMs === undefined);
  expect(dropped.unsent).toBe(0);
});

test("exporter: it drops a batch after five requests in vain, and continues with the next", async () => {
  await using collector = new OtlpCollector((_, count) =>
    count === 6 ? Response.json({}) : new Response("", { status: 504 }),
  );
  const { clock, exporter, dropped, lines } = exporterTo(collector.url);
  await using _exporter = exporter;
  exporter.add(spanOf(1));
  await passUntil(clock, "the last try", () => collector.requests.length === 5);
  // Nothing follows that the exporter would have to wait for.
  await until("end of the batch", () => dropped.unsent === 1);
  exporter.add(spanOf(2));
  await passUntil(clock, "the next batch", () => collector.requests.length === 6);
  expect(namesIn(collector)).toEqual([...Array<string>(5).fill("turn 1"), "turn 2"]);
  expect(lines).toHaveLength(1);
  // The exporter reports trouble again if it returns after an accepted batch.
  exporter.add(spanOf(3));
  await passUntil(clock, "the next trouble", () => lines.length === 2);
});

test.each([400, 401, 404, 301, 500])(
  "exporter: a collector that answers %i is not asked again",
  async (status) => {
    await using collector = new OtlpCollector(
      () => new Response(`no ${headerKey}`, { status, headers: { location: "/elsewhere" } }),
    );
    const { clock, exporter, dropped, lines } = exporterTo(collector.url);
    await using _exporter = exporter;
    exporter.add(spanOf(1));
    await passUntil(clock, "refusal", () => dropped.refused === 1);
    await clock.advance(60_000);
    await settle();
    expect(collector.requests).toHaveLength(1);
    expect(lines.join("\n")).not.toContain(headerKey);
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ why: `status ${status}` }]);
  },
);

test("exporter: the refused part of a batch is counted, and nonsense is no refusal", async () => {
  const answers = [
    '{"partialSuccess":{"rejectedSpans":"2","errorMessage":"old"}}',
    "<html>",
    '{"partialSuccess":{"rejectedSpans":"-2"}}',
    "[".repeat(200_000),
  ];
  await using collector = new OtlpCollector((_, count) => new Response(answers[count - 1]));
  const { clock, exporter, dropped } = exporterTo(collector.url);
  await using _exporter = exporter;
  for (let request = 1; request <= answers.length; request++) {
    for (let i = 0; i < 3; i++) exporter.add(spanOf(i));
    await passUntil(clock, "request", () => collector.requests.length === request);
    await until("rest", () => clock.nextInMs === undefined);
  }
  expect(dropped).toEqual({ queue: 0, refused: 2, unsent: 0 });
});

test("exporter: an endless answer is abandoned like a missing one", async () => {
  const endless = (): Response =>
    new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1_024)) }));
  await using collector = new OtlpCollector(endless);
  const { clock, exporter, dropped } = exporterTo(collector.url);
  await using _exporter = exporter;
  exporter.add(spanOf(1));
  await clock.advance(2_000);
  await until("rest", () => collector.requests.length === 1 && clock.nextInMs === undefined);
  expect(dropped).toEqual({ queue: 0, refused: 0, unsent: 0 });
});

test("exporter: an unreachable address is reported", async () => {
  const collector = new OtlpCollector();
  const { url } = collector;
  await collector[Symbol.asyncDispose]();
  const { clock, exporter, dropped, lines } = exporterTo(url);
  exporter.add(spanOf(1));
  await passUntil(clock, "end of all tries", () => dropped.unsent === 1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain(url);
  await exporter[Symbol.asyncDispose]();
});

test("exporter: waiting spans are sent at the end, and a hanging collector costs three seconds", async () => {
  await using good = new OtlpCollector();
  const first = exporterTo(good.url);
  for (let i = 0; i < 300; i++) first.exporter.add(spanOf(i));
  await first.exporter[Symbol.asyncDispose]();
  expect(good.spans).toHaveLength(300);
  expect(first.dropped).toEqual({ queue: 0, refused: 0, unsent: 0 });

  await using bad = new OtlpCollector(() => undefined);
  const second = exporterTo(bad.url);
  second.exporter.add(spanOf(1));
  let isOver = false;
  const closed = second.exporter[Symbol.asyncDispose]().then(() => (isOver = true));
  await until("request", () => bad.hanging === 1);
  await second.clock.advance(2_999);
  expect(isOver).toBe(false);
  await second.clock.advance(1);
  await closed;
  expect(second.dropped.unsent).toBe(1);
  second.exporter.add(spanOf(2));
  expect(second.dropped.unsent).toBe(2);
});
