// Postgres store: all stored data in a database shared by several processes, by the operations of the store.

import type { SQL } from "bun";
import { sql } from "drizzle-orm";
import { type Clock, wallClock } from "../../src/base/clock.ts";
import type { Log } from "../../src/base/log.ts";
import type { Secret } from "../../src/base/secret.ts";
import { StoreError } from "../open-refusal.ts";
import { composedStore } from "../operations/composed-store.ts";
import type { Store } from "../port/store.ts";
import { idsByWords } from "./word-search-in-postgres.ts";
import { Listener } from "./database-listener.ts";
import { refusingDuplicates } from "./duplicates-in-postgres.ts";
import { Reach } from "./database-availability.ts";
import { termStatements } from "./knowledge-terms-in-postgres.ts";
import { lease } from "./leases-in-postgres.ts";
import { isUpToDate, migratePostgres } from "./migrate-postgres.ts";
import { addedChannel, outboxStatements } from "./deliveries-in-postgres.ts";
import { postgresExecutor } from "./postgres-executor.ts";
import { Connections, openClient } from "./postgres-connections.ts";
import { placeOf, postgresRefusal, tooOld, versionMin } from "./postgres-refusal.ts";
import { storedFingerprint } from "./stored-fingerprint.ts";
import { sessionsIn } from "./sessions-in-postgres.ts";

export interface DatabaseLocation {
  /** For example `postgres://user:password@host:5432/name`. */
  readonly url: Secret;
  /** Address that bypasses a pooler in front of the database; absent: there is no pooler. */
  readonly directUrl: Secret | undefined;
  readonly connectionsMax: number;
  /** Folder written by drizzle-kit. */
  readonly migrations: string;
}

export interface PostgresOptions {
  readonly clock?: Clock;
  /** Logs the absence of the database. */
  readonly log?: Log;
}

/** Opens for the server, and brings the tables up to date. Throws StoreError. */
export async function openPostgres(place: DatabaseLocation, options: PostgresOptions = {}): Promise<Store> {
  await migrateDatabase(place);
  return storeAt(place, options);
}

/** Updates the tables; returns the names of the applied migrations. Throws StoreError. */
export function migrateDatabase(place: DatabaseLocation): Promise<readonly string[]> {
  return onConnection(place, (client) => migratePostgres(client, place.migrations));
}

/** Opens for a command, beside running servers or without one. Throws StoreError. */
export async function openPostgresBeside(place: DatabaseLocation): Promise<Store> {
  await onConnection(place, async (client) => {
    if (await isUpToDate(client, place.migrations)) return;
    throw new StoreError(
      "The data in the database is of another version of this program: start this version's server once, " +
        "or use the version that is running.",
    );
  });
  return storeAt({ ...place, connectionsMax: 1 }, {});
}

export interface DatabaseState {
  /** Version of Postgres, such as `15.8`. */
  readonly version: string;
  readonly place: string;
  readonly isUpToDate: boolean;
  /** Fingerprint of the master key of the data; undefined: nothing is sealed. */
  readonly fingerprint: string | undefined;
}

/** Reads only. Throws StoreError in the words of a server that refuses to start. */
export function examinePostgres(place: DatabaseLocation): Promise<DatabaseState> {
  return onConnection(place, async (client, version) => ({
    version,
    place: placeOf(urlOf(place.url)),
    isUpToDate: await isUpToDate(client, place.migrations),
    fingerprint: await storedFingerprint(client),
  }));
}

/** Works on its own connection, past a pooler, once the database is known to be usable. Throws StoreError. */
export async function onConnection<T>(
  place: DatabaseLocation,
  work: (client: SQL, version: string) => Promise<T>,
): Promise<T> {
  const url = urlOf(place.directUrl ?? place.url);
  const client = openClient(url, { connectionsMax: 1, isPooled: false });
  try {
    const [row] = (await client`SHOW server_version`) as unknown as [{ readonly server_version: string }];
    const [version = ""] = row.server_version.split(" ");
    if (Number.parseInt(version, 10) < versionMin) throw tooOld(version, url);
    return await work(client, version);
  } catch (error) {
    throw postgresRefusal(error, url);
  } finally {
    await client.close({ timeout: 0 });
  }
}

/** Throws StoreError without repeating a possible password. */
function urlOf(secret: Secret): URL {
  const url = URL.parse(secret.reveal());
  if (url !== null && ["postgres:", "postgresql:"].includes(url.protocol)) return url;
  throw new StoreError("DATABASE_URL is not a Postgres URL. Write postgres://user:password@host:5432/name.");
}

function storeAt(place: DatabaseLocation, { clock = wallClock, log }: PostgresOptions): Store {
  using opened = new DisposableStack();
  const { connectionsMax } = place;
  const isPooled = place.directUrl !== undefined;
  const pg = opened.use(new Connections({ url: urlOf(place.url), clock, connectionsMax, isPooled }));
  const direct = openClient(urlOf(place.directUrl ?? place.url), { connectionsMax: 1, isPooled: false });
  const listener = opened.use(new Listener(direct, addedChannel, clock));
  const probe = () => pg.run((db) => db.execute(canWrite));
  const disk = opened.use(new Reach({ clock, log, probe }));
  const store = composedStore({
    executor: postgresExecutor(pg),
    termStatements,
    idsByWords,
    outbox: { statements: outboxStatements, onAdded: listener.onAdded },
    lease: (wanted) => pg.transact((tx) => lease(tx, wanted)),
    sessions: sessionsIn(pg),
    clean: () => clean(place),
  });
  const owned = opened.move();
  return {
    ...store,
    accounts: refusingDuplicates(store.accounts),
    isShared: true,
    disk,
    [Symbol.dispose]: () => owned.dispose(),
  };
}

/** Uses its own connection, because the cleaning may take long. */
function clean(place: DatabaseLocation): Promise<boolean> {
  return onConnection(place, async (client) => {
    await client`SET statement_timeout = 0`;
    await client.unsafe(cleaning);
    return true;
  });
}

/** Writes a meaningless row: a standby and a full disk would refuse it. */
const canWrite = sql`
  WITH probe AS (INSERT INTO singletons (name, node_id, until) VALUES ('probe', '', 0)
    ON CONFLICT (name) DO UPDATE SET until = 0 RETURNING 1)
  SELECT count(*) FROM probe`;

/** Tables that may hold words of callers: rows are deleted from no others. */
const cleaning =
  "VACUUM sessions, session_events, call_words, call_tags, done_deliveries, session_snapshots, hook_deliveries, " +
  "retention_rules, erasures";
