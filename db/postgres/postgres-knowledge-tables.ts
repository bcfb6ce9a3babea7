// Knowledge tables in Postgres: the tables of db/knowledge-tables.ts once more.

import { boolean, index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { SourceKind } from "../port/knowledge-store.ts";
import { bytes, json, whole, words } from "./postgres-columns.ts";
import { accounts } from "./postgres-tables.ts";

export const knowledgeSources = pgTable(
  "knowledge_sources",
  {
    id: words("id").primaryKey(),
    accountId: words("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    base: words("base").notNull(),
    kind: words("kind").$type<SourceKind>().notNull(),
    title: words("title").notNull(),
    url: words("url"),
    passages: whole("passages").notNull(),
    terms: whole("terms").notNull().default(0),
    bytes: whole("bytes").notNull().default(0),
    isReady: boolean("is_ready").notNull().default(false),
    createdAt: whole("created_at").notNull(),
  },
  (table) => [index("knowledge_sources_base").on(table.accountId, table.base, table.createdAt)],
);

export const knowledgePassages = pgTable(
  "knowledge_passages",
  {
    sourceId: words("source_id")
      .notNull()
      .references(() => knowledgeSources.id, { onDelete: "cascade" }),
    slice: whole("slice").notNull(),
    place: whole("place").notNull(),
    title: words("title").notNull(),
    text: words("text").notNull(),
    questions: json<readonly string[]>("questions"),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.slice, table.place] })],
);

export const knowledgeTerms = pgTable(
  "knowledge_terms",
  {
    sourceId: words("source_id")
      .notNull()
      .references(() => knowledgeSources.id, { onDelete: "cascade" }),
    term: words("term").notNull(),
    slice: whole("slice").notNull(),
    postings: bytes("postings").notNull(),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.term, table.slice] })],
);
