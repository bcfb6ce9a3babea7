// Access tables: accounts, API keys, logins and one-time links. Secrets are stored as hashes only.

import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { LinkPurpose } from "./port/stored-rows.ts";
import { accounts } from "./tables.ts";

export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    label: text("label").notNull(),
    /** SHA-256 of the key, in hexadecimal. */
    hash: text("hash").notNull().unique(),
    /** Visible beginning of the key, by which people recognise it. */
    prefix: text("prefix").notNull(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at"),
    revokedAt: integer("revoked_at"),
  },
  (table) => [index("api_keys_account").on(table.accountId, table.createdAt)],
);

/** Each has its own access token. */
export const logins = sqliteTable(
  "logins",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at").notNull(),
    /** The part of it allowed by LOG_ADDRESSES. */
    address: text("address"),
    /** Name given by the program at its login. */
    agent: text("agent"),
  },
  (table) => [index("logins_account").on(table.accountId, table.createdAt)],
);

/** One-time links. */
export const links = sqliteTable(
  "links",
  {
    id: text("id").primaryKey(),
    /** SHA-256 of its token, in hexadecimal. */
    hash: text("hash").notNull().unique(),
    purpose: text("purpose").$type<LinkPurpose>().notNull(),
    /** Account whose password the link sets; null: it creates an account. */
    accountId: text("account_id").references(() => accounts.id, { onDelete: "cascade" }),
    label: text("label").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    usedAt: integer("used_at"),
    /** Account created with it. No reference: it may be deleted. */
    usedBy: text("used_by"),
    revokedAt: integer("revoked_at"),
  },
  (table) => [index("links_purpose").on(table.purpose, table.createdAt)],
);
