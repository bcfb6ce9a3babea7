// Postgres retention tables: the tables of db/retention-tables.ts for Postgres. Meanings of columns are there.

import { index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { ErasedCounts, ErasureState, RedactedKind } from "../port/retention-store.ts";
import { json, whole, words } from "./postgres-columns.ts";
import { accounts } from "./postgres-tables.ts";

export const retentionRules = pgTable("retention_rules", {
  accountId: words("account_id")
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  audioDays: whole("audio_days"),
  wordsDays: whole("words_days"),
  valuesDays: whole("values_days"),
  numbersDays: whole("numbers_days"),
  redact: json<readonly RedactedKind[]>("redact").notNull(),
  updatedAt: whole("updated_at").notNull(),
});

export const erasedSessions = pgTable(
  "erased_sessions",
  { sessionId: words("session_id").primaryKey(), at: whole("at").notNull() },
  (table) => [index("erased_sessions_at").on(table.at)],
);

export const erasures = pgTable(
  "erasures",
  {
    id: words("id").primaryKey(),
    accountId: words("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    subjectHash: words("subject_hash").notNull(),
    state: words("state").$type<ErasureState>().notNull(),
    counts: json<ErasedCounts>("counts").notNull(),
    createdAt: whole("created_at").notNull(),
    finishedAt: whole("finished_at"),
    receiptHash: words("receipt_hash"),
  },
  (table) => [
    index("erasures_account").on(table.accountId, table.createdAt),
    index("erasures_running").on(table.state),
  ],
);

export const storageTotals = pgTable(
  "storage_totals",
  {
    accountId: words("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    what: words("what").notNull(),
    bytes: whole("bytes").notNull(),
    at: whole("at").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.what] })],
);
