// Postgres node tables: the tables of db/node-tables.ts once more, for Postgres.

import { index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { NodeState } from "../port/node-store.ts";
import { whole, words } from "./postgres-columns.ts";

export const nodes = pgTable("nodes", {
  id: words("id").primaryKey(),
  address: words("address").notNull(),
  publicUrl: words("public_url"),
  region: words("region").notNull(),
  version: words("version").notNull(),
  state: words("state").$type<NodeState>().notNull(),
  startedAt: whole("started_at").notNull(),
  beatAt: whole("beat_at").notNull(),
  calls: whole("calls").notNull().default(0),
  callsMax: whole("calls_max").notNull(),
  lagMs: whole("lag_ms").notNull().default(0),
  speechQueueMs: whole("speech_queue_ms").notNull().default(0),
  batch: whole("batch").notNull().default(0),
});

export const singletons = pgTable("singletons", {
  name: words("name").primaryKey(),
  nodeId: words("node_id").notNull(),
  until: whole("until").notNull(),
});

export const rateCounts = pgTable(
  "rate_counts",
  {
    key: words("key").notNull(),
    window: whole("window").notNull(),
    nodeId: words("node_id").notNull(),
    count: whole("count").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.window, table.nodeId] }),
    index("rate_counts_window").on(table.window),
  ],
);
