// Whole copies: checks every page and index of a file by SQLite.

import type { Database as Connection } from "bun:sqlite";
import { StoreError } from "../open-refusal.ts";

/** Throws StoreError for a damaged file, and SQLite's error for a file of another kind. */
export function checkWhole(connection: Connection, path: string): void {
  const row = connection.query("PRAGMA integrity_check").get() as { readonly integrity_check: string };
  if (row.integrity_check !== "ok") throw new StoreError(`${path} is damaged: ${row.integrity_check}.`);
}
