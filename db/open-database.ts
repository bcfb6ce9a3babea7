// Database file: opens the one file that holds everything, with one server per directory, two connections, applied
// migrations, and never older code on newer data. Does not know the tables' contents.

import { Database as Connection } from "bun:sqlite";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { BaseSQLiteDatabase } from "drizzle-orm/sqlite-core";
import { accessSync, closeSync, constants, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { type Clock, wallClock } from "../src/base/clock.ts";
import type { Log } from "../src/base/log.ts";
import { Disk } from "./disk-state.ts";
import { emptyLog, Erasing, makeShrinkable, renew } from "./sqlite/erase.ts";
import { bytesOf, checkLoss, fileName, logName } from "./data-loss.ts";
import { inMemory } from "./in-memory.ts";
import { lockDirectory } from "./directory-lock.ts";
import { checkMigration, isUpToDate, migrate } from "./migrate.ts";
import { refusalOf, StoreError } from "./open-refusal.ts";
import { Reserve } from "./disk-reserve.ts";
import type { DiskRoom } from "./port/store.ts";

/** A connection or a transaction: functions take either as their first parameter. */
export type Db = BaseSQLiteDatabase<"sync", void>;

export interface DataFile extends Disposable {
  /** Waits for the disk: for confirmed changes and for money. */
  readonly durable: Db;
  /** Does not wait for the disk: for constant writes of running calls. A power cut may cost its last moments. */
  readonly live: Db;
  /** State of the disk; failed writes are reported to it. */
  readonly disk: DiskRoom;
  /**
   * Runs a deletion as one transaction on `durable`: also on a full disk, with the reserved space, so it may run
   * twice. Deleted data leaves the file at once and its log a second later.
   */
  readonly erase: <T>(work: (db: Db) => T) => T;
  /** Empties the log, and with it deleted data; false while another connection reads from it. */
  readonly emptyLog: () => boolean;
}

export interface StoreLocation {
  /** Created if missing; `inMemory` keeps nothing. */
  readonly directory: string;
  /** Folder written by drizzle-kit. */
  readonly migrations: string;
}

export interface StoreOptions {
  readonly clock?: Clock;
  /** Receives reports of a full disk. */
  readonly log?: Log;
}

/** Wait for a command that writes beside the server. */
const busyMs = 5_000;

/** Opens for the server and locks out other processes until disposed or the process ends. Throws StoreError. */
export function openDataFile(
  { directory, migrations }: StoreLocation,
  { clock = wallClock, log }: StoreOptions = {},
): DataFile {
  using opened = new DisposableStack();
  if (directory === inMemory) {
    const { db, connection } = connect(inMemory, { synchronous: "OFF", migrations });
    opened.defer(() => connection.close());
    const disk = opened.use(new Disk({ clock, log, reserve: undefined }));
    return dataFileOf(
      { durable: db, live: db, disk, erase: (work) => work(db), emptyLog: () => true },
      opened.move(),
    );
  }
  const path = join(directory, fileName);
  try {
    makeDirectory(directory);
    opened.use(lockDirectory(directory));
    checkLoss(directory);
    const crashed = (bytesOf(join(directory, logName)) ?? 0) > 0;
    // SQLite makes its companions with the file's own mode.
    closeSync(openSync(path, "a", 0o600));
    const reserve = new Reserve(directory);
    const { logPagesMax } = reserve;
    const durable = connect(path, { synchronous: "FULL", logPagesMax, migrations });
    opened.defer(() => durable.connection.close());
    const live = connect(path, { synchronous: "NORMAL", logPagesMax });
    opened.defer(() => live.connection.close());
    const disk = opened.use(new Disk({ clock, log, reserve }));
    disk.open();
    const erasing = opened.use(new Erasing({ connection: durable.connection, clock, disk, reserve }));
    renew(durable.connection, reserve.bytesFree);
    // Data deleted just before a crash is still in the log.
    if (crashed) emptyLog(durable.connection);
    const erase = <T>(work: (db: Db) => T): T => erasing.run(() => work(durable.db));
    const parts = { durable: durable.db, live: live.db, disk, erase };
    return dataFileOf({ ...parts, emptyLog: () => emptyLog(durable.connection) }, opened.move());
  } catch (error) {
    throw refusalOf(error, path);
  }
}

function dataFileOf(parts: Omit<DataFile, typeof Symbol.dispose>, opened: DisposableStack): DataFile {
  return { ...parts, [Symbol.dispose]: () => opened.dispose() };
}

/** Opens for a command, beside a running server or without one. Throws StoreError. */
export function openFileBeside(place: StoreLocation): DataFile {
  using opened = new DisposableStack();
  const path = existingFile(place.directory);
  const { db, connection } = connect(path, { synchronous: "FULL" });
  opened.defer(() => connection.close());
  if (isUpToDate(connection, place.migrations)) {
    const disk = opened.use(new Disk({ clock: wallClock, log: undefined, reserve: undefined }));
    return dataFileOf(
      { durable: db, live: db, disk, erase: (work) => work(db), emptyLog: () => emptyLog(connection) },
      opened.move(),
    );
  }
  throw new StoreError(
    `The data in ${place.directory} is of another version of this program: start this version's server once, ` +
      `or use the version that is running.`,
  );
}

/** Path of the existing data. Throws StoreError if there is none, or no permission. */
export function existingFile(directory: string): string {
  const path = join(directory, fileName);
  checkLoss(directory);
  try {
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    accessSync(path, constants.R_OK | constants.W_OK);
    return path;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw refusalOf(error, path);
    throw new StoreError(`There is no data in ${directory}: start the server once, or set DATA_DIR.`);
  }
}

interface Connecting {
  readonly synchronous: "FULL" | "NORMAL" | "OFF";
  /** Default: SQLite's own. */
  readonly logPagesMax?: number;
  /** Given: updates the tables. */
  readonly migrations?: string;
}

function connect(path: string, connecting: Connecting): { db: Db; connection: Connection } {
  const { synchronous, logPagesMax, migrations } = connecting;
  let connection: Connection | undefined;
  try {
    connection = new Connection(path, { create: true, strict: true });
    connection.run(`PRAGMA busy_timeout = ${busyMs}`);
    // Before the file has any content.
    if (migrations !== undefined) makeShrinkable(connection);
    connection.run("PRAGMA journal_mode = WAL");
    connection.run(`PRAGMA synchronous = ${synchronous}`);
    if (logPagesMax !== undefined) connection.run(`PRAGMA wal_autocheckpoint = ${logPagesMax}`);
    // Overwritten with zeros, as people expect of deleted data.
    connection.run("PRAGMA secure_delete = ON");
    if (migrations !== undefined) {
      checkMigration(connection, migrations);
      migrate(connection, migrations);
    }
    // Foreign keys are checked only from here on: otherwise a migration that rebuilds a table would be refused.
    connection.run("PRAGMA foreign_keys = ON");
    return { db: drizzle(connection), connection };
  } catch (error) {
    connection?.close();
    throw refusalOf(error, path);
  }
}

/**
 * Creates a directory for the owner alone; an existing one is unchanged. Throws StoreError, also without permission.
 */
export function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw refusalOf(error, directory);
  }
}
