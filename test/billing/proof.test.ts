// The proof of a balance finds what does not add up.

import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { balances, holds, ledgerEntries } from "../../db/tables.ts";
import { grant, hold, settle } from "../../db/sqlite/ledger-rows.ts";
import { booksOf } from "../../db/sqlite/ledger-in-file.ts";
import { prove } from "../../src/billing/proof.ts";
import { addAccount, memoryStore } from "../support/servers/store.ts";

function history() {
  const store = memoryStore();
  const db = store.durable;
  const accountId = addAccount(db, "acc_1");
  grant(db, { accountId, micros: 100, at: 1 });
  hold(db, { accountId, sessionId: "s", micros: 60, at: 2 });
  settle(db, { sessionId: "s", totalMicros: 20, at: 3, close: false });
  return { store, db, accountId };
}

test("proof: shows entries and sums, and finds nothing where nothing is wrong", () => {
  const { store, db, accountId } = history();
  using _ = store;
  const { entries, sums, balanceMicros, heldMicros, faults } = prove(booksOf(db, accountId));
  expect(entries.map(({ kind }) => kind)).toEqual(["grant", "hold", "settle"]);
  expect(sums).toEqual({ grant: 100, hold: 60, settle: 20, release: 0, writeoff: 0 });
  expect([balanceMicros, heldMicros, faults]).toEqual([80, 40, []]);
});

test("proof: an account without entries adds up", () => {
  using store = memoryStore();
  addAccount(store.durable, "acc_1");
  expect(prove(booksOf(store.durable, "acc_1"))).toMatchObject({ entries: [], balanceMicros: 0, faults: [] });
});

test("proof: finds sums that someone changed", () => {
  const { store, db, accountId } = history();
  using _ = store;
  db.update(balances).set({ grantedMicros: 101 }).where(eq(balances.accountId, accountId)).run();
  db.update(holds).set({ settledMicros: 19 }).where(eq(holds.sessionId, "s")).run();
  expect(prove(booksOf(db, accountId)).faults).toEqual([
    "Granted: the entries add up to 100 micro-cents, 101 are stored.",
    "Settled for s: the entries add up to 20 micro-cents, 19 are stored.",
  ]);
});

test("proof: finds an entry that overdraws", () => {
  const { store, db, accountId } = history();
  using _ = store;
  db.insert(ledgerEntries).values({ accountId, sessionId: "t", kind: "hold", micros: 500, at: 4 }).run();
  expect(prove(booksOf(db, accountId)).faults.at(-1)).toBe("Entry 4 overdraws the account.");
});

test("proof: the file itself refuses an overdraft", () => {
  const { store, db, accountId } = history();
  using _ = store;
  const overdraw = () =>
    db.update(balances).set({ heldMicros: 81 }).where(eq(balances.accountId, accountId)).run();
  expect(overdraw).toThrow("balances_available");
});
