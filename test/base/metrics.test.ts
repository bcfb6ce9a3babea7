// Metrics: counted and measured figures have their names, in Prometheus' format, for allowed readers.

import { expect, test } from "bun:test";
import { addCounts, Metrics } from "../../src/base/metrics.ts";
import { type MetricsAddress, serveMetrics } from "../../src/base/metrics-server.ts";
import { MetricsSnapshot } from "../../src/base/metrics-snapshot.ts";
import { Secret } from "../../src/base/secret.ts";
import { settle, VirtualClock } from "../support/fakes/virtual-clock.ts";
import { familiesOf, lintOf, readingOf } from "../support/prometheus.ts";

const laws = ['one "law"', String.raw`back\slash`, "two\nlines"] as const;

test("metrics: every series begins at zero, and gauges are set before each reading", async () => {
  const metrics = new Metrics();
  const broken = metrics.counter("broken_total", { help: "Laws.", labels: [["law", laws]] });
  const bytes = metrics.gauge("some_bytes", { help: "Memory." });
  let looks = 0;
  metrics.measure(() => {
    looks += 1;
    bytes.at().set(looks + 0.5);
  });
  broken.at(laws[0]).add(2);
  broken.at(laws[2]).add(1);
  expect(looks).toBe(0);
  const text = await readingOf(metrics);
  expect(text).toBe(
    String.raw`# HELP broken_total Laws.
# TYPE broken_total counter
broken_total{law="one \"law\""} 2
broken_total{law="back\\slash"} 0
broken_total{law="two\nlines"} 1
# HELP some_bytes Memory.
# TYPE some_bytes gauge
some_bytes 1.5
`,
  );
  expect([...familiesOf(text).keys()]).toEqual(["broken_total", "some_bytes"]);
  expect(await lintOf(text)).toBe("");
});

test("metrics: a histogram has the counts up to each bound, the sum and the number", async () => {
  const metrics = new Metrics();
  const seconds = metrics.histogram("took_seconds", {
    help: "Times.",
    labels: [["what", ["a", "b"]]],
    buckets: [0.1, 1],
  });
  for (const value of [0.1, 0.5, 1, 7]) seconds.at("b").observe(value);
  const text = await readingOf(metrics);
  expect(text.split("\n").slice(2, -1)).toEqual([
    'took_seconds_bucket{what="a",le="0.1"} 0',
    'took_seconds_bucket{what="a",le="1"} 0',
    'took_seconds_bucket{what="a",le="+Inf"} 0',
    'took_seconds_sum{what="a"} 0',
    'took_seconds_count{what="a"} 0',
    'took_seconds_bucket{what="b",le="0.1"} 1',
    'took_seconds_bucket{what="b",le="1"} 3',
    'took_seconds_bucket{what="b",le="+Inf"} 4',
    'took_seconds_sum{what="b"} 8.6',
    'took_seconds_count{what="b"} 4',
  ]);
  expect(await lintOf(text)).toBe("");
});

test("metrics: three labels give all existing combinations, each with its own figure", async () => {
  const metrics = new Metrics();
  const requests = metrics.counter("requests_total", {
    help: "Requests.",
    labels: [
      ["kind", ["stt", "tts"]],
      ["provider", ["one", "two"]],
      ["outcome", ["ok", "failed"]],
    ],
    exist: (kind, provider) => kind === "stt" || provider === "two",
  });
  requests.at("stt", "two", "failed").add(1);
  requests.at("tts", "two", "ok").add(2);
  const { series } = familiesOf(await readingOf(metrics)).get("requests_total")!;
  expect([...series]).toEqual([
    ['{kind="stt",provider="one",outcome="ok"}', 0],
    ['{kind="stt",provider="one",outcome="failed"}', 0],
    ['{kind="stt",provider="two",outcome="ok"}', 0],
    ['{kind="stt",provider="two",outcome="failed"}', 1],
    ['{kind="tts",provider="two",outcome="ok"}', 2],
    ['{kind="tts",provider="two",outcome="failed"}', 0],
  ]);
  expect(() => requests.at("tts", "one", "ok").add(1)).toThrow("a label has the values that were declared");
});

test("metrics: a label accepts declared values only, and a name is unique", () => {
  const metrics = new Metrics();
  const labels: readonly [readonly ["law", readonly string[]]] = [["law", laws]];
  const broken = metrics.counter("broken_total", { help: "h", labels });
  expect(() => broken.at("another").add(1)).toThrow("a label has the values that were declared");
  expect(() => metrics.gauge("broken_total", { help: "h" })).toThrow("each metric has a name");
});

