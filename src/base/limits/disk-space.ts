// Disk space: whether the disk of a folder has less space left than needed.

import { statfsSync } from "node:fs";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";

export interface DiskSpaceOptions {
  readonly directory: string;
  readonly freeMibMin: number;
  readonly clock: Pick<Clock, "now">;
  /** Logs the beginning and the end of a shortage. */
  readonly log: Pick<Log, "warn" | "info">;
}

/** Interval of checks; machines ask more often. */
const lookMs = 1_000;
/** Sufficient share on a small disk. */
const share = 1 / 16;
const mib = 1024 ** 2;

export class DiskSpace {
  readonly #o: DiskSpaceOptions;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #isShort = false;

  constructor(options: DiskSpaceOptions) {
    this.#o = options;
  }

  /** Whether room was short within the last second. A missing folder, or a disk of unknown size, is never short. */
  get isShort(): boolean {
    const now = this.#o.clock.now();
    if (now - this.#lookedAt < lookMs) return this.#isShort;
    this.#lookedAt = now;
    this.#isShort = this.#look();
    return this.#isShort;
  }

  #look(): boolean {
    const { directory: folder, freeMibMin, log } = this.#o;
    const room = diskRoom(folder);
    if (room === undefined) return false;
    const wantedBytes = Math.min(freeMibMin * mib, room.totalBytes * share);
    const isShort = room.freeBytes < wantedBytes;
    const details = { folder, free_bytes: room.freeBytes, wanted_bytes: Math.ceil(wantedBytes) };
    if (isShort && !this.#isShort) log.warn("disk.short", details);
    if (!isShort && this.#isShort) log.info("disk.room", details);
    return isShort;
  }
}

/** Free space of a folder's disk; undefined: missing, or unknown. */
export function diskRoom(
  directory: string,
): { readonly freeBytes: number; readonly totalBytes: number } | undefined {
  try {
    const { blocks, bavail, bsize } = statfsSync(directory);
    return blocks > 0 ? { freeBytes: bavail * bsize, totalBytes: blocks * bsize } : undefined;
  } catch {
    return undefined;
  }
}
