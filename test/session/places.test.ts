// Places of a process: admission, the wait for warm speech, and the end of all sessions.

import { expect, test } from "bun:test";
import { Scope } from "../../src/base/scope.ts";
import { Admission, comesFirst } from "../../src/session/session-admission.ts";
import { retryAfterSeconds } from "../../src/session/session-waits.ts";
import { codeOf, refusal } from "../support/code-of.ts";
import { SessionBench } from "../support/fakes/session-bench.ts";

/** The test reads no balance. */
const store = {
  of: () => {
    throw new Error("No account has come");
  },
};

const assistant = { mode: "assistant", programId: undefined } as const;

test("places: a place is held from the first offer to the end, and one too many gets a wait", async () => {
  await using bench = await SessionBench.open({ placesMax: 2 });
  const { sessions } = bench;
  await bench.settled();
  const first = await sessions.arrive(assistant);
  const second = await sessions.arrive(assistant);
  expect(await refusal(() => sessions.arrive(assistant))).toMatchObject({
    code: "calls/limit",
    options: { retryAfterSeconds },
  });
  second.withdraw();
  const client = bench.line();
  await first.open(client);
  client.call?.ready();
  const third = await sessions.arrive(assistant);
  expect(sessions.size).toBe(2);
  client.call?.gone("caller");
  third.withdraw();
  expect(sessions.size).toBe(0);
  // The greeting was on its way: its cost is counted first.
  await bench.settled();
  expect(client.closed).toBe("caller");
});

test("places: no session begins after a stall under many calls until it is caught up, and holders of a session are admitted", async () => {
  await using bench = await SessionBench.open();
  const { sessions, clock } = bench;
  const [token, other] = [(await bench.start()).token, (await bench.start()).token];
  const line = await bench.join(token);
  const calls = Array.from({ length: 20 }, () => bench.ticker.add(() => undefined));
  clock.stall(1_000);
  const refused = { code: "calls/limit", options: { retryAfterSeconds: 2 } };
  expect(await refusal(() => sessions.arrive(assistant))).toMatchObject(refused);
  expect(await refusal(() => bench.start())).toMatchObject(refused);
  expect(await codeOf(async () => (await sessions.join(other)).withdraw())).toBe("no fault");
  line.call?.gone("lost");
  await bench.settled();
  expect(await codeOf(async () => (await sessions.join(token)).withdraw())).toBe("no fault");
  await clock.advance(400);
  expect(await refusal(() => sessions.arrive(assistant))).toMatchObject(refused);
  await clock.advance(200);
  expect(await codeOf(async () => (await sessions.arrive(assistant)).withdraw())).toBe("no fault");
  expect(await codeOf(() => bench.start())).toBe("no fault");
  for (const call of calls) call[Symbol.dispose]();
});

test("places: a refusal has its retry time", async () => {
  await using bench = await SessionBench.open({ perAccountMax: 1 });
  await bench.start();
  expect(await refusal(() => bench.start())).toMatchObject({
    code: "session/limit",
    options: { retryAfterSeconds },
  });
  await using deaf = await SessionBench.open({ speech: undefined });
  expect((await refusal(() => deaf.sessions.arrive(assistant)))?.options.retryAfterSeconds).toBe(300);
  const drained = bench.sessions.drain(0);
  expect(await refusal(() => bench.sessions.arrive(assistant))).toMatchObject({
    code: "calls/draining",
    options: { retryAfterSeconds },
  });
  await bench.clock.advance(0);
  await drained;
});

test("places: a waiting session takes none, and one whose client is expected back does", async () => {
  await using bench = await SessionBench.open({ placesMax: 1 });
  const { sessions } = bench;
  const [token, other] = [(await bench.start()).token, (await bench.start()).token];
  expect(sessions.size).toBe(0);
  const line = await bench.join(token);
  line.call?.gone("lost");
  await bench.settled();
  expect([sessions.size, await codeOf(() => sessions.join(other))]).toEqual([1, "calls/limit"]);
  expect(await codeOf(async () => (await sessions.join(token)).withdraw())).toBe("no fault");
  await bench.clock.advance(30_000);
  expect([sessions.size, await codeOf(async () => (await sessions.join(other)).withdraw())]).toEqual([
    0,
    "no fault",
  ]);
  expect(sessions.size).toBe(0);
});

test("places: ids differ, sort by time and look like sessions", async () => {
  await using bench = await SessionBench.open();
  const both = await Promise.all([bench.sessions.arrive(assistant), bench.sessions.arrive(assistant)]);
  const ids = both.map((it) => it.session.sessionId);
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^ses_[0-9A-HJKMNP-TV-Z]{26}$/);
});

