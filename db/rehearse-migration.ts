// Migration rehearsal: tests on a copy whether this program can update a file, while another one still works on it.
// The file is unchanged.

import { Database as Connection } from "bun:sqlite";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { backUp } from "./backup/backup.ts";
import { checkMigration, migrate, missingMigrations } from "./migrate.ts";
import { existingFile, type StoreLocation } from "./open-database.ts";
import { refusalOf } from "./open-refusal.ts";

const copyName = "voice-flow.db.rehearsal";
const companions = ["", "-wal", "-shm", ".part"] as const;

/** Throws StoreError if this program cannot update the file, or there is no space for a copy. */
export function rehearseMigration({ directory, migrations }: StoreLocation): void {
  if (isKnown({ directory, migrations })) return;
  const copy = join(directory, copyName);
  const clear = (): void => companions.forEach((companion) => rmSync(copy + companion, { force: true }));
  clear();
  try {
    backUp({ directory }, copy);
    using connection = new Connection(copy, { readwrite: true });
    migrate(connection, migrations);
  } catch (error) {
    throw refusalOf(error, copy);
  } finally {
    clear();
  }
}

function isKnown({ directory, migrations }: StoreLocation): boolean {
  const path = existingFile(directory);
  using connection = new Connection(path, { readwrite: true });
  connection.run("PRAGMA busy_timeout = 5000");
  checkMigration(connection, migrations);
  return missingMigrations(connection, migrations).length === 0;
}
