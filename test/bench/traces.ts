// Trace benchmark: the cost of traces for the calls' thread, per event, span and call, with a working collector, with a
// hanging one, and for a call whose spans are only held.

import { loadFlow } from "../../src/flow/language/load-flow.ts";
import { wallClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { simulateCall } from "../../src/sim/sim-call.ts";
import { Traces } from "../../src/trace/call-traces.ts";
import { exportBody } from "../../src/trace/otlp-json.ts";
import type { Span } from "../../src/trace/span.ts";
import { SpanExporter } from "../../src/trace/span-exporter.ts";
import type { CallEvent } from "../../src/voice/call-event.ts";
import { OtlpCollector } from "../support/servers/otlp-collector.ts";
import { FigureList, type Figures } from "./figures.ts";

const flow = "public/flows/table-booking.flow.yaml";

/** Processor time of this thread: other load of the machine does not count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

export { claimsOf as claims } from "./figures.ts";

export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Figures> {
  const list = new FigureList(tell);
  const callsMeasured = isQuick ? 100 : 2_000;
  const { program, tests } = loadFlow(await Bun.file(flow).text());
  if (program === undefined || tests === undefined) throw new Error(`${flow} has errors`);
  const sims = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      simulateCall({ program, tests, seed: i + 1, troubles: false, startsAtMs: 1_795_168_800_000 }),
    ),
  );
  const calls = sims.map(({ events }) => events);
  const spans: Span[] = [];
  played(calls, { share: 1, add: (span) => void spans.push(span) });
  const minutes = sims.reduce((sum, { durationMs }) => sum + durationMs, 0) / 60_000;
  const events = calls.flat().length;
  tell(
    `  a call: ${(minutes / calls.length).toFixed(1)} min, ${events / calls.length} events, ${spans.length / calls.length} spans`,
  );

  const built = timed(calls, { share: 1, callsMeasured });
  list.add(
    { of: "spans of a call", value: built, unit: "ms" },
    { of: "spans of a call that is only held", value: timed(calls, { share: 0, callsMeasured }), unit: "ms" },
    { of: "a span", value: (built * calls.length * 1_000) / spans.length, unit: "µs", atMost: 10 },
  );

  const batch = spans.slice(0, 128);
  let from = cpuMs();
  let bytes = 0;
  for (let i = 0; i < 200; i++) bytes = exportBody(batch, { "service.name": "voice-flow" }).length;
  const batchMs = (cpuMs() - from) / 200;
  list.add({
    of: `a batch of ${batch.length} as JSON, a span`,
    value: (batchMs * 1_000) / batch.length,
    unit: "µs",
    note: `${Math.round(bytes / 1_024)} KiB`,
    atMost: 10,
  });

  for (const hangs of [false, true]) {
    await using collector = new OtlpCollector(hangs ? () => undefined : undefined);
    let dropped = 0;
    const exporter = new SpanExporter({
      clock: wallClock,
      log: silentLog,
      url: `${collector.url}/v1/traces`,
      headers: [],
      timeoutMs: 10_000,
      resource: () => ({ "service.name": "voice-flow" }),
      dropped: (_, count) => void (dropped += count),
    });
    from = performance.now();
    let longestMs = 0;
    let count = 0;
    // Ten thousand a second, a hundred each hundredth of a second.
    for (let tick = 0; tick < (isQuick ? 100 : 300); tick++) {
      const at = performance.now();
      for (let i = 0; i < 100; i++) exporter.add(spans[count++ % spans.length]!);
      longestMs = Math.max(longestMs, performance.now() - at);
      await Bun.sleep(Math.max(0, from + (tick + 1) * 10 - performance.now()));
    }
    await exporter[Symbol.asyncDispose]();
    const collectorIs = hangs ? "hangs" : "takes them";
    list.add(
      {
        of: `spans dropped when a collector ${collectorIs}`,
        value: dropped,
        unit: "",
        note: `of ${count}, 10,000 a second`,
        ...(hangs ? { atLeast: 1 } : { atMost: 0 }),
      },
      { of: `handing in 100 when it ${collectorIs}, longest`, value: longestMs, unit: "ms", atMost: 5 },
    );
  }
  return list;
}

function played(
  calls: readonly (readonly CallEvent[])[],
  { share, add }: { readonly share: number; readonly add: (span: Span) => void },
): void {
  const traces = new Traces({
    exporter: { add },
    log: silentLog,
    share,
    words: false,
    forgotten: () => undefined,
  });
  for (const [index, events] of calls.entries()) {
    const trace = traces.begin({
      session: `ses_${index}`,
      startedAtMs: 1_795_168_800_000,
      flow: "table-booking",
    });
    for (const event of events) trace.told(event);
    trace.over();
  }
}

/** Milliseconds a call. */
function timed(
  calls: readonly (readonly CallEvent[])[],
  { share, callsMeasured }: { readonly share: number; readonly callsMeasured: number },
): number {
  const all = { share, add: () => undefined };
  for (let i = 0; i < 20; i++) played(calls, all);
  const from = cpuMs();
  for (let i = 0; i < callsMeasured / calls.length; i++) played(calls, all);
  return (cpuMs() - from) / callsMeasured;
}
