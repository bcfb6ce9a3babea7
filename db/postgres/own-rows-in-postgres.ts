// Own rows in Postgres: rows that an account adds, changes and removes, each with its audit entries in one
// transaction.

import { count, eq, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { AuditDraft } from "../port/audit-store.ts";
import { appendEntries } from "./audit-in-postgres.ts";
import type { Connections, Db } from "./postgres-connections.ts";
import { accounts } from "./postgres-tables.ts";

interface Addition<T extends PgTable> {
  readonly table: T;
  readonly row: T["$inferInsert"] & { readonly accountId: string };
  /** Counted rows. */
  readonly of: SQL | undefined;
  readonly max: number;
}

interface Which {
  readonly table: PgTable;
  readonly where: SQL | undefined;
}

type Entries = readonly AuditDraft[];

/** Until the transaction ends, no other one changes the account's counted rows. References to it are not delayed. */
export async function lockAccount(tx: Db, accountId: string): Promise<void> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for("no key update");
}

/** False if the limit is reached. The account is locked, so that no two are added at once. */
export function addRow<T extends PgTable>(
  pg: Connections,
  { table, row, of, max }: Addition<T>,
  entries: Entries,
): Promise<boolean> {
  return pg.transact(async (tx) => {
    await lockAccount(tx, row.accountId);
    if ((await countOf(tx, table, of)) >= max) return false;
    await tx.insert(table).values(row);
    await appendEntries(tx, entries);
    return true;
  });
}

export async function countOf(db: Db, table: PgTable, of: SQL | undefined): Promise<number> {
  return (await db.select({ number: count() }).from(table).where(of))[0]?.number ?? 0;
}

/** False if there is no such row. */
export function changeRow(
  pg: Connections,
  { table, set, where }: Which & { readonly set: object },
  entries: Entries,
): Promise<boolean> {
  return pg.transact(async (tx) => {
    const rows = await tx.update(table).set(set).where(where).returning();
    if (rows.length > 0) await appendEntries(tx, entries);
    return rows.length > 0;
  });
}

/** False if there is no such row. */
export function removeRow(pg: Connections, { table, where }: Which, entries: Entries): Promise<boolean> {
  return pg.transact(async (tx) => {
    const rows = await tx.delete(table).where(where).returning();
    if (rows.length > 0) await appendEntries(tx, entries);
    return rows.length > 0;
  });
}
