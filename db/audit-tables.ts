// Audit tables: who did what, in chains of which each has a head. Triggers forbid to change or delete an entry, and to
// move a head back.

import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const auditEntries = sqliteTable(
  "audit_entries",
  {
    /** No reference: the entries outlive the account. */
    chain: text("chain").notNull(),
    number: integer("number").notNull(),
    id: text("id").notNull().unique(),
    at: integer("at").notNull(),
    actorKind: text("actor_kind").notNull(),
    actorId: text("actor_id"),
    actorAddress: text("actor_address"),
    action: text("action").notNull(),
    target: text("target"),
    requestId: text("request_id"),
    /** JSON as it was hashed: never read and written anew. */
    details: text("details").notNull(),
    prevHash: text("prev_hash").notNull(),
    hash: text("hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.number] })],
);

/** Locked by whoever appends, until its transaction ends: so a chain never forks. */
export const auditHeads = sqliteTable("audit_heads", {
  chain: text("chain").primaryKey(),
  number: integer("number").notNull(),
  hash: text("hash").notNull(),
});
