// Account deletion: an account's data is deleted slice by slice; its row stays without personal data, because the
// ledger refers to it.

import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { AccountStore } from "../port/account-store.ts";
import { ownedRows, type OwnedRows } from "../port/owned-rows.ts";
import { all, type Executor, first, run, type Tables } from "./work.ts";

type Owned = SQLiteTable & { readonly accountId: SQLiteColumn };

type Leaving = Pick<AccountStore, "leave" | "leaving" | "leftAmong" | "erase" | "erased">;

export function leavingIn({ execute, transact, erase }: Executor): Leaving {
  return {
    leave: ({ id: accountId, at }, entries = []) =>
      erase(function* ({ db, tables, append }) {
        const { accounts, apiKeys, links, logins } = tables;
        const { id, role, deletedAt } = accounts;
        const isIt = and(eq(id, accountId), eq(role, "member"), isNull(deletedAt));
        const set = { ...anonymous(tables, accountId), closedAt: at, deletedAt: at };
        const left = db.update(accounts).set(set).where(isIt).returning({ id });
        if ((yield* first(left)) === undefined) return false;
        yield* run(db.delete(logins).where(eq(logins.accountId, accountId)));
        yield* run(db.update(links).set(anonymousLink(at)).where(eq(links.accountId, accountId)));
        const isLive = and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt));
        yield* run(db.update(apiKeys).set({ revokedAt: at }).where(isLive));
        yield* append(entries);
        return true;
      }),
    leaving: () =>
      execute(function* ({ db, tables: { accounts } }) {
        const { id, deletedAt, erasedAt } = accounts;
        const isLeaving = and(isNotNull(deletedAt), isNull(erasedAt));
        const rows = db.select({ id, deletedAt }).from(accounts).where(isLeaving).orderBy(asc(deletedAt));
        return (yield* all(rows)).map((row) => ({ id: row.id, deletedAt: row.deletedAt ?? 0 }));
      }),
    leftAmong: (ids) =>
      execute(function* ({ db, tables: { accounts } }) {
        const { id, deletedAt } = accounts;
        const hasLeft = and(inArray(id, [...ids]), isNotNull(deletedAt));
        return (yield* all(db.select({ id }).from(accounts).where(hasLeft))).map((row) => row.id);
      }),
    erase: ({ id: accountId, rowsMax }) =>
      erase(function* ({ db, tables, someRows }) {
        const owned: Readonly<Record<OwnedRows, Owned>> = tables;
        for (const [name, max] of ownedRows) {
          const table = owned[name];
          const some = someRows(table, eq(table.accountId, accountId), Math.min(rowsMax, max));
          const { accountId: column } = table;
          if ((yield* first(db.delete(table).where(some).returning({ column }))) !== undefined) return false;
        }
        return true;
      }),
    erased: ({ id, at }, entries = []) =>
      transact(function* ({ db, tables: { accounts }, append }) {
        yield* run(db.update(accounts).set({ erasedAt: at }).where(eq(accounts.id, id)));
        yield* append(entries);
      }),
  };
}

/**
 * A letter still counts as sent, for a month: otherwise an owner who deletes the account could have any number sent.
 */
const anonymousLink = (at: number) => ({ accountId: null, usedBy: null, revokedAt: at });

/** Identifying fields are cleared at once. */
function anonymous(tables: Tables, accountId: string) {
  return { email: `deleted ${accountId}`, passwordHash: "", ...nextGeneration(tables) };
}

export function nextGeneration({ accounts }: Tables) {
  return { tokenGeneration: sql`${accounts.tokenGeneration} + 1` };
}
