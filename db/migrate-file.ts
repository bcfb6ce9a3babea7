// Migration of the file: brings one that an older version wrote up to date, without a server.

import { Database as Connection } from "bun:sqlite";
import { missingMigrations } from "./migrate.ts";
import { existingFile, openDataFile, type StoreLocation } from "./open-database.ts";
import { refusalOf } from "./open-refusal.ts";

/**
 * Names of the migrations that were applied. Throws StoreError for a file that is in use, that is not there, or that a
 * newer version wrote.
 */
export function migrateFile(place: StoreLocation): readonly string[] {
  const path = existingFile(place.directory);
  const missing = missingIn(path, place.migrations);
  // As the server does it at its start.
  openDataFile(place)[Symbol.dispose]();
  return missing;
}

function missingIn(path: string, folder: string): readonly string[] {
  try {
    // To write, because who can only read leaves its companions beside the file when it closes.
    using connection = new Connection(path, { readwrite: true });
    return missingMigrations(connection, folder);
  } catch (error) {
    throw refusalOf(error, path);
  }
}
