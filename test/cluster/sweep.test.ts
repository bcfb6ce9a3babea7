// Sweep: it ends the work of silent nodes and of unknown sessions.

import { expect, test } from "bun:test";
import { hookDeliveries, nodes as nodeRows } from "../../db/schema.ts";
import { ClusterBench } from "../support/fakes/cluster-bench.ts";
import { addAccount } from "../support/servers/store.ts";
import { beginTestSession } from "../support/servers/test-session.ts";

const second = 1_000;
const day = 24 * 3_600 * second;

test("sweep: sessions of a killed node are ended within a minute, and no others", async () => {
  await using bench = new ClusterBench();
  const [dead, living] = [await bench.start(), await bench.start()];
  await bench.clock.advance(10 * second);
  await dead.openSession("ses_dead");
  await living.openSession("ses_living");
  dead.kill();
  await bench.clock.advance(44 * second);
  expect(bench.open.length).toBe(2);
  await bench.clock.advance(15 * second);
  expect(bench.open).toEqual([{ id: "ses_living", home: living.id }]);
  expect(bench.notes.givenUp.map(({ id }) => id)).toEqual([dead.id]);
});

test("sweep: hooks of ended sessions are sent by the ending node", async () => {
  await using bench = new ClusterBench();
  const [dead, living] = [await bench.start(), await bench.start()];
  addAccount(bench.store.durable, "acc_1");
  await bench.clock.advance(10 * second);
  await dead.openSession("ses_1");
  await beginTestSession(bench.store, { id: "ses_2", accountId: "acc_1", home: dead.id, hookSeq: 7 });
  dead.kill();
  await bench.clock.advance(60 * second);
  expect(living.crashed).toMatchObject([{ id: "ses_2", accountId: "acc_1", hookSeq: 7 }]);
});

test("sweep: its node may die at any time, and another one continues in time", async () => {
  for (let diesAfter = 30 * second; diesAfter < 50 * second; diesAfter += 700) {
    await using bench = new ClusterBench();
    const [leader, dead, heir] = [await bench.start(), await bench.start(), await bench.start()];
    await bench.clock.advance(20 * second);
    expect(new Set(bench.notes.led.map(({ by }) => by))).toEqual(new Set([leader.id]));
    await dead.openSession("ses_1");
    await leader.openSession("ses_2");
    dead.kill();
    const until = (ms: number): Promise<void> => bench.clock.advance(ms - bench.clock.now());
    const heardAt = bench.notes.heard.get(dead.id)!;
    await until(heardAt + diesAfter);
    leader.kill();
    await until(heardAt + 60 * second);
    expect(bench.open.map(({ id }) => id)).not.toContain("ses_1");
    await until(bench.notes.heard.get(leader.id)! + 60 * second);
    expect([bench.open, heir.lost]).toEqual([[], []]);
  }
});

test("sweep: late writes of a dead node are ended in one of the next rounds", async () => {
  await using bench = new ClusterBench();
  const [late] = [await bench.start(), await bench.start()];
  await bench.clock.advance(4 * second);
  const gone = late.id;
  late.kill();
  await bench.clock.advance(60 * second);
  expect(await bench.stateOf(gone)).toBe("gone");
  await beginTestSession(bench.store, { id: "ses_late", home: gone });
  await bench.clock.advance(4 * second);
  expect(bench.open).toEqual([]);
});

test("sweep: a new leader ends its predecessor's leftovers, also after an orderly stop", async () => {
  await using bench = new ClusterBench();
  const node = await bench.start();
  await bench.clock.advance(4 * second);
  const went = node.id;
  await node.openSession("ses_1");
  await node.stop();
  const next = await bench.start();
  expect(bench.open).toEqual([{ id: "ses_1", home: went }]);
  // Clients of the session may still reach another node.
  await bench.clock.advance(20 * second);
  expect(bench.open).toEqual([{ id: "ses_1", home: went }]);
  await bench.clock.advance(20 * second);
  expect([bench.open, next.life.state]).toEqual([[], "up"]);
});

test("sweep: a dead node's claims on hook deliveries end, and rows of old nodes are deleted", async () => {
  await using bench = new ClusterBench();
  const [dead, living] = [await bench.start(), await bench.start()];
  addAccount(bench.store.durable, "acc_1");
  await bench.clock.advance(4 * second);
  const at = bench.clock.wall();
  const delivery = { accountId: "acc_1", queue: "q", url: "https://a.example/", signer: "hook_1" };
  await bench.store.outbox.add([{ ...delivery, messageId: "m", body: "1", createdAt: at }]);
  const of = { url: delivery.url, at, limit: 1, nodeId: dead.id, until: at + day };
  expect((await bench.store.outbox.claim(of)).length).toBe(1);
  dead.kill();
  await bench.clock.advance(60 * second);
  expect(bench.store.live.select().from(hookDeliveries).get()?.claimedBy).toBeNull();
  const known = () => bench.store.live.select({ id: nodeRows.id }).from(nodeRows).all();
  expect(known().length).toBe(2);
  // Past a day, an hour at a time would do.
  bench.store.live
    .update(nodeRows)
    .set({ beatAt: bench.clock.wall() - day })
    .run();
  await bench.clock.advance(3_700 * second);
  expect(known()).toEqual([{ id: living.id }]);
});

test("orphans: an open session of this node without an owner is ended, and no other", async () => {
  await using bench = new ClusterBench();
  const node = await bench.start();
  await bench.clock.advance(4 * second);
  await node.openSession("ses_known");
  await node.begin("ses_lost");
  await bench.clock.advance(60 * second);
  expect(bench.open.length).toBe(2);
  await bench.clock.advance(60 * second);
  expect(bench.open).toEqual([{ id: "ses_known", home: node.id }]);
  await bench.clock.advance(600 * second);
  expect(bench.open.length).toBe(1);
});

test("orphans: a session whose beginning becomes known between two looks stays", async () => {
  await using bench = new ClusterBench();
  const node = await bench.start();
  await bench.clock.advance(4 * second);
  await node.begin("ses_1");
  // The store has read the row once since it was old enough.
  await bench.clock.advance(90 * second);
  expect(bench.open.length).toBe(1);
  node.sessions.add("ses_1");
  await bench.clock.advance(300 * second);
  expect(bench.open.length).toBe(1);
});

test("keys: a key that is revoked at another node ends its sessions here, within a beat", async () => {
  await using bench = new ClusterBench();
  const node = await bench.start();
  addAccount(bench.store.durable, "acc_1");
  const { keys } = bench.store;
  for (const id of ["key_1", "key_2"])
    await keys.add({ id, accountId: "acc_1", hash: id, prefix: "p", label: "", createdAt: 0 }, 10);
  node.keys.push("key_1", "key_2", "key_2");
  await bench.clock.advance(10 * second);
  expect(node.revoked).toEqual([]);
  await keys.revoke({ accountId: "acc_1", keyId: "key_2", at: 1 });
  await bench.clock.advance(second);
  expect(node.revoked).toEqual(["key_2"]);
  node.keys.length = 0;
  await bench.clock.advance(10 * second);
  expect(node.revoked).toEqual(["key_2"]);
});
