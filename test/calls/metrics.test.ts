// Metrics of a real server: calls over sockets are seen while they run, refusals are counted by their codes, no law is
// broken, and what is shown does not grow with what happens.

import { expect, test } from "bun:test";
import { openApp } from "../../src/app.ts";
import { openCounters, openGauges } from "../../src/app-metrics.ts";
import type { Clock } from "../../src/base/clock.ts";
import { Metrics } from "../../src/base/metrics.ts";
import { silentLog } from "../../src/base/log.ts";
import { serveMetrics } from "../../src/base/metrics-server.ts";
import { readConfig } from "../../src/config.ts";
import { bytesOf } from "../../src/audio/frame.ts";
import { invariants } from "../../src/voice/invariants/call-invariants.ts";
import { connect } from "../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, quiet, scriptedStt, sound } from "../support/fakes/fake-speech.ts";
import { familiesOf, lintOf } from "../support/prometheus.ts";
import { until } from "../support/until.ts";
import { chosenStore } from "../support/stores/chosen-store.ts";

test("metrics: a server shows its calls, its refusals, its memory, its lag and that no law is broken", async () => {
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  const config = readConfig({
    DATA_DIR: ":memory:",
    METRICS_ADDRESS: "127.0.0.1:0",
    ENGINE_OPEN_SESSIONS_MAX: "1",
  });
  await using opened = await chosenStore();
  const { store } = opened;
  await using server = await openApp(config, { log: silentLog, speech, store });
  server.app.listen({ hostname: "127.0.0.1", port: 0 });
  await using figures = serveMetrics(server.deps.metrics, config.metrics!);
  const text = async (): Promise<string> => (await fetch(`http://127.0.0.1:${figures.port}/metrics`)).text();
  const read = async () => familiesOf(await text());
  const here = `127.0.0.1:${server.app.server?.port}`;

  const before = await read();
  expect(before.get("voice_flow_calls_open")?.series).toEqual(
    new Map([
      ['{kind="flow"}', 0],
      ['{kind="assistant"}', 0],
    ]),
  );
  const client = await connect(`ws://${here}/ws`);
  await client.ready();
  await client.message("bot-started-speaking");
  const during = await read();
  expect(during.get("voice_flow_calls_open")?.series.get('{kind="flow"}')).toBe(1);
  const refused = await fetch(`http://${here}/ws`, {
    headers: {
      upgrade: "websocket",
      connection: "upgrade",
      "sec-websocket-key": "AQIDBAUGBwgJCgsMDQ4PEA==",
      "sec-websocket-version": "13",
    },
  });
  expect(refused.status).toBe(503);
  // The agent is cut by a sound that is words, by typed words, and by its client.
  for (const frame of [...sound(300), ...quiet(900)]) client.sendAudio(bytesOf(frame));
  client.send({ type: "send-text", data: { content: "one" } });
  client.send({ type: "client-message", id: "i", data: { t: "interrupt" } });
  await client.message("server-response");
  await client.close();
  await until("end of the call", () => server.deps.calls.size === 0);

  const last = await text();
  const after = familiesOf(last);
  expect(await lintOf(last)).toBe("");
  expect(after.get("voice_flow_calls_open")?.series.get('{kind="flow"}')).toBe(0);
  const refusals = after.get("voice_flow_calls_refused_total")!;
  expect(refusals.type).toBe("counter");
  expect([...refusals.series].filter(([, count]) => count > 0)).toEqual([['{code="calls/limit"}', 1]]);
  expect(after.get("voice_flow_invariant_violations_total")?.series).toEqual(
    new Map(invariants.map((law) => [`{law="${law}"}`, 0])),
  );
  expect(after.get("process_resident_memory_bytes")?.series.get("")).toBeGreaterThan(10_000_000);
  expect(after.get("voice_flow_loop_lag_seconds")?.series.get("")).toBeWithin(0, 10);
  const shape = (families: typeof after) =>
    [...families].map(([name, { series }]) => [name, [...series.keys()]]);
  expect(shape(after)).toEqual(shape(before));
});

test("metrics: a refusal has its code, and what a client got wrong is counted together", async () => {
  const metrics = new Metrics();
  const { refused } = openCounters(metrics);
  for (const code of ["calls/draining", "request/invalid", "flow/not-found", "request/too-large"] as const)
    refused(code);
  const { series } = familiesOf(await metrics.read()).get("voice_flow_calls_refused_total")!;
  expect([...series].filter(([, count]) => count > 0)).toEqual([
    ['{code="calls/draining"}', 1],
    ['{code="flow/not-found"}', 1],
    ['{code="other"}', 2],
  ]);
});

test.each([
  [20, 0],
  [55, 0.035],
  [19.5, 0],
])("metrics: a timer of 20 ms that takes %p ms is %p s late", async (takesMs, lag) => {
  let now = 1_000;
  const clock: Clock = {
    now: () => now,
    wall: () => now,
    after: (ms, fire) => {
      expect(ms).toBe(20);
      now += takesMs;
      queueMicrotask(fire);
      return { [Symbol.dispose]: () => undefined };
    },
  };
  const metrics = new Metrics();
  openGauges(metrics, { clock, calls: { byKind: { flow: 2, assistant: 1 } } });
  const { series } = familiesOf(await metrics.read()).get("voice_flow_loop_lag_seconds")!;
  expect([...series]).toEqual([["", lag]]);
});
