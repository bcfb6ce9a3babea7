// Slices: the amount deleted at once. Each slice is small enough that the store answers calls soon: one file does one
// thing at a time.

import type { Clock } from "../base/clock.ts";
import type { BulkWork } from "../base/limits/bulk-work.ts";

export interface SlicesOptions {
  readonly clock: Pick<Clock, "now">;
  readonly bulkWork: Pick<BulkWork, "run">;
}

/** Fewer take no less time: the transaction and the words of one session in the index dominate. */
const rowsMin = 50;
const rowsFirst = 100;
const rowsMax = 500;
/** Time of a slice, including the disk; a slower one makes the next ones smaller. */
const sliceMs = 10;

export class Slices {
  readonly #o: SlicesOptions;
  #rows = rowsFirst;
  #longestMs = 0;

  constructor(options: SlicesOptions) {
    this.#o = options;
  }

  /** Longest duration in milliseconds. */
  get longestMs(): number {
    return this.#longestMs;
  }

  /** Runs a slice of this number of rows in the owner's turn. */
  async run<T>(owner: string, work: (rows: number) => Promise<T>): Promise<T> {
    const { clock, bulkWork } = this.#o;
    return await bulkWork.run(owner, async () => {
      const from = clock.now();
      const done = await work(this.#rows);
      this.#took(clock.now() - from);
      return done;
    });
  }

  #took(ms: number): void {
    this.#longestMs = Math.max(this.#longestMs, ms);
    if (ms > sliceMs) this.#rows = Math.max(rowsMin, Math.floor(this.#rows / 2));
    else if (ms < sliceMs * 0.75) this.#rows = Math.min(rowsMax, Math.ceil(this.#rows * 1.5));
  }
}
