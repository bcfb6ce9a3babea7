// Call tables in Postgres: as in call-tables.ts, and the call columns of sessions.

import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { whole, words } from "./postgres-columns.ts";
import { accounts, sessions } from "./postgres-tables.ts";

export const callWords = pgTable(
  "call_words",
  {
    number: whole("number").primaryKey(),
    sessionId: words("session_id")
      .notNull()
      .unique()
      .references(() => sessions.id, { onDelete: "cascade" }),
    terms: words("terms").notNull(),
  },
  (table) => [index("call_words_terms").using("gin", sql`string_to_array(${table.terms}, ' ')`)],
);

export const callTags = pgTable(
  "call_tags",
  {
    sessionId: words("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    tag: words("tag").notNull(),
    accountId: words("account_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.tag] }),
    index("call_tags_tag").on(table.accountId, table.tag, table.sessionId),
  ],
);

export const doneDeliveries = pgTable(
  "done_deliveries",
  {
    id: whole("id").primaryKey(),
    accountId: words("account_id").notNull(),
    sessionId: words("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    queue: words("queue").notNull(),
    url: words("url").notNull(),
    signer: words("signer").notNull(),
    messageId: words("message_id").notNull(),
    event: words("event").notNull(),
    body: words("body"),
    attempts: whole("attempts").notNull(),
    lastError: words("last_error"),
    doneAt: whole("done_at").notNull(),
  },
  (table) => [
    index("done_deliveries_session").on(table.sessionId, table.id),
    index("done_deliveries_account").on(table.accountId, table.id),
  ],
);

export const callDays = pgTable(
  "call_days",
  {
    accountId: words("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    day: words("day").notNull(),
    calls: whole("calls").notNull().default(0),
    failed: whole("failed").notNull().default(0),
    connectedMs: whole("connected_ms").notNull().default(0),
    costMicros: whole("cost_micros").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day] })],
);

export const callDayLatencies = pgTable(
  "call_day_latencies",
  {
    accountId: words("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    day: words("day").notNull(),
    uptoMs: whole("upto_ms").notNull(),
    answers: whole("answers").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day, table.uptoMs] })],
);

export const callFlowDays = pgTable(
  "call_flow_days",
  {
    accountId: words("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    day: words("day").notNull(),
    flowId: words("flow_id").notNull(),
    revision: whole("revision").notNull(),
    calls: whole("calls").notNull().default(0),
    failed: whole("failed").notNull().default(0),
    connectedMs: whole("connected_ms").notNull().default(0),
    costMicros: whole("cost_micros").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day, table.flowId, table.revision] })],
);

export const budgets = pgTable("budgets", {
  accountId: words("account_id")
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  monthlyMicros: whole("monthly_micros").notNull(),
  refuses: whole("refuses").notNull(),
  toldMonth: words("told_month"),
  toldPercent: whole("told_percent").notNull().default(0),
});
