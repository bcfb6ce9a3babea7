// Opens the file that holds everything: one server per directory, two connections, migrated, never older code on
// newer data. What is in the tables is not its business.

import { Database as Connection } from "bun:sqlite";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { migrate } from "drizzle-orm/bun-sqlite/migrator";
import type { BaseSQLiteDatabase } from "drizzle-orm/sqlite-core";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as schema from "./schema.ts";

/** A connection or a transaction on one: functions take either as their first parameter. */
export type Db = BaseSQLiteDatabase<"sync", void, typeof schema>;

export interface Store extends Disposable {
  /** Waits for the disk: for what a client is told and for money. */
  readonly durable: Db;
  /** Does not wait: for what running calls write all the time. A power cut may cost its last moments. */
  readonly live: Db;
}

export interface Place {
  /** Made when it is not there; `inMemory` keeps nothing. */
  readonly directory: string;
  /** The folder that drizzle-kit wrote. */
  readonly migrations: string;
}

/** A refusal to open, as a sentence for the operator. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}

export const inMemory = ":memory:";
export const fileName = "voice-flow.db";
const lockName = "lock.db";

/** How long to wait for a command that writes beside the server. */
const busyMs = 5_000;

/** Opens for the server: nobody else may, until it is disposed or the process ends in whatever way. */
export function openStore({ directory, migrations }: Place): Store {
  if (directory === inMemory) return openInMemory(migrations);
  makeDirectory(directory);
  const lock = lockDirectory(directory);
  try {
    const path = join(directory, fileName);
    // SQLite makes its companions with the file's own mode.
    closeSync(openSync(path, "a", 0o600));
    const durable = connect(path, { synchronous: "FULL", migrations });
    const live = connect(path, { synchronous: "NORMAL" });
    return {
      durable: durable.db,
      live: live.db,
      [Symbol.dispose]() {
        live.connection.close();
        durable.connection.close();
        lock[Symbol.dispose]();
      },
    };
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }
}

/** Opens for a command, beside a running server or without one. */
export function openBeside(place: Place): { readonly db: Db } & Disposable {
  const path = join(place.directory, fileName);
  if (!existsSync(path)) {
    throw new StoreError(`There is no data in ${place.directory}: start the server once, or set DATA_DIR.`);
  }
  const { db, connection } = connect(path, { synchronous: "FULL" });
  const dispose = (): void => connection.close();
  const last = lastMigration(connection);
  if (last === knownMigrations(place.migrations).at(-1)) return { db, [Symbol.dispose]: dispose };
  dispose();
  throw new StoreError(
    `The data in ${place.directory} is of another version of this program: start this version's server once, ` +
      `or use the version that is running.`,
  );
}

/** Takes the directory for one process. The operating system gives it back when the process ends. */
export function lockDirectory(directory: string): Disposable {
  const connection = new Connection(join(directory, lockName), { create: true });
  try {
    connection.run("PRAGMA busy_timeout = 0");
    connection.run("BEGIN EXCLUSIVE");
  } catch (error) {
    connection.close();
    if (!isBusy(error)) throw error;
    throw new StoreError(
      `Another server uses ${directory}: stop it first, or set DATA_DIR to another directory.`,
    );
  }
  return {
    [Symbol.dispose]() {
      connection.run("ROLLBACK");
      connection.close();
    },
  };
}

/** Throws unless this program knows the file's last migration. */
export function checkMigration(connection: Connection, migrations: string): void {
  const last = lastMigration(connection);
  if (last === undefined || knownMigrations(migrations).includes(last)) return;
  throw new StoreError(
    "The data was written by a newer version of this program: use that version, or restore an older backup.",
  );
}

function openInMemory(migrations: string): Store {
  const { db, connection } = connect(inMemory, { synchronous: "OFF", migrations });
  return { durable: db, live: db, [Symbol.dispose]: () => connection.close() };
}

interface Connecting {
  readonly synchronous: "FULL" | "NORMAL" | "OFF";
  /** Given: brings the tables up to date. */
  readonly migrations?: string;
}

function connect(path: string, { synchronous, migrations }: Connecting): { db: Db; connection: Connection } {
  const connection = new Connection(path, { create: true, strict: true });
  try {
    connection.run(`PRAGMA busy_timeout = ${busyMs}`);
    connection.run("PRAGMA journal_mode = WAL");
    connection.run(`PRAGMA synchronous = ${synchronous}`);
    const db = drizzle(connection, { schema });
    if (migrations !== undefined) {
      checkMigration(connection, migrations);
      migrate(db, { migrationsFolder: migrations });
    }
    // Not before: a migration that rebuilds a table would be refused.
    connection.run("PRAGMA foreign_keys = ON");
    return { db, connection };
  } catch (error) {
    connection.close();
    if (error instanceof StoreError) throw error;
    throw new StoreError(`${path} cannot be opened: ${(error as Error).message}.`, { cause: error });
  }
}

/** For the owner alone; one that is already there stays as it is. */
export function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { message } = error as Error;
    throw new StoreError(`${directory} cannot be made: ${message}. Change DATA_DIR.`, { cause: error });
  }
}

/** When the file's last migration was written, which is its name in the journal. */
function lastMigration(connection: Connection): number | undefined {
  const table = "__drizzle_migrations";
  const known = connection.query("SELECT 1 FROM sqlite_master WHERE name = ?").get(table);
  if (known === null) return undefined;
  const row = connection.query(`SELECT max(created_at) AS last FROM ${table}`).get() as {
    last: number | null;
  };
  return row.last === null ? undefined : Number(row.last);
}

function knownMigrations(folder: string): readonly number[] {
  const journal = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as {
    readonly entries: readonly { readonly when: number }[];
  };
  return journal.entries.map(({ when }) => when);
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}
