// Session columns: changes of a running session's row, as columns of a hand-written statement.

import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { SessionPatch } from "../port/session-store.ts";
import { sessions } from "./postgres-tables.ts";

const { status, firstConnectedAt, endedAt, connectedMs, heartbeatAt, outcome } = sessions;
const { callOutcome, endReason, usage, costMicros, transport, hookSeq } = sessions;
const columns: Readonly<Record<keyof SessionPatch, PgColumn>> = {
  status,
  firstConnectedAt,
  endedAt,
  connectedMs,
  heartbeatAt,
  outcome,
  callOutcome,
  endReason,
  usage,
  costMicros,
  transport,
  hookSeq,
};

const all = Object.entries(columns) as [keyof SessionPatch, PgColumn][];

/** `SET` of one patch; one without changes sets a column to itself. */
export function patchColumns(patch: SessionPatch): SQL {
  const set = all
    .filter(([key]) => patch[key] !== undefined)
    .map(([key, column]) => {
      const value = sql`${storedValue(patch[key], column)}::${sql.raw(typeOf(column))}`;
      return sql`${sql.identifier(column.name)} = ${value}`;
    });
  return set.length === 0 ? sql`home = home` : sql.join(set, sql`, `);
}

function typeOf({ dataType }: PgColumn): "bigint" | "text" {
  return dataType === "number" ? "bigint" : "text";
}

function storedValue(value: unknown, column: PgColumn): unknown {
  return value === null ? null : column.mapToDriverValue(value);
}

/** Patch as a row of `patchedRecord`; `has` lists the changed columns, because null is a value too. */
export function patchRow(id: string, patch: SessionPatch): object {
  const given = all.filter(([key]) => patch[key] !== undefined);
  const entries = given.map(([key, column]) => [column.name, storedValue(patch[key], column)]);
  return { id, has: given.map(([, { name }]) => name), ...Object.fromEntries(entries) };
}

/** Columns by which `json_to_recordset` reads rows of `patchRow`. */
export const patchedRecord = sql.raw(
  ["id text", "has text[]", ...all.map(([, column]) => `${column.name} ${typeOf(column)}`)].join(", "),
);

/** `SET` of many patches with different columns. `row` and `patch`: names of the two. */
export const patchedColumns = sql.raw(
  all
    .map(
      ([, { name }]) =>
        `${name} = CASE WHEN '${name}' = ANY(patch.has) THEN patch.${name} ELSE row.${name} END`,
    )
    .join(", "),
);
