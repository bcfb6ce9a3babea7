// Postgres executor: carries out works on the database, waiting for each answer.

import { sql } from "drizzle-orm";
import type { Builder, Executor, LockConfig, Step, Strength, Tables, Tx, Work } from "../operations/work.ts";
import { StoreAway } from "../port/store-away.ts";
import { appendEntries } from "../operations/audit-in-store.ts";
import { grantStatement } from "./ledger-statements.ts";
import type { Connections, Db } from "./postgres-connections.ts";
import * as postgresTables from "./postgres-tables.ts";
import { databaseNow } from "./postgres-values.ts";

export function postgresExecutor(pg: Connections): Executor {
  const execute: Executor["execute"] = (work) => pg.run((db) => doneOn(db, work));
  const transact: Executor["transact"] = (work) => pg.transact((tx) => doneOn(tx, work));
  return {
    execute,
    executeLive: execute,
    readAtOnce: (work) => pg.readAtOnce((tx) => doneOn(tx, work)),
    transact,
    transactLive: transact,
    erase: transact,
    eraseLive: transact,
    async note(work) {
      try {
        await transact(work);
      } catch (error) {
        if (!(error instanceof StoreAway)) throw error;
      }
    },
  };
}

/** Does a work on a connection, or as part of a transaction. */
export async function doneOn<T>(db: Db, work: (tx: Tx) => Work<T>): Promise<T> {
  const steps = work(txOn(db));
  let next = steps.next();
  while (next.done !== true) next = steps.next(await resultOf(db, next.value));
  return next.value;
}

interface PostgresPrepared {
  execute(values: object): Promise<unknown>;
}

function resultOf(db: Db, step: Step): unknown {
  if ("read" in step) return step.read;
  if ("write" in step) return step.write;
  if ("writes" in step) return Promise.all(step.writes as unknown as readonly PromiseLike<unknown>[]);
  if ("prepared" in step) return (step.prepared as unknown as PostgresPrepared).execute(step.values);
  return db.execute(step.rows);
}

/** Both dialects have these methods, and give the same rows. */
const tables = postgresTables satisfies Readonly<Record<keyof Tables, unknown>> as unknown as Tables;

function txOn(db: Db): Tx {
  const tx: Tx = {
    db: db as unknown as Builder,
    tables,
    append: (drafts) => appendEntries(tx, drafts),
    *grant(given) {
      yield { rows: grantStatement(given) };
    },
    someRows: (table, which, limit) => sql`ctid in (select ctid from ${table} where ${which} limit ${limit})`,
    now: () => databaseNow,
    openSessions: sql`sessions`,
    locked: (query, strength = "update", config) => lockedBy(query, strength, config),
    *lock(query, strength = "update") {
      yield { read: lockedBy(query, strength) };
    },
    *lockTables(locked) {
      const names = sql.join(
        locked.map((table) => sql`${table}`),
        sql`, `,
      );
      yield { rows: sql`LOCK TABLE ${names} IN SHARE ROW EXCLUSIVE MODE` };
    },
  };
  return tx;
}

interface Lockable<Q> {
  for(strength: Strength, config?: LockConfig): Q;
}

function lockedBy<Q>(query: Q, strength: Strength, config?: LockConfig): Q {
  return (query as unknown as Lockable<Q>).for(strength, config);
}
