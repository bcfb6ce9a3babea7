// Database tables: every table, for drizzle and for the migrations of `drizzle-kit generate`. Money is whole
// micro-cents, times are epoch milliseconds; seconds and cents exist only at the edge of the API.

import { sql } from "drizzle-orm";
import {
  blob,
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  type SQLiteColumn,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type {
  AccountRole,
  EntryKind,
  FlowLayout,
  JsonObject,
  ProviderKind,
  CallOutcomeState,
  SessionStatus,
  StoredFallback,
} from "./port/stored-rows.ts";
import { callColumns, callIndexes } from "./call-columns.ts";

export const accounts = sqliteTable(
  "accounts",
  {
    id: text("id").primaryKey(),
    email: text("email").notNull().unique(),
    passwordHash: text("password_hash").notNull(),
    tokenGeneration: integer("token_generation").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    role: text("role").$type<AccountRole>().notNull().default("member"),
    /** Time of its closing by the owner; null: open. `callsGoOn` 1: running calls may end by themselves. */
    closedAt: integer("closed_at"),
    callsGoOn: integer("calls_go_on").notNull().default(0),
    /** Time of its email's confirmation, or of its creation if none was required; null: not yet. */
    confirmedAt: integer("confirmed_at"),
    /** From `deletedAt` on it is not found; at `erasedAt` only the data needed by its ledger was left. */
    deletedAt: integer("deleted_at"),
    erasedAt: integer("erased_at"),
  },
  ({ role, deletedAt, erasedAt }) => [
    uniqueIndex("accounts_owner")
      .on(role)
      .where(sql`${role} = 'owner'`),
    index("accounts_leaving")
      .on(deletedAt)
      .where(sql`${deletedAt} is not null and ${erasedAt} is null`),
  ],
);

export const flows = sqliteTable(
  "flows",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** Id in its document, for other flows; empty if it has none, null until its text was read. */
    documentId: text("document_id"),
    /** Newest one; counts from 1. */
    revision: integer("revision").notNull(),
    /** Revision for calls; null: the newest. */
    published: integer("published"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    index("flows_account").on(table.accountId, table.createdAt),
    index("flows_document").on(table.accountId, table.documentId),
  ],
);

export const flowRevisions = sqliteTable(
  "flow_revisions",
  {
    flowId: text("flow_id")
      .notNull()
      .references(() => flows.id, { onDelete: "cascade" }),
    revision: integer("revision").notNull(),
    source: text("source").notNull(),
    /** Node positions in an editor, by id. */
    layout: text("layout", { mode: "json" }).$type<FlowLayout>(),
    createdAt: integer("created_at").notNull(),
    /** Figures of its last calls, and the terms of its contract that are broken; null: none yet. */
    contract: text("contract"),
  },
  (table) => [primaryKey({ columns: [table.flowId, table.revision] })],
);

/** Revisions of other flows that a revision calls and includes, fixed when it was stored. */
export const flowLinks = sqliteTable(
  "flow_links",
  {
    flowId: text("flow_id").notNull(),
    revision: integer("revision").notNull(),
    /** Id by which documents name it. */
    documentId: text("document_id").notNull(),
    /** No reference: it may be deleted, and is missing then. */
    linkedId: text("linked_id").notNull(),
    linkedRevision: integer("linked_revision").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.flowId, table.revision, table.documentId] }),
    foreignKey({
      columns: [table.flowId, table.revision],
      foreignColumns: [flowRevisions.flowId, flowRevisions.revision],
    }).onDelete("cascade"),
    index("flow_links_linked").on(table.linkedId, table.linkedRevision),
  ],
);

const isOpen = ({ status }: { readonly status: SQLiteColumn }) => sql`${status} <> 'ended'`;
const isThere = (has: SQLiteColumn) => sql`${has} = 1`;

