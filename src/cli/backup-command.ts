// Commands `backup` and `restore`: copy the data as one file: out beside a running server, in without one. A file
// named `files:…` lies at FILES_URL, sealed with the master key.

import { randomUUID } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { StoreError } from "../../db/open-refusal.ts";
import { backUp } from "../../db/backup/backup.ts";
import { restore as putBack } from "../../db/backup/restore.ts";
import { makeDirectory } from "../../db/open-database.ts";
import { wallClock } from "../base/clock.ts";
import { deriveKey, existingMasterKey, keyProblem } from "../cloud/master-key.ts";
import type { Config } from "../config.ts";
import { type BackupNote, noteBackup } from "../files/backup-note.ts";
import { S3Files } from "../files/s3-files.ts";
import { fileKey, SealedFiles } from "../files/sealed-files.ts";
import { FilesError, isFileName, type OpenFile, type StoredFiles } from "../files/stored-files.ts";
import { configOrSay } from "./command-config.ts";
import { orSay, placeOf } from "./stored-data.ts";
import { invocation, quoted } from "./invocation.ts";
import { misuse } from "./mistakes/misuse.ts";

/** Read and written at a time. */
const partBytes = 4 * 1_024 * 1_024;
const copyName = /^backup-[\da-f]{8}-[\da-f-]{27}(?:\.part)?$/;
/** A lock older than this is stale. */
const copyMsMax = 24 * 3_600_000;

export function backup(args: readonly string[]): Promise<number> {
  return withFile("backup", args, async (file, config) => {
    fileOnly(config, "backup", "pg_dump");
    const stored = storedName(file);
    const bytes = stored === undefined ? copyOut(config, file) : await send(config, stored);
    note(config, { at: wallClock.wall(), bytes, place: stored === undefined ? resolve(file) : file });
    const sealed = stored === undefined ? "not in it" : "not in it, and needed to open it";
    console.log(`${file}: ${bytes} bytes, verified. The master key is ${sealed}. Store it separately.`);
  });
}

export function restore(args: readonly string[]): Promise<number> {
  return withFile("restore", args, async (file, config) => {
    fileOnly(config, "restore", "pg_restore");
    const stored = storedName(file);
    const kept = stored === undefined ? restored(config, file) : await fetched(config, stored);
    const back =
      kept === undefined
        ? ""
        : ` The previous data is in ${kept} until you delete it. To undo: ${invocation} restore ${quoted(kept)}`;
    console.log(`Restored from ${file}.${back}`);
  });
}

/** Path of the former file. Warns of a missing master key while nothing is changed yet. */
function restored(config: Config, file: string): string | undefined {
  const { masterKey: given, dataDir: directory } = config;
  const sealed = (fingerprint: string | undefined): void => {
    const problem = keyProblem(fingerprint, { directory, given });
    if (problem !== undefined)
      console.error(`No server can start on this backup until this is corrected. ${problem}`);
  };
  return putBack(placeOf(config), file, { at: wallClock.wall(), sealed });
}

/** Note for people who inspect the deployment. The backup is whole without it. */
function note({ dataDir }: Config, made: BackupNote): void {
  try {
    noteBackup(dataDir, made);
  } catch (error) {
    console.error(`The console will not show this backup: ${(error as Error).message}.`);
  }
}

/** Undefined for a path on this machine. */
function storedName(file: string): string | undefined {
  if (!file.startsWith("files:")) return undefined;
  const name = `backups/${file.slice("files:".length)}`;
  if (isFileName(name)) return name;
  throw new StoreError(
    `${file} is not a valid name. Write files: followed by letters, digits, dots and dashes.`,
  );
}

function copyOut(config: Config, file: string): number {
  backUp(placeOf(config), file);
  return Bun.file(file).size;
}

/** Through a copy in DATA_DIR, which is of one moment. Answers the copy's bytes. */
async function send(config: Config, name: string): Promise<number> {
  const files = storage(config);
  const copy = copyIn(config);
  try {
    if ((await files.open(name).catch(away)) !== undefined)
      throw new StoreError(`${name} already exists at FILES_URL. Choose another name.`);
    const bytes = copyOut(config, copy);
    await files
      .put(
        name,
        partsOf({
          bytes,
          read: (from, count) =>
            Bun.file(copy)
              .slice(from, from + count)
              .bytes(),
        }),
      )
      .catch(away);
    return bytes;
  } finally {
    rmSync(copy, { force: true });
  }
}

async function fetched(config: Config, name: string): Promise<string | undefined> {
  const file = await storage(config).open(name).catch(away);
  if (file === undefined) throw new StoreError(`There is no ${name} at FILES_URL.`);
  const place = placeOf(config);
  makeDirectory(place.directory);
  const copy = copyIn(config);
  try {
    const writer = Bun.file(copy).writer();
    for await (const part of partsOf(file)) await writer.write(part);
    await writer.end();
    return restored(config, copy);
  } catch (error) {
    return away(error);
  } finally {
    rmSync(copy, { force: true });
  }
}

async function* partsOf({ bytes, read }: OpenFile): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes; from += partBytes) yield await read(from, partBytes);
}

/** Copy beside the data, readable by the data's readers. Copies of killed commands are deleted. */
function copyIn(config: Config): string {
  const { directory } = placeOf(config);
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    if (copyName.test(name) && statSync(path).mtimeMs < wallClock.wall() - copyMsMax)
      rmSync(path, { force: true });
  }
  return join(directory, `backup-${randomUUID()}`);
}

function storage({ files: place, masterKey: given, dataDir: directory }: Config): StoredFiles {
  if (place === undefined) throw new StoreError("Names with files: need FILES_URL, which is not set.");
  const master = existingMasterKey({ directory, given });
  return new SealedFiles(new S3Files({ place, clock: wallClock }), fileKey(deriveKey(master, "files")));
}

function away(error: unknown): never {
  if (!(error instanceof FilesError)) throw error;
  throw new StoreError(`FILES_URL failed: ${error.message}. For details, run the command doctor.`, {
    cause: error,
  });
}

/** A database is copied by its own tools. */
function fileOnly({ database }: Pick<Config, "database">, command: string, tool: string): void {
  if (database === undefined) return;
  throw new StoreError(
    `DATABASE_URL is set. ${command} copies only the file in DATA_DIR. For the database, use ${tool}.`,
  );
}

async function withFile(
  command: string,
  args: readonly string[],
  work: (file: string, config: Config) => Promise<void>,
): Promise<number> {
  const [file] = args;
  if (file === undefined || args.length !== 1) {
    console.error(misuse(`${command} FILE`, args));
    return 2;
  }
  const config = configOrSay({ unseals: file.startsWith("files:") });
  if (config === undefined) return 1;
  return await orSay(config, async () => {
    await work(file, config);
    return 0;
  });
}
