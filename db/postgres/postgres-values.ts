// Postgres values: parameters of statements that are written by hand, with their types said.

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

/** Many rows as one parameter, for `json_to_recordset`: a statement has few parameters, and then one text. */
export function recordset(rows: readonly object[]): SQL {
  return sql`${JSON.stringify(rows)}::text::json`;
}

/** Text that Postgres accepts: no U+0000 and no half of a surrogate pair; U+FFFD stands in its place. */
export function storable(value: string): string {
  return value.replaceAll("\0", "\uFFFD").toWellFormed();
}

/** The database's own clock in epoch milliseconds, for what nodes whose clocks differ compare. */
export const databaseNow = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** The first row of a statement that is written by hand. */
export async function firstRow<T extends Record<string, unknown>>(
  db: Db,
  statement: SQL,
): Promise<T | undefined> {
  return ((await db.execute(statement)) as unknown as readonly T[])[0];
}
