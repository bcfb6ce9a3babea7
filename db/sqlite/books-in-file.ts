// Books in the file: the books of an account, read past the store.

import type { Db } from "../open-database.ts";
import * as ledger from "../operations/ledger-in-store.ts";
import type { Books } from "../port/ledger-store.ts";
import { doneOn } from "./file-executor.ts";

/** Reads in one transaction while a server keeps writing. */
export function booksOf(db: Db, accountId: string): Books {
  return db.transaction((tx) => doneOn(tx, (on) => ledger.booksOf(on, accountId)));
}
