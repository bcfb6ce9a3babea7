// Audit tables: entries by author and time, in chains with one head each. Triggers forbid changing or deleting an
// entry, and moving a head back.

import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

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
    /** JSON as hashed: never parsed and rewritten. */
    details: text("details").notNull(),
    prevHash: text("prev_hash").notNull(),
    hash: text("hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.number] })],
);

/** Heads of chains. A writer locks the row until its transaction ends, so a chain never forks. */
export const auditHeads = sqliteTable(
  "audit_heads",
  {
    chain: text("chain").primaryKey(),
    number: integer("number").notNull(),
    hash: text("hash").notNull(),
    /** State of the chain at sealing, and the seal; 0 and empty: not sealed yet. */
    sealedNumber: integer("sealed_number").notNull().default(0),
    sealedHash: text("sealed_hash").notNull().default(""),
    seal: text("seal").notNull().default(""),
  },
  (table) => [
    index("audit_heads_unsealed")
      .on(table.chain)
      .where(sql`${table.number} > ${table.sealedNumber}`),
  ],
);

/** Fingerprint of the master key, key of subjects, and the seal of all chains. */
export const meta = sqliteTable("meta", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
});
