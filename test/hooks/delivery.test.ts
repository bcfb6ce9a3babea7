// Outbox: every event arrives at least once and in order, for any receiver and any number of restarts.

import { expect, setDefaultTimeout, test } from "bun:test";
import { delay, wallClock } from "../../src/base/clock.ts";
import { hookUrlBytesMax } from "../../src/base/hook-url.ts";
import { openLog } from "../../src/base/log.ts";
import { Outbound } from "../../src/base/outbound/outbound-request.ts";
import { allowed } from "../../src/base/outbound/outbound-allow.ts";
import { HookDelivery } from "../../src/hooks/delivery.ts";
import { sealBody } from "../../src/hooks/sealed-body.ts";
import { openSessionHooks } from "../../src/hooks/session-events.ts";
import { account, DeliveryBench, secret, vault } from "../support/fakes/delivery-bench.ts";
import { HookReceiver } from "../support/servers/hook-receiver.ts";
import { type Random, random, seedOf } from "../support/random.ts";
import { isOnPostgres } from "../support/stores/chosen-store.ts";
import { lastingStore } from "../support/stores/lasting-store.ts";
import { bareAccount } from "../support/stores/new-account.ts";
import { turn } from "../support/until.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const [minute, hour] = [60_000, 3_600_000];
const slowSeed = seedOf(20_261_124);
const patient = new AbortController().signal;
// Fewer runs on Postgres, where a server answers each operation.
const [worlds, lives] = isOnPostgres ? [5, 4] : [30, 12];
setDefaultTimeout(240_000);

test("delivery: an event is sent within a quarter of a second, in order, once", async () => {
  await using bench = await DeliveryBench.open();
  for (const body of ["1", "2", "3"]) bench.enqueue({ body });
  expect(bench.sent).toEqual([]);
  await bench.clock.advance(250);
  expect(bench.bodies).toEqual(["1", "2", "3"]);
  await bench.clock.advance(hour);
  expect([bench.bodies.length, await bench.left(), bench.clock.pending]).toEqual([3, 0, 0]);
});

test(`delivery: a slow outbox also sends each event once and in order (SEED=${slowSeed})`, async () => {
  const dice = random(slowSeed);
  for (let world = 0; world < worlds; world++) {
    await using bench = await DeliveryBench.open();
    bench.storeWait = () => delay(bench.clock, dice.pick([0, 1, 20, 300]), patient);
    const expected = new Map<string, string[]>();
    for (let number = 0; number < 80; number++) {
      const queue = `q${dice.int(0, 20)}`;
      const body = `${queue}:${number}`;
      expected.set(queue, [...(expected.get(queue) ?? []), body]);
      bench.enqueue({ body, queue, url: `https://${Number(queue.slice(1)) % 3}.example/` });
      await bench.clock.advance(dice.pick([0, 0, 1, 50]));
    }
    await bench.clock.advance(2 * minute);
    expect(await bench.left()).toBe(0);
    for (const [queue, bodies] of expected)
      expect(bench.bodies.filter((body) => body.startsWith(`${queue}:`))).toEqual(bodies);
    bench.storeWait = () => Promise.resolve();
  }
});

test("delivery: a failure delays only its own queue", async () => {
  await using bench = await DeliveryBench.open();
  bench.answer = ({ body }) => (body === "a1" ? "fails" : { status: 204 });
  bench.enqueue({ body: "a1", queue: "a" });
  bench.enqueue({ body: "a2", queue: "a" });
  bench.enqueue({ body: "b1", queue: "b" });
  await bench.clock.advance(1_000);
  expect(bench.bodies).toEqual(["a1", "b1"]);
  bench.answer = () => ({ status: 200 });
  await bench.clock.advance(10_000);
  expect(bench.bodies).toEqual(["a1", "b1", "a1", "a2"]);
});

test.each([400, 401, 404, 410, 429, 500, 503])("delivery: a status of %d is a failure", async (status) => {
  await using bench = await DeliveryBench.open();
  bench.answer = () => ({ status });
  bench.enqueue({ body: "1" });
  await bench.clock.advance(1_000);
  bench.answer = () => ({ status: 200 });
  await bench.clock.advance(6_000);
  expect([bench.bodies, await bench.left()]).toEqual([["1", "1"], 0]);
});

