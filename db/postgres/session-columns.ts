// Session columns: changes of a running session's row, as columns of a hand-written statement.

import { type SQL, sql } from "drizzle-orm";
import type { SessionPatch } from "../port/session-store.ts";
import { jsonText, number, storable, text } from "./postgres-values.ts";

interface PatchedColumn {
  readonly name: string;
  readonly type: "text" | "bigint" | "json";
}

const columns: Readonly<Record<keyof SessionPatch, PatchedColumn>> = {
  status: { name: "status", type: "text" },
  firstConnectedAt: { name: "first_connected_at", type: "bigint" },
  endedAt: { name: "ended_at", type: "bigint" },
  connectedMs: { name: "connected_ms", type: "bigint" },
  heartbeatAt: { name: "heartbeat_at", type: "bigint" },
  outcome: { name: "outcome", type: "text" },
  callOutcome: { name: "call_outcome", type: "text" },
  endReason: { name: "end_reason", type: "text" },
  usage: { name: "usage", type: "json" },
  costMicros: { name: "cost_micros", type: "bigint" },
  transport: { name: "transport", type: "text" },
  hookSeq: { name: "hook_seq", type: "bigint" },
};

const all = Object.entries(columns) as [keyof SessionPatch, PatchedColumn][];

/** `SET` of one patch; one without changes sets a column to itself. */
export function patchColumns(patch: SessionPatch): SQL {
  const set = all
    .filter(([key]) => patch[key] !== undefined)
    .map(([key, { name, type }]) => sql`${sql.identifier(name)} = ${valueOf(patch[key], type)}`);
  return set.length === 0 ? sql`home = home` : sql.join(set, sql`, `);
}

function valueOf(value: unknown, type: PatchedColumn["type"]): SQL {
  if (type === "json") return jsonText(value);
  return type === "bigint" ? number(value as number | null) : text(value as string | null);
}

/** Patch as a row of `patchedRecord`; `has` lists the changed columns, because null is a value too. */
export function patchRow(id: string, patch: SessionPatch): object {
  const given = all.filter(([key]) => patch[key] !== undefined);
  const entries = given.map(([key, { name, type }]) => [name, storedValue(patch[key], type)]);
  return { id, has: given.map(([, { name }]) => name), ...Object.fromEntries(entries) };
}

function storedValue(value: unknown, type: PatchedColumn["type"]): unknown {
  if (value === null) return null;
  if (type === "json") return JSON.stringify(value);
  return type === "text" ? storable(value as string) : value;
}

/** Columns by which `json_to_recordset` reads rows of `patchRow`. */
export const patchedRecord = sql.raw(
  [
    "id text",
    "has text[]",
    ...all.map(([, { name, type }]) => `${name} ${type === "bigint" ? type : "text"}`),
  ].join(", "),
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
