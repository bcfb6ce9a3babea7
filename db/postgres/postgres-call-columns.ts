// Call columns in Postgres: as in call-columns.ts.

import { index, type PgColumn } from "drizzle-orm/pg-core";
import { whole, words } from "./postgres-columns.ts";

export const callColumns = {
  transport: words("transport"),
  latencyP95Ms: whole("latency_p95_ms"),
  interruptions: whole("interruptions"),
  failed: whole("failed").notNull().default(0),
  note: words("note"),
};

const searched = ["flowId", "status", "endReason", "outcome", "transport", "failed"] as const;
type Searched = (typeof searched)[number] | "accountId" | "createdAt" | "id";

export function callsIndex(table: Readonly<Record<Searched, PgColumn>>) {
  const { accountId, createdAt, id } = table;
  return index("sessions_calls").on(accountId, createdAt, id, ...searched.map((name) => table[name]));
}