test("delivery: it tries ten times in three days, then reports the failure once and continues with the next event", async () => {
  await using bench = await DeliveryBench.open();
  bench.answer = ({ body }) => (body === "1" ? "fails" : { status: 200 });
  bench.enqueue({ body: "1" });
  bench.enqueue({ body: "2" });
  await bench.clock.advance(80 * hour);
  const tries = bench.sent.filter(({ body }) => body === "1").map(({ atMs }) => atMs - 250);
  const waits = tries.slice(1).map((atMs, index) => atMs - (tries[index] ?? 0));
  const schedule = [
    5_000,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
  ];
  expect(waits).toEqual(schedule);
  expect(bench.bodies.at(-1)).toBe("2");
  expect(bench.events.map(({ event, level }) => [event, level])).toEqual([["hook.given-up", "warn"]]);
  expect(await bench.left()).toBe(0);
});

test("delivery: a restart continues, with times and order kept", async () => {
  await using bench = await DeliveryBench.open();
  bench.answer = () => "fails";
  for (const body of ["1", "2"]) bench.enqueue({ body });
  await bench.clock.advance(1_000);
  await bench.restart();
  expect(bench.bodies).toEqual(["1"]);
  bench.answer = () => ({ status: 200 });
  await bench.clock.advance(5_000);
  expect(bench.bodies).toEqual(["1", "1", "2"]);
});

test("delivery: a delivery under way at a stop is sent again, and a new one is kept", async () => {
  await using bench = await DeliveryBench.open();
  bench.answer = () => "hangs";
  bench.enqueue({ body: "1" });
  await bench.clock.advance(1_000);
  bench.enqueue({ body: "2" });
  await bench.delivery[Symbol.asyncDispose]();
  bench.answer = () => ({ status: 200 });
  bench.delivery = await bench.open();
  await bench.clock.advance(1_000);
  expect([bench.bodies, await bench.left()]).toEqual([["1", "1", "2"], 0]);
});

test("delivery: a hanging receiver gets four at a time, and delays no others", async () => {
  await using bench = await DeliveryBench.open();
  bench.answer = ({ url }) => (url === "https://slow.example/" ? "hangs" : { status: 200 });
  for (let i = 0; i < 10; i++)
    bench.enqueue({ body: `slow ${i}`, queue: `slow ${i}`, url: "https://slow.example/" });
  for (let i = 0; i < 10; i++) bench.enqueue({ body: `ok ${i}`, queue: `ok ${i}` });
  await bench.clock.advance(1_000);
  const count = (beginning: string): number =>
    bench.bodies.filter((body) => body.startsWith(beginning)).length;
  expect([count("slow"), count("ok")]).toEqual([4, 10]);
  await bench.clock.advance(14_500);
  expect(count("slow")).toBe(8);
});

test("delivery: one account's hanging receivers leave room for another's", async () => {
  await using bench = await DeliveryBench.open();
  bench.answer = ({ url }) => (url.startsWith("https://slow") ? "hangs" : { status: 200 });
  for (let i = 0; i < 100; i++)
    bench.enqueue({ body: `slow ${i}`, queue: `slow ${i}`, url: `https://slow${i}.example/` });
  bench.enqueue({ body: "other", queue: "other", accountId: "acc_2" });
  await bench.clock.advance(1_000);
  expect(bench.bodies.filter((body) => body.startsWith("slow"))).toHaveLength(8);
  expect(bench.bodies).toContain("other");
});

test("delivery: a full outbox is reported once, and drops new events first", async () => {
  await using bench = await DeliveryBench.open();
  bench.answer = () => "fails";
  for (let i = 0; i < 20_005; i++) bench.enqueue({ body: String(i), queue: "one" });
  bench.enqueue({ body: "other", queue: "other", accountId: "acc_2" });
  await bench.clock.advance(300);
  expect(await bench.left()).toBe(20_001);
  expect(bench.events.map(({ event }) => event)).toEqual(["hook.dropped"]);
  bench.answer = () => ({ status: 200 });
  // A store in memory counts its rows again after a restart.
  await bench.restart();
  bench.enqueue({ body: "too much", queue: "one" });
  expect(bench.events.map(({ event }) => event)).toEqual(["hook.dropped", "hook.dropped"]);
});

