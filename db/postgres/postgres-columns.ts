// Postgres columns: the column types; each reads like the file's column of that name.

import { sql } from "drizzle-orm";
import { bigint, customType, index, type PgColumn } from "drizzle-orm/pg-core";
import type { CallDirection, Trouble } from "../port/call-store.ts";
import { storable } from "./postgres-values.ts";
import { searched, type SearchedColumn } from "../call-columns.ts";

/** Text ordered by bytes, as in the file; the database's own order may differ. */
export const words = customType<{ data: string; driverData: string }>({
  dataType: () => 'text COLLATE "C"',
  toDriver: storable,
});

/**
 * Text, never `jsonb`, which sorts keys and drops duplicate ones: the output equals the input, including U+0000,
 * because JSON escapes it.
 */
const jsonText = customType<{ data: unknown; driverData: string }>({
  dataType: () => "text",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => JSON.parse(value),
});

/** Like `jsonText`, with its content's type. */
export function json<T>(name: string) {
  return jsonText(name).$type<T>();
}

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** Micro-cents, epoch milliseconds and counts: integers that JavaScript holds exactly. */
export function whole(name: string) {
  return bigint(name, { mode: "number" });
}

/** Call fields of a session's row, for lists: as in call-columns.ts. */
export const callColumns = {
  transport: words("transport"),
  direction: words("direction").$type<CallDirection>(),
  parties: words("parties"),
  latencyP95Ms: whole("latency_p95_ms"),
  interruptions: whole("interruptions"),
  failed: whole("failed").notNull().default(0),
  trouble: words("trouble").$type<Trouble>(),
  note: words("note"),
};

export function callIndexes(table: Readonly<Record<SearchedColumn, PgColumn>>) {
  const { accountId, createdAt, id, failed, trouble } = table;
  return [
    index("sessions_calls").on(accountId, createdAt, id, ...searched.map((name) => table[name])),
    index("sessions_failed")
      .on(accountId, createdAt, id)
      .where(sql`${failed} = 1`),
    index("sessions_troubled")
      .on(accountId, createdAt, id, trouble)
      .where(sql`${trouble} is not null`),
  ];
}
