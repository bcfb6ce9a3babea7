// Sweep after a crash: sessions are closed, and paid up to their last heartbeat.

import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { prove } from "../../src/billing/proof.ts";
import { chosenStore } from "../support/stores/chosen-store.ts";
import { bareAccount } from "../support/stores/new-account.ts";
import { hold, settle } from "../support/stores/session-money.ts";
import type { StoredRow } from "../support/stores/stored-data.ts";

const accountId = "acc_1";
/** Rows of versions without nodes have no home. */
const homes = [null];

async function open() {
  const opened = await chosenStore();
  const { store, data } = opened;
  await bareAccount(data, accountId);
  await store.ledger.grant({ accountId, micros: 1_000, at: 0 });
  const row = { accountId, context: {}, metadata: {}, status: "running", createdAt: 1_000 } as const;
  return {
    ...opened,
    /** Only the session's hold. */
    async held(sessionId: string): Promise<void> {
      await hold(store, { accountId, sessionId, micros: 100, at: 1_000 });
      await data.run(sql`DELETE FROM sessions WHERE id = ${sessionId}`);
    },
    add: (changed: Pick<StoredRow<"sessions">, "id"> & Partial<StoredRow<"sessions">>) =>
      data.insert("sessions", { ...row, ...changed }),
    sweep: (at: number) => store.sessions.sweep({ homes, at }),
    rows: () => data.rows("sessions"),
    balance: () => store.ledger.balance(accountId),
  };
}

test("sweep: a session is charged up to its last heartbeat", async () => {
  await using it = await open();
  await it.held("s");
  await it.add({ id: "s", startedAt: 2_000, heartbeatAt: 7_000, connectedMs: 5_000, costMicros: 40 });
  expect((await it.sweep(50_000)).sessions).toBe(1);
  expect(await it.rows()).toMatchObject([
    { status: "ended", endedAt: 7_000, endReason: "crashed", connectedMs: 5_000 },
  ]);
  expect(await it.balance()).toMatchObject({ balanceMicros: 960, heldMicros: 0, availableMicros: 960 });
});

test("sweep: a session without a connection costs nothing", async () => {
  await using it = await open();
  await it.held("s");
  await it.add({ id: "s", status: "waiting" });
  await it.sweep(50_000);
  expect(await it.rows()).toMatchObject([{ status: "ended", endedAt: 50_000 }]);
  expect((await it.balance()).availableMicros).toBe(1_000);
});

test("sweep: earlier settlements count once", async () => {
  await using it = await open();
  await it.held("s");
  await settle(it.store, { accountId, sessionId: "s", totalMicros: 30, at: 5_000, close: false });
  await it.add({ id: "s", heartbeatAt: 7_000, costMicros: 40 });
  await it.sweep(50_000);
  await it.sweep(60_000);
  expect((await it.balance()).balanceMicros).toBe(960);
});

test("sweep: a hold without a stored session, or of one that had just ended, is closed", async () => {
  await using it = await open();
  await it.held("lost");
  await it.held("over");
  await it.add({ id: "over", status: "ended", endedAt: 9_000, costMicros: 25 });
  expect((await it.sweep(50_000)).sessions).toBe(0);
  expect(await it.balance()).toMatchObject({ balanceMicros: 975, heldMicros: 0, availableMicros: 975 });
  expect((await it.rows())[0]?.endedAt).toBe(9_000);
});

test("sweep: use beyond the hold is taken from the balance, and proved", async () => {
  await using it = await open();
  await it.held("s");
  await it.add({ id: "s", heartbeatAt: 7_000, costMicros: 1_400 });
  await it.add({ id: "open", accountId: null, heartbeatAt: 8_000 });
  expect((await it.sweep(50_000)).sessions).toBe(2);
  expect(prove(await it.store.ledger.books(accountId))).toMatchObject({
    balanceMicros: 0,
    faults: [],
    sums: { writeoff: 400 },
  });
});
