// Postgres store: one in a database of its own, with what lies in it.

import { openPostgres } from "../../../db/postgres/open-postgres.ts";
import type { ChosenStore } from "./chosen-store.ts";
import { emptyDatabase } from "./postgres.ts";
import { dataInPostgres } from "./postgres-data.ts";

export async function postgresStore(): Promise<ChosenStore> {
  const database = await emptyDatabase();
  const store = await openPostgres(database.place);
  const data = dataInPostgres(database.url);
  return {
    store,
    data,
    async [Symbol.asyncDispose]() {
      store[Symbol.dispose]();
      await data[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
