// A real Prometheus: it scrapes servers during calls (one with its data in a file, two nodes on a database) and
// understands their metrics, alert rules and dashboard.

import { expect, test } from "bun:test";
import { type App, openApp } from "../../src/app.ts";
import { bytesOf } from "../../src/audio/frame.ts";
import { silentLog } from "../../src/base/log.ts";
import { type MetricsServer, serveMetrics } from "../../src/base/metrics-server.ts";
import { MetricsSnapshot } from "../../src/base/metrics-snapshot.ts";
import { Secret } from "../../src/base/secret.ts";
import { readConfig } from "../../src/config.ts";
import { alertRules, ruleFile } from "../../src/metrics/alert-rules.ts";
import { dashboardExpressions } from "../../src/metrics/dashboard.ts";
import { connect, type WsClient } from "../support/callers/ws-client.ts";
import { hummingTts, loudnessVad, quiet, scriptedStt, sound } from "../support/fakes/fake-speech.ts";
import { PrometheusServer } from "../support/servers/prometheus-server.ts";
import { emptyDatabase } from "../support/stores/postgres.ts";
import { tempFolder } from "../support/servers/store.ts";
import { until } from "../support/until.ts";

const token = "open-sesame";
const callsPerNode = 8;

class Node implements AsyncDisposable {
  readonly app: App;
  readonly #owned: AsyncDisposableStack;
  readonly #figures: MetricsServer;

  private constructor(app: App, figures: MetricsServer, owned: AsyncDisposableStack) {
    this.app = app;
    this.#figures = figures;
    this.#owned = owned;
  }

  static async open(environment: Readonly<Record<string, string>>): Promise<Node> {
    await using owned = new AsyncDisposableStack();
    const stt = scriptedStt(...Array.from({ length: callsPerNode }, () => ({ text: "what time is it" })));
    const speech = { ready: Promise.resolve(), stt, tts: hummingTts(), vad: loudnessVad() };
    const app = owned.use(await openApp(readConfig({ ...environment }), { log: silentLog, speech }));
    app.app.listen({ hostname: "127.0.0.1", port: 0 });
    const { clock, metrics } = app.deps;
    const { registry, machine } = metrics;
    const snapshot = owned.use(new MetricsSnapshot({ clock, metrics: registry, late: machine.lagged }));
    const address = { host: "127.0.0.1", port: 0, token: new Secret(token) };
    const figures = owned.use(serveMetrics(snapshot, address));
    return new Node(app, figures, owned.move());
  }

  get target(): string {
    return `127.0.0.1:${this.#figures.port}`;
  }

  async call(): Promise<WsClient> {
    const client = await connect(`ws://127.0.0.1:${this.app.app.server?.port}/ws`);
    await client.ready();
    await client.message("bot-started-speaking");
    for (const frame of [...sound(300), ...quiet(900)]) client.sendAudio(bytesOf(frame));
    return client;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#owned.disposeAsync();
  }
}

async function openNodes(store: "a file" | "a database", owned: AsyncDisposableStack): Promise<Node[]> {
  const folder = owned.use(tempFolder());
  if (store === "a file") return [owned.use(await Node.open({ DATA_DIR: folder.path }))];
  const { url } = owned.use(await emptyDatabase());
  const environment = { DATABASE_URL: url, DATA_DIR: folder.path, MASTER_KEY: "07".repeat(32) };
  return [owned.use(await Node.open(environment)), owned.use(await Node.open(environment))];
}

test.each(["a file", "a database"] as const)(
  "prometheus: it sees the calls of nodes with %s, and accepts every rule and every expression",
  async (store) => {
    await using owned = new AsyncDisposableStack();
    const nodes = await openNodes(store, owned);
    const targets = nodes.map(({ target }) => target);
    const prometheus = owned.use(await PrometheusServer.start({ targets, token, rules: ruleFile() }));
    const isAt = (expression: string, value: number) => async () =>
      (await prometheus.one(expression)) === value;
    await until("scrape of every node", isAt("sum(up)", nodes.length));
    expect(await prometheus.targets()).toEqual(targets.map(() => "up"));
    expect(await prometheus.one("sum(voice_flow_calls_active)")).toBe(0);

    const all = nodes.length * callsPerNode;
    const clients = await Promise.all(
      nodes.flatMap((node) => Array.from({ length: callsPerNode }, () => node.call())),
    );
    await until("sight of all calls", isAt("sum(voice_flow_calls_active)", all));
    await until("turn of each", isAt('sum(voice_flow_turn_latency_seconds_count{stage="first_audio"})', all));
    await until("nodes", isAt('max(voice_flow_nodes{state="up"})', nodes.length), 90_000);
    await Promise.all(clients.map((client) => client.close()));
    await until("sight of their ends", isAt("sum(voice_flow_calls_ended_total)", all));
    // Counters exist before their first event, so that Prometheus misses none.
    expect(await prometheus.one("sum(increase(voice_flow_calls_started_total[5m]))")).toBeGreaterThan(
      all * 0.9,
    );
    const p95 =
      'histogram_quantile(0.95, sum by (le) (rate(voice_flow_turn_latency_seconds_bucket{stage="first_audio"}[5m])))';
    expect(await prometheus.one(p95)).toBeWithin(0, 5);
    expect(await prometheus.one("max(voice_flow_storage_free_bytes)")).toBeGreaterThan(0);
    if (store === "a file") expect(await prometheus.one("voice_flow_data_bytes")).toBeGreaterThan(4_096);

    for (const expression of dashboardExpressions)
      await prometheus.ask(expression.replaceAll("$__rate_interval", "1m"));
    await until("evaluation of the rules", async () =>
      (await prometheus.rules()).every(({ health }) => health !== "unknown"),
    );
    const rules = await prometheus.rules();
    expect(rules.map(({ name, health }) => [name, health])).toEqual(
      alertRules.map(({ alert }) => [alert, "ok"]),
    );
    expect(rules.filter(({ name, state }) => name === "InvariantBroken" && state !== "inactive")).toEqual([]);
  },
  240_000,
);
