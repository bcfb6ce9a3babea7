// Refusals to open the data: turn an error of the system or of SQLite into one sentence with the remedy.

import { getuid } from "node:process";
import { isStorageFull } from "./disk-full.ts";

/** A refusal to open, as a sentence for the operator. */
export class StoreError extends Error {
  override readonly name = "StoreError";
}

/** Refusal for an error thrown on opening `path`; a refusal stays unchanged. */
export function refusalOf(error: unknown, path: string): StoreError {
  if (error instanceof StoreError) return error;
  const sentence =
    sentenceOf(error, path) ??
    `${path} cannot be opened (${(error as Error).message}): look after it, ${elsewhere}.`;
  return new StoreError(sentence, { cause: error });
}

/** Sentence for a refusal, or for an error of the disk with `path`; `undefined` for any other error. */
export function sentenceOf(error: unknown, path: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof StoreError) return error.message;
  const { code = "", message } = error as Error & { code?: string };
  if (isStorageFull(error))
    return `There is no room left for ${path}, because the disk is full: make room on it, ${elsewhere}.`;
  switch (true) {
    case code === "EROFS" || code.startsWith("SQLITE_READONLY"):
      return `${path} cannot be written to, because its disk is read-only (${code}): mount it so that it can be written to, ${elsewhere}.`;
    case code === "EACCES" || code === "EPERM" || code === "SQLITE_CANTOPEN":
      return `${path} may not be read and written by ${whoWeAre()} (${code}): change its owner or its mode, ${elsewhere}.`;
    case code === "EEXIST" || code === "ENOTDIR":
      return fileInTheWay(path);
    case code === "EISDIR":
      return `${path} is a folder where a file is needed: move it, ${elsewhere}.`;
    case code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT"):
      return `${path} cannot be opened: ${message}. Put a backup in its place with the command restore.`;
    case code === "EIO" || code.startsWith("SQLITE_IOERR"):
      return `The disk of ${path} fails (${code}): look after it, ${elsewhere}.`;
    default:
      return undefined;
  }
}

export function fileInTheWay(path: string): string {
  return `${path} is a file, or lies in one, where a folder is needed: move the file, ${elsewhere}.`;
}

const elsewhere = "or choose another folder with DATA_DIR";

/** Hint for containers, whose user is often the reason. */
function whoWeAre(): string {
  const id = getuid?.();
  return id === undefined ? "this user" : `this user (id ${id})`;
}
