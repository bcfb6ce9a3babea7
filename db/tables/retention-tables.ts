// Retention tables: retention settings of accounts, and erasures on request.

import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ErasedCounts, ErasureState, RedactedKind } from "../port/retention-store.ts";
import { accounts } from "./account-tables.ts";

/** Retention settings. Null days are the server's; 0 stores nothing at all. */
export const retentionRules = sqliteTable("retention_rules", {
  accountId: text("account_id")
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  audioDays: integer("audio_days"),
  wordsDays: integer("words_days"),
  valuesDays: integer("values_days"),
  numbersDays: integer("numbers_days"),
  redact: text("redact", { mode: "json" }).$type<readonly RedactedKind[]>().notNull(),
  updatedAt: integer("updated_at").notNull(),
});

/** Erased sessions, by id only: a node that was away deletes its files of them when it is back. */
export const erasedSessions = sqliteTable(
  "erased_sessions",
  { sessionId: text("session_id").primaryKey(), at: integer("at").notNull() },
  (table) => [index("erased_sessions_at").on(table.at)],
);

/** Receipts of erasures, with the subject as the same keyed hash as in sessions. */
export const erasures = sqliteTable(
  "erasures",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    subjectHash: text("subject_hash").notNull(),
    state: text("state").$type<ErasureState>().notNull(),
    counts: text("counts", { mode: "json" }).$type<ErasedCounts>().notNull(),
    createdAt: integer("created_at").notNull(),
    finishedAt: integer("finished_at"),
    receiptHash: text("receipt_hash"),
  },
  (table) => [
    index("erasures_account").on(table.accountId, table.createdAt),
    index("erasures_running").on(table.state),
  ],
);

/**
 * Stored bytes of accounts. `words`: counted by triggers on sessions' data in the database; `recordings` with the
 * name of a place: bytes at that place's last check.
 */
export const storageTotals = sqliteTable(
  "storage_totals",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    what: text("what").notNull(),
    bytes: integer("bytes").notNull(),
    /** Time of the check; 0 if counted continuously. */
    at: integer("at").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.what] })],
);
