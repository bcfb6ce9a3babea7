// Work: the statements of an operation, one after the other, as a generator. So one text serves both stores: the file
// answers a statement at once, inside a transaction that cannot wait, and Postgres answers later.

import type { SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db as FileDb } from "../open-database.ts";
import type { AuditDraft } from "../port/audit-store.ts";
import type { Grant } from "../port/ledger-store.ts";
import type * as schema from "../schema.ts";

export type Tables = typeof schema;

/** Statements that both stores understand, typed as the file's. */
export type Builder = Pick<FileDb, "select" | "selectDistinct" | "insert" | "update" | "delete">;

interface Reading<T> {
  all(): T[];
}
interface Writing {
  run(): unknown;
}

type Values = Readonly<Record<string, unknown>>;
export interface PreparedRead<T> {
  all(values: Values): T[];
}

export type Step =
  | { readonly read: Reading<unknown> }
  | { readonly write: Writing }
  /** Statements in one go: none waits for the result of another. */
  | { readonly writes: readonly Writing[] }
  | { readonly rows: SQL }
  | { readonly prepared: PreparedRead<unknown>; readonly values: Values };

/** The generator is given the result of each step, and ends without a word when one fails. */
export type Work<T> = Generator<Step, T, unknown>;

export interface LockConfig {
  /** Rows that another transaction has locked are left out. */
  readonly skipLocked?: true;
  /** Table whose rows are locked, of several joined ones. */
  readonly of?: SQLiteTable;
}

export type Strength = "update" | "no key update" | "key share";

/** A connection or a transaction of either store, and its part of what the stores do differently. */
export interface Tx {
  readonly db: Builder;
  readonly tables: Tables;
  /** Adds entries to the audit log; last part of a transaction. */
  readonly append: (drafts: readonly AuditDraft[]) => Work<void>;
  /** Pays money into an account. */
  readonly grant: (grant: Grant) => Work<void>;
  /** Condition that selects at most `limit` of the matching rows. */
  readonly someRows: (table: SQLiteTable, which: SQL, limit: number) => SQL;
  /** Locks tables: no other transaction writes to them until this one ends. */
  readonly lockTables: (tables: readonly SQLiteTable[]) => Work<void>;
  /** Present time in epoch milliseconds: in Postgres by the database's clock, because the clocks of nodes differ. */
  readonly now: (at: number) => SQL;
  /** Sessions by the index of open ones: the file would read all of an account by another index. */
  readonly openSessions: SQL;
  /** The query, with its rows locked until the transaction ends. The file has one writer anyway. */
  readonly locked: <Q>(query: Q, strength?: Strength, config?: LockConfig) => Q;
  /** Only locks the rows, without reading them. */
  readonly lock: (query: Reading<unknown>, strength?: Strength) => Work<void>;
}

/** Executor of works. Each rejects with the store's error. */
export interface Executor {
  /** Runs the statements one by one, each as its own transaction. */
  readonly execute: <T>(work: (tx: Tx) => Work<T>) => Promise<T>;
  /** Constant writes of running calls: a power cut may cost the last moments. */
  readonly executeLive: <T>(work: (tx: Tx) => Work<T>) => Promise<T>;
  /** Several reads from one moment. */
  readonly readAtOnce: <T>(work: (tx: Tx) => Work<T>) => Promise<T>;
  /** All statements or none. May run several times. */
  readonly transact: <T>(work: (tx: Tx) => Work<T>) => Promise<T>;
  readonly transactLive: <T>(work: (tx: Tx) => Work<T>) => Promise<T>;
  /** Transaction that deletes: works on a full disk too. */
  readonly erase: <T>(work: (tx: Tx) => Work<T>) => Promise<T>;
  /** Like `erase`, but waits for the disk only when that is full. */
  readonly eraseLive: <T>(work: (tx: Tx) => Work<T>) => Promise<T>;
  /** Like `transact`, but skipped while the store takes no writes, so that reading still works. */
  readonly note: (work: (tx: Tx) => Work<unknown>) => Promise<void>;
}

export function* all<T>(read: Reading<T>): Work<T[]> {
  return (yield { read }) as T[];
}

export function* first<T>(read: Reading<T>): Work<T | undefined> {
  return ((yield { read }) as T[])[0];
}

export function* run(write: Writing): Work<void> {
  yield { write };
}

export function* runAll(writes: readonly Writing[]): Work<void> {
  yield { writes };
}

/** Rows of a handwritten statement. */
export function* rowsOf<T>(rows: SQL): Work<readonly T[]> {
  return (yield { rows }) as readonly T[];
}

/**
 * Frequent read with placeholders for values. Built once per connection, because building a statement takes longer
 * than running it on the file.
 */
export function lookup<T>(
  make: (tx: Tx) => { prepare(): PreparedRead<T> },
): (tx: Tx, values: Values) => Work<T[]> {
  const made = new WeakMap<object, PreparedRead<T>>();
  return function* (tx, values) {
    // Shared by a connection and its transactions on the file; the library does not type it.
    const { session } = tx.db as unknown as { readonly session: object };
    const prepared = made.get(session) ?? make(tx).prepare();
    made.set(session, prepared);
    return (yield { prepared, values }) as T[];
  };
}
