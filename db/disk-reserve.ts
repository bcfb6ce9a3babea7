// Disk reserve: a file that holds back space for deleting when the disk is full.

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
/** SQLite's default. */
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
    // A disk of unknown size counts as large.
    const wanted = blocks > 0 ? Math.floor(blocks * bsize * share) : bytesMax;
    this.#bytes = Math.min(bytesMax, Math.max(bytesMin, wanted));
    // Left by a killed process.
    rmSync(this.#probe, { force: true });
  }

  /**
   * Longest log before it is written into the file, which may have to grow by that much when only the reserve is
   * left.
   */
  get logPagesMax(): number {
    return Math.min(logPagesMax, Math.floor(this.#bytes / 4 / pageBytes));
  }

  /** Directory of the reserve. */
  get directory(): string {
    return this.#directory;
  }

  /** Free bytes of the disk besides the reserve. */
  get bytesFree(): number {
    const { bavail, bsize } = statfsSync(this.#directory);
    return bavail * bsize;
  }

  /** Throws StoreError for a file without permission. */
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

  /** Takes as much of the space as available. Throws ENOSPC and the like if that is less than wanted. */
  keep(): void {
    fill(this.#path, this.#bytes);
  }

  release(): void {
    rmSync(this.#path, { force: true });
  }

  /** True if the disk has less free space than the reserve. */
  isAllThereIs(): boolean {
    return this.bytesFree < this.#bytes;
  }

  /** Tests for free space beyond the reserve. Throws like `keep`. */
  probe(): void {
    try {
      fill(this.#probe, Math.floor(this.#bytes / 4));
    } finally {
      rmSync(this.#probe, { force: true });
    }
  }
}

/** Random, because compressing disks need no space for zeros. */
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
