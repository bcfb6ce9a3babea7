// Postgres tables: the tables of db/tables.ts for Postgres, for drizzle and for the migrations of `drizzle-kit
// generate --dialect postgresql`. Meanings of columns are there; a test compares the two.

import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import type {
  AccountRole,
  EntryKind,
  FlowLayout,
  JsonObject,
  ProviderKind,
  CallOutcomeState,
  SessionStatus,
  StoredFallback,
} from "../port/stored-rows.ts";
import { bytes, callColumns, callIndexes, json, whole, words } from "./postgres-columns.ts";

export const accounts = pgTable(
  "accounts",
  {
    id: words("id").primaryKey(),
    email: words("email").notNull().unique(),
    passwordHash: words("password_hash").notNull(),
    tokenGeneration: whole("token_generation").notNull().default(0),
    createdAt: whole("created_at").notNull(),
    role: words("role").$type<AccountRole>().notNull().default("member"),
    closedAt: whole("closed_at"),
    callsGoOn: whole("calls_go_on").notNull().default(0),
    confirmedAt: whole("confirmed_at"),
    deletedAt: whole("deleted_at"),
    erasedAt: whole("erased_at"),
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

export const flows = pgTable(
  "flows",
  {
    id: words("id").primaryKey(),
    accountId: words("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    name: words("name").notNull(),
    documentId: words("document_id"),
    revision: whole("revision").notNull(),
    published: whole("published"),
    createdAt: whole("created_at").notNull(),
    updatedAt: whole("updated_at").notNull(),
  },
  (table) => [
    index("flows_account").on(table.accountId, table.createdAt),
    index("flows_document").on(table.accountId, table.documentId),
  ],
);

export const flowRevisions = pgTable(
  "flow_revisions",
  {
    flowId: words("flow_id")
      .notNull()
      .references(() => flows.id, { onDelete: "cascade" }),
    revision: whole("revision").notNull(),
    source: words("source").notNull(),
    layout: json<FlowLayout>("layout"),
    createdAt: whole("created_at").notNull(),
    contract: words("contract"),
  },
  (table) => [primaryKey({ columns: [table.flowId, table.revision] })],
);

export const flowLinks = pgTable(
  "flow_links",
  {
    flowId: words("flow_id").notNull(),
    revision: whole("revision").notNull(),
    documentId: words("document_id").notNull(),
    linkedId: words("linked_id").notNull(),
    linkedRevision: whole("linked_revision").notNull(),
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

export const sessions = pgTable(
  "sessions",
  {
    id: words("id").primaryKey(),
    accountId: words("account_id").references(() => accounts.id, { onDelete: "cascade" }),
    tokenHash: words("token_hash"),
    tokenPrefix: words("token_prefix"),
    flowId: words("flow_id"),
    flowRevision: whole("flow_revision"),
    context: json<JsonObject>("context").notNull(),
    metadata: json<JsonObject>("metadata").notNull(),
    status: words("status").$type<SessionStatus>().notNull(),
    createdAt: whole("created_at").notNull(),
    firstConnectedAt: whole("first_connected_at"),
    startedAt: whole("started_at"),
    endedAt: whole("ended_at"),
    connectedMs: whole("connected_ms").notNull().default(0),
    heartbeatAt: whole("heartbeat_at"),
    outcome: words("outcome"),
    endReason: words("end_reason"),
    callOutcome: words("call_outcome").$type<CallOutcomeState>(),
    usage: json<JsonObject>("usage"),
    costMicros: whole("cost_micros").notNull().default(0),
    hookSeq: whole("hook_seq"),
    providers: json<JsonObject>("providers"),
    home: words("home"),
    subjectHash: words("subject_hash"),
    hasWords: whole("has_words").notNull().default(1),
    hasValues: whole("has_values").notNull().default(1),
    audioDays: whole("audio_days"),
    wordsDays: whole("words_days"),
    valuesDays: whole("values_days"),
    numbersDays: whole("numbers_days"),
    ...callColumns,
  },
  (table) => [
    index("sessions_subject")
      .on(table.accountId, table.subjectHash)
      .where(sql`${table.subjectHash} is not null`),
    index("sessions_words")
      .on(table.accountId, table.endedAt)
      .where(sql`${table.hasWords} = 1`),
    index("sessions_values")
      .on(table.accountId, table.endedAt)
      .where(sql`${table.hasValues} = 1`),
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
    index("sessions_open")
      .on(table.status)
      .where(sql`${table.status} <> 'ended'`),
    index("sessions_outcome")
      .on(table.home)
      .where(sql`${table.callOutcome} = 'pending'`),
    index("sessions_account_open")
      .on(table.accountId)
      .where(sql`${table.status} <> 'ended'`),
  ],
);

export const sessionEvents = pgTable(
  "session_events",
  {
    id: whole("id").primaryKey().generatedByDefaultAsIdentity(),
    sessionId: words("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    atMs: whole("at_ms").notNull(),
    type: words("type").notNull(),
    data: json<JsonObject>("data").notNull(),
  },
  (table) => [index("session_events_session").on(table.sessionId, table.id)],
);

export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: whole("id").primaryKey().generatedByDefaultAsIdentity(),
    accountId: words("account_id")
      .notNull()
      .references(() => accounts.id),
    sessionId: words("session_id"),
    kind: words("kind").$type<EntryKind>().notNull(),
    micros: whole("micros").notNull(),
    at: whole("at").notNull(),
    note: words("note"),
  },
  (table) => [
    index("ledger_entries_account").on(table.accountId, table.id),
    index("ledger_entries_session").on(table.sessionId),
    check("ledger_entries_kind", sql`${table.kind} in ('grant', 'hold', 'settle', 'release', 'writeoff')`),
    check("ledger_entries_micros", sql`${table.micros} between 0 and 9007199254740991`),
  ],
);

export const balances = pgTable(
  "balances",
  {
    accountId: words("account_id")
      .primaryKey()
      .references(() => accounts.id),
    grantedMicros: whole("granted_micros").notNull().default(0),
    settledMicros: whole("settled_micros").notNull().default(0),
    heldMicros: whole("held_micros").notNull().default(0),
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

export const holds = pgTable(
  "holds",
  {
    sessionId: words("session_id").primaryKey(),
    accountId: words("account_id")
      .notNull()
      .references(() => accounts.id),
    openMicros: whole("open_micros").notNull(),
    settledMicros: whole("settled_micros").notNull().default(0),
    writtenOffMicros: whole("written_off_micros").notNull().default(0),
    closedAt: whole("closed_at"),
  },
  (table) => [
    index("holds_open")
      .on(table.sessionId)
      .where(sql`${table.closedAt} is null`),
    check("holds_open_micros", sql`${table.openMicros} >= 0`),
    check("holds_closed", sql`${table.closedAt} is null or ${table.openMicros} = 0`),
  ],
);

export const providerSettings = pgTable("provider_settings", {
  accountId: words("account_id")
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  stt: words("stt"),
  tts: words("tts"),
  llm: words("llm"),
  sttModel: words("stt_model"),
  ttsModel: words("tts_model"),
  llmModel: words("llm_model"),
  ttsVoice: words("tts_voice"),
  sttFallback: json<readonly StoredFallback[]>("stt_fallback"),
  ttsFallback: json<readonly StoredFallback[]>("tts_fallback"),
  llmFallback: json<readonly StoredFallback[]>("llm_fallback"),
});

export const providerKeys = pgTable(
  "provider_keys",
  {
    accountId: words("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    kind: words("kind").$type<ProviderKind>().notNull(),
    provider: words("provider").notNull(),
    sealed: bytes("sealed").notNull(),
    updatedAt: whole("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.kind, table.provider] })],
);

export const secrets = pgTable(
  "secrets",
  {
    accountId: words("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    name: words("name").notNull(),
    sealed: bytes("sealed").notNull(),
    hosts: json<readonly string[]>("hosts").notNull(),
    updatedAt: whole("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.name] })],
);

export const hooks = pgTable(
  "hooks",
  {
    id: words("id").primaryKey(),
    accountId: words("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    url: words("url").notNull(),
    events: json<readonly string[]>("events").notNull(),
    sealed: bytes("sealed").notNull(),
    createdAt: whole("created_at").notNull(),
  },
  (table) => [index("hooks_account").on(table.accountId, table.createdAt)],
);

export const hookDeliveries = pgTable(
  "hook_deliveries",
  {
    id: whole("id").primaryKey().generatedByDefaultAsIdentity(),
    accountId: words("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    queue: words("queue").notNull(),
    url: words("url").notNull(),
    signer: words("signer").notNull(),
    messageId: words("message_id").notNull(),
    body: words("body").notNull(),
    attempts: whole("attempts").notNull().default(0),
    nextAt: whole("next_at"),
    claimedBy: words("claimed_by"),
    claimedUntil: whole("claimed_until"),
    createdAt: whole("created_at").notNull(),
  },
  (table) => [
    index("hook_deliveries_queue").on(table.queue, table.id),
    uniqueIndex("hook_deliveries_once").on(table.queue, table.messageId),
    index("hook_deliveries_account").on(table.accountId),
    index("hook_deliveries_due")
      .on(table.url, table.nextAt)
      .where(sql`${table.nextAt} is not null`),
  ],
);

export const sessionSnapshots = pgTable("session_snapshots", {
  sessionId: words("session_id")
    .primaryKey()
    .references(() => sessions.id, { onDelete: "cascade" }),
  data: json<JsonObject>("data").notNull(),
});

export const meta = pgTable("meta", {
  key: words("key").primaryKey(),
  value: words("value").notNull(),
});
