// Backup note: time, size and place of the last backup of a data folder, as noted in that folder by the command that
// made it, and the progress of a backup by the server. The later fate of a backup is unknown here.

import { chownSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getuid } from "node:process";

export interface BackupNote {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly bytes: number;
  /** A path of this machine, or `files:` and a name at FILES_URL. */
  readonly place: string;
}

/** Every process of a machine reads it: any of them may have made the backup. */
export interface BackupProgress {
  /** Epoch milliseconds, like all times here. */
  readonly startedAt: number;
  /** Last sign of life of its maker. */
  readonly seenAt: number;
  /** Null: in progress. */
  readonly endedAt: number | null;
  /** A sentence; null: no failure. */
  readonly failure: string | null;
}

const lastName = "last-backup.json";
const progressName = "backup-progress.json";

/** Throws where nothing can be written. */
export function noteBackup(directory: string, note: BackupNote): void {
  write(directory, lastName, note);
}

/** Throws where nothing can be written. */
export function noteProgress(directory: string, progress: BackupProgress): void {
  write(directory, progressName, progress);
}

/** Undefined if there is none or it is unreadable. */
export async function lastBackup(directory: string): Promise<BackupNote | undefined> {
  const { at, bytes, place } = await read<BackupNote>(join(directory, lastName));
  if (typeof at !== "number" || typeof bytes !== "number" || typeof place !== "string") return undefined;
  return { at, bytes, place };
}

/** Undefined if there is none or it is unreadable. */
export async function backupProgress(directory: string): Promise<BackupProgress | undefined> {
  const note = await read<BackupProgress>(join(directory, progressName));
  const { startedAt, seenAt, endedAt, failure } = note;
  if (typeof startedAt !== "number" || typeof seenAt !== "number") return undefined;
  const isOver = typeof endedAt === "number";
  return {
    startedAt,
    seenAt,
    endedAt: isOver ? endedAt : null,
    failure: typeof failure === "string" ? failure : null,
  };
}

function write(directory: string, name: string, note: object): void {
  const path = join(directory, name);
  const part = `${path}.part`;
  try {
    writeFileSync(part, JSON.stringify(note), { mode: 0o600 });
    giveTo(part, statSync(directory));
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** Backups are also made by root, and read by the serving user, who owns the folder. */
function giveTo(path: string, { uid, gid }: { readonly uid: number; readonly gid: number }): void {
  if (getuid?.() === 0) chownSync(path, uid, gid);
}

async function read<Note>(path: string): Promise<Partial<Record<keyof Note, unknown>>> {
  const note: unknown = await Bun.file(path)
    .json()
    .catch(() => undefined);
  return typeof note === "object" && note !== null ? note : {};
}
