// After a crash: sessions are closed, and paid up to their last heartbeat.

import { expect, test } from "bun:test";
import type { Db } from "../../db/open-database.ts";
import { sessions } from "../../db/tables.ts";
import { balanceOf, grant, hold, settle } from "../../db/sqlite/ledger-rows.ts";
import { booksOf } from "../../db/sqlite/ledger-in-file.ts";
import { prove } from "../../src/billing/proof.ts";
import { addAccount, memoryStore } from "../support/servers/store.ts";

type Row = typeof sessions.$inferInsert;

function add(db: Db, row: Pick<Row, "id"> & Partial<Row>): void {
  db.insert(sessions)
    .values({ accountId: "acc_1", context: {}, metadata: {}, status: "running", createdAt: 1_000, ...row })
    .run();
}

function open() {
  const store = memoryStore();
  addAccount(store.durable, "acc_1");
  grant(store.durable, { accountId: "acc_1", micros: 1_000, at: 0 });
  const start = (sessionId: string): void =>
    void hold(store.durable, { accountId: "acc_1", sessionId, micros: 100, at: 1_000 });
  return { store, db: store.durable, start };
}

test("sweep: a session that ran is charged up to its last heartbeat", async () => {
  const { store, db, start } = open();
  using _ = store;
  start("s");
  add(db, { id: "s", startedAt: 2_000, heartbeatAt: 7_000, connectedMs: 5_000, costMicros: 40 });
  expect((await store.sessions.sweep({ homes: [null], at: 50_000 })).sessions).toBe(1);
  const [row] = db.select().from(sessions).all();
  expect(row).toMatchObject({ status: "ended", endedAt: 7_000, endReason: "crashed", connectedMs: 5_000 });
  expect(balanceOf(db, "acc_1")).toEqual({ balanceMicros: 960, heldMicros: 0, availableMicros: 960 });
});

test("sweep: a session that nobody came to costs nothing", async () => {
  const { store, db, start } = open();
  using _ = store;
  start("s");
  add(db, { id: "s", status: "waiting" });
  await store.sessions.sweep({ homes: [null], at: 50_000 });
  expect(db.select().from(sessions).get()).toMatchObject({ status: "ended", endedAt: 50_000 });
  expect(balanceOf(db, "acc_1").availableMicros).toBe(1_000);
});

test("sweep: what was settled before counts once", async () => {
  const { store, db, start } = open();
  using _ = store;
  start("s");
  add(db, { id: "s", heartbeatAt: 7_000, costMicros: 40 });
  settle(db, { sessionId: "s", totalMicros: 30, at: 5_000, close: false });
  await store.sessions.sweep({ homes: [null], at: 50_000 });
  await store.sessions.sweep({ homes: [null], at: 60_000 });
  expect(balanceOf(db, "acc_1").balanceMicros).toBe(960);
});

test("sweep: a hold whose session was never written, or had just ended, is closed", async () => {
  const { store, db, start } = open();
  using _ = store;
  start("lost");
  start("over");
  add(db, { id: "over", status: "ended", endedAt: 9_000, costMicros: 25 });
  expect((await store.sessions.sweep({ homes: [null], at: 50_000 })).sessions).toBe(0);
  expect(balanceOf(db, "acc_1")).toEqual({ balanceMicros: 975, heldMicros: 0, availableMicros: 975 });
  expect(db.select().from(sessions).get()?.endedAt).toBe(9_000);
});

test("sweep: what more than the hold was used is taken from the balance, and proved", async () => {
  const { store, db, start } = open();
  using _ = store;
  start("s");
  add(db, { id: "s", heartbeatAt: 7_000, costMicros: 1_400 });
  add(db, { id: "open", accountId: null, heartbeatAt: 8_000 });
  expect((await store.sessions.sweep({ homes: [null], at: 50_000 })).sessions).toBe(2);
  expect(prove(booksOf(db, "acc_1"))).toMatchObject({
    balanceMicros: 0,
    faults: [],
    sums: { writeoff: 400 },
  });
});