test("delivery: a deleted hook gets no further events, and its room is free again", async () => {
  await using bench = await DeliveryBench.open();
  bench.answer = () => "fails";
  bench.enqueue({ body: "1", queue: "a", signer: "hook_1" });
  bench.enqueue({ body: "2", queue: "b", signer: "hook_2" });
  await bench.clock.advance(1_000);
  bench.enqueue({ body: "3", queue: "a", signer: "hook_1" });
  await bench.delivery.forget({ accountId: account, signer: "hook_1" });
  bench.answer = () => ({ status: 200 });
  await bench.clock.advance(hour);
  expect([bench.bodies, await bench.left()]).toEqual([["1", "2", "2"], 0]);
});

test("delivery: the longest address works like any other", async () => {
  await using bench = await DeliveryBench.open();
  const dice = random(1);
  // A path that cannot be shortened, because a database may compress.
  const path = Array.from({ length: hookUrlBytesMax }, () => dice.int(0, 35).toString(36)).join("");
  const url = `https://a.example/${path}`.slice(0, hookUrlBytesMax);
  bench.enqueue({ body: "1", url, queue: `ses_${"0".repeat(26)} secret:${"S".repeat(64)} ${url}` });
  await bench.clock.advance(1_000);
  expect([bench.sent.map((sent) => sent.url), await bench.left()]).toEqual([[url], 0]);
});

test("delivery: nothing is sent without the signing secret, which may return", async () => {
  await using bench = await DeliveryBench.open();
  bench.known = undefined;
  bench.enqueue({ body: "1" });
  await bench.clock.advance(1_000);
  expect(bench.bodies).toEqual([]);
  bench.known = secret;
  await bench.clock.advance(6_000);
  expect(bench.bodies).toEqual(["1"]);
});

test("delivery: an unwritable outbox loses no event and does not spin", async () => {
  await using bench = await DeliveryBench.open();
  let writes = 0;
  bench.storeWait = (operation) => {
    if (operation !== "outbox.add") return Promise.resolve();
    writes += 1;
    return Promise.reject(new Error("disk full"));
  };
  for (const body of ["1", "2"]) bench.enqueue({ body });
  await bench.clock.advance(20_000);
  expect(writes).toBeLessThan(10);
  bench.storeWait = () => Promise.resolve();
  await bench.clock.advance(20_000);
  expect([bench.bodies, await bench.left()]).toEqual([["1", "2"], 0]);
});

const long = process.env["LONG"] === "1";
const rounds = long ? 500 : lives;

test(
  `delivery: ${rounds} random lives of receivers and servers lose no event and no order`,
  async () => {
    const seed = seedOf(20_261_120);
    const dice = random(seed);
    for (let round = 0; round < rounds; round++) {
      try {
        await randomLife(dice);
      } catch (error) {
        throw new Error(`SEED=${seed}, round ${round}: ${(error as Error).message}`, { cause: error });
      }
    }
  },
  1_000 * (long ? 600 : 240),
);

async function randomLife(dice: Random): Promise<void> {
  await using bench = await DeliveryBench.open();
  const taken = new Map<string, number[]>();
  bench.answer = ({ body = "" }) => {
    const luck = dice.next();
    if (luck < 0.15) return "hangs";
    if (luck < 0.3) return "fails";
    if (luck < 0.4) return { status: 503 };
    const [queue = "", number] = body.split(":");
    taken.set(queue, [...(taken.get(queue) ?? []), Number(number)]);
    return { status: 200 };
  };
  const queues = Array.from({ length: dice.int(1, 6) }, (_, index) => `q${index}`);
  const counts = new Map<string, number>();
  for (let step = 0; step < 60; step++) {
    const queue = dice.pick(queues);
    const next = (counts.get(queue) ?? 0) + 1;
    counts.set(queue, next);
    // Each queue belongs to one receiver.
    const url = `https://${Number(queue.slice(1)) % 2}.example/`;
    bench.enqueue({ body: `${queue}:${next}`, queue, url });
    await bench.clock.advance(dice.pick([0, 10, 300, 5_000, 20_000]));
    if (dice.chance(0.1)) await bench.restart();
  }
  await bench.clock.advance(1_000);
  for (let hours = 0; hours < 1_000 && (await bench.left()) > 0; hours++) await bench.clock.advance(hour);
  const givenUp = bench.events.filter(({ event }) => event === "hook.given-up").length;
  for (const [queue, count] of counts) {
    const numbers = taken.get(queue) ?? [];
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    if (givenUp === 0) expect(new Set(numbers).size).toBe(count);
  }
  expect(await bench.left()).toBe(0);
}

