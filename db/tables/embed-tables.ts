// Embed tables: assistants, embeds, their sessions, and their refusals.

import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { EmbedRefusal } from "../port/embed-store.ts";
import type { JsonObject } from "../port/stored-rows.ts";
import { accounts } from "./account-tables.ts";
import { sessions } from "./session-tables.ts";

/** Assistants of an account. The default one has its account's id, and no name. Null: the server's value. */
export const assistants = sqliteTable(
  "assistants",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    systemPrompt: text("system_prompt"),
    /** Tools by name, as written by the account. */
    tools: text("tools", { mode: "json" }).$type<Readonly<Record<string, JsonObject>>>(),
    model: text("model"),
    voice: text("voice"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  ({ accountId, createdAt }) => [index("assistants_account").on(accountId, createdAt)],
);

/** Embeds. A revoked one stays: its token is never reused, and its owner sees requests for it. */
export const embeds = sqliteTable(
  "embeds",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** Token as it appears in pages. */
    token: text("token").notNull(),
    /** Id of a flow or an assistant. No reference: a deleted one refuses its visitors, and the embed shows it. */
    flowId: text("flow_id").notNull(),
    label: text("label").notNull(),
    origins: text("origins", { mode: "json" }).$type<readonly string[]>().notNull(),
    /** Look of the embed's agent; null: as in the page or this program. */
    agentName: text("agent_name"),
    picture: text("picture"),
    colour: text("colour"),
    greeting: text("greeting"),
    /** null: unlimited. */
    sessionsPerHour: integer("sessions_per_hour"),
    minutesPerDay: integer("minutes_per_day"),
    budgetMicros: integer("budget_micros"),
    /** Spent and held amounts: a trigger on holds updates this sum, so it outlives them. */
    usedMicros: integer("used_micros").notNull().default(0),
    expiresAt: integer("expires_at"),
    revokedAt: integer("revoked_at"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("embeds_token").on(table.token),
    index("embeds_account").on(table.accountId, table.createdAt),
  ],
);

export const embedSessions = sqliteTable(
  "embed_sessions",
  {
    sessionId: text("session_id")
      .primaryKey()
      .references(() => sessions.id, { onDelete: "cascade" }),
    embedId: text("embed_id")
      .notNull()
      .references(() => embeds.id, { onDelete: "cascade" }),
    /** Origin of the session's page; null: none. */
    origin: text("origin"),
    at: integer("at").notNull(),
  },
  (table) => [index("embed_sessions_embed").on(table.embedId, table.at)],
);

export const embedRefusals = sqliteTable(
  "embed_refusals",
  {
    embedId: text("embed_id")
      .notNull()
      .references(() => embeds.id, { onDelete: "cascade" }),
    reason: text("reason").$type<EmbedRefusal>().notNull(),
    count: integer("count").notNull(),
    lastAt: integer("last_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.embedId, table.reason] })],
);
