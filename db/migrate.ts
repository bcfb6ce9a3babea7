// Migrations: compares a file's migrations with the known ones, and applies those missing.

import type { Database as Connection } from "bun:sqlite";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { StoreError } from "./open-refusal.ts";

/** drizzle-kit's own tools use it too. */
const table = "__drizzle_migrations";

/**
 * Updates the file, fully or up to the migration of that time, as a whole or not at all. drizzle's own way hides the
 * cause of a failure behind a second error.
 */
export function migrate(connection: Connection, folder: string, upTo = Number.POSITIVE_INFINITY): void {
  const last = lastMigration(connection) ?? Number.NEGATIVE_INFINITY;
  const missing = readMigrationFiles({ migrationsFolder: folder }).filter(
    ({ folderMillis }) => folderMillis > last && folderMillis <= upTo,
  );
  if (missing.length === 0) return;
  const all = connection.transaction(() => {
    connection.run(
      `CREATE TABLE IF NOT EXISTS ${table} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)`,
    );
    for (const { sql, hash, folderMillis } of missing) {
      for (const statement of sql) connection.run(statement);
      connection.query(`INSERT INTO ${table} (hash, created_at) VALUES (?, ?)`).run(hash, folderMillis);
    }
  });
  all.immediate();
}

/** Throws unless this program knows the file's last migration. */
export function checkMigration(connection: Connection, folder: string): void {
  const last = lastMigration(connection);
  if (last === undefined || knownMigrations(folder).includes(last)) return;
  throw new StoreError(
    "The data was written by a newer version of this program: use that version, or restore an older backup.",
  );
}

/** Names of migrations that the file lacks, oldest first. */
export function missingMigrations(connection: Connection, folder: string): readonly string[] {
  return migrationsAfter(lastMigration(connection), folder);
}

/** Names of migrations after this time; undefined: all. */
export function migrationsAfter(last: number | undefined, folder: string): readonly string[] {
  return journalOf(folder).flatMap(({ when, tag }) => (last === undefined || when > last ? [tag] : []));
}

export function isUpToDate(connection: Connection, folder: string): boolean {
  return lastMigration(connection) === knownMigrations(folder).at(-1);
}

/** Time of the file's last migration, its name in the journal. */
export function lastMigration(connection: Connection): number | undefined {
  // A view of that name, in a file of another origin, need not end.
  const entry = connection.query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(table);
  if (entry === null) return undefined;
  const row = connection.query(`SELECT max(created_at) AS last FROM ${table}`).get() as {
    last: number | null;
  };
  return row.last === null ? undefined : Number(row.last);
}

export function knownMigrations(folder: string): readonly number[] {
  return journalOf(folder).map(({ when }) => when);
}

function journalOf(folder: string): readonly { readonly when: number; readonly tag: string }[] {
  const journal = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as {
    readonly entries: readonly { readonly when: number; readonly tag: string }[];
  };
  return journal.entries;
}
