// Slices: how much is deleted at once. Each slice begins right after a beat of the media clock, and is as small as it
// has to be for the next frames to be in time: a file is deleted from while everybody waits.

import type { Clock } from "../base/clock.ts";

export interface SlicesOptions {
  readonly clock: Pick<Clock, "now">;
  /** Resolves when a few milliseconds of work may begin. */
  readonly enter: () => Promise<void> | undefined;
}

/** Fewer take no less time: it is the transaction, and the words of one session in the index, that do. */
const rowsMin = 50;
const rowsFirst = 100;
const rowsMax = 500;
/** How long a slice may keep everybody waiting; one that took more makes the next ones smaller. */
const sliceMs = 3;

export class Slices {
  readonly #o: SlicesOptions;
  #rows = rowsFirst;
  #longestMs = 0;

  constructor(options: SlicesOptions) {
    this.#o = options;
  }

  /** For how long the longest kept everybody waiting, in milliseconds. */
  get longestMs(): number {
    return this.#longestMs;
  }

  /** One slice of so many rows. What it still waits for after it has begun keeps nobody. */
  async run<T>(work: (rows: number) => Promise<T>): Promise<T> {
    const { clock, enter } = this.#o;
    await enter();
    const from = clock.now();
    const done = work(this.#rows);
    this.#took(clock.now() - from);
    return await done;
  }

  #took(ms: number): void {
    this.#longestMs = Math.max(this.#longestMs, ms);
    if (ms > sliceMs) this.#rows = Math.max(rowsMin, Math.floor(this.#rows / 2));
    else if (ms < sliceMs * 0.75) this.#rows = Math.min(rowsMax, Math.ceil(this.#rows * 1.5));
  }
}
