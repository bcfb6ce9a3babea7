// Flow tables: flows, their revisions, and the links between them.

import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { FlowLayout } from "../port/stored-rows.ts";
import { accounts } from "./account-tables.ts";

export const flows = sqliteTable(
  "flows",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** Id in the flow's document, for other flows; empty if it has none, null until its text was read. */
    documentId: text("document_id"),
    /** Newest revision; counts from 1. */
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
    /** Figures of the revision's last calls, and the broken terms of its contract; null: none yet. */
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
    /** Id by which documents name the linked flow. */
    documentId: text("document_id").notNull(),
    /** No reference: the linked flow may be deleted, and is missing then. */
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
