// Postgres embed tables: the tables of db/embed-tables.ts for Postgres. Meanings of columns are there.

import { index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import type { EmbedRefusal } from "../../port/embed-store.ts";
import type { JsonObject } from "../../port/stored-rows.ts";
import { json, whole, words } from "../postgres-columns.ts";
import { accounts, sessions } from "../postgres-tables.ts";

export const assistants = pgTable(
  "assistants",
  {
    id: words("id").primaryKey(),
    accountId: words("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    name: words("name").notNull(),
    systemPrompt: words("system_prompt"),
    tools: json<Readonly<Record<string, JsonObject>>>("tools"),
    model: words("model"),
    voice: words("voice"),
    createdAt: whole("created_at").notNull(),
    updatedAt: whole("updated_at").notNull(),
  },
  ({ accountId, createdAt }) => [index("assistants_account").on(accountId, createdAt)],
);

export const embeds = pgTable(
  "embeds",
  {
    id: words("id").primaryKey(),
    accountId: words("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    token: words("token").notNull(),
    flowId: words("flow_id").notNull(),
    label: words("label").notNull(),
    origins: json<readonly string[]>("origins").notNull(),
    agentName: words("agent_name"),
    picture: words("picture"),
    colour: words("colour"),
    greeting: words("greeting"),
    sessionsPerHour: whole("sessions_per_hour"),
    minutesPerDay: whole("minutes_per_day"),
    budgetMicros: whole("budget_micros"),
    usedMicros: whole("used_micros").notNull().default(0),
    expiresAt: whole("expires_at"),
    revokedAt: whole("revoked_at"),
    createdAt: whole("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("embeds_token").on(table.token),
    index("embeds_account").on(table.accountId, table.createdAt),
  ],
);

export const embedSessions = pgTable(
  "embed_sessions",
  {
    sessionId: words("session_id")
      .primaryKey()
      .references(() => sessions.id, { onDelete: "cascade" }),
    embedId: words("embed_id")
      .notNull()
      .references(() => embeds.id, { onDelete: "cascade" }),
    origin: words("origin"),
    at: whole("at").notNull(),
  },
  (table) => [index("embed_sessions_embed").on(table.embedId, table.at)],
);

export const embedRefusals = pgTable(
  "embed_refusals",
  {
    embedId: words("embed_id")
      .notNull()
      .references(() => embeds.id, { onDelete: "cascade" }),
    reason: words("reason").$type<EmbedRefusal>().notNull(),
    count: whole("count").notNull(),
    lastAt: whole("last_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.embedId, table.reason] })],
);
