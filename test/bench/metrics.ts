// Metrics benchmark: cost of a server's figures while 300 calls run: number of observations, cost of one, and cost of
// each second and each scrape.

import { openApp } from "../../src/app.ts";
import type { AppMetrics } from "../../src/app-metrics.ts";
import { bytesOf } from "../../src/audio/frame.ts";
import { silentLog } from "../../src/base/log.ts";
import type { MetricFigures } from "../../src/base/metrics.ts";
import { readConfig } from "../../src/config.ts";
import { connect, type WsClient } from "../support/callers/ws-client.ts";
import { FigureList, type Figures } from "./figures.ts";
import { hummingTts, loudnessVad, scriptedStt, sound } from "../support/fakes/fake-speech.ts";

interface MetricsCost {
  readonly calls: number;
  readonly series: number;
  readonly textBytes: number;
  readonly observationsPerSecond: number;
  readonly observationNs: number;
  readonly snapshotMs: number;
  readonly textMs: number;
  /** Share of one core, with a scrape each 15 s, and with one each second. */
  readonly corePercent: number;
  readonly corePercentScrapedEachSecond: number;
}

const frameMs = 20;
const framesEachTextMs = 4_000;

/** Observations of histograms and events of counters that count one by one. */
function observations(figures: readonly MetricFigures[], text: string): number {
  const counts = [...text.matchAll(/^\w+_count(?:\{.*\})? (\d+)$/gm)];
  const ones = figures.filter(
    ({ name, isCounter }) => isCounter && name.endsWith("_total") && !/seconds|micros/.test(name),
  );
  const events = ones.reduce((sum, { values }) => sum + values.reduce((all, each) => all + each, 0), 0);
  return events + counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

async function count({ registry }: AppMetrics): Promise<number> {
  const figures = await registry.figures();
  return observations(figures, registry.textOf(figures));
}

/** Nanoseconds of a processor for each of `times`. */
function nanoseconds(times: number, work: (i: number) => void): number {
  for (let i = 0; i < times / 10; i++) work(i);
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) work(i);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1_000) / times;
}

/** The same for asynchronous work. */
async function milliseconds(times: number, work: () => unknown): Promise<number> {
  for (let i = 0; i < times / 10; i++) await work();
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / times;
}

/** Each sends a frame each 20 ms and an occasional question, so that both directions carry audio. */
async function talk(clients: readonly WsClient[], seconds: number): Promise<void> {
  const [frame] = sound(frameMs);
  const bytes = bytesOf(frame!);
  const from = performance.now();
  for (let beat = 0; beat * frameMs < seconds * 1_000; beat++) {
    clients.forEach((client, i) => {
      client.sendAudio(bytes);
      if ((beat * frameMs + i * 13) % framesEachTextMs === 0)
        client.send({ type: "send-text", data: { content: "what time is it" } });
    });
    await Bun.sleep(Math.max(0, from + (beat + 1) * frameMs - performance.now()));
  }
}

export async function metricsCost(isQuick = false): Promise<MetricsCost> {
  const [calls, seconds] = isQuick ? [10, 1] : [300, 10];
  const speech = { ready: Promise.resolve(), stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() };
  const config = readConfig({ DATA_DIR: ":memory:", ENGINE_OPEN_SESSIONS_MAX: String(calls) });
  await using server = await openApp(config, { log: silentLog, speech });
  server.app.listen({ hostname: "127.0.0.1", port: 0 });
  const { metrics } = server.deps;
  const clients: WsClient[] = [];
  for (let i = 0; i < calls; i++) {
    const client = await connect(`ws://127.0.0.1:${server.app.server?.port}/ws`);
    await client.ready();
    clients.push(client);
  }
  const before = await count(metrics);
  const from = performance.now();
  await talk(clients, seconds);
  const perSecond = ((await count(metrics)) - before) / ((performance.now() - from) / 1_000);
  await Promise.all(clients.map((client) => client.close()));

  const { registry, calls: counters, machine, providers } = metrics;
  const model = providers.counters("llm", "openai");
  const times = isQuick ? 10_000 : 2_000_000;
  const observationNs = Math.max(
    nanoseconds(times, (i) => counters.lateOut(i % 50)),
    nanoseconds(times, (i) => machine.lagged(i % 50)),
    nanoseconds(times, (i) => model.took("first", i % 6_000)),
  );
  const rounds = isQuick ? 10 : 500;
  const snapshotMs = await milliseconds(rounds, () => registry.figures());
  const figures = await registry.figures();
  const textMs = await milliseconds(rounds, () => registry.textOf(figures));
  const text = registry.textOf(figures);
  const eachSecondMs = (perSecond * observationNs) / 1e6 + snapshotMs;
  return {
    calls,
    series: text.split("\n").filter((line) => line !== "" && !line.startsWith("#")).length,
    textBytes: text.length,
    observationsPerSecond: Math.round(perSecond),
    observationNs: Math.round(observationNs),
    snapshotMs,
    textMs,
    corePercent: (eachSecondMs + textMs / 15) / 10,
    corePercentScrapedEachSecond: (eachSecondMs + textMs) / 10,
  };
}

export { claimsOf as claims } from "./figures.ts";

export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Figures> {
  const cost = await metricsCost(isQuick);
  const { calls, observationsPerSecond, observationNs, snapshotMs, textMs, series, textBytes } = cost;
  const list = new FigureList(tell);
  tell(`  with ${calls} calls over WebSocket, all sending and answered every four seconds`);
  list.add(
    { of: "observed", value: observationsPerSecond, unit: "times a second", atLeast: 1 },
    { of: "an observation", value: observationNs, unit: "ns" },
    { of: "a snapshot, each second", value: snapshotMs, unit: "ms" },
    {
      of: "the text, each scrape",
      value: textMs,
      unit: "ms",
      note: `${series} series, ${Math.round(textBytes / 1_024)} KiB`,
    },
    { of: "in all, scraped each 15 s", value: cost.corePercent, unit: "% of a core", atMost: 1 },
    {
      of: "in all, scraped each second",
      value: cost.corePercentScrapedEachSecond,
      unit: "% of a core",
      atMost: 2,
    },
  );
  return list;
}
