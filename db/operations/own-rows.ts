// Own rows: rows that an account adds, changes and removes, each with its audit entries in one transaction.

import { count, eq, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { AuditDraft } from "../port/audit-store.ts";
import { all, first, run, type Tx, type Work } from "./work.ts";

interface Addition<T extends SQLiteTable> {
  readonly table: T;
  readonly row: T["$inferInsert"] & { readonly accountId: string };
  /** Rows that count towards the limit. */
  readonly of: SQL | undefined;
  readonly max: number;
}

interface Which {
  readonly table: SQLiteTable;
  readonly where: SQL | undefined;
}

type Entries = readonly AuditDraft[];

/**
 * Locks the account: until the transaction ends, no other one changes its counted rows. References to it are not
 * delayed.
 */
export function* lockAccount({ db, lock, tables: { accounts } }: Tx, accountId: string): Work<void> {
  yield* lock(
    db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)),
    "no key update",
  );
}

/** False if the limit is reached. The account is locked, so that no two are added at once. */
export function* addRow<T extends SQLiteTable>(
  tx: Tx,
  { table, row, of, max }: Addition<T>,
  entries: Entries,
): Work<boolean> {
  yield* lockAccount(tx, row.accountId);
  if ((yield* countOf(tx, table, of)) >= max) return false;
  yield* run(tx.db.insert(table).values(row));
  yield* tx.append(entries);
  return true;
}

export function* countOf({ db }: Tx, table: SQLiteTable, of: SQL | undefined): Work<number> {
  return (yield* first(db.select({ number: count() }).from(table).where(of)))?.number ?? 0;
}

/** False if the row does not exist. */
export function* changeRow(
  { db, append }: Tx,
  { table, set, where }: Which & { readonly set: object },
  entries: Entries,
): Work<boolean> {
  const rows = yield* all(db.update(table).set(set).where(where).returning());
  if (rows.length > 0) yield* append(entries);
  return rows.length > 0;
}

/** False if the row does not exist. */
export function* removeRow({ db, append }: Tx, { table, where }: Which, entries: Entries): Work<boolean> {
  const rows = yield* all(db.delete(table).where(where).returning());
  if (rows.length > 0) yield* append(entries);
  return rows.length > 0;
}
