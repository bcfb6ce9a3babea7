// Account deletion in Postgres: an account's data is deleted slice by slice; its row stays without personal data,
// because the ledger refers to it.

import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { AccountStore } from "../../port/account-store.ts";
import { appendEntries } from "../audit-in-postgres.ts";
import type { Connections } from "../postgres-connections.ts";
import * as tables from "../postgres-tables.ts";
import { ownedRows, type OwnedRows } from "../../port/owned-rows.ts";

const { accounts, apiKeys, links, logins } = tables;

type Owned = PgTable & { readonly accountId: PgColumn };

const owned: Readonly<Record<OwnedRows, Owned>> = tables;

type Leaving = Pick<AccountStore, "leave" | "leaving" | "leftAmong" | "erase" | "erased">;

export function leavingIn(pg: Connections): Leaving {
  const { id, deletedAt, erasedAt } = accounts;
  return {
    leave({ id: accountId, at }, entries = []) {
      const isIt = and(eq(id, accountId), eq(accounts.role, "member"), isNull(deletedAt));
      const set = { ...nobody(accountId), closedAt: at, deletedAt: at };
      return pg.transact(async (tx) => {
        if ((await tx.update(accounts).set(set).where(isIt).returning({ id })).length === 0) return false;
        await tx.delete(logins).where(eq(logins.accountId, accountId));
        await tx.update(links).set(nobodys(at)).where(eq(links.accountId, accountId));
        const live = and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt));
        await tx.update(apiKeys).set({ revokedAt: at }).where(live);
        await appendEntries(tx, entries);
        return true;
      });
    },
    async leaving() {
      const left = and(isNotNull(deletedAt), isNull(erasedAt));
      const rows = await pg.run((db) =>
        db.select({ id, deletedAt }).from(accounts).where(left).orderBy(asc(deletedAt)),
      );
      return rows.map((row) => ({ id: row.id, deletedAt: row.deletedAt ?? 0 }));
    },
    async leftAmong(ids) {
      const left = and(inArray(id, [...ids]), isNotNull(deletedAt));
      return (await pg.run((db) => db.select({ id }).from(accounts).where(left))).map((row) => row.id);
    },
    erase: ({ id: accountId, rowsMax }) =>
      pg.transact(async (tx) => {
        for (const [name, most] of ownedRows) {
          const table = owned[name];
          const limit = Math.min(rowsMax, most);
          const isOwn = eq(table.accountId, accountId);
          const some = sql`ctid in (select ctid from ${table} where ${isOwn} limit ${limit})`;
          const gone = await tx.delete(table).where(some).returning({ accountId: table.accountId });
          if (gone.length > 0) return false;
        }
        return true;
      }),
    erased: ({ id: accountId, at }, entries = []) =>
      pg.transact(async (tx) => {
        await tx.update(accounts).set({ erasedAt: at }).where(eq(id, accountId));
        await appendEntries(tx, entries);
      }),
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
