// Small disk without root: a file system in memory in a namespace of its own, which can really be full, and in which
// programs can be started. It ends with its process, so that no test leaves one behind.

import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { world, worldOf } from "./binary.ts";
import { fillUp } from "./small-disk.ts";
import { Program, type ProgramOptions } from "./program.ts";

export class SmallWorld implements AsyncDisposable {
  /** Path of the disk, for programs that run there. */
  readonly path: string;
  readonly #keeper: Program;

  private constructor(path: string, keeper: Program) {
    this.path = path;
    this.#keeper = keeper;
  }

  static async open(mib: number): Promise<SmallWorld> {
    const path = mkdtempSync(join(tmpdir(), "voice-flow-disk-"));
    const script = `mount -t tmpfs -o size=${mib}m none '${path}' && echo kept && exec sleep infinity`;
    const keeper = new Program([...world, "/bin/sh", "-c", script], { env: { PATH: process.env.PATH } });
    const small = new SmallWorld(path, keeper);
    await keeper.says(/kept/);
    return small;
  }

  run(command: readonly string[], options: ProgramOptions): Program {
    return new Program([...worldOf(this.#keeper), ...command], options);
  }

  /** Fills all remaining room. */
  fill(): void {
    fillUp(this.#seen("filler"));
  }

  /** Frees the filled room. */
  empty(): void {
    rmSync(this.#seen("filler"));
  }

  /** Copies the present files of a folder on this disk to a visible place. */
  copy(folder: string, to: string): void {
    mkdirSync(to);
    for (const each of readdirSync(this.#seen(folder), { withFileTypes: true })) {
      if (each.isFile()) copyFileSync(join(this.#seen(folder), each.name), join(to, each.name));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#keeper[Symbol.asyncDispose]();
    rmSync(this.path, { recursive: true });
  }

  /** The path of a file there, seen from here. */
  #seen(name: string): string {
    return `/proc/${this.#keeper.child.pid}/root${this.path}/${name}`;
  }
}
