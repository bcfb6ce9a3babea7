// Slow store: truths that relied on the order of events stay true.

import { expect, test } from "bun:test";
import { revokeKey } from "../../src/cloud/api-keys.ts";
import { codeOf } from "../support/code-of.ts";
import { account, SessionBench, type SessionBenchOptions } from "../support/fakes/session-bench.ts";
import type { OpenedSession } from "../../src/session/session-request.ts";
import { StoreClock } from "../support/fakes/store-clock.ts";
import { delay } from "../../src/base/clock.ts";

const cent = 1_000_000;
const second = 50_000;
const assistant = { mode: "assistant", programId: undefined } as const;
const patient = new AbortController().signal;

/** Every operation takes `ms` to reach the store, and `ms` to come back, unless `times` says otherwise. */
async function slow(ms: number, options: SessionBenchOptions = {}) {
  const clock = new StoreClock();
  const times = new Map<string, number[]>();
  const storeWait = (operation: string): Promise<void> => {
    const waitMs = times.get(operation)?.shift() ?? ms;
    return waitMs === 0 ? Promise.resolve() : delay(clock, waitMs, patient);
  };
  return { clock, times, bench: await SessionBench.open({ clock, storeWait, ...options }) };
}

async function soon<T>({ clock }: { readonly clock: StoreClock }, promise: Promise<T>): Promise<T> {
  await clock.advance(1_000);
  return promise;
}

async function keyedStart({ data, sessions }: SessionBench): Promise<() => Promise<OpenedSession>> {
  const key = { id: "key_1", accountId: account, label: "", hash: "h", prefix: "p", createdAt: 0 };
  await data.insert("apiKeys", key);
  return () =>
    sessions.start({
      accountId: account,
      keyId: "key_1",
      request: assistant,
      context: {},
      metadata: {},
    });
}

test("slow store: an account never exceeds its session limit, however many begin during writes of rows", async () => {
  const world = await slow(20, { perAccountMax: 3 });
  await using bench = world.bench;
  const codes = Promise.all(Array.from({ length: 10 }, () => codeOf(() => bench.start())));
  const outcomes = await soon(world, codes);
  expect(outcomes.filter((code) => code === "no fault")).toHaveLength(3);
  expect(outcomes.filter((code) => code === "session/limit")).toHaveLength(7);
  expect([(await bench.rows()).length, (await bench.proof()).heldMicros]).toEqual([3, 9 * cent]);
});

test("slow store: unpayable sessions are refused, and do not count", async () => {
  const world = await slow(20, { perAccountMax: 2, micros: 3 * cent });
  await using bench = world.bench;
  const first = await soon(world, Promise.all([1, 2].map(() => codeOf(() => bench.start()))));
  expect(first.toSorted()).toEqual(["credits/empty", "no fault"]);
  expect(
    await soon(
      world,
      codeOf(() => bench.start()),
    ),
  ).toBe("credits/empty");
});

test("slow store: a key revoked before the row is written begins no session", async () => {
  const world = await slow(20);
  await using bench = world.bench;
  const start = await keyedStart(bench);
  const code = codeOf(start);
  await revokeKey(bench.store, { accountId: account, keyId: "key_1", at: 1 });
  expect(await soon(world, code)).toBe("auth/invalid");
  expect([await bench.rows(), (await bench.proof()).heldMicros]).toEqual([[], 0]);
});

test("slow store: a key revoked during the write of the row ends its session, and returns the whole hold", async () => {
  const world = await slow(20);
  await using bench = world.bench;
  const started = (await keyedStart(bench))();
  await world.clock.advance(30);
  expect(await bench.rows()).toHaveLength(1);
  await revokeKey(bench.store, { accountId: account, keyId: "key_1", at: 1 });
  bench.sessions.endStartedBy("key_1");
  const { token } = await soon(world, started);
  expect(await bench.rows()).toMatchObject([{ status: "ended", endReason: "revoked", costMicros: 0 }]);
  expect(await bench.proof()).toMatchObject({ faults: [], heldMicros: 0, sums: { settle: 0 } });
  expect(
    await soon(
      world,
      codeOf(() => bench.sessions.join(token)),
    ),
  ).toBe("session/over");
  expect(
    await soon(
      world,
      codeOf(() => bench.start()),
    ),
  ).toBe("no fault");
});

