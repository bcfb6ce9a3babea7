// File store: the store's operations on one SQLite file. They work synchronously; their promises are only for the
// common interface.

import {
  type DataFile,
  openDataFile,
  openFileBeside,
  type StoreLocation,
  type StoreOptions,
} from "../open-database.ts";
import { phoneIn } from "../operations/phone-in-store.ts";
import { assistantsIn, hooksIn, providersIn, secretsIn } from "../operations/settings-in-store.ts";
import { flowsIn } from "../operations/flows-in-store.ts";
import { accessIn } from "../operations/access-in-store.ts";
import { knowledgeIn } from "../operations/knowledge-in-store.ts";
import { accountsIn } from "../operations/accounts-in-store.ts";
import { keysIn } from "../operations/keys-in-store.ts";
import { embedsIn } from "../operations/embeds-in-store.ts";
import { budgetsIn } from "../operations/budgets-in-store.ts";
import { nodesIn, ratesIn } from "../operations/nodes-in-store.ts";
import { auditIn } from "../operations/audit-in-store.ts";
import { sealsIn } from "../operations/seals-in-store.ts";
import { ledgerIn } from "../operations/ledger-in-store.ts";
import { retentionIn } from "../operations/retention-in-store.ts";
import { outboxIn } from "../operations/outbox-in-store.ts";
import { callsIn } from "../operations/calls-in-store.ts";
import { sessionListsIn } from "../operations/session-lists.ts";
import type { AccountData, Store } from "../port/store.ts";
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
  const executor = fileExecutor(file);
  const { onAdded, added } = new Listeners();
  const all: AccountData = {
    flows: flowsIn(executor),
    keys: keysIn(executor),
    providers: providersIn(executor),
    secrets: secretsIn(executor),
    hooks: hooksIn(executor),
    assistants: assistantsIn(executor),
    embeds: embedsIn(executor),
    phone: phoneIn(executor),
    knowledge: knowledgeIn(executor, termStatements),
    ledger: { ...ledgerIn(executor), lease: async (wanted) => lease(file.durable, wanted) },
    budgets: budgetsIn(executor),
    sessions: sessionsIn(file, sessionListsIn(executor)),
    calls: callsIn(executor, idsByWords),
    audit: auditIn(executor),
  };
  // One file has the data of every account.
  return {
    ...file,
    ...all,
    of: () => all,
    accounts: accountsIn(executor),
    access: accessIn(executor),
    outbox: outboxIn(executor, { statements: outboxStatements, onAdded, added }),
    seals: sealsIn(executor),
    nodes: nodesIn(executor),
    rates: ratesIn(executor),
    retention: retentionIn(executor, async () => file.emptyLog()),
    isShared: false,
  };
}
