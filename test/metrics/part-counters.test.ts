// Counters of parts: each part reports its events under the names and labels that operators read.

import { expect, test } from "bun:test";
import { measuredOperations, measuredStore } from "../../db/measured-store.ts";
import { bytesOf } from "../../src/audio/frame.ts";
import { aborted } from "../../src/base/abort-promise.ts";
import { Metrics } from "../../src/base/metrics.ts";
import { openProviderMetrics } from "../../src/metrics/provider-metrics.ts";
import { openHookMetrics, openOperationMetrics, openSharedMetrics } from "../../src/metrics/store-metrics.ts";
import { openTransportMetrics } from "../../src/metrics/transport-metrics.ts";
import { measuredStt } from "../../src/providers/measured-stt.ts";
import { timedLlm, timedTts } from "../../src/providers/timed-clients.ts";
import { Breakers } from "../../src/providers/policy/breaker.ts";
import type { ErrorKind, Llm, Tts } from "../../src/providers/provider-contract.ts";
import { limits } from "../../src/transport/connection-limits.ts";
import { Uplink } from "../../src/transport/uplink.ts";
import { account, DeliveryBench } from "../support/fakes/delivery-bench.ts";
import { hummingTts, quiet, scriptedStt } from "../support/fakes/fake-speech.ts";
import { type LlmScript, scriptedLlm } from "../support/fakes/scripted-llm.ts";
import { policyContext, providerError } from "../support/fakes/scripted-provider.ts";
import { settle, VirtualClock } from "../support/fakes/virtual-clock.ts";
import { familiesOf, readingOf } from "../support/prometheus.ts";
import { chosenStore } from "../support/stores/chosen-store.ts";
import { newAccount } from "../support/stores/new-account.ts";

/** Series of a metric that are not zero; of a histogram only the sums and counts. */
async function counted(metrics: Metrics, name: string): Promise<Readonly<Record<string, number>>> {
  const { series } = familiesOf(await readingOf(metrics)).get(name)!;
  return Object.fromEntries(
    [...series].filter(([labels, figure]) => figure !== 0 && !labels.startsWith("_bucket")),
  );
}

const patient = new AbortController().signal;
const question = { messages: [] };

function providers() {
  const metrics = new Metrics();
  const opened = openProviderMetrics(metrics);
  const { clock, context } = policyContext();
  const of = (kind: "stt" | "tts" | "llm", provider: string) => ({
    clock,
    counters: opened.counters(kind, provider),
  });
  return { metrics, clock, context, of, watch: opened.watch };
}

