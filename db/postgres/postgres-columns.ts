// Postgres columns: the column types; each reads like the file's column of that name.

import { bigint, customType } from "drizzle-orm/pg-core";
import { storable } from "./postgres-values.ts";

/** Text ordered by bytes, as in the file; the database's own order may differ. */
export const words = customType<{ data: string; driverData: string }>({
  dataType: () => 'text COLLATE "C"',
  toDriver: storable,
});

/**
 * Text, never `jsonb`, which sorts keys and drops duplicate ones: the output equals the input, including U+0000,
 * because JSON escapes it.
 */
export const json = customType<{ data: unknown; driverData: string }>({
  dataType: () => "text",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => JSON.parse(value),
});

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** Micro-cents, epoch milliseconds and counts: integers that JavaScript holds exactly. */
export function whole(name: string) {
  return bigint(name, { mode: "number" });
}
