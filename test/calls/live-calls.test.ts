// Live calls: their start, their number, and their log lines.

import { UsageAccount } from "../../src/billing/usage-account.ts";
import { expect, test } from "bun:test";
import { everythingKept } from "../../src/cloud/account-retention.ts";
import { openLog, silentLog } from "../../src/base/log.ts";
import { Metrics } from "../../src/base/metrics.ts";
import { openCallMetrics } from "../../src/metrics/call-metrics.ts";
import { Ticker } from "../../src/base/ticker.ts";
import { Calls, type CallsOptions } from "../../src/calls/live-calls.ts";
import type { Plan } from "../../src/calls/call-plan.ts";
import type { FlightOrder } from "../../src/calls/flight/flights.ts";
import type { CallEvent } from "../../src/voice/call-event.ts";
import type { Invariant } from "../../src/voice/invariants/call-invariants.ts";
import { fakeLine } from "../support/fakes/fake-line.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../support/fakes/fake-speech.ts";
import { programOf } from "../support/fakes/flow-talk.ts";
import { scriptedLlm } from "../support/fakes/scripted-llm.ts";
import { noOutside } from "../support/servers/outside.ts";
import { small } from "../support/small-flows.ts";
import { settle, VirtualClock } from "../support/fakes/virtual-clock.ts";

const plan: Plan = {
  request: { mode: "flow", programId: "small" },
  accountId: undefined,
  keyId: undefined,
  program: programOf(small),
  flowId: "small",
  flowRevision: undefined,
  providers: {
    stt: undefined,
    tts: undefined,
    llm: undefined,
    metered: [],
    usage: new UsageAccount([]),
    names: {},
  },
  context: {},
  metadata: {},
  kept: everythingKept,
};

function world(changes: Partial<CallsOptions> = {}, ready: Promise<void> = Promise.resolve()) {
  const clock = new VirtualClock();
  const calls = new Calls({
    clock,
    ticker: new Ticker(clock, 20),
    log: silentLog,
    speech: { ready, stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() },
    systemPrompt: "Listen.",
    programs: new Map(),
    durationMsMax: 60_000,
    outside: noOutside,
    ...changes,
  });
  const events: CallEvent[] = [];
  const line = fakeLine(() => clock.now());
  const open = () =>
    calls.open({
      sessionId: "ses_1",
      plan,
      usesExamples: false,
      line,
      emit: (event) => void events.push(event),
    });
  return { clock, calls, events, open };
}

test("calls: a call opens once speech is ready, and is heard at once when speech is warm", async () => {
  const warm = Promise.withResolvers<void>();
  const { calls } = world({}, warm.promise);
  expect([calls.hasSpeech, calls.ready]).toEqual([true, false]);
  warm.resolve();
  await calls.warm;
  expect(calls.ready).toBe(true);
});

test("calls: without speech all are refused, and waiting ends at once", async () => {
  const { calls, open } = world({ speech: undefined });
  expect([calls.hasSpeech, calls.ready]).toEqual([false, false]);
  expect(await calls.warm.catch(String)).toContain("Speech is switched off");
  expect(open).toThrow("Sessions need speech");
  expect(calls.size).toBe(0);
});

test("calls: a failed warm-up is reported to waiting callers only", async () => {
  const { calls } = world({}, Promise.reject(new Error("no model")));
  expect(await calls.warm.catch(String)).toContain("no model");
  await settle();
  expect(calls.ready).toBe(false);
});

test("calls: one counts from its opening until all its work has ended, and the log has its course without a word", async () => {
  const lines: string[] = [];
  const log = openLog({ level: "debug", format: "json", write: (line) => void lines.push(line) });
  const { calls, clock, events, open } = world({ log });
  // A server runs longer than any of its calls.
  await clock.advance(100_000);
  const call = open();
  expect(calls.size).toBe(1);
  let isOver = false;
  void calls.over().then(() => (isOver = true));
  call.ready();
  await clock.advance(3_000);
  expect(isOver).toBe(false);
  call.input({ type: "text", text: "one two", interrupt: true, speak: true });
  await clock.advance(3_000);
  expect([isOver, calls.size]).toEqual([true, 0]);
  const turns = events.filter(({ type }) => type === "latency").length;
  expect(turns).toBeGreaterThan(0);
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const ofCalls = logged.filter(({ event }) => String(event).startsWith("call."));
  expect(ofCalls.map(({ event, session }) => `${String(event)} ${String(session)}`)).toEqual([
    "call.started ses_1",
    ...Array.from({ length: turns }, () => "call.turn ses_1"),
    "call.ended ses_1",
  ]);
  expect(ofCalls[0]).toMatchObject({ mode: "flow", responder: "builtin" });
  expect(ofCalls.at(-1)).toMatchObject({ reason: "completed", turns });
  expect(Number(ofCalls.at(-1)?.["durationMs"])).toBeWithin(1, 6_001);
  expect(lines.filter((line) => /Goodbye|Which code|one two/.test(line))).toEqual([]);
});

