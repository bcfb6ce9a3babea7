// Node tables: the processes that share the data, their exclusive jobs, and their common counts.

import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { NodeState } from "../port/node-store.ts";

/** Processes that share the data. */
export const nodes = sqliteTable("nodes", {
  id: text("id").primaryKey(),
  address: text("address").notNull(),
  publicUrl: text("public_url"),
  region: text("region").notNull(),
  version: text("version").notNull(),
  state: text("state").$type<NodeState>().notNull(),
  startedAt: integer("started_at").notNull(),
  beatAt: integer("beat_at").notNull(),
  calls: integer("calls").notNull().default(0),
  callsMax: integer("calls_max").notNull(),
  lagMs: integer("lag_ms").notNull().default(0),
  speechQueueMs: integer("speech_queue_ms").notNull().default(0),
  /** Last batch of sessions that the node wrote. */
  batch: integer("batch").notNull().default(0),
});

/** Holders of jobs that one node at a time may do. */
export const singletons = sqliteTable("singletons", {
  name: text("name").primaryKey(),
  nodeId: text("node_id").notNull(),
  until: integer("until").notNull(),
});

/** Count of an event on a node in one window of time. */
export const rateCounts = sqliteTable(
  "rate_counts",
  {
    key: text("key").notNull(),
    window: integer("window").notNull(),
    nodeId: text("node_id").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.window, table.nodeId] }),
    index("rate_counts_window").on(table.window),
  ],
);