test("slow store: a server that stops during writes of rows leaves no open session and no held money", async () => {
  const world = await slow(20);
  const { bench, clock } = world;
  const starting = codeOf(() => bench.start());
  const line = bench.line();
  const arriving = bench.sessions.arrive(assistant, { accountId: account });
  await clock.advance(40);
  const opening = codeOf(async () => (await arriving).open(line));
  await clock.advance(10);
  const stopped = bench.sessions[Symbol.asyncDispose]();
  await clock.advance(1_000);
  await Promise.all([stopped, starting, opening]);
  expect((await bench.rows()).map(({ status, costMicros }) => [status, costMicros])).toEqual([
    ["ended", 0],
    ["ended", 0],
  ]);
  expect(await bench.proof()).toMatchObject({ faults: [], heldMicros: 0, sums: { settle: 0 } });
  expect([bench.sessions.size, clock.pending]).toEqual([0, 0]);
  bench.store[Symbol.dispose]();
});

test("slow store: a client that hangs up during the write of its row has a free session", async () => {
  const world = await slow(20);
  await using bench = world.bench;
  const line = bench.line();
  const arrival = await soon(world, bench.sessions.arrive(assistant, { accountId: account }));
  const opened = codeOf(() => arrival.open(line));
  // Its line says so when it is attached.
  Object.assign(line, { attach: (call: { gone: (reason: "lost") => void }) => call.gone("lost") });
  await soon(world, opened);
  expect(await bench.rows()).toMatchObject([{ status: "ended", endReason: "lost", connectedMs: 0 }]);
  expect(await bench.proof()).toMatchObject({ faults: [], heldMicros: 0 });
});

test("slow store: the end of a session is not overtaken by the minute renewed just before", async () => {
  const world = await slow(0);
  const { bench, clock, times } = world;
  const line = await bench.join((await bench.start()).token);
  await bench.talk(line, 47_000);
  // Longer on its way than the call takes to end.
  times.set("sessions.settle", [5_000]);
  await bench.talk(line, 1_500);
  line.call?.gone("caller");
  await clock.advance(1_000);
  expect((await bench.rows())[0]?.status).toBe("running");
  await clock.advance(10_000);
  const [row] = await bench.rows();
  expect(row).toMatchObject({ status: "ended", connectedMs: 48_500, costMicros: 49 * second });
  expect(await bench.proof()).toMatchObject({ faults: [], heldMicros: 0, sums: { settle: 49 * second } });
  expect((await bench.proof()).entries.map(({ kind }) => kind).slice(1)).toEqual([
    "hold",
    "settle",
    "hold",
    "settle",
    "release",
  ]);
  await bench[Symbol.asyncDispose]();
});

test("slow store: events during the lookup of receivers are sent in order, with their own times", async () => {
  const told: { readonly type: string; readonly seq: number; readonly at: number }[] = [];
  const found = Promise.withResolvers<void>();
  const target = {
    url: "https://a.example/",
    signer: "hook_1",
    events: ["session.started", "session.ended"],
  };
  await using bench = await SessionBench.open({
    hooks: {
      targetsOf: async () => (await found.promise, [target]),
      sealed: (event) => event,
      enqueue: ({ body }) => {
        const { type, seq, timestamp } = JSON.parse(body) as { type: string; seq: number; timestamp: string };
        told.push({ type, seq, at: Date.parse(timestamp) });
      },
    },
  });
  const began = bench.clock.wall();
  const line = await bench.join((await bench.start()).token);
  await bench.clock.advance(2_000);
  line.call?.gone("caller");
  await bench.settled();
  expect(told).toEqual([]);
  found.resolve();
  await bench.settled();
  expect(told).toMatchObject([
    { type: "session.started", seq: 1, at: began },
    { type: "session.ended", at: began + 2_000 },
  ]);
});

test("slow store: a session that ended before its row was written is over for a returning client, not unknown", async () => {
  const world = await slow(20);
  await using bench = world.bench;
  world.times.set("sessions.write", [500]);
  const arrival = await bench.sessions.arrive(assistant, {}, { comesBack: true });
  const line = bench.line();
  await arrival.open(line);
  line.call?.gone("caller");
  await bench.settled();
  expect(line.closed).toBe("caller");
  const again = codeOf(() => bench.sessions.join(arrival.session.resume?.token ?? ""));
  expect(await soon(world, again)).toBe("session/over");
});
