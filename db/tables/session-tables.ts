// Session tables: sessions, their events, and their snapshots for a takeover.

import { sql } from "drizzle-orm";
import { index, integer, type SQLiteColumn, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { CallOutcomeState, JsonObject, SessionStatus } from "../port/stored-rows.ts";
import { callColumns, callIndexes } from "../call-columns.ts";
import { accounts } from "./account-tables.ts";

const isOpen = ({ status }: { readonly status: SQLiteColumn }) => sql`${status} <> 'ended'`;
const isThere = (has: SQLiteColumn) => sql`${has} = 1`;

export const sessions = sqliteTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    /** Calls of the open engine have no account. */
    accountId: text("account_id").references(() => accounts.id, { onDelete: "cascade" }),
    /** SHA-256 of the token, in hexadecimal; null for calls without a token. */
    tokenHash: text("token_hash"),
    tokenPrefix: text("token_prefix"),
    /** No reference: the record outlives the flow. */
    flowId: text("flow_id"),
    flowRevision: integer("flow_revision"),
    context: text("context", { mode: "json" }).$type<JsonObject>().notNull(),
    metadata: text("metadata", { mode: "json" }).$type<JsonObject>().notNull(),
    status: text("status").$type<SessionStatus>().notNull(),
    createdAt: integer("created_at").notNull(),
    firstConnectedAt: integer("first_connected_at"),
    startedAt: integer("started_at"),
    endedAt: integer("ended_at"),
    connectedMs: integer("connected_ms").notNull().default(0),
    /** Written together with `connectedMs` and `costMicros`: after a crash these three are the truth. */
    heartbeatAt: integer("heartbeat_at"),
    outcome: text("outcome"),
    endReason: text("end_reason"),
    /** State of the work of its flow after the end; null: none. */
    callOutcome: text("call_outcome").$type<CallOutcomeState>(),
    usage: text("usage", { mode: "json" }).$type<JsonObject>(),
    costMicros: integer("cost_micros").notNull().default(0),
    /** Number of events sent to its hooks; absent without hooks. */
    hookSeq: integer("hook_seq"),
    /** Provider names by kind, and the owner of the key. */
    providers: text("providers", { mode: "json" }).$type<JsonObject>(),
    home: text("home"),
    /** Subject of the call as a keyed hash: found by a caller that names the subject, never shown. */
    subjectHash: text("subject_hash"),
    /** 1 until its words, context and metadata have expired. */
    hasWords: integer("has_words").notNull().default(1),
    hasValues: integer("has_values").notNull().default(1),
    /** Retention by the session's flow; null: not set. */
    audioDays: integer("audio_days"),
    wordsDays: integer("words_days"),
    valuesDays: integer("values_days"),
    numbersDays: integer("numbers_days"),
    ...callColumns,
  },
  (table) => [
    index("sessions_subject")
      .on(table.accountId, table.subjectHash)
      .where(sql`${table.subjectHash} is not null`),
    index("sessions_words").on(table.accountId, table.endedAt).where(isThere(table.hasWords)),
    index("sessions_values").on(table.accountId, table.endedAt).where(isThere(table.hasValues)),
    index("sessions_flow_words")
      .on(sql`(${table.endedAt} + ${table.wordsDays} * 86400000)`)
      .where(sql`${table.hasWords} = 1 and ${table.wordsDays} is not null`),
    index("sessions_flow_values")
      .on(sql`(${table.endedAt} + ${table.valuesDays} * 86400000)`)
      .where(sql`${table.hasValues} = 1 and ${table.valuesDays} is not null`),
    index("sessions_flow_numbers")
      .on(sql`(${table.endedAt} + ${table.numbersDays} * 86400000)`)
      .where(sql`${table.numbersDays} is not null`),
    uniqueIndex("sessions_token").on(table.tokenHash),
    ...callIndexes(table),
    index("sessions_open").on(table.status).where(isOpen(table)),
    index("sessions_outcome")
      .on(table.home)
      .where(sql`${table.callOutcome} = 'pending'`),
    index("sessions_account_open").on(table.accountId).where(isOpen(table)),
  ],
);

export const sessionEvents = sqliteTable(
  "session_events",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    sessionId: text("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    atMs: integer("at_ms").notNull(),
    type: text("type").notNull(),
    data: text("data", { mode: "json" }).$type<JsonObject>().notNull(),
  },
  (table) => [index("session_events_session").on(table.sessionId, table.id)],
);

/** Snapshots for a takeover, one per movable session. */
export const sessionSnapshots = sqliteTable("session_snapshots", {
  sessionId: text("session_id")
    .primaryKey()
    .references(() => sessions.id, { onDelete: "cascade" }),
  data: text("data", { mode: "json" }).$type<JsonObject>().notNull(),
});
