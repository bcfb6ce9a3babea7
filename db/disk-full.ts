// Disk-full errors: recognises the errors which mean that the disk takes nothing more, from SQLite and from the file
// system.

/** By the codes of SQLite and of the system; a quota that is used up is a full disk, too. */
const codes = new Set(["SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "ENOSPC", "EDQUOT"]);

/** True for an error that says so itself or was caused by one that does: drizzle wraps some. */
export function isStorageFull(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause)
    if ("code" in each && codes.has(String(each.code))) return true;
  return false;
}
