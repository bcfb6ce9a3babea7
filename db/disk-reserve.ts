// Disk reserve: a file that keeps space back, so that there is room for deleting when there is none for anything else.

import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  rmSync,
  statfsSync,
  writeSync,
} from "node:fs";
import { randomFillSync } from "node:crypto";
import { join } from "node:path";
import { bytesOf } from "./data-loss.ts";
import { refusalOf } from "./open-refusal.ts";

const mib = 1024 ** 2;
const fileName = "room.reserve";
const probeName = "room.probe";

/** A whole flow with its fifty revisions, overwritten with zeros, is 13 MiB of log. */
const bytesMax = 16 * mib;
const bytesMin = mib;
/** Share of a small disk. */
const share = 1 / 16;
/** SQLite's own. */
const logPagesMax = 1_000;
const pageBytes = 4_096;

export class Reserve {
  readonly #bytes: number;
  readonly #directory: string;
  readonly #path: string;
  readonly #probe: string;

  constructor(directory: string) {
    this.#directory = directory;
    this.#path = join(directory, fileName);
    this.#probe = join(directory, probeName);
    const { blocks, bsize } = statfsSync(directory);
    // A disk without a known size counts as large.
    const wanted = blocks > 0 ? Math.floor(blocks * bsize * share) : bytesMax;
    this.#bytes = Math.min(bytesMax, Math.max(bytesMin, wanted));
    // A process that was killed may have left it.
    rmSync(this.#probe, { force: true });
  }

  /**
   * How long the log may get before it goes into the file, which may have to grow by that much when there is only
   * this.
   */
  get logPagesMax(): number {
    return Math.min(logPagesMax, Math.floor(this.#bytes / 4 / pageBytes));
  }

  /** Where it lies. */
  get directory(): string {
    return this.#directory;
  }

  /** On the disk, besides. */
  get bytesFree(): number {
    const { bavail, bsize } = statfsSync(this.#directory);
    return bavail * bsize;
  }

  /** Throws StoreError for one that we may not use. */
  isKept(): boolean {
    const bytes = bytesOf(this.#path);
    if (bytes === undefined) return false;
    try {
      accessSync(this.#path, constants.R_OK | constants.W_OK);
    } catch (error) {
      throw refusalOf(error, this.#path);
    }
    return bytes >= this.#bytes;
  }

  /** Takes as much of the room as there is. Throws ENOSPC and the like when that is not all. */
  keep(): void {
    fill(this.#path, this.#bytes);
  }

  release(): void {
    rmSync(this.#path, { force: true });
  }

  /** Whether less than as much again is left on the disk. */
  isAllThereIs(): boolean {
    return this.bytesFree < this.#bytes;
  }

  /** Tries whether there is room for more than the reserve. Throws like `keep`. */
  probe(): void {
    try {
      fill(this.#probe, Math.floor(this.#bytes / 4));
    } finally {
      rmSync(this.#probe, { force: true });
    }
  }
}

/** Random, because disks that compress give no room for zeros. */
const chunk = randomFillSync(new Uint8Array(256 * 1024));

function fill(path: string, bytes: number): void {
  const file = openSync(path, "a", 0o600);
  try {
    const { size } = fstatSync(file);
    for (let at = size; at < bytes;) at += writeSync(file, chunk, 0, Math.min(chunk.length, bytes - at));
  } finally {
    closeSync(file);
  }
}
