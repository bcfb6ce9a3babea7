// Trace benchmark: what traces cost the thread that carries the calls, an event, a span and a call, when a collector takes
// them, when it hangs, and when a call is only held in case something happens.

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

const flow = "public/flows/table-booking.flow.yaml";
const callsMeasured = 2_000;

/** What this thread has worked: what else the machine does is not counted. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

export async function run(): Promise<void> {
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
  console.log(
    `  a call                    ${(minutes / calls.length).toFixed(1)} min, ${events / calls.length} events, ${spans.length / calls.length} spans`,
  );

  const built = timed(calls, 1);
  const held = timed(calls, 0);
  console.log(`  events to spans           ${built.toFixed(3)} ms a call, held ${held.toFixed(3)} ms a call`);
  console.log(
    `                            ${((built * calls.length * 1_000) / spans.length).toFixed(1)} µs a span`,
  );

  const batch = spans.slice(0, 128);
  let from = cpuMs();
  let bytes = 0;
  for (let i = 0; i < 200; i++) bytes = exportBody(batch, { "service.name": "voice-flow" }).length;
  const batchMs = (cpuMs() - from) / 200;
  console.log(
    `  a batch of ${batch.length} as JSON    ${batchMs.toFixed(2)} ms, ${Math.round(bytes / 1_024)} KiB, ${((batchMs * 1_000) / batch.length).toFixed(1)} µs a span`,
  );

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
    for (let tick = 0; tick < 300; tick++) {
      const at = performance.now();
      for (let i = 0; i < 100; i++) exporter.add(spans[count++ % spans.length]!);
      longestMs = Math.max(longestMs, performance.now() - at);
      await Bun.sleep(Math.max(0, from + (tick + 1) * 10 - performance.now()));
    }
    await exporter[Symbol.asyncDispose]();
    console.log(
      `  10,000 spans a second     ${hangs ? "a collector that hangs" : "a collector that takes them"}: ${dropped} of ${count} dropped, ` +
        `handing in 100 took ${longestMs.toFixed(2)} ms at most`,
    );
  }
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
function timed(calls: readonly (readonly CallEvent[])[], share: number): number {
  const all = { share, add: () => undefined };
  for (let i = 0; i < 20; i++) played(calls, all);
  const from = cpuMs();
  for (let i = 0; i < callsMeasured / calls.length; i++) played(calls, all);
  return (cpuMs() - from) / callsMeasured;
}
