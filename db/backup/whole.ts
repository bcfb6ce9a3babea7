// Whole copies: whether SQLite finds every page and every index of a file as it must be.

import type { Database as Connection } from "bun:sqlite";
import { StoreError } from "../open-refusal.ts";

/** Throws StoreError for a damaged one, and what SQLite throws for a file that is none of its own. */
export function checkWhole(connection: Connection, path: string): void {
  const row = connection.query("PRAGMA integrity_check").get() as { readonly integrity_check: string };
  if (row.integrity_check !== "ok") throw new StoreError(`${path} is damaged: ${row.integrity_check}.`);
}
