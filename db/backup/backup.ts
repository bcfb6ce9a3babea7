// Backup: copies the database file while the server runs. An incomplete copy never gets the requested name.

import { Database as Connection } from "bun:sqlite";
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { existingFile, type StoreLocation } from "../open-database.ts";
import { refusalOf, StoreError } from "../open-refusal.ts";
import { keepFiles } from "./kept-files.ts";
import { checkWhole } from "./whole.ts";

/** Writes a whole, compacted copy of the present data, with its files. */
export function backUp({ directory }: Pick<StoreLocation, "directory">, to: string): void {
  const from = existingFile(directory);
  if (existsSync(to)) throw new StoreError(`${to} already exists. Choose another name.`);
  const part = `${to}.part`;
  using connection = openToRead(from);
  try {
    copyInto(connection, part);
    {
      using copy = new Connection(part, { readwrite: true });
      keepFiles(copy, directory);
      checkWhole(copy, part);
    }
    flush(part);
    renameSync(part, to);
    flush(dirname(to));
  } catch (error) {
    if (existsSync(part)) rmSync(part, { force: true });
    if (error instanceof StoreError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? `there is no folder ${dirname(to)}: make it, or name another` : message;
    throw new StoreError(`${to} cannot be written: ${why}. Nothing was kept of it.`, { cause: error });
  }
}

/** Reads at once, so that a fault of the data is not reported as one of its copy. */
function openToRead(path: string): Connection {
  let connection: Connection | undefined;
  try {
    // Writable, because a read-only connection leaves its companions beside the file on closing.
    connection = new Connection(path, { readwrite: true });
    connection.run("PRAGMA busy_timeout = 5000");
    connection.query("SELECT count(*) FROM sqlite_master").get();
    return connection;
  } catch (error) {
    connection?.close();
    throw refusalOf(error, path);
  }
}

/** Writes the data of the connection into a file of this name, replacing an existing one. */
export function copyInto(connection: Connection, part: string): void {
  rmSync(part, { force: true });
  // Created here first, because it holds password hashes and SQLite would make it readable for all.
  closeSync(openSync(part, "wx", 0o600));
  connection.query("VACUUM INTO ?").run(part);
  flush(part);
}

/** Writes a file to the disk: until this returns, a power cut could still lose it. Works on directories too. */
export function flush(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
