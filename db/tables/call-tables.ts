// Call tables: hashed words and tags for search, results of hook deliveries, daily sums of an account, and its
// budgets.

import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./account-tables.ts";
import { sessions } from "./session-tables.ts";

/** Words of calls. Triggers keep the full-text index `call_search` on this table. */
export const callWords = sqliteTable("call_words", {
  /** Number in the order of the calls' beginnings. */
  number: integer("number").primaryKey(),
  sessionId: text("session_id")
    .notNull()
    .unique()
    .references(() => sessions.id, { onDelete: "cascade" }),
  /** Hashes of the spoken words, separated by spaces: never the words. */
  terms: text("terms").notNull(),
});

export const callTags = sqliteTable(
  "call_tags",
  {
    sessionId: text("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    tag: text("tag").notNull(),
    accountId: text("account_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.tag] }),
    index("call_tags_tag").on(table.accountId, table.tag, table.sessionId),
  ],
);

/** Finished hook deliveries, by the number under which each waited. */
export const doneDeliveries = sqliteTable(
  "done_deliveries",
  {
    id: integer("id").primaryKey(),
    accountId: text("account_id").notNull(),
    sessionId: text("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    queue: text("queue").notNull(),
    url: text("url").notNull(),
    signer: text("signer").notNull(),
    messageId: text("message_id").notNull(),
    event: text("event").notNull(),
    /** Body; deleted with the session's words and values. */
    body: text("body"),
    attempts: integer("attempts").notNull(),
    /** Null: the delivery succeeded. */
    lastError: text("last_error"),
    doneAt: integer("done_at").notNull(),
  },
  (table) => [
    index("done_deliveries_session").on(table.sessionId, table.id),
    index("done_deliveries_account").on(table.accountId, table.id),
  ],
);

/** Calls that ended on a day of UTC. */
export const callDays = sqliteTable(
  "call_days",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** Day as `2026-11-24`. */
    day: text("day").notNull(),
    calls: integer("calls").notNull().default(0),
    failed: integer("failed").notNull().default(0),
    connectedMs: integer("connected_ms").notNull().default(0),
    costMicros: integer("cost_micros").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day] })],
);

/** Number of a day's answers up to this time and above the next shorter one. */
export const callDayLatencies = sqliteTable(
  "call_day_latencies",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    day: text("day").notNull(),
    uptoMs: integer("upto_ms").notNull(),
    answers: integer("answers").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day, table.uptoMs] })],
);

/** Daily sums for each revision of a flow. */
export const callFlowDays = sqliteTable(
  "call_flow_days",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    day: text("day").notNull(),
    /** Empty for an assistant session. */
    flowId: text("flow_id").notNull(),
    /** 0 for a flow shipped with the program. */
    revision: integer("revision").notNull(),
    calls: integer("calls").notNull().default(0),
    failed: integer("failed").notNull().default(0),
    connectedMs: integer("connected_ms").notNull().default(0),
    costMicros: integer("cost_micros").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day, table.flowId, table.revision] })],
);

/** Monthly spending limits of accounts, in UTC. */
export const budgets = sqliteTable("budgets", {
  accountId: text("account_id")
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  monthlyMicros: integer("monthly_micros").notNull(),
  /** 1: an exhausted budget refuses new calls. */
  refuses: integer("refuses").notNull(),
  /** Month (`2026-11`) and share in per cent of the last notice to hooks. */
  toldMonth: text("told_month"),
  toldPercent: integer("told_percent").notNull().default(0),
});
