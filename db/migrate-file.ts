// Migration of the file: updates a file of an older version, without a server.

import { Database as Connection } from "bun:sqlite";
import { missingMigrations } from "./migrate.ts";
import { existingFile, openDataFile, type StoreLocation } from "./open-database.ts";
import { refusalOf } from "./open-refusal.ts";

/** Names of the applied migrations. Throws StoreError for a file that is in use, missing, or of a newer version. */
export function migrateFile(place: StoreLocation): readonly string[] {
  const path = existingFile(place.directory);
  const missing = missingIn(path, place.migrations);
  // Opens like the server at its start.
  openDataFile(place)[Symbol.dispose]();
  return missing;
}

function missingIn(path: string, folder: string): readonly string[] {
  try {
    // Writable, because a read-only connection leaves its companions beside the file on closing.
    using connection = new Connection(path, { readwrite: true });
    return missingMigrations(connection, folder);
  } catch (error) {
    throw refusalOf(error, path);
  }
}
