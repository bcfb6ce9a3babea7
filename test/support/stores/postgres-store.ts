// Postgres store: a store in a database of its own, with access to its data.

import { openPostgres } from "../../../db/postgres/open-postgres.ts";
import { Secret } from "../../../src/base/secret.ts";
import type { ChosenStore } from "./chosen-store.ts";
import type { OpenedStore } from "./each-store.ts";
import type { LastingStore } from "./lasting-store.ts";
import { pooledUrl } from "./pg-bouncer.ts";
import { emptyDatabase } from "./postgres.ts";
import { dataInPostgres } from "./postgres-data.ts";

export async function postgresStore(): Promise<ChosenStore> {
  const lasting = await lastingPostgres();
  const opened = await lasting.open();
  return {
    ...opened,
    async [Symbol.asyncDispose]() {
      await opened[Symbol.asyncDispose]();
      await lasting[Symbol.asyncDispose]();
    },
  };
}

/** A store through a pooler, which gives each transaction another connection. */
export async function pooledPostgresStore(): Promise<OpenedStore> {
  const database = await emptyDatabase();
  const url = new Secret(await pooledUrl(database.url));
  const store = await openPostgres({ ...database.place, url, directUrl: database.place.url });
  return {
    store,
    async [Symbol.asyncDispose]() {
      store[Symbol.dispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

export async function lastingPostgres(): Promise<LastingStore> {
  const database = await emptyDatabase();
  return {
    async open() {
      const store = await openPostgres(database.place);
      const data = dataInPostgres(database.url);
      return {
        store,
        data,
        async [Symbol.asyncDispose]() {
          store[Symbol.dispose]();
          await data[Symbol.asyncDispose]();
        },
      };
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
