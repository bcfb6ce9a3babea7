// Disk state: whether the data's disk is full. Failed writes are reported to it; it logs that once a minute, and
// checks by itself until there is room again.

import type { Clock } from "../src/base/clock.ts";
import type { Fields, Log } from "../src/base/log.ts";
import { isStorageFull } from "./disk-full.ts";
import type { Reserve } from "./disk-reserve.ts";

export interface DiskOptions {
  readonly clock: Clock;
  /** Nothing is said without one. */
  readonly log: Log | undefined;
  /** Absent for data in memory. */
  readonly reserve: Reserve | undefined;
}

/** From one look for room to the next, while there is none. */
const lookMs = 1_000;
/** Between two lines in the log: more of them would help no reader, and fill the disk. */
const sayMs = 60_000;

export class Disk implements Disposable {
  readonly #o: DiskOptions;
  readonly #waiting = new Set<() => void>();
  /** The next look for room; there is one as long as the disk is full. */
  #looking: Disposable | undefined;
  #opening: Disposable | undefined;
  #saidAt = Number.NEGATIVE_INFINITY;
  /** Writes that failed since that was said. */
  #failures = 0;
  #roomUnsaid = false;

  constructor(options: DiskOptions) {
    this.#o = options;
  }

  /**
   * Takes what is to be kept in reserve, if need be a second later, so that no start waits for it. Throws StoreError.
   */
  open(): void {
    if (this.#o.reserve?.isKept() === false) this.#opening = this.#o.clock.after(lookMs, () => this.look());
  }

  /** Nothing can be stored at present. */
  get full(): boolean {
    return this.#looking !== undefined;
  }

  /** Records that a write failed. True when that is because the disk is full: then it is noted and logged here. */
  failed(error: unknown): boolean {
    if (!isStorageFull(error)) return false;
    this.#note(error);
    return true;
  }

  /** Calls `fire` each time that there is room again, until the answer is disposed. */
  onRoom(fire: () => void): Disposable {
    this.#waiting.add(fire);
    return { [Symbol.dispose]: () => void this.#waiting.delete(fire) };
  }

  /** Takes back what is to be kept in reserve and tries whether there is room besides. Throws nothing. */
  look(): void {
    const wasFull = this.full;
    this.#looking?.[Symbol.dispose]();
    this.#looking = undefined;
    try {
      this.#o.reserve?.keep();
      if (wasFull) this.#o.reserve?.probe();
    } catch (error) {
      // Any error of the disk counts: it gives no room.
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

  /** The disk, and its free room: an error of another kind has room, and a quota may be full instead. */
  #room(): Fields {
    const { reserve } = this.#o;
    try {
      return reserve === undefined ? {} : { folder: reserve.directory, free_bytes: reserve.bytesFree };
    } catch {
      return {};
    }
  }

  /** A failing listener does not keep the others from their turn. */
  #fire(fire: () => void): void {
    try {
      fire();
    } catch (error) {
      if (!this.failed(error)) this.#o.log?.error("storage.unused-room", { error });
    }
  }
}
