// Backup note: when the last backup of a data folder was made, how large it is, and where it was put, as the command that
// made it left word in that folder. What became of the backup since, nobody here knows.

import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface BackupNote {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly bytes: number;
  /** A path of this machine, or `files:` and a name at FILES_URL. */
  readonly place: string;
}

const fileName = "last-backup.json";

/** Throws where nothing can be written. */
export function noteBackup(directory: string, note: BackupNote): void {
  const path = join(directory, fileName);
  const part = `${path}.part`;
  try {
    // Whoever serves may be another user than whoever makes backups.
    writeFileSync(part, JSON.stringify(note), { mode: 0o644 });
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** Undefined where there is none, or none that can be read. */
export async function lastBackup(directory: string): Promise<BackupNote | undefined> {
  const found: unknown = await Bun.file(join(directory, fileName))
    .json()
    .catch(() => undefined);
  if (typeof found !== "object" || found === null) return undefined;
  const { at, bytes, place } = found as Partial<Record<keyof BackupNote, unknown>>;
  if (typeof at !== "number" || typeof bytes !== "number" || typeof place !== "string") return undefined;
  return { at, bytes, place };
}
