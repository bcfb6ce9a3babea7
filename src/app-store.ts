// Composition of the store: one file, or a database shared by nodes. Loads only the code of the one in use, and a
// file's in its thread.

import type { Store } from "../db/port/store.ts";
import { inMemory } from "../db/in-memory.ts";
import { openStoreThread, type ThreadStore } from "../db/thread/store-thread.ts";
import type { ClockAndLog } from "./app-calls.ts";
import { assetPath } from "./base/asset.ts";
import type { Log } from "./base/log.ts";
import { startWorker } from "./base/start-worker.ts";
import { limitStorage } from "./cloud/account-storage.ts";
import { type MasterKey, openMasterKey } from "./cloud/master-key.ts";
import type { Config } from "./config.ts";

interface DataParts extends ClockAndLog {
  readonly owned: AsyncDisposableStack;
  /** Whether this process also writes for others of its machine. */
  readonly isShared: boolean;
  /**
   * `store`: an open one, closed and timed by its owner. `opening`: a file opened ahead. `dataLost`: called when the
   * file's thread is gone.
   */
  readonly given: {
    readonly store?: Store;
    readonly opening?: StoreAhead["take"] | undefined;
    readonly dataLost?: () => void;
  };
  /** The same store, with timed operations. */
  readonly timed: (store: Store) => Store;
}

interface KeyedData {
  readonly store: Store;
  readonly master: MasterKey;
  /** No other process works on the same data: other processes' sessions are over. */
  readonly endsOthers: boolean;
}

/** The store and the key of its secrets: nothing is touched under a wrong key. Throws StoreError. */
export async function openKeyedData(config: Config, parts: DataParts): Promise<KeyedData> {
  const store = await openData(config, parts);
  const isFile = config.database === undefined;
  const directory = isFile ? config.dataDir : "the database";
  const master = await openMasterKey(store.seals, { directory, given: config.masterKey });
  // A file is open in one process alone.
  return { store, master, endsOthers: (isFile && parts.given.store === undefined) || !store.isShared };
}

/** Data file of a server that is still loading its modules. Closed with its owner unless the server has taken it. */
export class StoreAhead implements AsyncDisposable {
  #opening: Promise<ThreadStore> | undefined;

  private constructor(opening: Promise<ThreadStore>) {
    this.#opening = opening;
    // The caller of `take` gets the error.
    opening.catch(() => undefined);
  }

  /** Undefined: the data is not in a file. */
  static open(
    { database, dataDir: directory, processes }: Config,
    parts: { readonly log: Log; readonly lost: () => void },
  ): StoreAhead | undefined {
    if (database !== undefined || directory === inMemory) return undefined;
    const place = { directory, migrations: assetPath("migrations", "sqlite") };
    const isShared = processes > 1;
    const start = (): Worker => startWorker("store");
    return new StoreAhead(openStoreThread(place, { ...parts, isShared, start }));
  }

  /** Returns the store once, and undefined afterwards. */
  take(): Promise<ThreadStore> | undefined {
    const opening = this.#opening;
    this.#opening = undefined;
    return opening;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const store = await this.take()?.catch(() => undefined);
    await store?.[Symbol.asyncDispose]();
  }
}

/** Throws StoreError. */
async function openData(
  config: Config,
  { owned, given, timed, isShared, ...around }: DataParts,
): Promise<Store> {
  const { dataDir: directory, database, storagePerAccountMib } = config;
  const migrations = assetPath("migrations", database === undefined ? "sqlite" : "postgres");
  const open = async (): Promise<Store> => {
    if (database !== undefined) {
      const { openPostgres } = await import("../db/postgres/open-postgres.ts");
      return await openPostgres({ ...database, migrations }, around);
    }
    const ahead = given.opening?.();
    if (ahead !== undefined) return await ahead;
    const place = { directory, migrations };
    // A store in memory answers at once and needs no thread.
    if (directory === inMemory) {
      const { openStore } = await import("../db/sqlite/file-store.ts");
      return openStore(place, { ...around, isShared });
    }
    const thread = { log: around.log, isShared, lost: given.dataLost, start: () => startWorker("store") };
    return await openStoreThread(place, thread);
  };
  return limitStorage(given.store ?? timed(owned.use(await open())), storagePerAccountMib);
}
