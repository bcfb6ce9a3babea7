// Connection pool of Postgres: the connections of operations. Each operation finishes in time or fails, so that no
// caller waits for a silent database.

import type { SQL } from "bun";
import { type BunSQLQueryResultHKT, drizzle } from "drizzle-orm/bun-sql";
import type { PgDatabase } from "drizzle-orm/pg-core";
import type { Clock } from "../../src/base/clock.ts";
import { StoreAway } from "../port/store-away.ts";
import { gaveWay, plain } from "./postgres-errors.ts";

/** The pool or a transaction: functions take either as their first parameter. */
export type Db = PgDatabase<BunSQLQueryResultHKT>;

export interface ConnectionOptions {
  readonly url: URL;
  readonly clock: Clock;
  readonly connectionsMax: number;
  /** True if another program pools the connections again: it keeps neither settings nor named statements. */
  readonly isPooled: boolean;
}

/** Time limit of opening a connection. */
const connectSeconds = 5;
/** Time limit of one statement, waiting for locks included. */
const statementMs = 10_000;
/** Time for which a node that hangs in a transaction keeps its locks. */
const hungMs = 5_000;
/** Time limit of an operation, waiting for a connection included: a server that vanished sends nothing at all. */
const operationMs = 20_000;
/** Tries of an operation that gave way. */
const triesMax = 5;

export class Connections implements Disposable {
  readonly #o: ConnectionOptions;
  #pool: Pool;
  #isClosed = false;

  constructor(options: ConnectionOptions) {
    this.#o = options;
    this.#pool = openPool(options);
  }

  /** Runs one statement as its own transaction. Throws StoreAway. */
  run<T>(work: (db: Db) => PromiseLike<T>): Promise<T> {
    return this.#inTime(work);
  }

  /** Runs all statements or none; each sees earlier commits of others. May run several times. */
  transact<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    return this.#inTime((db) => db.transaction(work));
  }

  /** Runs several read-only statements at one moment. */
  readAtOnce<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    const config = { isolationLevel: "repeatable read", accessMode: "read only" } as const;
    return this.#inTime((db) => db.transaction(work, config));
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    close(this.#pool);
  }

  async #inTime<T>(work: (db: Db) => PromiseLike<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#limited(work);
      } catch (error) {
        if (!gaveWay(error) || tries === triesMax) throw plain(error);
      }
    }
  }

  async #limited<T>(work: (db: Db) => PromiseLike<T>): Promise<T> {
    if (this.#isClosed) throw new StoreAway("The store is closed.");
    const { promise: late, reject } = Promise.withResolvers<never>();
    const pool = this.#pool;
    using _limit = this.#o.clock.after(operationMs, () => {
      this.#giveUp(pool);
      reject(new StoreAway("The database does not answer in time."));
    });
    return await Promise.race([work(pool.db), late]);
  }

  /** The pool's connections lead nowhere: the next operation gets new ones. */
  #giveUp(pool: Pool): void {
    if (pool !== this.#pool || this.#isClosed) return;
    this.#pool = openPool(this.#o);
    close(pool);
  }
}

interface Pool {
  readonly client: SQL;
  readonly db: Db;
}

function openPool({ url, connectionsMax, isPooled }: ConnectionOptions): Pool {
  const client = openClient(url, { connectionsMax, isPooled });
  return { client, db: drizzle({ client }) };
}

function close({ client }: Pool): void {
  client.close({ timeout: 0 }).catch(() => undefined);
}

const settings = { statement_timeout: statementMs, idle_in_transaction_session_timeout: hungMs };

/** Connections are opened on demand. */
export function openClient(
  url: URL,
  { connectionsMax, isPooled }: Pick<ConnectionOptions, "connectionsMax" | "isPooled">,
): SQL {
  // Importing the value would load the whole of it wherever this program runs.
  return new Bun.SQL({
    url,
    max: connectionsMax,
    connectionTimeout: connectSeconds,
    // An unknown prepared statement is refused by a pooler.
    ...(isPooled ? { prepare: false } : { connection: settings }),
  });
}
