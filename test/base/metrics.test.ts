// Metrics: what is counted and measured is there under its name, in Prometheus' format, for whoever may read it.

import { expect, test } from "bun:test";
import { addCounts, Metrics } from "../../src/base/metrics.ts";
import { type MetricsAddress, serveMetrics } from "../../src/base/metrics-server.ts";
import { Secret } from "../../src/base/secret.ts";
import { familiesOf, lintOf } from "../support/prometheus.ts";

const laws = ['one "law"', String.raw`back\slash`, "two\nlines"] as const;

test("metrics: counters begin at zero, gauges are read when they are asked for", async () => {
  const metrics = new Metrics();
  const broken = metrics.counter("broken_total", { help: "Laws.", label: "law", values: laws });
  let reads = 0;
  metrics.gauge("some_bytes", { help: "Memory.", read: () => ((reads += 1), 2.5) });
  metrics.gauges("calls_open", { help: "Calls.", label: "kind", read: () => ({ flow: 1, assistant: 0 }) });
  expect(reads).toBe(0);
  broken.add(laws[0]);
  broken.add(laws[0]);
  broken.add(laws[2]);
  const text = await metrics.read();
  expect(reads).toBe(1);
  expect(text).toBe(
    String.raw`# HELP broken_total Laws.
# TYPE broken_total counter
broken_total{law="one \"law\""} 2
broken_total{law="back\\slash"} 0
broken_total{law="two\nlines"} 1
# HELP some_bytes Memory.
# TYPE some_bytes gauge
some_bytes 2.5
# HELP calls_open Calls.
# TYPE calls_open gauge
calls_open{kind="flow"} 1
calls_open{kind="assistant"} 0
`,
  );
  expect([...familiesOf(text).keys()]).toEqual(["broken_total", "some_bytes", "calls_open"]);
  expect(await lintOf(text)).toBe("");
});

test("metrics: a label has no values but those that were declared, and a name is there once", () => {
  const metrics = new Metrics();
  const broken = metrics.counter<string>("broken_total", { help: "h", label: "law", values: laws });
  expect(() => broken.add("another")).toThrow("a label has the values that were declared");
  expect(() => metrics.gauge("broken_total", { help: "h", read: () => 1 })).toThrow("each metric has a name");
});

test("metrics: the reader of these tests takes nothing that Prometheus would not", () => {
  const head = "# HELP a_total h\n# TYPE a_total counter\n";
  expect(familiesOf(`${head}a_total 1\n`).get("a_total")?.series.get("")).toBe(1);
  for (const odd of [
    `${head}a_total 1`,
    `${head}b_total 1\n`,
    `${head}a_total one\n`,
    `${head}a_total 1\na_total 2\n`,
    `${head}a_total{law="a"b"} 1\n`,
    "# HELP a_total h\na_total 1\n",
    `${head}${head}`,
  ])
    expect(() => familiesOf(odd)).toThrow(/^(Odd|The last line)/);
});

const answering = { read: () => Promise.resolve("a 1\n") };
const local: MetricsAddress = { host: "127.0.0.1", port: 0, token: undefined };
const at = (port: number, path = "/metrics"): string => `http://127.0.0.1:${port}${path}`;

test("metrics server: GET /metrics answers, and nothing else does", async () => {
  await using server = serveMetrics(answering, local);
  const answer = await fetch(at(server.port));
  expect([answer.status, await answer.text()]).toEqual([200, "a 1\n"]);
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect((await fetch(at(server.port, "/"))).status).toBe(404);
  const posted = await fetch(at(server.port), { method: "POST" });
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET"]);
});

test("metrics server: with a token, whoever does not show it reads nothing", async () => {
  await using server = serveMetrics(answering, { ...local, token: new Secret("open-sesame") });
  const as = (authorization?: string) =>
    fetch(at(server.port), { headers: authorization === undefined ? {} : { authorization } });
  for (const wrong of [undefined, "Bearer open", "Bearer ", "Basic open-sesame", "open-sesame"]) {
    const answer = await as(wrong);
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  }
  expect((await as("Bearer open-sesame")).status).toBe(200);
});

test("metrics server: those who ask at the same time share one reading, and the next gets another", async () => {
  const readings: PromiseWithResolvers<string>[] = [];
  const read = (): Promise<string> => {
    const reading = Promise.withResolvers<string>();
    readings.push(reading);
    return reading.promise;
  };
  const asked = Promise.withResolvers<void>();
  await using server = serveMetrics({ read: () => (asked.resolve(), read()) }, local);
  const both = [fetch(at(server.port)), fetch(at(server.port))];
  await asked.promise;
  // A third request that is answered shows that the second has come, too.
  await fetch(at(server.port, "/other"));
  readings[0]!.resolve("one\n");
  expect(await Promise.all(both.map(async (one) => (await one).text()))).toEqual(["one\n", "one\n"]);
  const next = fetch(at(server.port));
  await fetch(at(server.port, "/other"));
  readings[1]!.reject(new Error("broken"));
  expect((await next).status).toBe(500);
  const last = fetch(at(server.port));
  await fetch(at(server.port, "/other"));
  readings[2]!.resolve("three\n");
  expect(await (await last).text()).toBe("three\n");
});

test("metrics server: when it stops, nobody is kept waiting", async () => {
  const asked = Promise.withResolvers<void>();
  const read = (): Promise<string> => (asked.resolve(), new Promise<string>(() => undefined));
  const server = serveMetrics({ read }, local);
  const waiting = fetch(at(server.port)).then(
    () => "answered",
    () => "cut",
  );
  await asked.promise;
  await server[Symbol.asyncDispose]();
  expect(await waiting).toBe("cut");
});

test("metrics: figures of other processes are added, and of what cannot be added the worst counts", async () => {
  const [own, other] = [new Metrics(), new Metrics()];
  for (const [metrics, lag] of [
    [own, 0.25],
    [other, 0.75],
  ] as const) {
    const broken = metrics.counter("broken_total", { help: "Laws.", label: "law", values: ["a", "b"] });
    broken.add("a");
    metrics.gauge("some_bytes", { help: "Memory.", read: () => 2 });
    metrics.gauge("lag_seconds", { help: "Lag.", read: () => lag, together: "worst" });
  }
  const sent = structuredClone(await other.figures());
  // Two processes that have died, one after the other.
  const counted = addCounts(sent, sent);
  const text = await own.read([...sent, ...counted]);
  const figures = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(figures).toEqual([
    'broken_total{law="a"} 4',
    'broken_total{law="b"} 0',
    "some_bytes 4",
    "lag_seconds 0.75",
  ]);
  expect(await lintOf(text)).toBe("");
});
