// Data loss check: detects that a directory once had data, so that an emptied directory is not taken for a new
// deployment.

import { statSync } from "node:fs";
import { join } from "node:path";
import { refusalOf, StoreError } from "./open-refusal.ts";

export const fileName = "voice-flow.db";

/** Key of the data. */
export const keyName = "master.key";

/** Most recent writes; gone when the server was stopped. */
export const logName = `${fileName}-wal`;

/** Files that exist only beside a used file. */
const companions = [keyName, logName];

/** Throws StoreError if the file is missing or empty beside the companions of a used one. */
export function checkLoss(directory: string): void {
  const size = bytesOf(join(directory, fileName));
  if ((size ?? 0) > 0) return;
  const witness = companions.find((name) => (bytesOf(join(directory, name)) ?? 0) > 0);
  if (witness === undefined) return;
  throw new StoreError(
    `${fileName} in ${directory} is ${size === undefined ? "missing" : "empty"}, but ${witness} is there: ` +
      `put the data back with the command restore, or, to begin anew, move ${witness} away.`,
  );
}

/** `undefined` if there is no such file. Throws StoreError. */
export function bytesOf(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size;
  } catch (error) {
    throw refusalOf(error, path);
  }
}
