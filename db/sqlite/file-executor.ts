// File executor: carries out works on the file, without waiting, so that a transaction is over before another begins.

import { sql } from "drizzle-orm";
import { isStorageFull } from "../disk-full.ts";
import type { DataFile, Db } from "../open-database.ts";
import { type Executor, run, type Step, type Tx, type Work } from "../operations/work.ts";
import * as tables from "../schema.ts";
import { appendEntries } from "../operations/audit-in-store.ts";
import { immediate } from "./immediate.ts";
import { grant } from "./ledger-rows.ts";

export function fileExecutor({ durable, live, disk, erase: erasing }: DataFile): Executor {
  const transact = <T>(db: Db, work: (tx: Tx) => Work<T>): T =>
    db.transaction((tx) => doneOn(tx, work), immediate);
  const erase: Executor["erase"] = async (work) => erasing((db) => transact(db, work));
  return {
    execute: async (work) => doneOn(durable, work),
    executeLive: async (work) => doneOn(live, work),
    readAtOnce: async (work) => durable.transaction((tx) => doneOn(tx, work)),
    transact: async (work) => transact(durable, work),
    transactLive: async (work) => transact(live, work),
    erase,
    eraseLive: async (work) => (disk.full ? erase(work) : transact(live, work)),
    async note(work) {
      try {
        transact(durable, work);
      } catch (error) {
        if (!isStorageFull(error)) throw error;
      }
    },
  };
}

/** Does a work on a connection, or as part of a transaction. */
export function doneOn<T>(db: Db, work: (tx: Tx) => Work<T>): T {
  const steps = work(txOn(db));
  let next = steps.next();
  while (next.done !== true) next = steps.next(resultOf(db, next.value));
  return next.value;
}

function resultOf(db: Db, step: Step): unknown {
  if ("read" in step) return step.read.all();
  if ("write" in step) return step.write.run();
  if ("prepared" in step) return step.prepared.all(step.values);
  if ("writes" in step) return step.writes.forEach((write) => write.run());
  return db.all(step.rows);
}

/** Parts that are equal for all connections: the file has one writer, and one clock. */
const alone: Omit<Tx, "db" | "append" | "grant"> = {
  tables: { ...tables },
  someRows: (table, which, limit) => sql`rowid in (select rowid from ${table} where ${which} limit ${limit})`,
  now: (at) => sql`${at}`,
  openSessions: sql`sessions INDEXED BY sessions_account_open`,
  locked: (query) => query,
  *lock() {},
  *lockTables() {},
};

function txOn(db: Db): Tx {
  const tx: Tx = {
    ...alone,
    db,
    append: (drafts) => appendEntries(tx, drafts),
    grant: (given) => run({ run: () => grant(db, given) }),
  };
  return tx;
}
