// Account deletion in the file: an account's data is deleted slice by slice; its row stays without personal data,
// because the ledger refers to it.

import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { DataFile } from "../open-database.ts";
import type { AccountStore } from "../port/account-store.ts";
import * as tables from "../schema.ts";
import { appendEntries } from "./audit-in-file.ts";
import { immediate } from "./immediate.ts";
import { ownedRows, type OwnedRows } from "../port/owned-rows.ts";

const { accounts, apiKeys, links, logins } = tables;

type Owned = SQLiteTable & { readonly accountId: SQLiteColumn };

const owned: Readonly<Record<OwnedRows, Owned>> = tables;

type Leaving = Pick<AccountStore, "leave" | "leaving" | "leftAmong" | "erase" | "erased">;

export function leavingIn({ durable: db, erase }: DataFile): Leaving {
  const { id, deletedAt, erasedAt } = accounts;
  return {
    async leave({ id: accountId, at }, entries = []) {
      const isIt = and(eq(id, accountId), eq(accounts.role, "member"), isNull(deletedAt));
      const set = { ...nobody(accountId), closedAt: at, deletedAt: at };
      return erase((durable) =>
        durable.transaction((tx) => {
          if (tx.update(accounts).set(set).where(isIt).returning({ id }).get() === undefined) return false;
          tx.delete(logins).where(eq(logins.accountId, accountId)).run();
          tx.update(links).set(nobodys(at)).where(eq(links.accountId, accountId)).run();
          const live = and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt));
          tx.update(apiKeys).set({ revokedAt: at }).where(live).run();
          appendEntries(tx, entries);
          return true;
        }, immediate),
      );
    },
    async leaving() {
      const rows = db
        .select({ id, deletedAt })
        .from(accounts)
        .where(and(isNotNull(deletedAt), isNull(erasedAt)))
        .orderBy(asc(deletedAt))
        .all();
      return rows.map((row) => ({ id: row.id, deletedAt: row.deletedAt ?? 0 }));
    },
    async leftAmong(ids) {
      const left = and(inArray(id, [...ids]), isNotNull(deletedAt));
      const rows = db.select({ id }).from(accounts).where(left).all();
      return rows.map((row) => row.id);
    },
    async erase({ id: accountId, rowsMax }) {
      return erase((durable) =>
        durable.transaction((tx) => {
          for (const [name, most] of ownedRows) {
            const table = owned[name];
            const limit = Math.min(rowsMax, most);
            const some = sql`rowid in (select rowid from ${table} where ${eq(table.accountId, accountId)} limit ${limit})`;
            const { changes } = tx.delete(table).where(some).run() as unknown as { changes: number };
            if (changes > 0) return false;
          }
          return true;
        }, immediate),
      );
    },
    async erased({ id: accountId, at }, entries = []) {
      db.transaction((tx) => {
        tx.update(accounts).set({ erasedAt: at }).where(eq(id, accountId)).run();
        appendEntries(tx, entries);
      }, immediate);
    },
  };
}

/**
 * A letter still counts as sent, for a month: otherwise an owner who deletes the account could have any number sent.
 */
const nobodys = (at: number) => ({ accountId: null, usedBy: null, revokedAt: at });

/** Identifying fields are cleared at once. */
function nobody(accountId: string) {
  return {
    email: `deleted ${accountId}`,
    passwordHash: "",
    tokenGeneration: sql`${accounts.tokenGeneration} + 1`,
  };
}
