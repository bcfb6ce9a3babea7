// Data directory check: reports what would stop a server from opening a directory's data, and the master key that it
// needs.

import { Database as Connection } from "bun:sqlite";
import { accessSync, closeSync, constants, existsSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { damagedLock, lockName } from "./directory-lock.ts";
import { bytesOf, checkLoss, fileName, keyName } from "./data-loss.ts";
import { checkMigration } from "./migrate.ts";
import type { StoreLocation } from "./open-database.ts";
import { refusalOf } from "./open-refusal.ts";

/** Beginning of every SQLite file that is not empty. */
const beginning = "SQLite format 3\0";

/** For an existing directory. Throws StoreError in the words of a server that refuses to start. */
export function examine(directory: string): void {
  checkLoss(directory);
  const file = join(directory, fileName);
  const lock = join(directory, lockName);
  for (const path of [lock, file, join(directory, keyName)]) checkRights(path);
  if (isForeign(lock)) throw damagedLock(lock);
  if (isForeign(file))
    throw refusalOf(Object.assign(new Error("file is not a database"), { code: "SQLITE_NOTADB" }), file);
}

/**
 * Fingerprint of the master key of a directory's data; undefined: nothing is sealed. Throws StoreError, also for data
 * of a newer version.
 */
export function fingerprintIn({ directory, migrations }: StoreLocation): string | undefined {
  const path = join(directory, fileName);
  if ((bytesOf(path) ?? 0) === 0) return undefined;
  try {
    // Writable, because a read-only connection leaves its companions beside the file on closing.
    using connection = new Connection(path, { readwrite: true });
    connection.run("PRAGMA busy_timeout = 5000");
    checkMigration(connection, migrations);
    return storedFingerprint(connection);
  } catch (error) {
    throw refusalOf(error, path);
  }
}

/** Fingerprint of an open file. */
export function storedFingerprint(connection: Connection): string | undefined {
  if (connection.query("SELECT 1 FROM sqlite_master WHERE name = 'meta'").get() === null) return undefined;
  const row = connection.query("SELECT value FROM meta WHERE key = 'master_key'").get();
  return (row as { readonly value: string } | null)?.value;
}

function checkRights(path: string): void {
  if (!existsSync(path)) return;
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw refusalOf(error, path);
  }
}

function isForeign(path: string): boolean {
  if (!existsSync(path)) return false;
  const file = openSync(path, "r");
  try {
    const bytes = new Uint8Array(beginning.length);
    const read = readSync(file, bytes);
    return read > 0 && new TextDecoder().decode(bytes.subarray(0, read)) !== beginning;
  } finally {
    closeSync(file);
  }
}
