// Erasing: gives deletions space on a full disk, and removes deleted data from the write-ahead log.

import type { Database as Connection } from "bun:sqlite";
import type { Clock } from "../../src/base/clock.ts";
import type { Disk } from "../disk-state.ts";
import { isStorageFull } from "../disk-full.ts";
import type { Reserve } from "../disk-reserve.ts";

export interface ErasingOptions {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly disk: Disk;
  readonly reserve: Reserve;
}

/** Time from a deletion to the emptied log; other deletions meanwhile use the same space. */
const emptyMs = 1_000;
/** Interval of retries while another connection, such as a backup, still reads from the log. */
const readMs = 5_000;

export class Erasing implements Disposable {
  readonly #o: ErasingOptions;
  #emptying: Disposable | undefined;

  constructor(options: ErasingOptions) {
    this.#o = options;
  }

  /** Runs a deletion as its own transaction: on a full disk a second time, with the reserved space. */
  run<T>(work: () => T): T {
    this.#emptying ??= this.#later(emptyMs);
    let done: T;
    try {
      done = work();
    } catch (error) {
      if (!this.#o.disk.failed(error)) throw error;
      return this.#byReserve(work);
    }
    // Deleting writes too: it must not use up the space for the next write.
    if (this.#o.reserve.isAllThereIs()) this.#byReserve(() => undefined);
    return done;
  }

  [Symbol.dispose](): void {
    this.#emptying?.[Symbol.dispose]();
  }

  /** No other write happens during this, so none takes the space. */
  #byReserve<T>(work: () => T): T {
    const { reserve, disk } = this.#o;
    reserve.release();
    try {
      // The log must be moved into the file first, which may have to grow for it.
      emptyLog(this.#o.connection);
      const done = work();
      this.#shrink();
      return done;
    } finally {
      disk.look();
    }
  }

  /** Returns free pages of the file to the disk, as far as the log has space for that; others are reused. */
  #shrink(): void {
    const { connection, reserve } = this.#o;
    try {
      connection.query(`PRAGMA incremental_vacuum(${reserve.logPagesMax})`).all();
      emptyLog(connection);
    } catch (error) {
      // The deletion itself is done; a later erasing returns the space.
      if (!isStorageFull(error)) throw error;
    }
  }

  #later(ms: number): Disposable {
    return this.#o.clock.after(ms, () => {
      this.#emptying = emptyLog(this.#o.connection) ? undefined : this.#later(readMs);
    });
  }
}

/** Makes an empty file shrinkable; any other becomes so by `renew`. */
export function makeShrinkable(connection: Connection): void {
  if (!isShrinkable(connection)) connection.run("PRAGMA auto_vacuum = INCREMENTAL");
}

/**
 * Rewrites a file of an earlier version: it still contains deleted data, and could not shrink. It briefly takes the
 * file's size three times; without that space, another start does it.
 */
export function renew(connection: Connection, bytesFree: number): void {
  if (isShrinkable(connection)) return;
  const { page_count: pages } = connection.query("PRAGMA page_count").get() as { page_count: number };
  const { page_size: bytes } = connection.query("PRAGMA page_size").get() as { page_size: number };
  if (bytesFree < pages * bytes * 3) return;
  try {
    connection.run("VACUUM");
  } catch {
    // A backup reads from the file, or there is less space than expected.
  }
  emptyLog(connection);
}

function isShrinkable(connection: Connection): boolean {
  const { auto_vacuum: kind } = connection.query("PRAGMA auto_vacuum").get() as { auto_vacuum: number };
  return kind !== 0;
}

/**
 * Moves the log into the file and empties it. False while another connection reads from it, or if the disk refuses.
 */
export function emptyLog(connection: Connection): boolean {
  const { timeout } = connection.query("PRAGMA busy_timeout").get() as { timeout: number };
  // The connection does not wait for a backup, because calls would wait too.
  connection.run("PRAGMA busy_timeout = 0");
  try {
    const { busy } = connection.query("PRAGMA wal_checkpoint(TRUNCATE)").get() as { busy: number };
    return busy === 0;
  } catch {
    // No data is lost: all of it is still in the log.
    return false;
  } finally {
    connection.run(`PRAGMA busy_timeout = ${timeout}`);
  }
}
