// Contract of a store: nodes, tasks that only one of them does, their shared counters, and the outbox.

import { describe, expect, test } from "bun:test";
import type { NewDelivery } from "../../db/port/outbox-store.ts";
import { eachStore, storeKinds } from "../support/stores/each-store.ts";
import { newAccount } from "../support/stores/new-account.ts";
import { until } from "../support/until.ts";

const accountId = "acc_1";

const node = (id: string, at = Date.now()) => ({
  id,
  address: `http://${id}`,
  publicUrl: null,
  region: "eu",
  version: "1",
  callsMax: 10,
  at,
});

const figures = { calls: 3, callsMax: 12, lagMs: 4, speechQueueMs: 5 };

const delivery = (messageId: string, more: Partial<NewDelivery> = {}): NewDelivery => ({
  accountId,
  queue: "ses_1 hook_1",
  url: "https://a.example/",
  signer: "hook_1",
  messageId,
  body: `{"m":"${messageId}"}`,
  createdAt: 100,
  ...more,
});

const claim = { url: "https://a.example/", at: 1_000, limit: 10, nodeId: "n1", until: 61_000 };

describe.each(storeKinds)("%s", (kind) => {
  const open = eachStore[kind];

  test("nodes: they report their state, change it in order, and stay gone", async () => {
    await using opened = await open();
    const { nodes } = opened.store;
    const at = Date.now();
    await nodes.join(node("n1", at));
    await nodes.join(node("n2", at));
    expect((await nodes.list(at)).map(({ id, state }) => `${id} ${state}`).toSorted()).toEqual([
      "n1 starting",
      "n2 starting",
    ]);
    expect(await nodes.setState({ id: "n1", from: ["up"], to: "draining", at })).toBe(false);
    expect(await nodes.setState({ id: "n1", from: ["starting"], to: "up", at })).toBe(true);
    const seen = (await nodes.beat({ id: "n1", at, ...figures }))?.nodes;
    expect(seen?.find(({ id }) => id === "n1")).toMatchObject({
      state: "up",
      region: "eu",
      publicUrl: null,
      ...figures,
    });
    for (const { ageMs, silentMs } of seen ?? []) {
      expect(silentMs).toBeLessThanOrEqual(ageMs);
      expect(ageMs).toBeGreaterThanOrEqual(0);
      expect(ageMs).toBeLessThan(60_000);
    }
    expect(await nodes.setState({ id: "n1", from: ["up", "draining"], to: "gone", at })).toBe(true);
    expect(await nodes.beat({ id: "n1", at, ...figures })).toBeUndefined();
    expect((await nodes.beat({ id: "n2", at, ...figures }))?.nodes.map(({ id }) => id)).toEqual(["n2"]);
    expect(await nodes.list(at)).toHaveLength(2);
    expect(await nodes.beat({ id: "n9", at, ...figures })).toBeUndefined();
  });

  test("nodes: a node that said goodbye is gone from then, and one that was given up from its last beat", async () => {
    await using opened = await open();
    const { nodes } = opened.store;
    for (const id of ["n1", "n2"]) await nodes.join(node(id));
    const silentMs = async (id: string): Promise<number> =>
      (await nodes.list(Date.now())).find((each) => each.id === id)?.silentMs ?? -1;
    await until("silence", async () => Math.min(await silentMs("n1"), await silentMs("n2")) >= 50);
    const gone = { from: ["starting"], to: "gone" } as const;
    // The store does not give up a node with a beat within a minute.
    expect(await nodes.setState({ ...gone, id: "n2", silentMs: 60_000, at: Date.now() })).toBe(false);
    const givenUp = await nodes.setState({ ...gone, id: "n2", silentMs: 20, at: Date.now() });
    const left = await nodes.setState({ ...gone, id: "n1", at: Date.now() });
    const shown = [await silentMs("n1"), await silentMs("n2")];
    expect([givenUp, left, shown[0]! + 40 < shown[1]!]).toEqual([true, true, true]);
  });

  test("singletons: one node leads, as long as it asks in time", async () => {
    await using opened = await open();
    const { nodes } = opened.store;
    const at = Date.now();
    const lead = { name: "sweep", nodeId: "n1", forMs: 60_000, at };
    expect(await nodes.lead(lead)).toBe(true);
    expect(await nodes.lead({ ...lead, nodeId: "n2" })).toBe(false);
    expect(await nodes.lead({ ...lead, nodeId: "n2", name: "prices" })).toBe(true);
    // The lease ends before the next request.
    expect(await nodes.lead({ ...lead, forMs: -1_000 })).toBe(true);
    expect(await nodes.lead({ ...lead, nodeId: "n2" })).toBe(true);
    expect(await nodes.lead(lead)).toBe(false);
    const many = { nodeId: "n3", forMs: 60_000, at, names: ["phone 1", "sweep", "phone 2"] };
    expect((await nodes.leadAll(many)).toSorted()).toEqual(["phone 1", "phone 2"]);
    expect(await nodes.leadAll({ ...many, nodeId: "n1" })).toEqual([]);
    expect(await nodes.leadAll({ ...many, names: [] })).toEqual([]);
  });

  test("rates: each node gets the others' counts of its keys in this window", async () => {
    await using opened = await open();
    const { rates } = opened.store;
    const tell = (nodeId: string, window: number, counts: Record<string, number>) =>
      rates.exchange({ nodeId, window, own: Object.entries(counts).map(([key, count]) => ({ key, count })) });
    expect(await tell("n1", 7, { a: 2, b: 1 })).toEqual([]);
    expect(await tell("n2", 7, { a: 5, c: 9 })).toEqual([{ key: "a", count: 2 }]);
    expect(await tell("n3", 7, { a: 1 })).toEqual([{ key: "a", count: 7 }]);
    expect(await tell("n2", 7, { a: 6 })).toEqual([{ key: "a", count: 3 }]);
    expect(await tell("n2", 7, {})).toEqual([]);
    expect(await tell("n1", 8, { a: 1 })).toEqual([]);
  });

  test("outbox: only the first of a queue is due, and then the next", async () => {
    await using opened = await open();
    const { outbox } = opened.store;
    await newAccount(opened.store, accountId);
    await outbox.add([
      delivery("m1"),
      delivery("m2"),
      delivery("m3", { queue: "ses_2 hook_1", createdAt: 50 }),
    ]);
    // Adds the messages once more, as when the response was lost.
    await outbox.add([delivery("m1"), delivery("m2")]);
    await outbox.add([
      delivery("m4", {
        url: "https://b.example/",
        queue: "ses_1 hook_2",
        signer: "hook_2",
        createdAt: 5_000,
      }),
    ]);
    expect(await outbox.loads()).toEqual([{ accountId, rows: 4, chars: 4 * '{"m":"m1"}'.length }]);
    expect(await outbox.waiting()).toMatchObject({ rows: 4 });
    expect(await outbox.receivers(60)).toEqual([
      { url: "https://a.example/", firstAt: 50, laterAt: 100 },
      { url: "https://b.example/", firstAt: 5_000, laterAt: 5_000 },
    ]);
    const due = await outbox.claim(claim);
    expect(due.map(({ messageId, nextAt, attempts }) => [messageId, nextAt, attempts])).toEqual([
      ["m3", 50, 0],
      ["m1", 100, 0],
    ]);
    // A node's own claim delays only other nodes.
    expect(await outbox.claim({ ...claim, limit: 1 })).toHaveLength(1);
    expect(await outbox.claim({ ...claim, nodeId: "n2" })).toEqual([]);
    const [m3, m1] = due;
    if (m3 === undefined || m1 === undefined) throw new Error("Nothing was due");
    expect(await outbox.postpone(m3, 9_000)).toBe(true);
    expect(await outbox.claim({ ...claim, nodeId: "n2" })).toEqual([]);
    expect(await outbox.remove(m1, 700)).toBe(true);
    const next = await outbox.claim({ ...claim, nodeId: "n2" });
    expect(next.map(({ messageId, nextAt }) => [messageId, nextAt])).toEqual([["m2", 700]]);
    expect(await outbox.remove(m1, 700)).toBe(false);
    const late = await outbox.claim({ ...claim, at: 9_000 });
    expect(late.map(({ messageId, attempts }) => [messageId, attempts])).toEqual([["m3", 1]]);
    expect(await outbox.removeOf({ accountId, signer: "hook_1" })).toHaveLength(2);
    expect(await outbox.postpone(m3, 1)).toBe(false);
    expect(await outbox.receivers(0)).toMatchObject([{ url: "https://b.example/" }]);
  });

  test("outbox: deliveries waiting about a session are shown to its account, and its first is sent sooner on request", async () => {
    await using opened = await open();
    const { outbox } = opened.store;
    await newAccount(opened.store, accountId);
    await outbox.add([delivery("m1", { createdAt: 5_000 }), delivery("m2", { createdAt: 5_000 })]);
    await outbox.add([delivery("m3", { queue: "ses_10 hook_1" })]);
    const own = { accountId, sessionId: "ses_1" };
    const [first, second] = await outbox.ofSession(own);
    expect([first?.messageId, first?.nextAt, second?.messageId, second?.nextAt]).toEqual([
      "m1",
      5_000,
      "m2",
      null,
    ]);
    expect(await outbox.ofSession({ ...own, accountId: "acc_2" })).toEqual([]);
    if (first === undefined || second === undefined) throw new Error("Nothing waits");
    const hasten = (more: object) => outbox.hasten({ ...own, id: first.id, at: 700, ...more });
    expect(await hasten({ accountId: "acc_2" })).toBe("missing");
    expect(await hasten({ sessionId: "ses_10" })).toBe("missing");
    expect(await hasten({ id: second.id })).toBe("behind");
    expect(await hasten({})).toBe("due");
    expect(await hasten({ at: 9_000 })).toBe("due");
    expect((await outbox.ofSession(own)).map(({ nextAt }) => nextAt)).toEqual([700, null]);
  });

  test("outbox: a claim ends, even an empty one", async () => {
    await using opened = await open();
    const { outbox } = opened.store;
    await newAccount(opened.store, accountId);
    await outbox.add([]);
    expect(await outbox.claim(claim)).toEqual([]);
    await outbox.add([delivery("m1", { body: "nul \\u0000" })]);
    expect(await outbox.claim({ ...claim, until: claim.at - 1_000 })).toHaveLength(1);
    expect(await outbox.claim({ ...claim, nodeId: "n2" })).toMatchObject([
      { messageId: "m1", body: "nul \\u0000" },
    ]);
  });
});
