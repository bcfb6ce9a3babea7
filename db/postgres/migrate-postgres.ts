// Postgres migrations: applies the missing ones to a database, one process at a time, and refuses a database newer than
// the program.

import type { SQL } from "bun";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { knownMigrations, migrationsAfter } from "../migrate.ts";
import { StoreError } from "../open-refusal.ts";

/** drizzle-kit's own tools use it too. */
const table = "drizzle.__drizzle_migrations";
/** Number of the lock held by one process at a time; any number without another user. */
const lockNumber = 7_206_118_943;

/**
 * Updates the database, whole or not at all, and returns the names of the applied migrations. Nodes that start
 * together wait for the one that does it.
 */
export async function migratePostgres(client: SQL, folder: string): Promise<readonly string[]> {
  if (await isUpToDate(client, folder)) return [];
  return await client.begin(async (tx) => {
    // No time limit here: another node's migration may take long.
    await tx`SET LOCAL statement_timeout = 0`;
    await tx`SET LOCAL idle_in_transaction_session_timeout = 0`;
    await tx`SELECT pg_advisory_xact_lock(${lockNumber}::bigint)`;
    const last = await lastMigration(tx);
    checkKnown(last, folder);
    const all = readMigrationFiles({ migrationsFolder: folder });
    const missing = all.filter(({ folderMillis }) => last === undefined || folderMillis > last);
    if (missing.length === 0) return [];
    await tx.unsafe("CREATE SCHEMA IF NOT EXISTS drizzle");
    await tx.unsafe(
      `CREATE TABLE IF NOT EXISTS ${table} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`,
    );
    for (const { sql, hash, folderMillis } of missing) {
      for (const statement of sql) await tx.unsafe(statement);
      await tx.unsafe(`INSERT INTO ${table} (hash, created_at) VALUES ($1, $2::bigint)`, [
        hash,
        folderMillis,
      ]);
    }
    return migrationsAfter(last, folder);
  });
}

/** False if migrations are missing; throws StoreError for a database with other migrations than the known ones. */
export async function isUpToDate(client: SQL, folder: string): Promise<boolean> {
  const last = await lastMigration(client);
  checkKnown(last, folder);
  return last === knownMigrations(folder).at(-1);
}

function checkKnown(last: number | undefined, folder: string): void {
  if (last === undefined || knownMigrations(folder).includes(last)) return;
  throw new StoreError(
    "The data was written by a newer version of this program: use that version, or restore an older backup.",
  );
}

/** Time of the database's last migration, its name in the journal. */
async function lastMigration(client: SQL): Promise<number | undefined> {
  const [journal] = (await client`SELECT to_regclass(${table}::text) IS NOT NULL AS is_there`) as unknown as [
    { readonly is_there: boolean },
  ];
  if (!journal.is_there) return undefined;
  const [row] = (await client.unsafe(`SELECT max(created_at) AS last FROM ${table}`)) as unknown as [
    { readonly last: string | null },
  ];
  return row.last === null ? undefined : Number(row.last);
}
