// Disk state: whether the data's disk is full. Failed writes are reported to it; it logs them once a minute, and
// checks until there is space again.

import type { Clock } from "../src/base/clock.ts";
import type { Fields, Log } from "../src/base/log.ts";
import { isStorageFull } from "./disk-full.ts";
import type { Reserve } from "./disk-reserve.ts";

export interface DiskOptions {
  readonly clock: Clock;
  /** Without a log nothing is logged. */
  readonly log: Log | undefined;
  /** Absent for data in memory. */
  readonly reserve: Reserve | undefined;
}

/** Interval of checks for space while the disk is full. */
const lookMs = 1_000;
/** Interval of log lines: more would help no reader, and fill the disk. */
const sayMs = 60_000;

export class Disk implements Disposable {
  readonly #o: DiskOptions;
  readonly #waiting = new Set<() => void>();
  /** Next check for space, while the disk is full. */
  #looking: Disposable | undefined;
  #opening: Disposable | undefined;
  #saidAt = Number.NEGATIVE_INFINITY;
  /** Failed writes since the last log line. */
  #failures = 0;
  #roomUnsaid = false;

  constructor(options: DiskOptions) {
    this.#o = options;
  }

  /** Creates the reserve, if needed a second later, so that no start waits for it. Throws StoreError. */
  open(): void {
    if (this.#o.reserve?.isKept() === false) this.#opening = this.#o.clock.after(lookMs, () => this.look());
  }

  /** True while nothing can be stored. */
  get full(): boolean {
    return this.#looking !== undefined;
  }

  /** Reports a failed write. True if the disk is full: then it is noted and logged here. */
  failed(error: unknown): boolean {
    if (!isStorageFull(error)) return false;
    this.#note(error);
    return true;
  }

  /** Calls `fire` each time there is space again, until disposed. */
  onRoom(fire: () => void): Disposable {
    this.#waiting.add(fire);
    return { [Symbol.dispose]: () => void this.#waiting.delete(fire) };
  }

  /** Restores the reserve and tests for space beyond it. Never throws. */
  look(): void {
    const wasFull = this.full;
    this.#looking?.[Symbol.dispose]();
    this.#looking = undefined;
    try {
      this.#o.reserve?.keep();
      if (wasFull) this.#o.reserve?.probe();
    } catch (error) {
      // Any disk error counts, because none gives space.
      this.#note(error);
      return;
    }
    if (!wasFull) return;
    if (this.#roomUnsaid) this.#o.log?.info("storage.room");
    this.#roomUnsaid = false;
    for (const fire of this.#waiting) this.#fire(fire);
  }

  [Symbol.dispose](): void {
    this.#opening?.[Symbol.dispose]();
    this.#looking?.[Symbol.dispose]();
  }

  #note(error: unknown): void {
    this.#failures += 1;
    this.#looking ??= this.#o.clock.after(lookMs, () => this.look());
    const now = this.#o.clock.now();
    if (now - this.#saidAt < sayMs) return;
    this.#o.log?.error("storage.full", {
      reason: (error as Error).message,
      failures: this.#failures,
      ...this.#room(),
    });
    this.#saidAt = now;
    this.#failures = 0;
    this.#roomUnsaid = true;
  }

  /** Disk and free space: another kind of error has space, and a quota may be full instead. */
  #room(): Fields {
    const { reserve } = this.#o;
    try {
      return reserve === undefined ? {} : { folder: reserve.directory, free_bytes: reserve.bytesFree };
    } catch {
      return {};
    }
  }

  /** A failing listener does not stop the others. */
  #fire(fire: () => void): void {
    try {
      fire();
    } catch (error) {
      if (!this.failed(error)) this.#o.log?.error("storage.unused-room", { error });
    }
  }
}
