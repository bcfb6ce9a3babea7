// Postgres engine: carries out works on the database, waiting for each answer.

import { sql } from "drizzle-orm";
import type { Builder, Engine, Step, Strength, Tables, Tx, Work } from "../operations/work.ts";
import { StoreAway } from "../port/store-away.ts";
import { appendEntries } from "./audit-in-postgres.ts";
import { grantStatement } from "./ledger-statements.ts";
import type { Connections, Db } from "./postgres-connections.ts";
import * as postgresTables from "./postgres-tables.ts";

export function postgresEngine(pg: Connections): Engine {
  const execute: Engine["execute"] = (work) => pg.run((db) => doneOn(db, work));
  const transact: Engine["transact"] = (work) => pg.transact((tx) => doneOn(tx, work));
  return {
    execute,
    executeLive: execute,
    readAtOnce: (work) => pg.readAtOnce((tx) => doneOn(tx, work)),
    transact,
    transactLive: transact,
    erase: transact,
    async note(work) {
      try {
        await transact(work);
      } catch (error) {
        if (!(error instanceof StoreAway)) throw error;
      }
    },
  };
}

/** On a connection, or as part of a transaction. */
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
  if ("prepared" in step) return (step.prepared as unknown as PostgresPrepared).execute(step.values);
  return "rows" in step ? db.execute(step.rows) : step.later;
}

/** Both dialects have these methods, and give the same rows. */
const tables = postgresTables satisfies Readonly<Record<keyof Tables, unknown>> as unknown as Tables;

function txOn(db: Db): Tx {
  return {
    db: db as unknown as Builder,
    tables,
    *append(drafts) {
      yield { later: appendEntries(db, drafts) };
    },
    *grant(given) {
      yield { rows: grantStatement(given) };
    },
    someRows: (table, which, limit) => sql`ctid in (select ctid from ${table} where ${which} limit ${limit})`,
    locked: (query, strength = "update") => lockedBy(query, strength),
    *lock(query, strength = "update") {
      yield { read: lockedBy(query, strength) };
    },
  };
}

function lockedBy<Q>(query: Q, strength: Strength): Q {
  return (query as unknown as { for(strength: Strength): Q }).for(strength);
}
