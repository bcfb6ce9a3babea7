// Postgres audit tables: the tables of db/audit-tables.ts once more, for Postgres.

import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { whole, words } from "./postgres-columns.ts";

export const auditEntries = pgTable(
  "audit_entries",
  {
    chain: words("chain").notNull(),
    number: whole("number").notNull(),
    id: words("id").notNull().unique(),
    at: whole("at").notNull(),
    actorKind: words("actor_kind").notNull(),
    actorId: words("actor_id"),
    actorAddress: words("actor_address"),
    action: words("action").notNull(),
    target: words("target"),
    requestId: words("request_id"),
    details: words("details").notNull(),
    prevHash: words("prev_hash").notNull(),
    hash: words("hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.number] })],
);

export const auditHeads = pgTable(
  "audit_heads",
  {
    chain: words("chain").primaryKey(),
    number: whole("number").notNull(),
    hash: words("hash").notNull(),
    sealedNumber: whole("sealed_number").notNull().default(0),
    sealedHash: words("sealed_hash").notNull().default(""),
    seal: words("seal").notNull().default(""),
  },
  (table) => [
    index("audit_heads_unsealed")
      .on(table.chain)
      .where(sql`${table.number} > ${table.sealedNumber}`),
  ],
);
