// File store: the store's operations on one SQLite file. They work synchronously; their promises are only for the
// common interface.

import {
  type DataFile,
  openDataFile,
  openFileBeside,
  type StoreLocation,
  type StoreOptions,
} from "../open-database.ts";
import { composedStore } from "../operations/composed-store.ts";
import type { Store } from "../port/store.ts";
import { outboxStatements } from "./deliveries-in-file.ts";
import { fileExecutor } from "./file-executor.ts";
import { termStatements } from "./knowledge-terms-in-file.ts";
import { lease } from "./ledger-rows.ts";
import { idsByWords } from "./word-search-in-file.ts";
import { Listeners } from "./listeners-in-file.ts";
import { sessionsIn } from "./sessions-in-file.ts";

/** The store and its connections. */
export type FileStore = Store & DataFile;

export interface FileStoreOptions extends StoreOptions {
  /** This process also writes for others of its machine. */
  readonly isShared?: boolean;
}

/** Opens for the server and locks out other processes until disposed or the process ends. Throws StoreError. */
export function openStore(
  place: StoreLocation,
  { isShared = false, ...options }: FileStoreOptions = {},
): FileStore {
  return { ...storeIn(openDataFile(place, options)), isShared };
}

/** Opens for a command, beside a running server or without one. Throws StoreError. */
export function openStoreBeside(place: StoreLocation): FileStore {
  return storeIn(openFileBeside(place));
}

function storeIn(file: DataFile): FileStore {
  const { onAdded, added } = new Listeners();
  const store = composedStore({
    executor: fileExecutor(file),
    termStatements,
    idsByWords,
    outbox: { statements: outboxStatements, onAdded, added },
    lease: async (wanted) => lease(file.durable, wanted),
    sessions: sessionsIn(file),
    clean: async () => file.emptyLog(),
  });
  return { ...file, ...store, isShared: false };
}
