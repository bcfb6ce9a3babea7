// Directory lock: one process at a time for the data directory. The operating system releases it when the process
// ends.

import { Database as Connection } from "bun:sqlite";
import { accessSync, closeSync, constants, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { refusalOf, StoreError } from "./open-refusal.ts";

/** Always empty. */
export const lockName = "lock.db";

/** Refusal because another process has the directory. */
export class DirectoryInUse extends StoreError {}

/** Locks the directory until disposed. Throws StoreError. */
export function lockDirectory(directory: string): Disposable {
  const path = join(directory, lockName);
  let connection: Connection | undefined;
  try {
    // Creates the file first, because SQLite does not say why it fails.
    makeOrTry(path);
    connection = new Connection(path, { create: true });
    connection.run("PRAGMA busy_timeout = 0");
    // Nothing is written, so a full disk can be locked too.
    connection.run("PRAGMA journal_mode = MEMORY");
    connection.run("BEGIN EXCLUSIVE");
  } catch (error) {
    connection?.close();
    throw refusedLock(error, { directory, path });
  }
  const taken = connection;
  return {
    [Symbol.dispose]() {
      taken.run("ROLLBACK");
      taken.close();
    },
  };
}

/** An existing file is not opened: closing it again would drop its lock from this process. */
function makeOrTry(path: string): void {
  if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
  else closeSync(openSync(path, "a", 0o600));
}

function refusedLock(error: unknown, { directory, path }: { directory: string; path: string }): StoreError {
  const { code = "" } = error as { code?: string };
  if (code.startsWith("SQLITE_BUSY"))
    return new DirectoryInUse(
      `Another server uses ${directory}: stop it first, or set DATA_DIR to another directory.`,
    );
  if (code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT")) return damagedLock(path);
  return refusalOf(error, path);
}

export function damagedLock(path: string): StoreError {
  return new StoreError(`${path} is damaged: delete it, because it never holds anything.`);
}
