// Folder files: stored files in a folder of this machine, each readable for its owner only.

import { mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  checkFileName,
  FilesError,
  isFileName,
  type OpenFile,
  type StoredFile,
  type StoredFiles,
} from "./stored-files.ts";

/** Suffix of a file until all of it is written. A leftover of a crash is listed, so that it ages like the others. */
const partSuffix = ".part";

export class FolderFiles implements StoredFiles {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async put(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const path = this.#pathOf(name);
    const part = `${path}${partSuffix}`;
    const make = async () => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      return open(part, "w", 0o600);
    };
    try {
      // Second attempt: a sweep may have removed the empty folder.
      const handle = await make().catch(make);
      try {
        for await (const piece of content) await handle.appendFile(piece);
      } finally {
        await handle.close();
      }
      await rename(part, path);
    } catch (error) {
      // A partial file takes room on a disk that may be full.
      await rm(part, { force: true }).catch(() => undefined);
      throw new FilesError("the disk did not take it", { cause: error });
    }
  }

  async open(name: string): Promise<OpenFile | undefined> {
    return openPath(this.#pathOf(name));
  }

  async list(prefix: string): Promise<readonly StoredFile[]> {
    const files: StoredFile[] = [];
    // One folder at a time: a folder that is deleted meanwhile must not hide the others.
    const folders = [prefix.slice(0, prefix.lastIndexOf("/") + 1)];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const last of await readdir(join(this.#directory, folder)).catch(() => [])) {
        const name = folder + last;
        if (!name.startsWith(prefix) || !isFileName(name)) continue;
        const stats = await stat(join(this.#directory, name)).catch(() => undefined);
        if (stats?.isDirectory() === true) folders.push(`${name}/`);
        else if (stats?.isFile() === true)
          files.push({ name, bytes: stats.size, changedAtMs: stats.mtimeMs });
      }
    }
    return files;
  }

  async delete(name: string): Promise<void> {
    const path = this.#pathOf(name);
    await rm(path, { force: true });
    // A folder that is not empty stays.
    for (let folder = dirname(path); folder.length > this.#directory.length; folder = dirname(folder))
      await rmdir(folder).catch(() => undefined);
  }

  #pathOf(name: string): string {
    checkFileName(name);
    return join(this.#directory, name);
  }
}

/** Undefined if there is no such file. It is not kept open: retention may delete it during reading. */
export async function openPath(path: string): Promise<OpenFile | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isFile() !== true) return undefined;
  const read = (from: number, bytes: number) =>
    Bun.file(path)
      .slice(from, from + bytes)
      .bytes()
      .catch((error: unknown) => {
        throw new FilesError("the file cannot be read any more", { cause: error });
      });
  return { bytes: stats.size, read };
}
