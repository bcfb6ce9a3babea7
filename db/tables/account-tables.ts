// Account tables: accounts, API keys, logins and one-time links. Secrets are stored as hashes only.

import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { AccountRole, LinkPurpose } from "../port/stored-rows.ts";

export const accounts = sqliteTable(
  "accounts",
  {
    id: text("id").primaryKey(),
    email: text("email").notNull().unique(),
    passwordHash: text("password_hash").notNull(),
    tokenGeneration: integer("token_generation").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    role: text("role").$type<AccountRole>().notNull().default("member"),
    /** Time when the owner closed the account; null: open. `callsGoOn` 1: running calls may end by themselves. */
    closedAt: integer("closed_at"),
    callsGoOn: integer("calls_go_on").notNull().default(0),
    /**
     * Time when the email was confirmed, or of the account's creation if no confirmation was required; null: not yet.
     */
    confirmedAt: integer("confirmed_at"),
    /** From `deletedAt` on the account is not found; at `erasedAt` only the data needed by its ledger was left. */
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

/** Logins, each with its own access token. */
export const logins = sqliteTable(
  "logins",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at").notNull(),
    /** The part of the address allowed by LOG_ADDRESSES. */
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
    /** SHA-256 of the link's token, in hexadecimal. */
    hash: text("hash").notNull().unique(),
    purpose: text("purpose").$type<LinkPurpose>().notNull(),
    /** Account whose password the link sets; null: it creates an account. */
    accountId: text("account_id").references(() => accounts.id, { onDelete: "cascade" }),
    label: text("label").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    usedAt: integer("used_at"),
    /** Account created with the link. No reference: the account may be deleted. */
    usedBy: text("used_by"),
    revokedAt: integer("revoked_at"),
  },
  (table) => [index("links_purpose").on(table.purpose, table.createdAt)],
);