test("delivery: a receiver that fails, hangs and comes back after a restart gets every event, in order, signed", async () => {
  await using lasting = await lastingStore();
  using receiver = new HookReceiver();
  receiver.secret = secret.reveal();
  const clock = new VirtualClock();
  const open = async () => {
    const opened = await lasting.open();
    const delivery = await HookDelivery.open({
      bodies: vault,
      nodeId: "n1",
      store: { ...opened.store, isShared: false },
      clock,
      log: openLog({ level: "silent", format: "json" }),
      // The network is real, so the time limits are too.
      outbound: new Outbound({ clock: wallClock, allow: [allowed(receiver.origin)] }),
      secretOf: () => Promise.resolve(secret),
    });
    return { ...opened, delivery };
  };
  const first = await open();
  await bareAccount(first.data, account);
  const sessions = ["ses_1", "ses_2", "ses_3"];
  const tells = sessions.map((sessionId) =>
    openSessionHooks({
      accountId: account,
      facts: { sessionId, flowId: undefined, flowRevision: undefined, metadata: { sessionId } },
      clock,
      from: 0,
      counted: () => undefined,
      enqueue: (delivery) => first.delivery.enqueue(delivery),
      targets: [{ url: receiver.url, signer: "hook_1", events: ["session.started", "node.entered"] }],
    }),
  );
  receiver.mood = "fails";
  for (const tell of tells) tell({ type: "session.started" });
  await clock.advance(250);
  await receiver.until(({ received }) => received.length >= 3);
  receiver.mood = "hangs";
  for (const node of ["a", "b", "c"]) for (const tell of tells) tell({ type: "node.entered", node });
  // The next attempt is due five seconds after the failure is known.
  while (receiver.received.length < 6) {
    await clock.advance(1_000);
    await turn();
  }
  await first.delivery[Symbol.asyncDispose]();
  await first[Symbol.asyncDispose]();
  expect(receiver.taken).toEqual([]);
  receiver.mood = "takes";
  const second = await open();
  await receiver.until(({ taken }) => taken.length >= 12);
  await settled(async () => (await second.store.outbox.loads()).length === 0);
  await second.delivery[Symbol.asyncDispose]();
  await second[Symbol.asyncDispose]();
  for (const session of sessions) {
    const own = receiver.taken.filter((event) => event.session === session);
    expect(own.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(own.map(({ type, data }) => data["node"] ?? type)).toEqual(["session.started", "a", "b", "c"]);
    expect(own[0]?.data["metadata"]).toEqual({ sessionId: session });
  }
  expect(receiver.complaints).toEqual([]);
});

/** Waits until the network has done its part. */
async function settled(done: () => Promise<boolean>): Promise<void> {
  while (!(await done())) await turn();
}

test("delivery: a sealed body is sent unchanged", async () => {
  await using bench = await DeliveryBench.open();
  const url = "https://a.example/";
  const event = {
    accountId: account,
    queue: "ses_1 hook_1",
    url,
    signer: "hook_1",
    createdAt: bench.clock.wall(),
  };
  const sealed = sealBody({ ...event, messageId: "msg_1", body: '{"said":"blue whales"}' }, vault);
  bench.delivery.enqueue(sealed);
  bench.delivery.enqueue({ ...sealed, queue: "ses_2 hook_1", messageId: "msg_2" });
  await bench.clock.advance(1_000);
  // The second message was moved to a place where its seal does not open.
  expect(bench.sent.map(({ body }) => body)).toEqual(['{"said":"blue whales"}']);
});
