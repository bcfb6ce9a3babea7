// Shared rates: limits that hold for several nodes together, for any client at any speed.

import { expect, test } from "bun:test";
import type { FileStore } from "../../db/sqlite/file-store.ts";
import { rateCounts } from "../../db/schema.ts";
import type { NodeRow } from "../../db/port/node-store.ts";
import { delay } from "../../src/base/clock.ts";
import type { OpenLimit } from "../../src/base/limits/rate-limit.ts";
import { openLog, silentLog } from "../../src/base/log.ts";
import { ClusterView } from "../../src/cluster/cluster-view.ts";
import { quotaOf } from "../../src/cluster/rate-share.ts";
import { openRates } from "../../src/cluster/shared-rates.ts";
import { random, seedOf } from "../support/random.ts";
import { slowStore, type StoreWait } from "../support/fakes/slow-store.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";
import { memoryStore } from "../support/servers/store.ts";

const seed = seedOf(20_261_124);
const second = 1_000;
const minute = 60 * second;
const patient = new AbortController().signal;

interface World extends Disposable {
  readonly clock: VirtualClock;
  readonly store: FileStore;
  /** Limits of each node. */
  readonly limits: readonly OpenLimit[];
  /** Called before and after each operation of the store. */
  wait: StoreWait;
  /** Error of each node's knowledge of the shared time, in ms. */
  readonly aheadMs: number[];
  readonly lines: string[];
}

function worldOf(nodes: number): World {
  const clock = new VirtualClock();
  const store = memoryStore();
  const owned = new DisposableStack();
  owned.use(store);
  const ids = Array.from({ length: nodes }, (_, index) => `n${index}`);
  const view = new ClusterView(ids.map((id) => ({ id }) as NodeRow));
  const aheadMs = ids.map(() => 0);
  const lines: string[] = [];
  const log = openLog({ level: "info", format: "json", write: (line) => void lines.push(line) });
  const secret = new Uint8Array(32);
  const world: World = {
    clock,
    store,
    aheadMs,
    lines,
    wait: () => Promise.resolve(),
    limits: ids.map((id, index) => {
      const node = {
        id,
        view,
        get sharedAt() {
          return clock.wall() + (aheadMs[index] ?? 0);
        },
      };
      const slow = { ...slowStore(store, (operation) => world.wait(operation)), isShared: true };
      return owned.use(openRates({ store: slow, clock, log, node, secret })).open;
    }),
    [Symbol.dispose]: () => owned.dispose(),
  };
  return world;
}

/** Number of admitted requests when so many arrive at once. */
function letThrough(limit: { take(key: string): number | undefined }, times: number, key = "a"): number {
  return Array.from({ length: times }, () => limit.take(key)).filter((refused) => refused === undefined)
    .length;
}

test("quota: a lone node has all of it, and nothing is left when it is used up", () => {
  expect(quotaOf({ max: 10, own: 0, others: 0, nodes: 1 })).toEqual({ fresh: 10, stale: 10 });
  expect(quotaOf({ max: 10, own: 4, others: 0, nodes: 1 })).toEqual({ fresh: 10, stale: 10 });
  expect(quotaOf({ max: 10, own: 4, others: 6, nodes: 2 })).toEqual({ fresh: 4, stale: 4 });
  expect(quotaOf({ max: 10, own: 4, others: 60, nodes: 2 })).toEqual({ fresh: 4, stale: 4 });
});

test("quota: several nodes begin with a part each, and the busy one soon has nearly all", () => {
  expect(quotaOf({ max: 60, own: 0, others: 0, nodes: 3 })).toEqual({ fresh: 20, stale: 20 });
  expect(quotaOf({ max: 60, own: 20, others: 0, nodes: 3 })).toEqual({ fresh: 57, stale: 34 });
  expect(quotaOf({ max: 60, own: 0, others: 20, nodes: 3 })).toEqual({ fresh: 2, stale: 2 });
});

test("rates: without other nodes they are those of one process, with no timer and no writes", async () => {
  using store = memoryStore();
  const clock = new VirtualClock();
  const node = { id: "n1", sharedAt: 0, view: new ClusterView([]) };
  using rates = openRates({ store, clock, log: silentLog, node, secret: new Uint8Array() });
  const limit = rates.open("x", 3);
  expect([letThrough(limit, 5), limit.take("a"), clock.pending]).toEqual([3, 60, 0]);
  await clock.advance(minute);
  expect([letThrough(limit, 5), store.live.select().from(rateCounts).all()]).toEqual([3, []]);
});

test("rates: a client of one node has the whole limit within seconds, and gets the wait", async () => {
  using world = worldOf(3);
  const limit = world.limits[0]!("x", 60);
  expect(letThrough(limit, 60)).toBe(20);
  expect(limit.take("a")).toBe(1);
  await world.clock.advance(100);
  expect(letThrough(limit, 60)).toBe(37);
  for (let asks = 0; asks < 3; asks++) {
    await world.clock.advance(100);
    letThrough(limit, 60);
  }
  expect(limit.take("a")).toBe(60);
});

