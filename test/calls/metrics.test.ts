// Metrics of a real server: calls over sockets appear while they run, their results when they are over, and refusals by
// their codes; the number of series does not grow with the traffic.

import { expect, test } from "bun:test";
import { type App, openApp } from "../../src/app.ts";
import { bytesOf } from "../../src/audio/frame.ts";
import { silentLog } from "../../src/base/log.ts";
import { Metrics } from "../../src/base/metrics.ts";
import { serveMetrics } from "../../src/base/metrics-server.ts";
import { MetricsSnapshot } from "../../src/base/metrics-snapshot.ts";
import { version } from "../../src/base/version.ts";
import { readConfig } from "../../src/config.ts";
import { openCallMetrics, openSessionMetrics } from "../../src/metrics/call-metrics.ts";
import { alertRules } from "../../src/metrics/alert-rules.ts";
import { dashboardExpressions } from "../../src/metrics/dashboard.ts";
import { invariants } from "../../src/voice/invariants/call-invariants.ts";
import { connect } from "../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, quiet, scriptedStt, sound } from "../support/fakes/fake-speech.ts";
import { answer, signUpAt } from "../support/people.ts";
import { json } from "../support/json-request.ts";
import { familiesOf, lintOf, type MetricFamily, readingOf, seriesNames } from "../support/prometheus.ts";
import { booking, small } from "../support/small-flows.ts";
import { until } from "../support/until.ts";

async function openServer(environment: Readonly<Record<string, string>> = {}): Promise<App> {
  const speech = {
    ready: Promise.resolve(),
    stt: scriptedStt({ text: "what time is it" }),
    tts: hummingTts(),
    vad: loudnessVad(),
  };
  const config = readConfig({ DATA_DIR: ":memory:", ...environment });
  const server = await openApp(config, { log: silentLog, speech });
  server.app.listen({ hostname: "127.0.0.1", port: 0 });
  return server;
}

const authPerMinute = 50;

const hereOf = ({ app }: App): string => `127.0.0.1:${app.server?.port}`;

type Families = ReadonlyMap<string, MetricFamily>;

const readAll = async ({ deps }: App): Promise<Families> =>
  familiesOf(await readingOf(deps.metrics.registry));
const one = (families: Families, name: string, labels = ""): number | undefined =>
  families.get(name)?.series.get(labels);
const shape = (families: Families) => [...families].map(([name, { series }]) => [name, [...series.keys()]]);
/** Samples of a metric that are not zero. */
const counted = (families: Families, name: string) =>
  [...(families.get(name)?.series ?? [])].filter(([, figure]) => figure !== 0);

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const upgrade = {
  upgrade: "websocket",
  connection: "upgrade",
  "sec-websocket-key": "AQIDBAUGBwgJCgsMDQ4PEA==",
  "sec-websocket-version": "13",
};

