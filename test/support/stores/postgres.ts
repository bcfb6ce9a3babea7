// Test databases: one server for all tests of a run, and for each test an empty database with the newest tables.

import type { DatabaseLocation } from "../../../db/postgres/open-postgres.ts";
import { databaseAt, placeAt, PostgresServer, runAt } from "./postgres-server.ts";

/** Parents of many test processes pass the shared server by this variable. */
const base = process.env["TEST_POSTGRES"] ?? (await PostgresServer.start()).url("postgres");

export interface TestDatabase extends AsyncDisposable {
  readonly place: DatabaseLocation;
  readonly url: string;
}

/** Idle databases of this process: emptying one is quicker than creating one. */
const unused: string[] = [];

/** A database with all tables and no rows. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const url = unused.pop() ?? (await databaseAt(base));
  return {
    url,
    place: placeAt(url),
    async [Symbol.asyncDispose]() {
      await runAt(url, emptyAll);
      unused.push(url);
    },
  };
}

/** A database for a test that changes the tables themselves: it is not reused. */
export async function spoiltDatabase(): Promise<{ readonly place: DatabaseLocation; readonly url: string }> {
  const url = await databaseAt(base);
  return { url, place: placeAt(url) };
}

/** Disconnects the present users first, and disables the triggers that protect the ledger. */
const emptyAll = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid();
  SET session_replication_role = replica;
  DO $$ DECLARE each record; BEGIN
    FOR each IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('DELETE FROM public.%I', each.tablename);
    END LOOP;
    FOR each IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' LOOP
      EXECUTE format('ALTER SEQUENCE public.%I RESTART', each.sequencename);
    END LOOP;
  END $$`;
