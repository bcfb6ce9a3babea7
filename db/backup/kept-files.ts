// Kept files: files beside the data, such as recorded sounds, enter a backup as a table and are restored as files.

import type { Database as Connection } from "bun:sqlite";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { StoreError } from "../open-refusal.ts";

/** Table in copies only; the data itself has none. */
export const keptFilesTable = "CREATE TABLE kept_files (name TEXT PRIMARY KEY, content BLOB NOT NULL)";
/** Folders of the data directory whose files belong to the data. */
const folders = ["sounds"] as const;
/** Path parts that are equal on every machine and stay in their folder. */
const plainName = /^\w[\w.-]*(?:\/\w[\w.-]*)+$/;

/** Puts the directory's files into the copy and returns their number. */
export function keepFiles(copy: Connection, directory: string): number {
  const names = folders.flatMap((folder) => filesIn(directory, folder));
  if (names.length === 0) return 0;
  copy.run(keptFilesTable);
  const insert = copy.query("INSERT INTO kept_files (name, content) VALUES (?, ?)");
  let kept = 0;
  for (const name of names) {
    const content = contentOf(join(directory, name));
    if (content === undefined) continue;
    insert.run(name, content);
    kept += 1;
  }
  return kept;
}

/** Moves the files out of a copy and drops the table. Existing files are unchanged. */
export function putFilesBack(copy: Connection, directory: string): void {
  if (copy.query("SELECT 1 FROM sqlite_master WHERE name = 'kept_files'").get() === null) return;
  const names = copy.query("SELECT name FROM kept_files").all() as { readonly name: string }[];
  const read = copy.query("SELECT content FROM kept_files WHERE name = ?");
  for (const { name } of names) {
    const [folder = ""] = name.split("/");
    if (!plainName.test(name) || !folders.some((each) => each === folder))
      throw new StoreError(
        `The backup has a file ${JSON.stringify(name.slice(0, 80))} that is none of ours.`,
      );
    const { content } = read.get(name) as { readonly content: Uint8Array };
    write(join(directory, name), content);
  }
  copy.run("DROP TABLE kept_files");
  copy.run("VACUUM");
}

function filesIn(directory: string, folder: string): string[] {
  if (!existsSync(join(directory, folder))) return [];
  return readdirSync(join(directory, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name}`)
    .filter(
      (name) => plainName.test(name) && !name.endsWith(".part") && lstatSync(join(directory, name)).isFile(),
    );
}

/** Undefined for a file that was just deleted. */
function contentOf(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** The name is a hash of the content, so an existing file is equal. */
function write(path: string, content: Uint8Array): void {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.part`, content, { mode: 0o600, flush: true });
  renameSync(`${path}.part`, path);
}
