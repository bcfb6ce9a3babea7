// Postgres access tables: the tables of db/access-tables.ts for Postgres. Meanings of columns are there.

import { index, pgTable } from "drizzle-orm/pg-core";
import type { LinkPurpose } from "../../port/stored-rows.ts";
import { whole, words } from "../postgres-columns.ts";
import { accounts } from "../postgres-tables.ts";

export const apiKeys = pgTable(
  "api_keys",
  {
    id: words("id").primaryKey(),
    accountId: words("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    label: words("label").notNull(),
    hash: words("hash").notNull().unique(),
    prefix: words("prefix").notNull(),
    createdAt: whole("created_at").notNull(),
    lastUsedAt: whole("last_used_at"),
    revokedAt: whole("revoked_at"),
  },
  (table) => [index("api_keys_account").on(table.accountId, table.createdAt)],
);

export const logins = pgTable(
  "logins",
  {
    id: words("id").primaryKey(),
    accountId: words("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    createdAt: whole("created_at").notNull(),
    lastUsedAt: whole("last_used_at").notNull(),
    address: words("address"),
    agent: words("agent"),
  },
  (table) => [index("logins_account").on(table.accountId, table.createdAt)],
);

export const links = pgTable(
  "links",
  {
    id: words("id").primaryKey(),
    hash: words("hash").notNull().unique(),
    purpose: words("purpose").$type<LinkPurpose>().notNull(),
    accountId: words("account_id").references(() => accounts.id, { onDelete: "cascade" }),
    label: words("label").notNull(),
    createdAt: whole("created_at").notNull(),
    expiresAt: whole("expires_at").notNull(),
    usedAt: whole("used_at"),
    usedBy: words("used_by"),
    revokedAt: whole("revoked_at"),
  },
  (table) => [index("links_purpose").on(table.purpose, table.createdAt)],
);