test("rates: counts of others apply, key by key and limit by limit", async () => {
  using world = worldOf(2);
  const [one, other] = world.limits.map((open) => open("x", 10));
  expect(letThrough(one!, 10)).toBe(5);
  await world.clock.advance(second);
  expect(letThrough(one!, 10)).toBe(5);
  await world.clock.advance(second);
  // The node does not know the others yet, and has its own share.
  expect(letThrough(other!, 10)).toBe(5);
  await world.clock.advance(second);
  expect([letThrough(other!, 10), letThrough(one!, 10)]).toEqual([0, 0]);
  expect([letThrough(other!, 1, "b"), letThrough(world.limits[1]!("y", 10), 1)]).toEqual([1, 1]);
  await world.clock.advance(minute);
  expect(letThrough(other!, 10)).toBe(5);
});

test("rates: returned uses may be taken again, here and elsewhere", async () => {
  using world = worldOf(2);
  const [one, other] = world.limits.map((open) => open("x", 2));
  one!.giveBack("a");
  expect(letThrough(one!, 1)).toBe(1);
  one!.giveBack("a");
  one!.giveBack("a");
  await world.clock.advance(second);
  expect(letThrough(other!, 1)).toBe(1);
  await world.clock.advance(second);
  expect(letThrough(other!, 3)).toBe(1);
});

test("rates: keys are not readable in the store, and there is no timer when nothing was counted for a second", async () => {
  using world = worldOf(2);
  const limit = world.limits[0]!("login-failures", 10);
  limit.take("ada@example.com");
  expect(world.clock.pending).toBe(1);
  await world.clock.advance(second);
  const [row, ...others] = world.store.live.select().from(rateCounts).all();
  expect([row?.count, others, world.clock.pending]).toEqual([1, [], 0]);
  expect(JSON.stringify(row)).not.toContain("ada");
  expect(row?.key).toMatch(/^[\w-]{43}$/);
});

test("rates: while the store is away, the last known counts apply, and it is reported once", async () => {
  using world = worldOf(2);
  const [one, other] = world.limits.map((open) => open("x", 100));
  letThrough(one!, 40);
  letThrough(other!, 40);
  await world.clock.advance(second);
  for (const limit of [one!, other!]) limit.take("a");
  await world.clock.advance(second);
  world.wait = () => Promise.reject(new Error("away"));
  const more = letThrough(one!, 100) + letThrough(other!, 100);
  expect(82 + more).toBeLessThanOrEqual(101);
  await world.clock.advance(10 * second);
  expect(letThrough(one!, 100) + letThrough(other!, 100)).toBe(0);
  world.wait = () => Promise.resolve();
  await world.clock.advance(2 * second);
  expect(world.lines.filter((line) => line.includes("rates.not-shared")).length).toBe(2);
  // A new minute without the store: each node has its share, and all shares together are no more than the limit.
  world.wait = () => Promise.reject(new Error("away"));
  await world.clock.advance(minute);
  expect(letThrough(one!, 100) + letThrough(other!, 100)).toBe(100);
});

test("rates: a node that hangs in the store keeps counting, and a late answer does no harm", async () => {
  using world = worldOf(2);
  const limit = world.limits[0]!("x", 100);
  world.wait = () => delay(world.clock, 30 * second, patient);
  expect(letThrough(limit, 10)).toBe(10);
  await world.clock.advance(6 * second);
  expect(letThrough(limit, 100)).toBe(40);
  world.wait = () => Promise.resolve();
  await world.clock.advance(minute);
  expect(letThrough(limit, 100)).toBe(50);
});

test(`rates: in any order of traffic, all nodes together exceed the limit by at most a second's traffic (SEED=${seed})`, async () => {
  for (let number = 0; number < 60; number++) {
    const dice = random(seed + number);
    const nodes = dice.int(1, 6);
    using world = worldOf(nodes);
    world.wait = () => delay(world.clock, dice.int(0, 20), patient);
    const max = dice.pick([5, 10, 60, 600]);
    const limits = world.limits.map((open) => open("x", max));
    // Each node knows the shared time as accurately as a response of the store shows it.
    for (let index = 0; index < nodes; index++) world.aheadMs[index] = dice.int(-20, 20);
    const nextMinute = (): Promise<void> => world.clock.advance(minute - (world.clock.wall() % minute) + 100);
    await nextMinute();
    for (let window = 0; window < 3; window++) {
      let through = 0;
      /** Largest number of admitted requests in each second. */
      const seconds = new Map<number, number>();
      const from = world.clock.now();
      // Few or many requests, at one node, at all of them, or at one after the other.
      const manner = dice.pick(["one", "all", "turns"] as const);
      for (let step = 0; world.clock.now() - from < minute - second; step++) {
        const at = manner === "one" ? 0 : manner === "turns" ? step % nodes : dice.int(0, nodes - 1);
        const some = letThrough(limits[at]!, dice.pick([1, 1, 3, max]));
        through += some;
        const now = Math.floor(world.clock.now() / second);
        seconds.set(now, (seconds.get(now) ?? 0) + some);
        await world.clock.advance(dice.pick([0, 10, 300, 1_500]));
      }
      const mostInASecond = Math.max(...seconds.values());
      // Each node may also admit one request before it hears of the others.
      expect(through).toBeLessThanOrEqual(nodes === 1 ? max : max + mostInASecond + nodes - 1);
      expect(through).toBeLessThan(2 * max + nodes);
      // A client that uses a single node gets the whole limit.
      if (manner === "one") expect(through).toBe(max);
      await nextMinute();
    }
  }
});