export const sessions = sqliteTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    /** Calls of the open engine have none. */
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
    /** Names by kind, and the owner of the key. */
    providers: text("providers", { mode: "json" }).$type<JsonObject>(),
    home: text("home"),
    /** Subject of the call as a keyed hash: found by a caller that names the subject, never shown. */
    subjectHash: text("subject_hash"),
    /** 1 until its words, context and metadata have expired. */
    hasWords: integer("has_words").notNull().default(1),
    hasValues: integer("has_values").notNull().default(1),
    /** Retention by its flow; null: not set. */
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

/** The truth about money. Triggers forbid to change or delete an entry. */
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
    /** Held and neither settled nor released. */
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

/** Choices of an account; an absent name is the server's. */
export const providerSettings = sqliteTable("provider_settings", {
  accountId: text("account_id")
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  stt: text("stt"),
  tts: text("tts"),
  llm: text("llm"),
  /** Model of the provider beside it; null: its default. */
  sttModel: text("stt_model"),
  ttsModel: text("tts_model"),
  llmModel: text("llm_model"),
  ttsVoice: text("tts_voice"),
  /** Replacements after a failure of that provider, in order. */
  sttFallback: text("stt_fallback", { mode: "json" }).$type<readonly StoredFallback[]>(),
  ttsFallback: text("tts_fallback", { mode: "json" }).$type<readonly StoredFallback[]>(),
  llmFallback: text("llm_fallback", { mode: "json" }).$type<readonly StoredFallback[]>(),
});

/** Keys belong to a provider's name, so that a changed name never sends one vendor's key to another. */
export const providerKeys = sqliteTable(
  "provider_keys",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    kind: text("kind").$type<ProviderKind>().notNull(),
    provider: text("provider").notNull(),
    sealed: blob("sealed", { mode: "buffer" }).notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.kind, table.provider] })],
);

/** Credentials that flows of an account send to other servers. */
export const secrets = sqliteTable(
  "secrets",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    sealed: blob("sealed", { mode: "buffer" }).notNull(),
    /** Hosts that may receive it, `host` or `host:port`. */
    hosts: text("hosts", { mode: "json" }).$type<readonly string[]>().notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.name] })],
);

/** Receivers of the events of all of an account's sessions. */
export const hooks = sqliteTable(
  "hooks",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    url: text("url").notNull(),
    events: text("events", { mode: "json" }).$type<readonly string[]>().notNull(),
    /** Signing secret. */
    sealed: blob("sealed", { mode: "buffer" }).notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("hooks_account").on(table.accountId, table.createdAt)],
);

/** The outbox: undelivered events. A row is deleted when delivered or given up. */
export const hookDeliveries = sqliteTable(
  "hook_deliveries",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** Events of a session for one receiver, delivered one after the other. */
    queue: text("queue").notNull(),
    url: text("url").notNull(),
    /** `hook_…` of the account, or `secret:NAME`: owner of the signing secret. */
    signer: text("signer").notNull(),
    /** Equal for all receivers of an event. */
    messageId: text("message_id").notNull(),
    body: text("body").notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** Only for the first of a queue. */
    nextAt: integer("next_at"),
    /** Node that sends it, and the end of its exclusive claim. */
    claimedBy: text("claimed_by"),
    claimedUntil: integer("claimed_until"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("hook_deliveries_queue").on(table.queue, table.id),
    // A row added again after a lost answer exists once.
    uniqueIndex("hook_deliveries_once").on(table.queue, table.messageId),
    index("hook_deliveries_account").on(table.accountId),
    index("hook_deliveries_due")
      .on(table.url, table.nextAt)
      .where(sql`${table.nextAt} is not null`),
  ],
);

/** Snapshots for a takeover, one per movable session. */
export const sessionSnapshots = sqliteTable("session_snapshots", {
  sessionId: text("session_id")
    .primaryKey()
    .references(() => sessions.id, { onDelete: "cascade" }),
  data: text("data", { mode: "json" }).$type<JsonObject>().notNull(),
});

export const meta = sqliteTable("meta", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
});
