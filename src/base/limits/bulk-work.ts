// Bulk work: store operations whose size an account chooses, slice by slice. Few slices run at a time, so that a
// call's operation waits only for these; accounts take turns; and one slice begins per turn of the event loop, so
// that the work on its answer delays no frame.

import { EventLoopShare } from "./event-loop-share.ts";
import { RoundRobinQueue } from "./round-robin-queue.ts";

const perTurn = 1;
/** Waiting slices belong to requests, which have limits of their own. */
const lineMax = { max: Infinity, perOwnerMax: Infinity };

export class BulkWork {
  readonly #atOnce: number;
  readonly #turns = new EventLoopShare(perTurn);
  readonly #line = new RoundRobinQueue<() => void>(lineMax);
  #running = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Does one slice at the owner's turn. */
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

/**
 * Running slices in the whole process, since all use the same store. Two: the store works while one answer is on its
 * way.
 */
export const bulkWork = new BulkWork(2);
