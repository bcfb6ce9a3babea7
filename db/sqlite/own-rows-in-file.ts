// Own rows in the file: rows that an account adds, changes and removes, each with its audit entries in one transaction.

import { count, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { DataFile, Db } from "../open-database.ts";
import type { AuditDraft } from "../port/audit-store.ts";
import { appendEntries } from "./audit-in-file.ts";
import { immediate } from "./immediate.ts";

interface Addition<T extends SQLiteTable> {
  readonly table: T;
  readonly row: T["$inferInsert"];
  /** Counted rows. */
  readonly of: SQL | undefined;
  readonly max: number;
}

interface Which {
  readonly table: SQLiteTable;
  readonly where: SQL | undefined;
}

type Entries = readonly AuditDraft[];

/** False if the limit is reached. */
export function addRow<T extends SQLiteTable>(
  db: Db,
  { table, row, of, max }: Addition<T>,
  entries: Entries,
): boolean {
  return db.transaction((tx) => {
    if (countOf(tx, table, of) >= max) return false;
    tx.insert(table).values(row).run();
    appendEntries(tx, entries);
    return true;
  }, immediate);
}

export function countOf(db: Db, table: SQLiteTable, of: SQL | undefined): number {
  return db.select({ number: count() }).from(table).where(of).get()?.number ?? 0;
}

/** False if there is no such row. */
export function changeRow(
  db: Db,
  { table, set, where }: Which & { readonly set: object },
  entries: Entries,
): boolean {
  return db.transaction((tx) => {
    const rows = tx.update(table).set(set).where(where).returning().all();
    if (rows.length > 0) appendEntries(tx, entries);
    return rows.length > 0;
  }, immediate);
}

/** False if there is no such row. Works on a full disk too. */
export function removeRow(
  { erase }: Pick<DataFile, "erase">,
  { table, where }: Which,
  entries: Entries,
): boolean {
  return erase((durable) =>
    durable.transaction((tx) => {
      const rows = tx.delete(table).where(where).returning().all();
      if (rows.length > 0) appendEntries(tx, entries);
      return rows.length > 0;
    }, immediate),
  );
}
