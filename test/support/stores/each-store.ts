// Each store: all implementations of the port, for suites that hold them to one contract.

import { inMemory } from "../../../db/in-memory.ts";
import type { Store } from "../../../db/port/store.ts";
import { openStore } from "../../../db/sqlite/file-store.ts";
import { pooledPostgresStore, postgresStore } from "./postgres-store.ts";
import { remoteStoreOf } from "./remote-store.ts";
import { migrations, tempFolder } from "../servers/store.ts";

export interface OpenedStore extends AsyncDisposable {
  readonly store: Store;
}

export type StoreKind =
  "file in memory" | "file on disk" | "another process's" | "Postgres" | "Postgres behind PgBouncer";

/** Opens an empty store of each kind. */
export const eachStore: Readonly<Record<StoreKind, () => Promise<OpenedStore>>> = {
  "file in memory": () => {
    const store = openStore({ directory: inMemory, migrations });
    return Promise.resolve({ store, [Symbol.asyncDispose]: () => Promise.resolve(store[Symbol.dispose]()) });
  },
  "file on disk": () => {
    const folder = tempFolder();
    const store = openStore({ directory: folder.path, migrations });
    return Promise.resolve({
      store,
      [Symbol.asyncDispose]() {
        store[Symbol.dispose]();
        folder[Symbol.dispose]();
        return Promise.resolve();
      },
    });
  },
  "another process's": () => {
    const store = openStore({ directory: inMemory, migrations }, { isShared: true });
    const dispose = (): Promise<void> => Promise.resolve(store[Symbol.dispose]());
    return Promise.resolve({ store: remoteStoreOf(store), [Symbol.asyncDispose]: dispose });
  },
  Postgres: postgresStore,
  "Postgres behind PgBouncer": pooledPostgresStore,
};

export const storeKinds = Object.keys(eachStore) as StoreKind[];
