// Disk-full errors: recognises errors of SQLite and of the file system that mean a full disk.

/** Codes of SQLite and of the system; an exhausted quota is a full disk too. */
const codes = new Set(["SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "ENOSPC", "EDQUOT"]);

/** Whether the error or its cause means a full disk: drizzle wraps some errors. */
export function isStorageFull(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause)
    if ("code" in each && codes.has(String(each.code))) return true;
  return false;
}
