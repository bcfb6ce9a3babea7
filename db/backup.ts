// Backup and restore: copies the database file out while the server runs, and in while it does not. A copy that is
// incomplete never gets the name that was asked for.

import { Database as Connection } from "bun:sqlite";
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { lockDirectory } from "./directory-lock.ts";
import { fileName } from "./data-loss.ts";
import { checkMigration } from "./migrate.ts";
import { existingFile, makeDirectory, type StoreLocation } from "./open-database.ts";
import { refusalOf, StoreError } from "./open-refusal.ts";

/** Writes a whole, compacted copy of the data as it is at this moment. */
export function backUp({ directory }: Pick<StoreLocation, "directory">, to: string): void {
  const from = existingFile(directory);
  if (existsSync(to)) throw new StoreError(`${to} is already there: choose another name.`);
  const part = `${to}.part`;
  using connection = openToRead(from);
  try {
    rmSync(part, { force: true });
    // Made by us first, because it holds password hashes and SQLite would let everyone read it.
    closeSync(openSync(part, "wx", 0o600));
    connection.query("VACUUM INTO ?").run(part);
    checkWhole(part);
    flush(part);
    renameSync(part, to);
    flush(dirname(to));
  } catch (error) {
    if (existsSync(part)) rmSync(part, { force: true });
    if (error instanceof StoreError) throw error;
    const { message } = error as Error;
    throw new StoreError(`${to} cannot be written: ${message}. Nothing was kept of it.`, { cause: error });
  }
}

/** Reads something at once, so that what is wrong with the data is not said of its copy. */
function openToRead(path: string): Connection {
  let connection: Connection | undefined;
  try {
    // To write, because who can only read leaves its companions beside the file when it closes.
    connection = new Connection(path, { readwrite: true });
    connection.run("PRAGMA busy_timeout = 5000");
    connection.query("SELECT count(*) FROM sqlite_master").get();
    return connection;
  } catch (error) {
    connection?.close();
    throw refusalOf(error, path);
  }
}

/** Puts a copy in place of the data; what was there is kept beside it. Answers with that file's path, if any. */
export function restore({ directory, migrations }: StoreLocation, from: string): string | undefined {
  if (!existsSync(from)) throw new StoreError(`There is no file ${from}.`);
  checkWhole(from, migrations);
  makeDirectory(directory);
  using _lock = lockDirectory(directory);
  const path = join(directory, fileName);
  const part = `${path}.part`;
  try {
    copyFileSync(from, part);
    flush(part);
    const kept = existsSync(path) ? keep(path) : undefined;
    renameSync(part, path);
    for (const companion of ["-wal", "-shm"]) rmSync(path + companion, { force: true });
    flush(directory);
    return kept;
  } catch (error) {
    rmSync(part, { force: true });
    throw refusalOf(error, path);
  }
}

/** Brings the log into the file, then gives the file a second name, so that at no moment there is none. */
function keep(path: string): string {
  const kept = `${path}.before-restore`;
  using connection = new Connection(path, { readwrite: true });
  connection.run("PRAGMA wal_checkpoint(TRUNCATE)");
  rmSync(kept, { force: true });
  linkSync(path, kept);
  return kept;
}

function checkWhole(path: string, migrations?: string): void {
  let found: unknown;
  try {
    using connection = new Connection(path, { readonly: true });
    found = (connection.query("PRAGMA integrity_check").get() as { integrity_check: string }).integrity_check;
    if (migrations !== undefined) {
      if (connection.query("SELECT 1 FROM sqlite_master WHERE name = 'accounts'").get() === null)
        throw new StoreError(`${path} is not a backup of this program.`);
      checkMigration(connection, migrations);
    }
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(`${path} is not a backup of this program.`, { cause: error });
  }
  if (found !== "ok") throw new StoreError(`${path} is damaged: ${String(found)}.`);
}

/** Until this returns, a power cut could still lose it. Works on directories too. */
function flush(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
