// Ledger tables: money as whole micro-cents; seconds and cents exist only at the edge of the API.

import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { EntryKind } from "../port/stored-rows.ts";
import { accounts } from "./account-tables.ts";

/** Ledger entries: the truth about money. Triggers forbid changing or deleting an entry. */
export const ledgerEntries = sqliteTable(
  "ledger_entries",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    /** No reference: the money outlives the record. */
    sessionId: text("session_id"),
    kind: text("kind").$type<EntryKind>().notNull(),
    micros: integer("micros").notNull(),
    at: integer("at").notNull(),
    note: text("note"),
  },
  (table) => [
    index("ledger_entries_account").on(table.accountId, table.id),
    index("ledger_entries_session").on(table.sessionId),
    check("ledger_entries_kind", sql`${table.kind} in ('grant', 'hold', 'settle', 'release', 'writeoff')`),
    check("ledger_entries_micros", sql`typeof(${table.micros}) = 'integer' and ${table.micros} >= 0`),
  ],
);

/**
 * Sums of an account's entries, updated in the transaction of each entry. The checks are the last word on overdrafts.
 */
export const balances = sqliteTable(
  "balances",
  {
    accountId: text("account_id")
      .primaryKey()
      .references(() => accounts.id),
    grantedMicros: integer("granted_micros").notNull().default(0),
    settledMicros: integer("settled_micros").notNull().default(0),
    heldMicros: integer("held_micros").notNull().default(0),
  },
  (table) => [
    check("balances_held", sql`${table.heldMicros} >= 0`),
    check("balances_settled", sql`${table.settledMicros} >= 0`),
    check(
      "balances_available",
      sql`${table.grantedMicros} - ${table.settledMicros} - ${table.heldMicros} >= 0`,
    ),
  ],
);

export const holds = sqliteTable(
  "holds",
  {
    sessionId: text("session_id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    /** Amount that is held and neither settled nor released. */
    openMicros: integer("open_micros").notNull(),
    settledMicros: integer("settled_micros").notNull().default(0),
    writtenOffMicros: integer("written_off_micros").notNull().default(0),
    closedAt: integer("closed_at"),
  },
  (table) => [
    index("holds_open")
      .on(table.sessionId)
      .where(sql`${table.closedAt} is null`),
    check("holds_open_micros", sql`${table.openMicros} >= 0`),
    check("holds_closed", sql`${table.closedAt} is null or ${table.openMicros} = 0`),
  ],
);
