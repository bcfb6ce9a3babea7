// Restore: replaces the data by a copy while no server runs. Earlier files are kept under a new name and never
// overwritten.

import { Database as Connection } from "bun:sqlite";
import { existsSync, linkSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { bytesOf, fileName } from "../data-loss.ts";
import { lockDirectory } from "../directory-lock.ts";
import { storedFingerprint } from "../examine.ts";
import { makeDirectory, type StoreLocation } from "../open-database.ts";
import { refusalOf, StoreError } from "../open-refusal.ts";
import { copyInto, flush } from "./backup.ts";
import { checkSchema, notBackup } from "./known-schema.ts";
import { putFilesBack } from "./kept-files.ts";
import { checkWhole } from "./whole.ts";

export interface RestoreOptions {
  /** Epoch milliseconds: names the earlier files. */
  readonly at: number;
  /** Receives the fingerprint of the copy's master key before any change. Undefined: the copy has no sealed data. */
  readonly sealed?: (fingerprint: string | undefined) => void;
}

/** Returns the path of the former file, if any. Throws StoreError without changing anything. */
export function restore(
  { directory, migrations }: StoreLocation,
  from: string,
  { at, sealed }: RestoreOptions,
): string | undefined {
  checkKind(from);
  using copy = openCopy(from, migrations);
  sealed?.(storedFingerprint(copy.connection));
  makeDirectory(directory);
  using _lock = lockDirectory(directory);
  const path = join(directory, fileName);
  const part = `${path}.part`;
  try {
    // The copy includes the log beside it.
    copyInto(copy.connection, part);
    {
      using made = new Connection(part, { readwrite: true });
      putFilesBack(made, directory);
    }
    flush(part);
    const kept = existsSync(path) ? keep(path, at) : undefined;
    renameSync(part, path);
    for (const companion of ["-wal", "-shm"]) rmSync(path + companion, { force: true });
    flush(directory);
    return kept;
  } catch (error) {
    rmSync(part, { force: true });
    throw refusalOf(error, path);
  }
}

/** A pipe or a device may never end; SQLite also reads the files beside a database. */
function checkKind(from: string): void {
  const isThere = (path: string): boolean => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined || stats.isFile()) return stats !== undefined;
    const kind = stats.isDirectory() ? "a folder" : "a pipe or a device";
    const remedy = path === from ? "name a file that backup made" : "move it away";
    throw new StoreError(`${path} is ${kind}: ${remedy}.`);
  };
  if (!isThere(from)) throw new StoreError(`There is no file ${from}.`);
  for (const companion of ["-wal", "-shm", "-journal"]) isThere(from + companion);
}

/** Opens a complete backup with only this program's tables. */
function openCopy(path: string, migrations: string): Disposable & { readonly connection: Connection } {
  const companions = [`${path}-wal`, `${path}-shm`].filter((name) => !existsSync(name));
  using opened = new DisposableStack();
  // A read-only connection leaves the companion files there.
  opened.defer(() => companions.forEach((name) => rmSync(name, { force: true })));
  try {
    const connection = opened.use(new Connection(path, { readonly: true }));
    if (connection.query("SELECT 1 FROM sqlite_master WHERE name = 'accounts'").get() === null)
      throw new StoreError(notBackup(path));
    checkWhole(connection, path);
    checkSchema(connection, path, migrations);
    const owned = opened.move();
    return { connection, [Symbol.dispose]: () => owned.dispose() };
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(notBackup(path), { cause: error });
  }
}

/**
 * Links the file and its log to second names, so that one always exists, and brings the log into the file. A damaged
 * file keeps its log: SQLite deletes the log of an unreadable one.
 */
function keep(path: string, at: number): string {
  const kept = linked(path, `${path}.before-restore-${stampOf(at)}`);
  const log = `${kept}-wal`;
  if (existsSync(`${path}-wal`)) linkSync(`${path}-wal`, log);
  if (takeLog(path)) rmSync(log, { force: true });
  return kept;
}

function takeLog(path: string): boolean {
  try {
    using connection = new Connection(path, { readwrite: true });
    connection.run("PRAGMA wal_checkpoint(TRUNCATE)");
    return (bytesOf(`${path}-wal`) ?? 0) === 0;
  } catch {
    return false;
  }
}

/** The first free name. */
function linked(path: string, name: string): string {
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name}-${number}`;
    try {
      linkSync(path, free);
      return free;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** For example `20261128T214400Z`. */
function stampOf(at: number): string {
  return new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, "");
}
