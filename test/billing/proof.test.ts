// Proof of a balance: it finds wrong sums.

import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { prove } from "../../src/billing/proof.ts";
import { chosenStore } from "../support/stores/chosen-store.ts";
import { bareAccount } from "../support/stores/new-account.ts";
import { hold, settle } from "../support/stores/session-money.ts";

const accountId = "acc_1";

async function open() {
  const opened = await chosenStore();
  await bareAccount(opened.data, accountId);
  return { ...opened, proof: async () => prove(await opened.store.ledger.books(accountId)) };
}

async function history() {
  const opened = await open();
  const { store } = opened;
  await store.ledger.grant({ accountId, micros: 100, at: 1 });
  await hold(store, { accountId, sessionId: "s", micros: 60, at: 2 });
  await settle(store, { accountId, sessionId: "s", totalMicros: 20, at: 3, close: false });
  return opened;
}

test("proof: it shows entries and sums, and reports nothing when all are right", async () => {
  await using it = await history();
  const { entries, sums, balanceMicros, heldMicros, faults } = await it.proof();
  expect(entries.map(({ kind }) => kind)).toEqual(["grant", "hold", "settle"]);
  expect(sums).toEqual({ grant: 100, hold: 60, settle: 20, release: 0, writeoff: 0 });
  expect([balanceMicros, heldMicros, faults]).toEqual([80, 40, []]);
});

test("proof: an account without entries adds up", async () => {
  await using it = await open();
  expect(await it.proof()).toMatchObject({ entries: [], balanceMicros: 0, faults: [] });
});

test("proof: it finds changed sums", async () => {
  await using it = await history();
  await it.data.run(sql`UPDATE balances SET granted_micros = 101`);
  await it.data.run(sql`UPDATE holds SET settled_micros = 19`);
  expect((await it.proof()).faults).toEqual([
    "Granted: the entries add up to 100 micro-cents, 101 are stored.",
    "Settled for s: the entries add up to 20 micro-cents, 19 are stored.",
  ]);
});

test("proof: it finds an entry that overdraws", async () => {
  await using it = await history();
  await it.data.insert("ledgerEntries", { accountId, sessionId: "t", kind: "hold", micros: 500, at: 4 });
  expect((await it.proof()).faults.at(-1)).toBe("Entry 4 overdraws the account.");
});

test("proof: the database itself refuses an overdraft", async () => {
  await using it = await history();
  const overdraft = it.data.run(sql`UPDATE balances SET held_micros = 81`);
  expect(await overdraft.catch(String)).toContain("balances_available");
});