test("metrics: a server shows its calls, their results, its refusals, and no broken law", async () => {
  await using server = await openServer({ ENGINE_OPEN_SESSIONS_MAX: "1" });
  const { registry } = server.deps.metrics;
  using snapshot = new MetricsSnapshot({ clock: server.deps.clock, metrics: registry });
  await using figures = serveMetrics(snapshot, { host: "127.0.0.1", port: 0, token: undefined });
  const scraped = await (await fetch(`http://127.0.0.1:${figures.port}/metrics`)).text();
  expect(await lintOf(scraped)).toBe("");
  const before = familiesOf(scraped);
  expect(counted(before, "voice_flow_calls_active")).toEqual([]);

  const here = hereOf(server);
  const client = await connect(`ws://${here}/ws`);
  await client.ready();
  await client.message("bot-started-speaking");
  const during = await readAll(server);
  expect(counted(during, "voice_flow_calls_active")).toEqual([['{transport="websocket"}', 1]]);
  expect(counted(during, "voice_flow_calls_started_total")).toEqual([['{transport="websocket"}', 1]]);
  expect(counted(during, "voice_flow_not_ready")).toEqual([['{why="full"}', 1]]);
  expect((await fetch(`http://${here}/ws`, { headers: upgrade })).status).toBe(503);
  // The agent is interrupted by speech, by typed words, and by its client.
  for (const frame of [...sound(300), ...quiet(900)]) client.sendAudio(bytesOf(frame));
  await client.message("metrics");
  client.send({ type: "send-text", data: { content: "one" } });
  client.send({ type: "client-message", id: "i", data: { t: "interrupt" } });
  await client.message("server-response");
  await client.close();
  await until("end of the call", () => server.deps.calls.size === 0);

  const usedBefore = processorSeconds();
  const last = await readingOf(registry);
  const after = familiesOf(last);
  expect(await lintOf(last)).toBe("");
  expect(counted(after, "voice_flow_calls_active")).toEqual([]);
  expect(after.get("voice_flow_calls_refused_total")?.type).toBe("counter");
  expect(counted(after, "voice_flow_calls_refused_total")).toEqual([['{why="calls/limit"}', 1]]);
  expect(counted(after, "voice_flow_calls_ended_total")).toEqual([
    ['{transport="websocket",reason="caller"}', 1],
  ]);
  expect(one(after, "voice_flow_call_seconds", '_count{transport="websocket"}')).toBe(1);
  expect(one(after, "voice_flow_turn_latency_seconds", '_count{stage="endpoint"}')).toBeGreaterThan(0);
  expect(one(after, "voice_flow_interruptions_total", '{outcome="stopped"}')).toBeGreaterThan(0);
  expect(one(after, "voice_flow_loop_lag_seconds", "_count")).toBeGreaterThan(0);
  expect(one(after, "voice_flow_audio_late_seconds", '_count{direction="in"}')).toBeGreaterThan(0);
  expect(one(after, "voice_flow_audio_late_seconds", '_count{direction="out"}')).toBeGreaterThan(0);
  expect(one(after, "voice_flow_db_seconds", '_count{op="sessions.write"}')).toBeGreaterThan(0);
  expect(one(after, "voice_flow_db_batch_rows", "_count")).toBeGreaterThan(0);
  for (const [name, label] of [
    ["voice_flow_invariant_broken_total", "name"],
    ["voice_flow_invariant_violations_total", "law"],
  ] as const)
    expect(after.get(name)?.series).toEqual(new Map(invariants.map((law) => [`{${label}="${law}"}`, 0])));
  expect(one(after, "process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
  expect(one(after, "voice_flow_build_info", `{version="${version}",bun="${Bun.version}"}`)).toBe(1);
  expect(one(after, "process_open_fds")).toBeGreaterThan(5);
  expect(one(after, "process_max_fds")).toBeGreaterThan(100);
  expect(one(after, "process_cpu_seconds_total")).toBeWithin(usedBefore, processorSeconds() + 1e-6);
  expect((one(after, "process_start_time_seconds") ?? 0) * 1_000).toBeWithin(1.6e12, Date.now() + 1);
  expect(shape(after)).toEqual(shape(before));
}, 240_000);

test("metrics: many accounts, flows, sessions, keys and addresses add no series", async () => {
  await using server = await openServer({ AUTH_PER_MINUTE: String(authPerMinute) });
  const here = hereOf(server);
  const ask = (path: string, init?: RequestInit) => fetch(`http://${here}${path}`, init);
  const before = shape(await readAll(server));
  for (let i = 0; i < 8; i++) {
    const person = await signUpAt({ ask });
    await ask("/auth/login", json("POST", { email: person.email, password: "wrong password" }));
    await ask("/auth/login", json("POST", { email: person.email, password: person.password }));
    const text = (i % 2 === 0 ? small : booking).replace(/^id: .*/m, `id: flow-${i}`);
    const flow = { name: `Flow ${i}`, yaml_content: text };
    const { id } = await answer<{ id: string }>(ask("/v1/flows", json("POST", flow, person.login)), 201);
    const session = await answer<{ session_token: string }>(
      ask("/v1/sessions", json("POST", { flow_id: id }, person.service)),
    );
    await ask("/v1/flows", { headers: { "x-service-key": `vf_${i}` } });
    const client = await connect(`ws://${here}/v1/ws/${session.session_token}`);
    await client.ready();
    client.send({ type: "disconnect-bot" });
    await client.closed;
  }
  await ask("/v1/flows", { headers: { authorization: "Bearer forged" } });
  const attempt = json("POST", { email: "nobody@example.com", password: "wrong password" });
  for (let i = 0; i < 12; i++) await ask("/auth/login", attempt);
  const requests = 8 * 4 + 12;
  for (let i = requests; i < authPerMinute + 5; i++) await ask("/auth/login", attempt);
  await until("end of the calls", () => server.deps.calls.size === 0);
  const after = await readAll(server);
  expect(shape(after)).toEqual(before);
  expect(counted(after, "voice_flow_logins_total")).toEqual([
    ['{outcome="ok"}', 8],
    ['{outcome="wrong"}', 18],
    ['{outcome="limited"}', authPerMinute - requests + 2],
  ]);
  expect(counted(after, "voice_flow_credentials_refused_total")).toEqual([
    ['{kind="key"}', 8],
    ['{kind="token"}', 1],
    ['{kind="unread"}', 5],
  ]);
  expect(one(after, "voice_flow_calls_ended_total", '{transport="websocket",reason="caller"}')).toBe(8);
  expect(one(after, "voice_flow_charged_seconds_total")).toBeGreaterThan(0);
  // So many series are no load for any Prometheus.
  const series = [...after.values()].reduce((sum, family) => sum + family.series.size, 0);
  expect(series).toBeWithin(500, 3_300);
}, 240_000);

test("metrics: alert rules and dashboard name existing series only", async () => {
  await using server = await openServer();
  const there = seriesNames(await readingOf(server.deps.metrics.registry));
  const named = [...alertRules.map(({ expr }) => expr), ...dashboardExpressions].flatMap(
    (expr) => expr.match(/\b(?:voice_flow|process)_\w+/g) ?? [],
  );
  // Metrics of a data folder appear only on a server that has one.
  const onDisk = ["voice_flow_storage_free_bytes", "voice_flow_storage_size_bytes", "voice_flow_data_bytes"];
  expect([...new Set(named)].filter((name) => !there.has(name)).sort()).toEqual(onDisk.sort());
  // The dashboard draws every metric, except these, which only support others.
  const drawn = new Set(
    dashboardExpressions.flatMap((expr) => expr.match(/\b(?:voice_flow|process)_\w+/g) ?? []),
  );
  const undrawn = [...familiesOf(await readingOf(server.deps.metrics.registry))].filter(
    ([name, { type }]) => !drawn.has(type === "histogram" ? `${name}_bucket` : name),
  );
  expect(undrawn.map(([name]) => name)).toEqual([
    "process_start_time_seconds",
    "voice_flow_calls_started_total",
    "voice_flow_invariant_violations_total",
    // An alert, not the dashboard, reports this metric.
    "voice_flow_letters_limited_total",
  ]);
});

test("metrics: a refusal has its code, and client errors are counted together", async () => {
  const metrics = new Metrics();
  const { refused } = openSessionMetrics(metrics);
  for (const code of ["calls/draining", "request/invalid", "flow/not-found", "request/too-large"] as const)
    refused(code);
  expect(counted(familiesOf(await readingOf(metrics)), "voice_flow_calls_refused_total")).toEqual([
    ['{why="calls/draining"}', 1],
    ['{why="flow/not-found"}', 1],
    ['{why="other"}', 2],
  ]);
});

test("metrics: events of calls are counted", async () => {
  const metrics = new Metrics();
  const { calls } = openCallMetrics(metrics);
  const by = { transport: "webrtc", lagMs: 150 } as const;
  const at = { atMs: 0 };
  const marks = { turn: 1, endOfTurnMs: 250, wordsMs: 300, textMs: 320, audioMs: 450 };
  calls.told({ type: "latency", latency: marks, ...at }, by);
  calls.told({ type: "latency", latency: { turn: 2, audioMs: 90 }, ...at }, { ...by, lagMs: undefined });
  calls.told({ type: "agent-paused", paused: true, reply: 1, ...at }, by);
  calls.told({ type: "agent-paused", paused: false, reply: 1, ...at }, by);
  calls.told({ type: "user-words", text: "", final: true, rejected: false, ...at }, by);
  calls.told({ type: "user-words", text: "um", final: true, rejected: true, ...at }, by);
  calls.told({ type: "user-words", text: "yes", final: true, rejected: false, ...at }, by);
  calls.told(
    { type: "user-words", text: "mm hm", final: true, rejected: true, aside: "backchannel", ...at },
    by,
  );
  const incident = {
    kind: "llm",
    provider: "openai",
    error: "transient",
    ownKey: false,
    attempts: 1,
  } as const;
  const notice = { type: "warning", code: "provider/fallback", message: "m", ...at } as const;
  calls.told({ ...notice, incident: { ...incident, action: "fell_back" } }, by);
  calls.told({ ...notice, incident: { ...incident, action: "retried" } }, by);
  calls.told({ type: "ended", reason: "completed", durationMs: 61_000, ...at }, by);
  calls.decided({ on: "timer silence", effects: ["answer 2"] });
  calls.decided({ on: "timer silence", effects: [] });
  calls.askedAgain();
  calls.askedAgain();
  calls.broken("every call ends");
  const all = familiesOf(await readingOf(metrics));
  expect(one(all, "voice_flow_turn_latency_seconds", '_sum{stage="first_audio"}')).toBeCloseTo(0.54);
  expect(one(all, "voice_flow_turn_latency_seconds", '_count{stage="endpoint"}')).toBe(1);
  expect(one(all, "voice_flow_turn_latency_seconds", '_bucket{stage="words",le="0.3"}')).toBe(1);
  expect(one(all, "voice_flow_heard_latency_seconds", "_sum")).toBeCloseTo(0.6);
  expect(counted(all, "voice_flow_interruptions_total")).toEqual([['{outcome="resumed"}', 1]]);
  expect(one(all, "voice_flow_false_starts_total")).toBe(2);
  expect(counted(all, "voice_flow_reprompts_total")).toEqual([
    ['{why="silence"}', 1],
    ['{why="answer"}', 2],
  ]);
  expect(counted(all, "voice_flow_fallbacks_total")).toEqual([['{stage="llm"}', 1]]);
  expect(counted(all, "voice_flow_calls_ended_total")).toEqual([
    ['{transport="webrtc",reason="completed"}', 1],
  ]);
  expect(one(all, "voice_flow_call_seconds", '_bucket{transport="webrtc",le="60"}')).toBe(0);
  expect(one(all, "voice_flow_call_seconds", '_bucket{transport="webrtc",le="120"}')).toBe(1);
  expect(counted(all, "voice_flow_invariant_broken_total")).toEqual([['{name="every call ends"}', 1]]);
});
