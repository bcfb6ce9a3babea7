// Lasting store: a store that can be closed and opened again, as by a later process, in the run's kind of database.

import { openStore } from "../../../db/sqlite/file-store.ts";
import { migrations, tempFolder } from "../servers/store.ts";
import { type ChosenStore, isOnPostgres } from "./chosen-store.ts";
import { dataInFile } from "./stored-data.ts";

/** Disposing it deletes its data. */
export interface LastingStore extends AsyncDisposable {
  open(): Promise<ChosenStore>;
}

export async function lastingStore(): Promise<LastingStore> {
  if (isOnPostgres) return (await import("./postgres-store.ts")).lastingPostgres();
  const folder = tempFolder();
  return {
    open() {
      const store = openStore({ directory: folder.path, migrations });
      const dispose = (): Promise<void> => Promise.resolve(store[Symbol.dispose]());
      return Promise.resolve({ store, data: dataInFile(store.durable), [Symbol.asyncDispose]: dispose });
    },
    [Symbol.asyncDispose]: () => Promise.resolve(folder[Symbol.dispose]()),
  };
}