test("providers: answers of models are counted by result, and timed to their first piece", async () => {
  const { metrics, clock, context, of } = providers();
  const scripts: LlmScript[] = [
    [300, "Hello."],
    [{ fails: "auth" }],
    [{ fails: "bad_input" }],
    ["Hel", { hangs: true }],
    [{ hangs: true }],
  ];
  const llm = timedLlm(scriptedLlm(clock, scripts), of("llm", "openai").counters);
  const read = async (from: Llm, signal = patient): Promise<string> => {
    try {
      for await (const _ of from.stream(question, context, signal));
      return "whole";
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  const whole = read(llm);
  await clock.advance(300);
  expect(await whole).toBe("whole");
  await read(llm);
  await read(llm);
  const call = new AbortController();
  const cut = read(llm, call.signal);
  await settle();
  call.abort(new Error("barge-in"));
  await cut;
  // A caller that stops waiting because of slowness gives that as the reason.
  const late = new AbortController();
  const slow = read(llm, late.signal);
  late.abort(providerError("transient"));
  await slow;
  // Some readers stop before the end.
  const unread = timedLlm(scriptedLlm(clock, [["a", "b"]]), of("llm", "openai").counters);
  for await (const _ of unread.stream(question, context, patient)) break;
  expect(await counted(metrics, "voice_flow_provider_requests_total")).toEqual({
    '{kind="llm",provider="openai",outcome="ok"}': 1,
    '{kind="llm",provider="openai",outcome="auth"}': 1,
    '{kind="llm",provider="openai",outcome="failed"}': 2,
    '{kind="llm",provider="openai",outcome="cancelled"}': 2,
  });
  expect(await counted(metrics, "voice_flow_provider_seconds")).toEqual({
    '_sum{kind="llm",provider="openai",what="first"}': 0.3,
    '_count{kind="llm",provider="openai",what="first"}': 3,
  });
});

test("providers: sessions of recognisers count once, with the times to readiness and to their last words", async () => {
  const { metrics, clock, context, of } = providers();
  const ears = scriptedStt({ text: "yes" });
  const slow = {
    ...ears,
    open: async (...args: Parameters<typeof ears.open>) => {
      await clock.advance(120);
      return ears.open(...args);
    },
  };
  const heard: string[] = [];
  const stt = measuredStt(slow, of("stt", "deepgram"));
  const session = await stt.open((event) => heard.push(event.type), context, patient);
  session.send(quiet(20)[0]!);
  session.finalize(1);
  await settle();
  session.close();
  await session.closed;
  const broken = { ...ears, open: () => Promise.reject(providerError("quota", {}, "stt")) };
  const opening = measuredStt(broken, of("stt", "deepgram")).open(() => undefined, context, patient);
  expect(opening).rejects.toThrow("It failed");
  await settle();
  expect(heard).toEqual(["end_of_turn"]);
  expect(await counted(metrics, "voice_flow_provider_requests_total")).toEqual({
    '{kind="stt",provider="deepgram",outcome="ok"}': 1,
    '{kind="stt",provider="deepgram",outcome="quota"}': 1,
  });
  expect(await counted(metrics, "voice_flow_provider_seconds")).toMatchObject({
    '_sum{kind="stt",provider="deepgram",what="connect"}': 0.12,
    '_count{kind="stt",provider="deepgram",what="final"}': 1,
  });
});

test("providers: sentences are counted per voice, including replacements and calls of the same voice", async () => {
  const { metrics, context, of } = providers();
  const humming = hummingTts();
  const voice: Tts = { ...humming, voiced: () => humming, forCall: () => humming };
  const tts = timedTts(voice, of("tts", "a name that is not in the catalogue").counters);
  const voices = [tts, tts.voiced!({ speed: 1 }), tts.forCall!(context, patient)];
  for (const each of voices) await each.speak("Hello there.", () => undefined, context).done;
  const cut = tts.speak("Hello there.", () => undefined, context);
  cut.cancel();
  const failing: Tts = {
    ...voice,
    speak: () => ({ cancel: () => undefined, done: Promise.reject(providerError("rate_limit", {}, "tts")) }),
  };
  const failed = timedTts(failing, of("tts", "").counters).speak("Hi.", () => undefined, context);
  expect(failed.done).rejects.toThrow("It failed");
  await settle();
  const requests = await counted(metrics, "voice_flow_provider_requests_total");
  expect(requests).toMatchObject({ '{kind="tts",provider="other",outcome="rate_limit"}': 1 });
  expect(Object.values(requests).reduce((sum, each) => sum + each, 0)).toBe(5);
  expect(
    (await counted(metrics, "voice_flow_provider_seconds"))[
      '_count{kind="tts",provider="other",what="first"}'
    ],
  ).toBeGreaterThanOrEqual(3);
});

test("providers: a provider avoided for failures is shown, and one with a refused key is not", async () => {
  const { metrics, clock, watch } = providers();
  const breakers = new Breakers(clock);
  watch(breakers);
  const fail = (id: string, kind: ErrorKind, provider: string, times: number): void => {
    for (let i = 0; i < times; i++) breakers.failed(id, providerError(kind, { provider }, "llm"));
  };
  fail("a", "transient", "openai", 2);
  fail("b", "auth", "anthropic", 1);
  fail("c", "rate_limit", "gemini", 3);
  expect(await counted(metrics, "voice_flow_provider_breaker_open")).toEqual({});
  fail("a", "transient", "openai", 1);
  fail("d", "transient", "somebody else", 3);
  expect(await counted(metrics, "voice_flow_provider_breaker_open")).toEqual({
    '{kind="llm",provider="openai"}': 1,
    '{kind="llm",provider="other"}': 1,
  });
  await clock.advance(15_001);
  expect(await counted(metrics, "voice_flow_provider_breaker_open")).toEqual({});
});

test("hooks: attempts are counted by result", async () => {
  const metrics = new Metrics();
  await using bench = await DeliveryBench.open();
  bench.counted = openHookMetrics(metrics);
  bench.answer = ({ body }) => (body === "bad" ? "fails" : { status: 204 });
  bench.enqueue({ body: "good", queue: "a" });
  bench.enqueue({ body: "bad", queue: "b" });
  await bench.clock.advance(80 * 3_600_000);
  bench.enqueue({ body: "x".repeat(100_000_000), queue: "c" });
  expect(await counted(metrics, "voice_flow_hooks_delivered_total")).toEqual({
    '{outcome="delivered"}': 1,
    '{outcome="retried"}': 9,
    '{outcome="given_up"}': 1,
    '{outcome="dropped"}': 1,
  });
});

test("store: operations are timed, including failing ones, and writes of calls have their rows counted", async () => {
  const metrics = new Metrics();
  const clock = new VirtualClock();
  await using chosen = await chosenStore();
  const store = measuredStore(chosen.store, clock, openOperationMetrics(metrics, measuredOperations));
  await newAccount(store, account, 100);
  await store.of(account).ledger.balance(account);
  expect(store.of(account)).toBe(store.of(account));
  const patches = new Map([["ses_none", { connectedMs: 1 }]]);
  const batch = { home: "n1", number: 1, rows: [], events: [], snapshots: new Map(), patches };
  await store.sessions.write(batch);
  const bad = store.ledger.grant({ accountId: account, micros: -1, at: 1 });
  expect(await bad.catch(String)).toContain("money is a whole number");
  expect(await counted(metrics, "voice_flow_db_seconds")).toMatchObject({
    '_count{op="accounts.add"}': 1,
    '_count{op="ledger.balance"}': 1,
    '_count{op="ledger.grant"}': 1,
    '_count{op="sessions.write"}': 1,
  });
  expect(await counted(metrics, "voice_flow_db_batch_rows")).toEqual({ _sum: 1, _count: 1 });
});

test("store: its figures for all nodes are read each ten seconds, and a hanging one delays no figure", async () => {
  const metrics = new Metrics();
  const clock = new VirtualClock();
  await using chosen = await chosenStore();
  const { store } = chosen;
  let looks = 0;
  let hangs = false;
  const waiting = async () => {
    looks += 1;
    if (hangs) await aborted(patient);
    return await store.outbox.waiting();
  };
  openSharedMetrics(metrics, { clock, store: { ...store, outbox: { ...store.outbox, waiting } } });
  await newAccount(store, account, 100);
  const delivery = { accountId: account, url: "https://a.example/", signer: "hook_1", body: "{}" };
  const at = clock.wall();
  await store.outbox.add([
    { ...delivery, queue: "a", messageId: "m1", createdAt: at - 90_000 },
    { ...delivery, queue: "b", messageId: "m2", createdAt: at - 30_000 },
  ]);
  expect(await counted(metrics, "voice_flow_hooks_pending")).toEqual({ "": 2 });
  expect(await counted(metrics, "voice_flow_hook_age_seconds")).toEqual({ "": 90 });
  expect([looks, await counted(metrics, "voice_flow_ledger_held_micros")]).toEqual([1, {}]);
  await store.ledger.lease({ accountId: account, nodeId: "n1", micros: 40, at: 1 });
  await clock.advance(10_000);
  expect(await counted(metrics, "voice_flow_ledger_held_micros")).toEqual({ "": 40 });
  hangs = true;
  await clock.advance(10_000);
  const reading = counted(metrics, "voice_flow_hooks_pending");
  await clock.advance(500);
  expect(await reading).toEqual({ "": 2 });
  // No second reading of the store begins while the first one still waits.
  await clock.advance(10_000);
  const again = counted(metrics, "voice_flow_hooks_pending");
  await clock.advance(500);
  await again;
  expect(looks).toBe(3);
  // A server without a store waits for no store.
  const other = new Metrics();
  openSharedMetrics(other, { clock, store: undefined });
  expect([await counted(other, "voice_flow_hooks_pending"), clock.nextInMs]).toEqual([{}, undefined]);
});

test("transport: late, lost and dropped audio is counted, and unread bytes of clients are summed", async () => {
  const metrics = new Metrics();
  const late: number[] = [];
  const counters = openTransportMetrics(metrics, { lateIn: (ms) => late.push(ms) });
  const uplink = new Uplink(0, { limits, counters, hear: () => undefined });
  const chunk = bytesOf(quiet(20)[0]!);
  for (const at of [0, 20, 65, 66, 80, 5_000, 5_020]) uplink.push(chunk, at);
  expect(late).toEqual([0, 25, 0, 0, 0]);
  // A quarter of an hour of audio at once, before the agent has begun.
  for (let i = 0; i < 2_000; i++) uplink.push(chunk, 5_020);
  const dropped = await counted(metrics, "voice_flow_frames_dropped_total");
  expect(dropped['{why="overrun"}']).toBeGreaterThan(1_000);
  expect(dropped['{why="early"}']).toBeGreaterThan(10);
  counters.lost(3);
  expect(await counted(metrics, "voice_flow_rtp_lost_total")).toEqual({ "": 3 });
  counters.lostThere(2);
  counters.jitterThere(30);
  expect(await counted(metrics, "voice_flow_rtp_lost_there_total")).toEqual({ "": 2 });
  expect(await counted(metrics, "voice_flow_rtp_jitter_there_seconds")).toEqual({ _sum: 0.03, _count: 1 });
  const one = counters.opened({ bufferedBytes: 100 });
  counters.opened({ bufferedBytes: 20 });
  expect(await counted(metrics, "voice_flow_socket_buffer_bytes")).toEqual({ "": 120 });
  one[Symbol.dispose]();
  expect(await counted(metrics, "voice_flow_socket_buffer_bytes")).toEqual({ "": 20 });
});
