// Several nodes with one outbox: which node sends another's delivery, when, and only once.

import { expect, setDefaultTimeout, test } from "bun:test";
import { delay } from "../../src/base/clock.ts";
import { account, DeliveryBench } from "../support/fakes/delivery-bench.ts";
import { random, seedOf } from "../support/random.ts";

const seed = seedOf(20_261_124);
const minute = 60_000;
setDefaultTimeout(240_000);
const patient = new AbortController().signal;

const delivery = (bench: DeliveryBench, body: string, queue = "q") => ({
  accountId: account,
  queue,
  url: "https://a.example/",
  signer: "hook_1",
  messageId: `msg_${crypto.randomUUID()}`,
  body,
  createdAt: bench.clock.wall(),
});

test("shared outbox: another node's addition is seen within five seconds, and at once after a notice", async () => {
  await using bench = await DeliveryBench.open();
  await using other = await bench.open({ nodeId: "n2", isShared: true });
  // The nodes have searched for earlier deliveries.
  await bench.clock.advance(0);
  await bench.store.outbox.add([delivery(bench, "1")]);
  await bench.clock.advance(4_999);
  expect(bench.bodies).toEqual([]);
  await bench.clock.advance(1);
  expect(bench.bodies).toEqual(["1"]);
  await bench.store.outbox.add([delivery(bench, "2")]);
  expect(bench.added.size).toBe(1);
  for (let times = 0; times < 100; times++) for (const fire of bench.added) fire();
  await bench.clock.advance(0);
  expect(bench.bodies).toEqual(["1", "2"]);
  await other[Symbol.asyncDispose]();
  expect([bench.added.size, bench.clock.pending]).toEqual([0, 0]);
});

test("shared outbox: a lone process reads as before, without a timer", async () => {
  await using bench = await DeliveryBench.open();
  await bench.clock.advance(minute);
  expect([bench.added.size, bench.clock.pending]).toEqual([0, 0]);
});

test("shared outbox: room is counted over all nodes, at that moment", async () => {
  await using bench = await DeliveryBench.open();
  bench.answer = () => "fails";
  await using other = await bench.open({ nodeId: "n2", isShared: true });
  const large = "x".repeat(1024 * 1024);
  const many = Array.from({ length: 32 }, (_, index) => delivery(bench, large, `q${index}`));
  await bench.store.outbox.add(many);
  await bench.clock.advance(30_000);
  other.enqueue(delivery(bench, "too many"));
  expect(bench.events.filter(({ event }) => event === "hook.dropped").length).toBe(1);
  await bench.store.outbox.removeOf({ accountId: account, signer: "hook_1" });
  await bench.clock.advance(30_000);
  other.enqueue(delivery(bench, "fits"));
  await bench.clock.advance(1_000);
  expect(bench.bodies).toContain("fits");
});

test(`shared outbox: three nodes send each once and in order (SEED=${seed})`, async () => {
  for (let world = 0; world < 5; world++) {
    const dice = random(seed + world);
    await using bench = await DeliveryBench.open();
    bench.storeWait = () => delay(bench.clock, dice.pick([0, 1, 20, 100]), patient);
    const opening = Promise.all(["n2", "n3", "n4"].map((nodeId) => bench.open({ nodeId, isShared: true })));
    await bench.clock.advance(1_000);
    const nodes = await opening;
    const expected = new Map<string, string[]>();
    for (let number = 0; number < 60; number++) {
      const queue = `q${dice.int(0, 9)}`;
      const body = `${queue}:${number}`;
      expected.set(queue, [...(expected.get(queue) ?? []), body]);
      // Each session runs on one node.
      nodes[Number(queue.slice(1)) % nodes.length]!.enqueue(delivery(bench, body, queue));
      await bench.clock.advance(dice.pick([0, 1, 50, 400]));
      const told = dice.chance(0.3) ? [...bench.added] : [];
      for (const fire of told) fire();
    }
    await bench.clock.advance(minute);
    expect(await bench.left()).toBe(0);
    for (const [queue, bodies] of expected)
      expect(bench.bodies.filter((body) => body.startsWith(`${queue}:`))).toEqual(bodies);
    bench.storeWait = () => Promise.resolve();
    const closing = Promise.all(nodes.map((node) => node[Symbol.asyncDispose]()));
    await bench.clock.advance(1_000);
    await closing;
  }
});