test("metrics: the parser of these tests rejects all that Prometheus rejects", () => {
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

test("metrics server: GET /metrics answers, and other requests are refused", async () => {
  await using server = serveMetrics(answering, local);
  const answer = await fetch(at(server.port));
  expect([answer.status, await answer.text()]).toEqual([200, "a 1\n"]);
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect((await fetch(at(server.port, "/"))).status).toBe(404);
  const posted = await fetch(at(server.port), { method: "POST" });
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET"]);
});

test("metrics server: a request without the token is refused", async () => {
  await using server = serveMetrics(answering, { ...local, token: new Secret("open-sesame") });
  const as = (authorization?: string) =>
    fetch(at(server.port), { headers: authorization === undefined ? {} : { authorization } });
  for (const wrong of [undefined, "Bearer open", "Bearer ", "Basic open-sesame", "open-sesame"]) {
    const answer = await as(wrong);
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  }
  expect((await as("Bearer open-sesame")).status).toBe(200);
});

test("metrics server: a page with its own name for this address gets no answer, any name with the token does", async () => {
  // Security 7: a page with `Host: evil.example` could read the figures of a server at home.
  const statuses = async (server: { readonly port: number }, headers: Readonly<Record<string, string>>) => {
    const hosts = ["evil.example", `evil.example:${server.port}`, "127.0.0.1.evil.example", "localhost.evil"];
    const ours = [`localhost:${server.port}`, "127.0.0.1", "[::1]:9464"];
    const ask = async (host: string) =>
      (await fetch(at(server.port), { headers: { ...headers, host } })).status;
    return [await Promise.all(hosts.map(ask)), await Promise.all(ours.map(ask))];
  };
  await using open = serveMetrics(answering, local);
  expect(await statuses(open, {})).toEqual([
    [403, 403, 403, 403],
    [200, 200, 200],
  ]);
  await using locked = serveMetrics(answering, { ...local, token: new Secret("open-sesame") });
  expect((await statuses(locked, { authorization: "Bearer open-sesame" })).flat()).toEqual(
    Array.from({ length: 7 }, () => 200),
  );
});

test("metrics server: simultaneous requests share one reading, and the next gets another", async () => {
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
  // An answered third request shows that the second has arrived, too.
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

test("metrics server: a stop leaves no request waiting", async () => {
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

test("metrics: figures of other processes are added, and the worst counts where a sum makes no sense", async () => {
  const [own, other] = [new Metrics(), new Metrics()];
  for (const [metrics, lag] of [
    [own, 0.25],
    [other, 0.75],
  ] as const) {
    metrics
      .counter("broken_total", { help: "Laws.", labels: [["law", ["a", "b"]]] })
      .at("a")
      .add(1);
    metrics.gauge("some_bytes", { help: "Memory." }).at().set(2);
    metrics.gauge("lag_seconds", { help: "Lag.", together: "worst" }).at().set(lag);
    metrics
      .histogram("took_seconds", { help: "Times.", buckets: [1] })
      .at()
      .observe(lag * 2);
  }
  const sent = structuredClone(await other.figures());
  // Two processes that have died, one after the other.
  const counted = addCounts(sent, sent);
  const text = own.textOf(await own.figures(), [...sent, ...counted]);
  const figures = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(figures).toEqual([
    'broken_total{law="a"} 4',
    'broken_total{law="b"} 0',
    "some_bytes 4",
    "lag_seconds 0.75",
    'took_seconds_bucket{le="1"} 1',
    'took_seconds_bucket{le="+Inf"} 4',
    "took_seconds_sum 5",
    "took_seconds_count 4",
  ]);
  expect(await lintOf(text)).toBe("");
});

test("metrics snapshot: it is taken each second while it is read, and stops afterwards", async () => {
  const clock = new VirtualClock();
  const metrics = new Metrics();
  const looks = metrics.gauge("looks", { help: "Looks." });
  metrics.measure(() => looks.at().add(1));
  const late: number[] = [];
  using snapshot = new MetricsSnapshot({ clock, metrics, late: (ms) => late.push(ms) });
  const read = async (): Promise<number | undefined> =>
    familiesOf(await snapshot.read())
      .get("looks")
      ?.series.get("");
  expect(clock.pending).toBe(0);
  // Simultaneous readers wait for the same one.
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  await clock.advance(900);
  expect(await read()).toBe(1);
  await clock.advance(200);
  expect(await read()).toBe(2);
  await clock.advance(100_000);
  expect(await read()).toBe(102);
  // Without readers it has no timer after two minutes.
  await clock.advance(122_000);
  expect(clock.pending).toBe(0);
  expect(late.length).toBeWithin(220, 224);
  const again = (await read()) ?? 0;
  expect(again).toBeWithin(222, 226);
  expect(clock.pending).toBe(1);
});

test("metrics snapshot: a failed reading is reported, and the next one is new", async () => {
  const clock = new VirtualClock();
  let fails = true;
  const figures = () => (fails ? Promise.reject(new Error("broken")) : Promise.resolve([]));
  using snapshot = new MetricsSnapshot({ clock, metrics: { figures, textOf: () => "a 1\n" } });
  expect(await snapshot.read().catch(String)).toBe("Error: broken");
  fails = false;
  expect(await snapshot.read()).toBe("a 1\n");
  fails = true;
  await clock.advance(1_000);
  await settle();
  expect(await snapshot.read().catch(String)).toBe("Error: broken");
});
