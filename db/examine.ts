// Data directory check: says what would keep a server from opening a directory's data, without opening it.

import { accessSync, closeSync, constants, existsSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { damagedLock, lockName } from "./directory-lock.ts";
import { checkLoss, fileName, keyName } from "./data-loss.ts";
import { refusalOf } from "./open-refusal.ts";

/** How every file of SQLite begins that is not empty. */
const beginning = "SQLite format 3\0";

/** For a directory that is there. Throws StoreError, in the words in which the server would refuse to start. */
export function examine(directory: string): void {
  checkLoss(directory);
  const file = join(directory, fileName);
  const lock = join(directory, lockName);
  for (const path of [lock, file, join(directory, keyName)]) checkRights(path);
  if (isForeign(lock)) throw damagedLock(lock);
  if (isForeign(file))
    throw refusalOf(Object.assign(new Error("file is not a database"), { code: "SQLITE_NOTADB" }), file);
}

function checkRights(path: string): void {
  if (!existsSync(path)) return;
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw refusalOf(error, path);
  }
}

function isForeign(path: string): boolean {
  if (!existsSync(path)) return false;
  const file = openSync(path, "r");
  try {
    const bytes = new Uint8Array(beginning.length);
    const read = readSync(file, bytes);
    return read > 0 && new TextDecoder().decode(bytes.subarray(0, read)) !== beginning;
  } finally {
    closeSync(file);
  }
}
