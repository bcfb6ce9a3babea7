// Composition of backups: copies of the data file that the owner asks for.

import { statSync } from "node:fs";
import { join } from "node:path";
import { fileName } from "../db/data-loss.ts";
import { inMemory } from "../db/in-memory.ts";
import type { Clock } from "./base/clock.ts";
import { diskRoom } from "./base/limits/disk-space.ts";
import type { Log } from "./base/log.ts";
import { startCommand } from "./base/start-process.ts";
import type { Config } from "./config.ts";
import { Backups } from "./files/backups.ts";

interface BackupParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly owned: AsyncDisposableStack;
}

/** Undefined: no file to copy. */
export function openBackups(
  { dataDir: directory, database, files, diskFreeMibMin }: BackupConfig,
  { owned, ...near }: BackupParts,
): Backups | undefined {
  if (database !== undefined || directory === inMemory) return undefined;
  const freeBytesMin = diskFreeMibMin * 1_024 ** 2;
  const hasRoom = (): boolean => {
    const room = diskRoom(directory);
    return room === undefined || room.freeBytes - freeBytesMin > bytesOf(directory);
  };
  const run = (args: readonly string[]) => startCommand(args, { DATA_DIR: directory });
  return owned.use(new Backups({ ...near, directory, toStorage: files !== undefined, run, hasRoom }));
}

type BackupConfig = Pick<Config, "dataDir" | "database" | "files" | "diskFreeMibMin">;

/** Size of the data and its log: the maximum of a copy. */
function bytesOf(directory: string): number {
  const sizes = ["", "-wal"].map(
    (end) => statSync(join(directory, fileName + end), { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
