// Postgres values: typed parameters of handwritten statements.

import { type SQL, sql } from "drizzle-orm";
import type { Db } from "./postgres-connections.ts";

type Given<T> = T | null | undefined;

export function text(value: Given<string>): SQL {
  return sql`${value === null || value === undefined ? null : storable(value)}::text`;
}

export function number(value: Given<number>): SQL {
  return sql`${value ?? null}::bigint`;
}

/** Null stays null; anything else becomes JSON. */
export function jsonText(value: unknown): SQL {
  return text(value === null || value === undefined ? null : JSON.stringify(value));
}

/** Many rows as one parameter, for `json_to_recordset`: a statement then has few parameters and one text. */
export function recordset(rows: readonly object[]): SQL {
  return sql`${JSON.stringify(rows)}::text::json`;
}

/** Text that Postgres accepts: U+FFFD replaces U+0000 and halves of surrogate pairs. */
export function storable(value: string): string {
  return value.replaceAll("\0", "\uFFFD").toWellFormed();
}

/** The database's own clock in epoch milliseconds, for comparisons between nodes with different clocks. */
export const databaseNow = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** First row of a handwritten statement. */
export async function firstRow<T extends Record<string, unknown>>(
  db: Db,
  statement: SQL,
): Promise<T | undefined> {
  return ((await db.execute(statement)) as unknown as readonly T[])[0];
}