test("places: an unknown flow, and disabled speech, are refused before one is taken", async () => {
  await using bench = await SessionBench.open();
  expect(await codeOf(() => bench.sessions.arrive({ mode: "flow", programId: "nope" }))).toBe(
    "flow/not-found",
  );
  await using deaf = await SessionBench.open({ speech: undefined });
  expect(await codeOf(() => deaf.sessions.arrive(assistant))).toBe("speech/unavailable");
  expect([bench.sessions.size, deaf.sessions.size]).toEqual([0, 0]);
});

test("warm-up: a call before warm speech waits, and its audio is kept", async () => {
  const warm = Promise.withResolvers<void>();
  await using bench = await SessionBench.open({ warm: warm.promise });
  const client = bench.line();
  await (await bench.sessions.arrive(assistant)).open(client);
  client.call?.ready();
  client.call?.input({ type: "text", text: "hello", interrupt: true, speak: true });
  await bench.clock.advance(5_000);
  expect([bench.calls.ready, client.events]).toEqual([false, []]);
  warm.resolve();
  await bench.clock.advance(1_000);
  expect(bench.calls.ready).toBe(true);
  expect(client.events.map((event) => event.type)).toContain("user-typed");
  client.call?.gone("caller");
  await bench.settled();
  expect([bench.sessions.size, bench.calls.size, bench.clock.pending]).toEqual([0, 0, 0]);
});

test("warm-up: a call that has waited 10 s for speech is closed as overloaded", async () => {
  await using bench = await SessionBench.open({ warm: new Promise<void>(() => undefined) });
  const [patient, hasty] = [bench.line(), bench.line()];
  await (await bench.sessions.arrive(assistant)).open(patient);
  await (await bench.sessions.arrive(assistant)).open(hasty);
  hasty.call?.gone("lost");
  await bench.clock.advance(10_000);
  expect([patient.closed, hasty.closed, bench.sessions.size]).toEqual(["overloaded", "lost", 0]);
  const never = Promise.withResolvers<void>();
  await using broken = await SessionBench.open({ warm: never.promise });
  never.reject(new Error("no engine"));
  const early = broken.line();
  await (await broken.sessions.arrive(assistant)).open(early);
  await broken.settled();
  expect([early.closed, broken.sessions.size, broken.clock.pending]).toEqual(["overloaded", 0, 0]);
});

test("warm-up: speech that warms up after its caller left opens no call", async () => {
  const warm = Promise.withResolvers<void>();
  await using bench = await SessionBench.open({ warm: warm.promise });
  const client = bench.line();
  await (await bench.sessions.arrive(assistant)).open(client);
  client.call?.gone("caller");
  warm.resolve();
  await bench.settled();
  expect([bench.calls.ready, bench.talking.size]).toEqual([true, 0]);
});

test("drain: it admits no calls, warns all clients, and ends the rest with a goodbye", async () => {
  const scopes = Scope.open.size;
  const bench = await SessionBench.open();
  const { sessions, clock } = bench;
  await bench.settled();
  const [stays, leaves, offers] = [bench.line(), bench.line(), bench.line()];
  for (const client of [stays, leaves]) {
    await (await sessions.arrive(assistant)).open(client);
    client.call?.ready();
  }
  const unanswered = await sessions.arrive(assistant);
  await clock.advance(500);
  const drained = sessions.drain(30_000);
  expect(await codeOf(() => sessions.arrive(assistant))).toBe("calls/draining");
  expect(await codeOf(() => unanswered.open(offers))).toBe("session/over");
  leaves.call?.gone("caller");
  await clock.advance(29_000);
  expect(stays.events).toContainEqual(
    expect.objectContaining({ type: "ending", reason: "shutdown", timeLeftMs: 30_000 }),
  );
  expect(stays.closed).toBe("shutdown");
  await clock.advance(1_000);
  await drained;
  await bench[Symbol.asyncDispose]();
  expect([sessions.size, clock.pending, Scope.open.size - scopes]).toEqual([0, 0, 0]);
});

