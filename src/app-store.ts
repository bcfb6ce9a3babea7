// Composition of the store: one file, or a database that nodes share.

import type { Store } from "../db/port/store.ts";
import { openPostgres } from "../db/postgres/open-postgres.ts";
import { openStore } from "../db/sqlite/file-store.ts";
import type { ClockAndLog } from "./app-calls.ts";
import { assetPath } from "./base/asset.ts";
import type { Config } from "./config.ts";

/** `isShared`: this process writes for others of its machine, too. Throws StoreError. */
export async function openData(
  { dataDir, database }: Config,
  around: ClockAndLog & { readonly isShared: boolean },
): Promise<Store> {
  if (database !== undefined)
    return openPostgres({ ...database, migrations: assetPath("migrations", "postgres") }, around);
  return openStore({ directory: dataDir, migrations: assetPath("migrations", "sqlite") }, around);
}
