// Calls that live: what opens one, how many there are, and what the log has of each.

import { UsageAccount } from "../../src/billing/usage-account.ts";
import { expect, test } from "bun:test";
import { openLog, silentLog } from "../../src/base/log.ts";
import { Ticker } from "../../src/base/ticker.ts";
import { Calls, type CallsOptions } from "../../src/calls/live-calls.ts";
import type { Plan } from "../../src/calls/call-plan.ts";
import type { CallEvent } from "../../src/voice/call-event.ts";
import { fakeLine } from "../support/fakes/fake-line.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../support/fakes/fake-speech.ts";
import { programOf } from "../support/fakes/flow-talk.ts";
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

test("calls: are opened when speech is there, and heard at once when it is warm", async () => {
  const warm = Promise.withResolvers<void>();
  const { calls } = world({}, warm.promise);
  expect([calls.hasSpeech, calls.ready]).toEqual([true, false]);
  warm.resolve();
  await calls.warm;
  expect(calls.ready).toBe(true);
});

test("calls: without speech nobody is let in, and waiting for it ends at once", async () => {
  const { calls, open } = world({ speech: undefined });
  expect([calls.hasSpeech, calls.ready]).toEqual([false, false]);
  expect(await calls.warm.catch(String)).toContain("Speech is switched off");
  expect(open).toThrow("Nobody is let in without speech");
  expect(calls.size).toBe(0);
});

test("calls: speech that never gets warm is told to whoever waits for it, and to nobody else", async () => {
  const { calls } = world({}, Promise.reject(new Error("no model")));
  expect(await calls.warm.catch(String)).toContain("no model");
  await settle();
  expect(calls.ready).toBe(false);
});

test("calls: one counts from its opening until nothing is left of it, and the log has its course without a word", async () => {
  const lines: string[] = [];
  const log = openLog({ level: "debug", format: "json", write: (line) => void lines.push(line) });
  const { calls, clock, events, open } = world({ log });
  // A server has been there for longer than any of its calls.
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

test("calls: the server's limit is each call's", async () => {
  const { calls, clock, events, open } = world({ durationMsMax: 5_000 });
  open().ready();
  await clock.advance(30_000);
  expect([events.at(-1)?.type, calls.size]).toEqual(["ended", 0]);
});
