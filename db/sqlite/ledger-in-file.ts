// Ledger in the file: balances, grants and the books of an account.

import { and, asc, desc, eq, lt, sql } from "drizzle-orm";
import type { Books, LedgerStore } from "../port/ledger-store.ts";
import type { DataFile, Db } from "../open-database.ts";
import { balances, holds, ledgerEntries } from "../schema.ts";
import { appendEntries } from "./audit-in-file.ts";
import { immediate } from "./immediate.ts";
import { balanceOf, grant, lease } from "./ledger-rows.ts";

const nothing = { grantedMicros: 0, settledMicros: 0, heldMicros: 0 };

export function ledgerIn({ durable: db }: Pick<DataFile, "durable">): LedgerStore {
  return {
    async balance(accountId) {
      return balanceOf(db, accountId);
    },
    async lease(wanted) {
      return lease(db, wanted);
    },
    async grant(given, entries = []) {
      db.transaction((tx) => {
        grant(tx, given);
        appendEntries(tx, entries);
      }, immediate);
    },
    async books(accountId) {
      return booksOf(db, accountId);
    },
    async page({ accountId, before, limit }) {
      const older = before === undefined ? undefined : lt(ledgerEntries.id, before);
      return db
        .select()
        .from(ledgerEntries)
        .where(and(eq(ledgerEntries.accountId, accountId), older))
        .orderBy(desc(ledgerEntries.id))
        .limit(limit)
        .all();
    },
    async totals() {
      const heldMicros = sql<number>`coalesce(sum(${balances.heldMicros}), 0)`;
      return db.select({ heldMicros }).from(balances).get() ?? { heldMicros: 0 };
    },
  };
}

/** Works in one transaction while a server keeps writing. */
export function booksOf(db: Db, accountId: string): Books {
  return db.transaction((tx) => ({
    entries: tx
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.accountId, accountId))
      .orderBy(asc(ledgerEntries.id))
      .all(),
    sums: tx.select().from(balances).where(eq(balances.accountId, accountId)).get() ?? nothing,
    holds: tx.select().from(holds).where(eq(holds.accountId, accountId)).all(),
  }));
}
