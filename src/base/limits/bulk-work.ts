// Bulk work: what accounts ask of the store and choose the size of, slice by slice. Few slices are under way at a time, so
// that an operation of a call waits for no more than these; accounts take turns; and one slice begins in a turn of the
// event loop, so that what is made of its answer delays no frame.

import { EventLoopShare } from "./event-loop-share.ts";
import { RoundRobinQueue } from "./round-robin-queue.ts";

const perTurn = 1;
/** Who waits is an answer to a request: those have limits of their own. */
const lineMax = { max: Infinity, perOwnerMax: Infinity };

export class BulkWork {
  readonly #atOnce: number;
  readonly #turns = new EventLoopShare(perTurn);
  readonly #line = new RoundRobinQueue<() => void>(lineMax);
  #running = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Does one slice when it is the owner's turn. */
  async run<T>(owner: string, slice: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else await new Promise<void>((resolve) => void this.#line.push(owner, resolve));
    try {
      await this.#turns.enter();
      return await slice();
    } finally {
      const next = this.#line.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}

/** One for all of it, since all of it asks the same store. Two: the store works while one answer is on its way. */
export const bulkWork = new BulkWork(2);
