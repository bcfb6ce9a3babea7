// Several nodes on one Postgres: a transaction that reads before it writes works as if it were alone.

import { SQL } from "bun";
import { expect, test } from "bun:test";
import type { NewDelivery } from "../../db/port/outbox-store.ts";
import type { Store } from "../../db/port/store.ts";
import { openPostgres } from "../../db/postgres/open-postgres.ts";
import { prove } from "../../src/billing/proof.ts";
import { newAccount } from "../support/stores/new-account.ts";
import { emptyDatabase } from "../support/stores/postgres.ts";
import { until } from "../support/until.ts";

const accountId = "acc_1";

interface Together extends AsyncDisposable {
  readonly nodes: readonly [Store, Store];
  /** Node for the n-th operation; the nodes take turns. */
  node(n: number): Store;
}

async function together(micros = 0): Promise<Together> {
  const database = await emptyDatabase();
  const nodes = [await openPostgres(database.place), await openPostgres(database.place)] as const;
  await newAccount(nodes[0], accountId, micros);
  return {
    nodes,
    node: (n) => nodes[n % 2 === 0 ? 0 : 1],
    async [Symbol.asyncDispose]() {
      for (const node of nodes) node[Symbol.dispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

function row(id: string, home = "n1") {
  const none = { flowId: undefined, flowRevision: undefined };
  return { id, accountId, ...none, context: {}, metadata: {}, providers: {}, home, at: 1 };
}

const times = <T>(many: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: many }, (_, n) => work(n)));

async function proved(store: Store) {
  const proof = prove(await store.ledger.books(accountId));
  expect(proof.faults).toEqual([]);
  return proof;
}

test("together: 200 simultaneous sessions overdraw nothing, and all payable ones begin", async () => {
  await using it = await together(1_000);
  const answers = await times(200, (n) =>
    it.node(n).sessions.begin({ row: row(`ses_${n}`), holdMicros: 10, keyId: undefined }),
  );
  expect(answers.filter((each) => each === undefined)).toHaveLength(100);
  expect(answers.filter((each) => each === "credits")).toHaveLength(100);
  expect(await proved(it.nodes[0])).toMatchObject({ heldMicros: 1_000 });
});

test("together: simultaneous leases, minutes, settlements and sweeps leave books that add up in order", async () => {
  await using it = await together(10_000);
  const homes = ["n1", "n2", "n3"];
  const borrow = (n: number, micros: number) =>
    it.node(n).ledger.lease({ accountId, nodeId: homes[n % 3] ?? "", micros, at: n });
  await times(3, (n) => borrow(n, 2_000));
  await times(240, async (n) => {
    const home = homes[n % 3] ?? "";
    const [id, store] = [`ses_${n}`, it.node(n)];
    const fromLease = n % 4 !== 0;
    const refused = await store.sessions.begin({
      row: row(id, home),
      holdMicros: 30,
      keyId: undefined,
      fromLease,
    });
    if (n % 20 === 0) await borrow(n, n * 5);
    if (n % 90 === 0) await store.ledger.grant({ accountId, micros: 7, at: n });
    if (refused !== undefined) return;
    const settling = { id, accountId, home, patch: {}, at: n, fromLease };
    await store.sessions.settle([
      { ...settling, totalMicros: 20 + (n % 30), close: false, extendMicros: 30 },
    ]);
    if (n % 5 !== 0) await store.sessions.settle([{ ...settling, totalMicros: 25 + (n % 40), close: true }]);
    if (n === 120) await it.node(n + 1).sessions.sweep({ at: n, homes: ["n3"] });
  });
  const { entries } = await proved(it.nodes[0]);
  expect(entries.length).toBeGreaterThan(400);
  await it.nodes[1].sessions.sweep({ at: 999, homes });
  expect(await proved(it.nodes[0])).toMatchObject({ heldMicros: 0 });
});

/** Number of deadlocks that Postgres has ended, counted for closed connections. */
async function deadlocks(url: string): Promise<number> {
  const { pathname, ...place } = new URL(url);
  const client = new SQL({
    url: Object.assign(new URL(url), { ...place, pathname: "postgres" }).href,
    max: 1,
  });
  const name = pathname.slice(1);
  const isLeft = async (): Promise<boolean> =>
    (await client`SELECT FROM pg_stat_activity WHERE datname = ${name}`).length === 0;
  try {
    await until("end of its connections", isLeft);
    const [row] = (await client`SELECT deadlocks::int FROM pg_stat_database WHERE datname = ${name}`) as [
      { readonly deadlocks: number },
    ];
    return row.deadlocks;
  } finally {
    await client.close({ timeout: 0 });
  }
}

test("together: records of calls and settlements never deadlock", async () => {
  await using database = await emptyDatabase();
  const before = await deadlocks(database.url);
  {
    using store = await openPostgres(database.place);
    await newAccount(store, accountId, 100_000);
    const ids = Array.from({ length: 60 }, (_, n) => `ses_${n}`);
    for (const id of ids)
      await store.sessions.begin({ row: { ...row(id), snapshot: {} }, holdMicros: 10, keyId: undefined });
    const settling = {
      accountId,
      home: "n1",
      patch: {},
      at: 1,
      totalMicros: 0,
      close: false,
      extendMicros: 1,
    };
    const none = { home: "n1", rows: [], events: [] };
    const written = times(80, (n) => {
      const some = ids.toReversed().filter((_, at) => (at + n) % 3 > 0);
      const patches = new Map(some.map((id) => [id, { heartbeatAt: n }]));
      const snapshots = new Map(some.map((id) => [id, { n }]));
      return store.sessions.write({ ...none, number: n, patches, snapshots });
    });
    const settled = times(80, (n) =>
      store.sessions.settle(ids.filter((_, at) => (at + n) % 2 > 0).map((id) => ({ ...settling, id }))),
    );
    const moved = [...(await written), ...(await settled)].flat();
    expect(moved.filter((each) => typeof each === "string" || each.moved)).toEqual([]);
    expect(await proved(store)).toMatchObject({ heldMicros: 600 + 80 * 30 });
  }
  expect((await deadlocks(database.url)) - before).toBe(0);
});

test("together: one failing settlement fails its group, and the connection continues", async () => {
  await using it = await together(1_000);
  const [store] = it.nodes;
  const ids = ["ses_1", "ses_2", "ses_3"];
  for (const id of ids) await store.sessions.begin({ row: row(id), holdMicros: 10, keyId: undefined });
  const settling = { accountId, home: "n1", patch: {}, at: 1, close: true };
  const amounts = [4, -1, 4];
  const all = ids.map((id, n) => ({ ...settling, id, totalMicros: amounts[n] ?? 0 }));
  for (let n = 0; n < 12; n++) expect(store.sessions.settle(all)).rejects.toThrow("money is a whole number");
  await store.sessions.settle(all.filter(({ totalMicros }) => totalMicros > 0));
  expect(await proved(store)).toMatchObject({ heldMicros: 10 });
  expect((await store.ledger.balance(accountId)).balanceMicros).toBe(992);
});

test("together: a count never exceeds its maximum", async () => {
  await using it = await together(1_000);
  const sealed = Uint8Array.of(1);
  const key = (n: number) => ({
    id: `key_${n}`,
    accountId,
    label: "",
    prefix: "",
    hash: `${n}`,
    createdAt: n,
  });
  const flow = { accountId, name: "", source: "", documentId: "", links: new Map(), layout: null, at: 1 };
  const hook = { accountId, url: "", events: [], createdAt: 1, sealed };
  const kept = await Promise.all([
    times(30, (n) => it.node(n).keys.add(key(n), 7)),
    times(30, async (n) => (await it.node(n).flows.add({ ...flow, id: `flow_${n}` }, 7)) !== undefined),
    times(30, (n) => it.node(n).secrets.put({ accountId, name: `s${n}`, sealed, hosts: [], at: 1 }, 7)),
    times(30, (n) => it.node(n).hooks.add({ ...hook, id: `hook_${n}` }, 7)),
    times(30, async (n) => {
      const beginning = { row: row(`ses_${n}`), holdMicros: 1, keyId: undefined, sessionsMax: 7 };
      return (await it.node(n).sessions.begin(beginning)) === undefined;
    }),
  ]);
  expect(kept.map((each) => each.filter(Boolean).length)).toEqual([7, 7, 7, 7, 7]);
});

test("together: an email is taken once, and a revision is the next one once", async () => {
  await using it = await together();
  const welcome = { micros: 5, note: "welcome" };
  const added = await times(20, (n) =>
    it.node(n).accounts.add({ id: `acc_x${n}`, email: "x@example.com", passwordHash: "", at: 1, welcome }),
  );
  expect(added.filter((refused) => refused === undefined)).toHaveLength(1);
  const text = { documentId: "", links: new Map() };
  const flow = { accountId, name: "", source: "", layout: null, at: 1 };
  await it.nodes[0].flows.add({ ...flow, ...text, id: "flow_1" }, 9);
  const key = { accountId, flowId: "flow_1" };
  const changes = await times(20, (n) =>
    it.node(n).flows.change({ ...key, revisions: [1] }, { ...text, source: `${n}`, at: n }, 9),
  );
  expect(changes.filter((each) => each !== "missing" && "id" in each)).toHaveLength(1);
  await times(20, (n) => it.node(n).flows.change(key, { ...text, source: `again ${n}`, at: n }, 99));
  expect(await it.nodes[0].flows.find(key)).toMatchObject({ revision: 22 });
});

test("together: one node adopts a session, and one node leads", async () => {
  await using it = await together(100);
  const beginning = { row: { ...row("ses_1", "n0"), snapshot: {} }, holdMicros: 1, keyId: undefined };
  await it.nodes[0].sessions.begin(beginning);
  const adopted = await times(20, (n) =>
    it.node(n).sessions.adopt({ id: "ses_1", from: "n0", home: `n${n + 1}`, at: 1 }),
  );
  expect(adopted.filter((each) => each !== undefined)).toHaveLength(1);
  const leads = await times(20, (n) =>
    it.node(n).nodes.lead({ name: "sweep", nodeId: `n${n}`, forMs: 9_000, at: n }),
  );
  expect(leads.filter(Boolean)).toHaveLength(1);
});

test("together: no delivery is claimed twice, and queues keep their order under additions and removals", async () => {
  await using it = await together();
  const url = "https://a.example/";
  const delivery = (queue: number, n: number): NewDelivery => ({
    accountId,
    queue: `ses_${queue} hook_1`,
    url,
    signer: "hook_1",
    messageId: `msg_${queue}_${n}`,
    body: "{}",
    createdAt: 1,
  });
  const taken = new Map<string, string[]>();
  let left = 8 * 10;
  const add = times(10, (n) =>
    it.node(n).outbox.add(Array.from({ length: 8 }, (_, queue) => delivery(queue, n))),
  );
  const send = times(4, async (n) => {
    const { outbox } = it.node(n);
    while (left > 0) {
      for (const each of await outbox.claim({ url, at: 10, limit: 3, nodeId: `n${n}`, until: 60_000 })) {
        taken.set(each.queue, [...(taken.get(each.queue) ?? []), each.messageId]);
        left -= 1;
        expect(await outbox.remove(each, 10)).toBe(true);
      }
    }
  });
  await Promise.all([add, send]);
  expect(taken.size).toBe(8);
  // One transaction added all batches, so every queue has the same first batch.
  for (const messages of taken.values()) expect(new Set(messages).size).toBe(10);
  expect(await it.nodes[0].outbox.loads()).toEqual([]);
});

test("together: a node is notified of another node's addition", async () => {
  await using it = await together();
  let told = 0;
  using _told = it.nodes[1].outbox.onAdded(() => (told += 1));
  await until("first word of the listener", () => told > 0);
  const before = told;
  const delivery = { accountId, url: "u", signer: "s", body: "{}", createdAt: 1 };
  await it.nodes[0].outbox.add([
    { ...delivery, queue: "q1", messageId: "m1" },
    { ...delivery, queue: "q2", messageId: "m2" },
  ]);
  await until("notification", () => told > before);
  expect(told).toBe(before + 1);
});

test("together: all waiting parts of a node are notified once each time, except those that left", async () => {
  await using it = await together();
  const told = [0, 0];
  using _first = it.nodes[1].outbox.onAdded(() => (told[0]! += 1));
  await until("first word of the listener", () => told[0] === 1);
  const second = it.nodes[1].outbox.onAdded(() => (told[1]! += 1));
  const add = (queue: string): Promise<void> =>
    it.nodes[0].outbox.add([
      { accountId, url: "u", signer: "s", body: "{}", createdAt: 1, queue, messageId: queue },
    ]);
  await add("q1");
  await until("first notification", () => told[1]! >= 1);
  await add("q2");
  await until("second notification", () => told[1]! >= 2);
  expect(told).toEqual([3, 2]);
  second[Symbol.dispose]();
  await add("q3");
  await until("third notification", () => told[0]! >= 4);
  expect(told).toEqual([4, 2]);
});
