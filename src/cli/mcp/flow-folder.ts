// Flow folder: the flows below one folder, which an agent may read and write. Their knowledge files are readable,
// too. No name leads out of the folder, by dots, by links or by special files.

import { constants } from "node:fs";
import { lstat, mkdir, open, readdir, realpath, rename, rm } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { Fault } from "../../base/fault.ts";
import { sourceBytesMax } from "../../flow/language/source/source-reader.ts";

/** Listed files; a project has a few. */
const filesMax = 500;
const depthMax = 8;
const nameCharsMax = 200;
const flowName = /\.ya?ml$/;

export class FlowFolder {
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  get root(): string {
    return this.#root;
  }

  /** Rejects if there is no such folder. */
  static async open(path: string): Promise<FlowFolder> {
    const root = await realpath(path);
    if (!(await lstat(root)).isDirectory()) throw new Error(`${path} is not a folder`);
    return new FlowFolder(root);
  }

  /** Names of all possible flow files, in order. */
  async names(): Promise<readonly string[]> {
    const names: string[] = [];
    const visit = async (folder: string, depth: number): Promise<void> => {
      const entries = await readdir(folder, { withFileTypes: true });
      for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
        if (entry.name.startsWith(".") || entry.name === "node_modules" || names.length >= filesMax) continue;
        const path = join(folder, entry.name);
        if (entry.isDirectory() && depth < depthMax) await visit(path, depth + 1);
        else if (entry.isFile() && flowName.test(entry.name)) names.push(relative(this.#root, path));
      }
    };
    await visit(this.#root, 0);
    return names;
  }

  /** Rejects names outside this folder with `flow/not-found`. */
  async read(name: string): Promise<string> {
    const path = await this.#pathOf(name);
    try {
      // A pipe is not waited for, and a new link is not followed.
      const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      try {
        if (!(await file.stat()).isFile()) throw noFlow(name);
        // One byte more reveals a file over the limit.
        const { buffer, bytesRead } = await file.read(
          Buffer.alloc(sourceBytesMax + 1),
          0,
          sourceBytesMax + 1,
          0,
        );
        return buffer.toString("utf8", 0, bytesRead);
      } finally {
        await file.close();
      }
    } catch (error) {
      throw error instanceof Fault ? error : noFlow(name);
    }
  }

  /** Atomic. Rejects with `request/invalid` for a name that leads out of the folder. */
  async write(name: string, text: string): Promise<void> {
    const path = await this.#pathOf(name);
    const work = `${path}.${process.pid}.${crypto.randomUUID()}`;
    try {
      await mkdir(dirname(path), { recursive: true });
      await Bun.write(work, text);
      await rename(work, path);
    } catch (error) {
      await rm(work, { force: true });
      const { code = "" } = error as { code?: string };
      throw new Fault("request/invalid", `${name} cannot be written${code === "" ? "" : ` (${code})`}.`);
    }
  }

  async #pathOf(name: string): Promise<string> {
    const odd = name.length > nameCharsMax || /\p{Cc}/u.test(name) || !flowName.test(name);
    const path = join(this.#root, name);
    if (odd || isAbsolute(name) || !path.startsWith(this.#root + sep)) throw outside(name);
    // Existing folders of the path must be real: a link is neither followed nor replaced.
    for (let at = path; at !== this.#root; at = dirname(at)) {
      const there = await lstat(at).catch(() => undefined);
      if (there !== undefined && !(at === path ? there.isFile() : there.isDirectory())) throw outside(name);
    }
    return path;
  }
}

function noFlow(name: string): Fault {
  return new Fault("flow/not-found", `There is no file ${name} here. To list the files, call flow_list.`);
}

function outside(name: string): Fault {
  const shown = JSON.stringify(name.slice(0, 64));
  const detail = `${shown} is not a valid flow file. It must end in .yaml, lie below this folder and be no link.`;
  return new Fault("request/invalid", detail);
}