test("drain: a returning client receives the remaining time, others are refused, and no session begins", async () => {
  await using bench = await SessionBench.open();
  const { sessions, clock } = bench;
  const { token } = await bench.start();
  const waiting = (await bench.start()).token;
  const first = await bench.join(token);
  first.call?.ready();
  expect([sessions.isDraining, first.events.some(({ type }) => type === "ending")]).toEqual([false, false]);
  const drained = sessions.drain(25_000);
  expect(sessions.isDraining).toBe(true);
  first.call?.gone("lost");
  await clock.advance(5_000);
  expect(await codeOf(() => bench.start())).toBe("calls/draining");
  expect(await codeOf(() => sessions.join(waiting))).toBe("calls/draining");
  const second = await bench.join(token);
  const endings = second.events.filter(({ type }) => type === "ending");
  expect(endings).toMatchObject([{ reason: "shutdown", timeLeftMs: 20_000 }]);
  await clock.advance(20_000);
  expect(second.closed).toBe("shutdown");
  await drained;
  // Sessions that waited for a client end with the process.
  expect((await bench.rows()).map(({ status }) => status).toSorted()).toEqual(["ended", "waiting"]);
});

test("drain: it does not wait for absent callers", async () => {
  await using bench = await SessionBench.open();
  await bench.sessions.drain(30_000);
  expect([bench.clock.now(), bench.clock.pending]).toEqual([0, 0]);
});

test("drain: a caller who still talks at its end is cut off, and the call is over when it resolves", async () => {
  await using bench = await SessionBench.open();
  const line = await bench.join((await bench.start()).token);
  const drained = bench.sessions.drain(0);
  await bench.clock.advance(0);
  await drained;
  expect([line.closed, bench.calls.size]).toEqual(["shutdown", 0]);
});

test("places: new calls are refused while many calls wait for words and voices, and holders of a session are admitted", async () => {
  let queueMs = 0;
  const admission = new Admission<object>(
    {
      store,
      calls: { hasSpeech: true },
      ticker: { isBehind: false },
      perAccountMax: 100,
      placesMax: 100,
      speechQueueMs: () => queueMs,
    },
    () => undefined,
  );
  queueMs = 5_000;
  // The calls are not the cause when the speech of a few calls waits.
  expect(admission.overload).toBeUndefined();
  for (let calls = 0; calls < 20; calls += 1) admission.places.add({});
  expect(admission.overload).toBe("speech-queue");
  expect(await refusal(async () => admission.checkLag(undefined))).toMatchObject({
    code: "calls/limit",
    options: { retryAfterSeconds: 2 },
  });
  expect(await codeOf(async () => admission.checkPlace())).toBe("no fault");
  queueMs = 1_000;
  expect(await codeOf(async () => admission.checkLag(undefined))).toBe("no fault");
});

/** Number of places that each of some accounts gets, when all take as many as they can, in turns. */
function greedy(accounts: number, placesMax: number): readonly number[] {
  const options = {
    store,
    calls: { hasSpeech: true },
    ticker: { isBehind: false },
    perAccountMax: 1_000,
    placesMax,
  };
  const admission = new Admission<{ readonly of: string }>(
    { ...options, sharesPlaces: true },
    ({ of }) => of,
  );
  const takes = (of: string): boolean => {
    try {
      admission.checkPlace(of);
    } catch {
      return false;
    }
    admission.places.add({ of });
    return true;
  };
  const names = Array.from({ length: accounts }, (_, i) => `acc_${i}`);
  for (let left = true; left;) left = names.map(takes).some(Boolean);
  expect([accounts, placesMax, takes("acc_late")]).toEqual([accounts, placesMax, true]);
  const of = ({ of: name }: { readonly of: string }): string => name;
  return names.map((name) => [...admission.places].filter((place) => of(place) === name).length);
}

test("places: a newcomer finds one, however many are taken", () => {
  for (const placesMax of [2, 3, 5, 10, 100])
    for (let accounts = 1; accounts < Math.min(placesMax, 40); accounts += 1) {
      const shares = greedy(accounts, placesMax);
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
    }
  expect([greedy(1, 100), greedy(2, 100), greedy(3, 100)]).toEqual([[80], [44, 44], [31, 31, 30]]);
});

test("places: a late server accepts one more session when half of its sessions rank lower, paying accounts first", () => {
  const pays = (sessions: number) => ({ sessions, pays: true });
  const free = (sessions: number) => ({ sessions, pays: false });
  for (const [account, others, isFirst] of [
    [pays(0), [free(10), free(10)], true],
    [pays(20), [free(10), free(10)], true],
    [pays(21), [free(10), free(10)], false],
    [pays(0), [free(10), pays(1), pays(9)], true],
    [pays(0), [pays(20)], true],
    [pays(1), [pays(20)], false],
    [free(0), [free(10), free(10)], true],
    [free(1), [free(10), free(10)], false],
    [free(0), [free(10), ...Array.from({ length: 11 }, () => free(1))], false],
    [free(0), [pays(20)], false],
    [free(20), [], false],
    [pays(20), [], false],
  ] as const)
    expect([account, others, comesFirst(account, others)]).toEqual([account, others, isFirst]);
});
