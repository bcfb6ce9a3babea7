// Settings tables: providers and their keys, secrets, hooks with their deliveries.

import { sql } from "drizzle-orm";
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ProviderKind, StoredFallback } from "../port/stored-rows.ts";
import { accounts } from "./account-tables.ts";

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
    /** Hosts that may receive the secret, `host` or `host:port`. */
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
    /** Due time, only for the first of a queue. */
    nextAt: integer("next_at"),
    /** Node that sends the delivery, and the end of its exclusive claim. */
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
