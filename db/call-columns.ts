// Call columns: the session row's columns for lists of calls.

import { sql } from "drizzle-orm";
import { index, integer, type SQLiteColumn, text } from "drizzle-orm/sqlite-core";
import type { CallDirection, Trouble } from "./port/call-store.ts";

export const callColumns = {
  /** Transport of the call's first connection. */
  transport: text("transport"),
  /** Null: not given, as for pages. */
  direction: text("direction").$type<CallDirection>(),
  /** Numbers of both sides, sealed, in base64; deleted with the values. */
  parties: text("parties"),
  /** Written at the call's end, from its events. */
  latencyP95Ms: integer("latency_p95_ms"),
  interruptions: integer("interruptions"),
  failed: integer("failed").notNull().default(0),
  trouble: text("trouble").$type<Trouble>(),
  /** People's note; deleted with the call's words. */
  note: text("note"),
};

/** Columns that filter lists of calls, by value or by presence. */
export const valued = ["flowId", "status", "endReason", "outcome", "transport", "direction"] as const;
export const searched = [...valued, "failed"] as const;
export type SearchedColumn =
  (typeof searched)[number] | "accountId" | "createdAt" | "id" | "trouble" | "subjectHash";

export function callIndexes(table: Readonly<Record<SearchedColumn, SQLiteColumn>>) {
  const { accountId, createdAt, id, failed, trouble } = table;
  return [
    // All filter columns: lists read only this index until they know the rows.
    index("sessions_calls").on(accountId, createdAt, id, ...searched.map((name) => table[name])),
    index("sessions_failed")
      .on(accountId, createdAt, id)
      .where(sql`${failed} = 1`),
    index("sessions_troubled")
      .on(accountId, createdAt, id, trouble)
      .where(sql`${trouble} is not null`),
  ];
}
