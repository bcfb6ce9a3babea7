// Call columns: what the row of a session says of its call for lists, beside what it needs to run.

import { index, integer, type SQLiteColumn, text } from "drizzle-orm/sqlite-core";

export const callColumns = {
  /** Of its first connection. */
  transport: text("transport"),
  /** Written at its end, from its events. */
  latencyP95Ms: integer("latency_p95_ms"),
  interruptions: integer("interruptions"),
  failed: integer("failed").notNull().default(0),
  /** What people wrote about it; goes with its words. */
  note: text("note"),
};

const searched = ["flowId", "status", "endReason", "outcome", "transport", "failed"] as const;
type Searched = (typeof searched)[number] | "accountId" | "createdAt" | "id";

/** All that lists choose by: they read this alone until they know which rows they want. */
export function callsIndex(table: Readonly<Record<Searched, SQLiteColumn>>) {
  const { accountId, createdAt, id } = table;
  return index("sessions_calls").on(accountId, createdAt, id, ...searched.map((name) => table[name]));
}
