// Knowledge tables: sources of bases, cut into passages, and the positions of terms in them.

import { blob, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { SourceKind } from "../port/knowledge-store.ts";
import { accounts } from "./account-tables.ts";

/** Texts that an account's flows answer from, cut into passages. */
export const knowledgeSources = sqliteTable(
  "knowledge_sources",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    base: text("base").notNull(),
    kind: text("kind").$type<SourceKind>().notNull(),
    title: text("title").notNull(),
    url: text("url"),
    passages: integer("passages").notNull(),
    terms: integer("terms").notNull().default(0),
    /** Size of the source's passages and terms. */
    bytes: integer("bytes").notNull().default(0),
    isReady: integer("is_ready", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("knowledge_sources_base").on(table.accountId, table.base, table.createdAt)],
);

export const knowledgePassages = sqliteTable(
  "knowledge_passages",
  {
    sourceId: text("source_id")
      .notNull()
      .references(() => knowledgeSources.id, { onDelete: "cascade" }),
    slice: integer("slice").notNull(),
    place: integer("place").notNull(),
    title: text("title").notNull(),
    text: text("text").notNull(),
    questions: text("questions", { mode: "json" }).$type<readonly string[]>(),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.slice, table.place] })],
);

/** Passages of a slice with a term, as bytes. */
export const knowledgeTerms = sqliteTable(
  "knowledge_terms",
  {
    sourceId: text("source_id")
      .notNull()
      .references(() => knowledgeSources.id, { onDelete: "cascade" }),
    term: text("term").notNull(),
    slice: integer("slice").notNull(),
    postings: blob("postings", { mode: "buffer" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.term, table.slice] })],
);