test("calls: the server's limit applies to each call", async () => {
  const { calls, clock, events, open } = world({ durationMsMax: 5_000 });
  open().ready();
  await clock.advance(30_000);
  expect([events.at(-1)?.type, calls.size]).toEqual(["ended", 0]);
});

test("calls: a recorder learns about the call and its sensitive parts, and may warn it", async () => {
  const orders: FlightOrder[] = [];
  const flights = { begin: (order: FlightOrder) => (orders.push(order), undefined) };
  const secret = programOf(small.replace("length: 2", "length: 2, sensitive: true"));
  const { calls, clock, events } = world({ flights });
  const open = (program: Plan["program"], record?: boolean) =>
    calls.open({
      sessionId: "ses_2",
      plan: { ...plan, program, context: { name: "Ada" } },
      usesExamples: true,
      record,
      line: fakeLine(() => clock.now()),
      emit: (event) => void events.push(event),
    });
  open(plan.program).ready();
  open(secret, false).ready();
  await clock.advance(1_000);
  expect(orders).toMatchObject([
    { sessionId: "ses_2", flowId: "small", context: { name: "Ada" }, usesExamples: true, record: undefined },
    { record: false },
  ]);
  expect(orders.map(({ isSensitive }) => isSensitive())).toEqual([false, true]);
  orders[0]?.warn({ code: "recording/lost", message: "It is lost" });
  expect(events.at(-1)).toMatchObject({ type: "warning", code: "recording/lost", message: "It is lost" });
});

test("calls: the counters separate flows and language models", async () => {
  const { calls, clock, open } = world();
  const assisted = (): void => {
    const llm = scriptedLlm(clock, [["Hello."]]);
    const assistant: Plan = {
      ...plan,
      request: { mode: "assistant", programId: undefined },
      program: undefined,
      providers: { ...plan.providers, llm },
    };
    const line = fakeLine(() => clock.now());
    calls
      .open({ sessionId: "ses_3", plan: assistant, usesExamples: false, line, emit: () => undefined })
      .ready();
  };
  expect(calls.size).toBe(0);
  open().ready();
  assisted();
  assisted();
  expect(calls.size).toBe(3);
  await clock.advance(70_000);
  expect(calls.size).toBe(0);
});

test("calls: each call is watched by its reports and its client's messages, and breaks no law", async () => {
  const broken: Invariant[] = [];
  const { clock, events, open } = world({
    counters: { ...openCallMetrics(new Metrics()).calls, broken: (law) => void broken.push(law) },
  });
  const call = open();
  call.ready();
  await clock.advance(100);
  call.input({ type: "interrupt" });
  await clock.advance(100);
  expect(events.map(({ type }) => type)).toContain("interrupted");
  call.end("caller");
  await clock.advance(1_000);
  expect(broken).toEqual([]);
});

test("calls: a missing end breaks a law, which is counted", async () => {
  const broken: Invariant[] = [];
  const { calls, clock } = world({
    counters: { ...openCallMetrics(new Metrics()).calls, broken: (law) => void broken.push(law) },
  });
  const call = calls.open({
    sessionId: "ses_4",
    plan,
    usesExamples: false,
    line: fakeLine(() => clock.now()),
    emit: ({ type }) => {
      if (type === "ended") throw new Error("A bug of ours");
    },
  });
  call.ready();
  await clock.advance(500);
  call.end("caller");
  await clock.advance(1_000);
  expect([calls.size, broken]).toEqual([0, ["every call ends"]]);
});

const toldOf = async (speech: {
  readonly hearsOnly?: string;
  readonly speaks?: readonly string[];
}): Promise<readonly unknown[]> => {
  const { hearsOnly, speaks = ["en"] } = speech;
  const tts = { ...hummingTts(), speaks };
  const engines = {
    ready: Promise.resolve(),
    stt: scriptedStt(),
    tts,
    vad: loudnessVad(),
    ...(hearsOnly !== undefined && { hearsOnly }),
  };
  const { open, events } = world({ speech: engines });
  const call = open();
  call.ready();
  await settle();
  call.end("dismissed");
  await call.ended;
  return events.flatMap((event) => (event.type === "warning" ? [[event.code, event.message]] : []));
};

test("calls: a caller is warned at once when the flow's language differs from the built-in ears' one", async () => {
  expect(await toldOf({ hearsOnly: "en-GB" })).toEqual([]);
  expect(await toldOf({ hearsOnly: "de" })).toEqual([
    [
      "speech/language",
      expect.stringMatching(/^This flow is English: the built-in ears hear German\. .*STT_URL/),
    ],
  ]);
});

test("calls: a caller is warned at once when the flow's language differs from the built-in voice's one", async () => {
  expect(await toldOf({ speaks: ["en"] })).toEqual([]);
  expect(await toldOf({ speaks: ["de"] })).toEqual([
    ["speech/voice-language", expect.stringContaining("TTS_URL")],
  ]);
});
