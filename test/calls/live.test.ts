// The calls of a process: who gets in, who waits for speech to warm up, and how all of them end.

import { expect, test } from "bun:test";
import { silentLog } from "../../src/base/log.ts";
import { Scope } from "../../src/base/scope.ts";
import { Ticker } from "../../src/base/tick.ts";
import { Calls, type CallsOptions } from "../../src/calls/live.ts";
import { Fault } from "../../src/base/fault.ts";
import type { Llm } from "../../src/providers/contract.ts";
import { fakeLine } from "../support/fake-line.ts";
import { hummingTts, loudnessVad, scriptedStt } from "../support/fake-speech.ts";
import { settle, VirtualClock } from "../support/virtual-clock.ts";
import { noOutside } from "../support/outside.ts";

const assistant = { mode: "assistant", programId: undefined } as const;

const politeModel: Llm = {
  id: "polite",
  model: "polite-1",
  async *stream() {
    yield { type: "text", delta: "How do you do?" };
    yield { type: "done", reason: "stop" };
  },
};

function open(options: Partial<CallsOptions> & { warm?: Promise<void> } = {}) {
  const clock = new VirtualClock();
  const { warm = Promise.resolve(), ...given } = options;
  const calls = new Calls({
    clock,
    ticker: new Ticker(clock, 20),
    log: silentLog,
    speech: { ready: warm, stt: scriptedStt(), tts: hummingTts(), vad: loudnessVad() },
    llm: politeModel,
    systemPrompt: "Be polite.",
    programs: new Map(),
    outside: noOutside,
    callsMax: 2,
    durationMsMax: 60_000,
    ...given,
  });
  return { calls, clock, line: () => fakeLine(() => clock.now()) };
}

function codeOf(action: () => unknown): string {
  try {
    action();
    return "no fault";
  } catch (error) {
    return error instanceof Fault ? error.code : String(error);
  }
}

test("calls: a place is held from admission to the end, and one too many is told when to come back", async () => {
  const { calls, line } = open();
  await settle();
  const first = calls.admit(assistant);
  const second = calls.admit(assistant);
  expect(codeOf(() => calls.admit(assistant))).toBe("calls/limit");
  second.release();
  const client = line();
  calls.start(first, client);
  client.call?.ready();
  const third = calls.admit(assistant);
  expect(calls.size).toBe(2);
  client.call?.gone("caller");
  third.release();
  await settle();
  expect([calls.size, client.closed]).toEqual([0, "caller"]);
});

test("calls: ids differ, sort by time and look like sessions", () => {
  const { calls } = open();
  const ids = [calls.admit(assistant), calls.admit(assistant)].map((ticket) => ticket.sessionId);
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^ses_[0-9A-HJKMNP-TV-Z]{26}$/);
});

test("calls: a flow that does not exist, and speech that is off, are refused before a place is taken", () => {
  const { calls } = open();
  expect(codeOf(() => calls.admit({ mode: "flow", programId: "nope" }))).toBe("flow/not-found");
  const deaf = open({ speech: undefined }).calls;
  expect(codeOf(() => deaf.admit(assistant))).toBe("speech/unavailable");
  expect([calls.size, deaf.size]).toEqual([0, 0]);
});

test("calls: one that comes before speech is warm waits, and what was said meanwhile is kept", async () => {
  const warm = Promise.withResolvers<void>();
  const { calls, clock, line } = open({ warm: warm.promise });
  const client = line();
  calls.start(calls.admit(assistant), client);
  client.call?.ready();
  client.call?.input({ type: "text", text: "hello", interrupt: true, speak: true });
  await clock.advance(5_000);
  expect([calls.ready, client.events]).toEqual([false, []]);
  warm.resolve();
  await clock.advance(1_000);
  expect(calls.ready).toBe(true);
  expect(client.events.map((event) => event.type)).toContain("user-typed");
  client.call?.gone("caller");
  await settle();
  expect([calls.size, clock.pending]).toEqual([0, 0]);
});

test("calls: one that has waited 10 s for speech, and one whose speech never comes, are closed as overloaded", async () => {
  const never = Promise.withResolvers<void>();
  const { calls, clock, line } = open({ warm: never.promise });
  const [patient, hasty] = [line(), line()];
  calls.start(calls.admit(assistant), patient);
  calls.start(calls.admit(assistant), hasty);
  hasty.call?.gone("lost");
  await clock.advance(10_000);
  expect([patient.closed, hasty.closed, calls.size]).toEqual(["overloaded", "lost", 0]);
  expect(clock.pending).toBe(0);
});

test("calls: draining admits nobody, tells everybody, and ends what is left with a goodbye", async () => {
  const scopes = Scope.open.size;
  const { calls, clock, line } = open();
  await settle();
  const [stays, leaves] = [line(), line()];
  for (const client of [stays, leaves]) {
    calls.start(calls.admit(assistant), client);
    client.call?.ready();
  }
  await clock.advance(500);
  const drained = calls.drain(30_000);
  expect(codeOf(() => calls.admit(assistant))).toBe("calls/draining");
  leaves.call?.gone("caller");
  await clock.advance(29_000);
  expect(stays.events).toContainEqual(
    expect.objectContaining({ type: "ending", reason: "shutdown", timeLeftMs: 30_000 }),
  );
  expect(stays.closed).toBe("shutdown");
  await clock.advance(1_000);
  await drained;
  expect([calls.size, clock.pending, Scope.open.size - scopes]).toEqual([0, 0, 0]);
});

test("calls: draining does not wait for callers who have gone", async () => {
  const { calls, clock } = open();
  await calls.drain(30_000);
  expect([clock.now(), clock.pending]).toEqual([0, 0]);
});
