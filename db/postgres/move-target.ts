// Move target: the Postgres into which a data file is moved, with its tables made.

import { SQL } from "bun";
import { drizzle } from "drizzle-orm/bun-sql";
import { migrate } from "drizzle-orm/bun-sql/migrator";
import { StoreError } from "../open-refusal.ts";
import type { PostgresDb } from "./move-from-file.ts";

export interface MoveTarget extends AsyncDisposable {
  readonly db: PostgresDb;
}

/** Rejects with StoreError when there is none at this address, or when it cannot be brought up to date. */
export async function openMoveTarget(url: URL, migrations: string): Promise<MoveTarget> {
  // One connection, whose statements may take as long as a large file asks for.
  const client = new SQL({ url, max: 1 });
  try {
    const db = drizzle({ client });
    await migrate(db, { migrationsFolder: migrations });
    return { db, [Symbol.asyncDispose]: () => client.close() };
  } catch (error) {
    await client.close();
    const { message, cause } = error as Error;
    const why = cause instanceof Error ? cause.message : message;
    // Never the address itself: it holds a password.
    throw new StoreError(
      `The database at ${url.host} cannot be used (${why}): look after it, or change DATABASE_URL.`,
      {
        cause: error,
      },
    );
  }
}
