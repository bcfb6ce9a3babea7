// Membership of a node: it joins, sends beats, is drained, is given up, and leaves.

import { expect, test } from "bun:test";
import { ClusterBench } from "../support/fakes/cluster-bench.ts";

const second = 1_000;

test("node: it joins as starting, is up when it takes calls, and is gone when it stops", async () => {
  await using bench = new ClusterBench();
  const warm = Promise.withResolvers<void>();
  const node = await bench.start({ ready: warm.promise });
  await bench.clock.advance(10 * second);
  expect([await bench.stateOf(node.id), node.life.state]).toEqual(["starting", "starting"]);
  warm.resolve();
  await bench.clock.advance(0);
  expect([await bench.stateOf(node.id), node.life.state]).toEqual(["up", "up"]);
  node.life.drain();
  await bench.clock.advance(0);
  expect([await bench.stateOf(node.id), node.drains]).toEqual(["draining", 0]);
  await node.stop();
  expect(await bench.stateOf(node.id)).toBe("gone");
  expect(bench.clock.pending).toBe(0);
});

test("node: it stays starting when speech never gets ready", async () => {
  await using bench = new ClusterBench();
  const node = await bench.start({ ready: Promise.reject(new Error("no speech")) });
  await bench.clock.advance(10 * second);
  expect(await bench.stateOf(node.id)).toBe("starting");
});

test("node: each beat returns all others, and the length of their silence", async () => {
  await using bench = new ClusterBench();
  const [one, other] = [await bench.start({ region: "eu" }), await bench.start({ region: "us" })];
  await other.openSession("ses_1");
  await bench.clock.advance(2 * second);
  const seen = one.life.view.find(other.id);
  expect(seen).toMatchObject({ region: "us", calls: 1, state: "up" });
  expect(seen?.silentMs).toBeLessThanOrEqual(2 * second);
  expect(one.life.view.nodes.map(({ id }) => id).toSorted()).toEqual([one.id, other.id].toSorted());
  other.freeze();
  await bench.clock.advance(5 * second);
  expect(one.life.view.isAlive(other.id)).toBe(true);
  await bench.clock.advance(second + 1);
  expect([one.life.view.isAlive(other.id), one.life.view.alive.length]).toEqual([false, 1]);
  expect(one.life.view.isAlive("nobody")).toBe(false);
});

test("node: its reported state is current, and its own state needs no beat", async () => {
  await using bench = new ClusterBench();
  const node = await bench.start();
  await bench.clock.advance(second);
  await node.openSession("ses_1");
  expect(node.life.view.find(node.id)).toMatchObject({ calls: 1, silentMs: 0, state: "up" });
});

test("node: an absent store changes nothing, is reported once, and the others grow silent meanwhile", async () => {
  await using bench = new ClusterBench();
  const [one, other] = [await bench.start(), await bench.start()];
  await bench.clock.advance(4 * second);
  one.isCutOff = true;
  await bench.clock.advance(20 * second);
  expect([one.life.state, one.lost, one.life.view.isAlive(other.id)]).toEqual(["up", [], false]);
  one.isCutOff = false;
  await bench.clock.advance(2 * second);
  expect([one.life.state, one.lost, one.life.view.isAlive(other.id)]).toEqual(["up", [], true]);
  const told = one.events.filter(({ event }) => /^node\.(?:cut-off|heard-again)$/.test(event));
  expect(told.map(({ event }) => event)).toEqual(["node.cut-off", "node.heard-again"]);
});

test("node: an unanswered beat is given up, and the next one gets through", async () => {
  await using bench = new ClusterBench();
  let hangs = false;
  const node = await bench.start({ latencyMs: () => (hangs ? 10_000_000 : 0) });
  await bench.clock.advance(4 * second);
  const { heard } = bench.notes;
  hangs = true;
  await bench.clock.advance(2 * second);
  hangs = false;
  await bench.clock.advance(6 * second);
  expect(bench.clock.now() - heard.get(node.id)!).toBeLessThanOrEqual(2 * second);
});

test("node: a drain by another node arrives with the next beat, once, and stays", async () => {
  await using bench = new ClusterBench();
  const node = await bench.start();
  await bench.clock.advance(3 * second);
  const at = bench.clock.wall();
  await bench.store.nodes.setState({ id: node.id, from: ["up"], to: "draining", at });
  expect(node.drains).toBe(0);
  await bench.clock.advance(2 * second);
  expect([node.drains, node.life.state]).toEqual([1, "draining"]);
  await bench.clock.advance(20 * second);
  expect([node.drains, await bench.stateOf(node.id)]).toEqual([1, "draining"]);
});

test("node: a node given up while frozen drops its sessions once and joins under another id", async () => {
  await using bench = new ClusterBench();
  const [one, other] = [await bench.start(), await bench.start()];
  await bench.clock.advance(4 * second);
  const old = one.id;
  await one.openSession("ses_1");
  one.freeze();
  await bench.clock.advance(60 * second);
  expect([await bench.stateOf(old), bench.open]).toEqual(["gone", []]);
  one.thaw();
  await bench.clock.advance(2 * second);
  expect([one.lost, one.sessions.size, one.life.state]).toEqual([[old], 0, "up"]);
  expect(one.id).not.toBe(old);
  expect(await bench.stateOf(one.id)).toBe("up");
  expect(other.life.view.find(one.id)?.state).toBe("up");
});

test("node: a node given up while draining is drained under its new id too", async () => {
  await using bench = new ClusterBench();
  const [one] = [await bench.start(), await bench.start()];
  await bench.clock.advance(4 * second);
  one.life.drain();
  await bench.clock.advance(second);
  one.freeze();
  await bench.clock.advance(60 * second);
  one.thaw();
  await bench.clock.advance(4 * second);
  expect([one.lost.length, await bench.stateOf(one.id), one.drains]).toEqual([1, "draining", 0]);
});

test("node: given up while the store is away, it keeps trying to join, and drops nothing twice", async () => {
  await using bench = new ClusterBench();
  let joins = true;
  const [one] = [await bench.start(), await bench.start()];
  await bench.clock.advance(4 * second);
  const nodes = { ...one.store.nodes };
  Object.assign(one.store.nodes, {
    join: (node: Parameters<typeof nodes.join>[0]) =>
      joins ? nodes.join(node) : Promise.reject(new Error("away")),
  });
  one.freeze();
  await bench.clock.advance(60 * second);
  joins = false;
  one.thaw();
  await bench.clock.advance(10 * second);
  expect([one.lost.length, one.life.state]).toEqual([1, "gone"]);
  joins = true;
  await bench.clock.advance(4 * second);
  expect([one.lost.length, one.life.state]).toEqual([1, "up"]);
});

test("node: its own clock may be set while it runs, and the store's time counts", async () => {
  await using bench = new ClusterBench();
  const [one, other] = [await bench.start(), await bench.start()];
  await bench.clock.advance(4 * second);
  one.clock.aheadMs = 90 * second;
  await bench.clock.advance(60 * second);
  expect([one.lost, other.lost, bench.notes.givenUp]).toEqual([[], [], []]);
  expect(one.life.sharedAt - bench.clock.wall()).toBe(0);
});

test("node: a node that began with a wrong clock has the right time after its first beat", async () => {
  await using bench = new ClusterBench();
  const dice = [0, 40];
  const node = await bench.start({ aheadMs: 90 * second, latencyMs: () => dice.shift() ?? 0 });
  expect(node.life.sharedAt - bench.clock.wall()).toBe(90 * second);
  await bench.clock.advance(4 * second);
  expect(Math.abs(node.life.sharedAt - bench.clock.wall())).toBeLessThan(50);
});
