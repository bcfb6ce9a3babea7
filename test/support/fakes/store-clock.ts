// Store clock: a virtual clock for work on a real database. Its time stands still during operations, so that everything
// happens in the same order as on a store that answers at once.

import type { Store } from "../../../db/port/store.ts";
import { drained } from "../../../src/sim/simulated-clock.ts";
import { aroundOperations } from "../stores/around-operations.ts";
import { VirtualClock } from "./virtual-clock.ts";

export class StoreClock extends VirtualClock {
  readonly #underWay = new Set<Promise<unknown>>();
  #isWatching = false;

  /** The store, whose operations are awaited before time passes. */
  watch<Kept extends Store>(store: Kept): Kept {
    this.#isWatching = true;
    return aroundOperations(store, (_name, operation) => {
      const work = operation();
      this.#underWay.add(work);
      const over = (): void => void this.#underWay.delete(work);
      work.then(over, over);
      return work;
    });
  }

  override async advance(ms: number): Promise<void> {
    if (!this.#isWatching) return super.advance(ms);
    const until = this.now() + ms;
    await super.advance(0);
    await this.idle();
    for (let next = this.nextInMs; next !== undefined && this.now() + next <= until; next = this.nextInMs) {
      await super.advance(next);
      await this.idle();
    }
    // A concurrent call may have advanced it further meanwhile.
    await super.advance(Math.max(0, until - this.now()));
  }

  /** Resolves when no operation runs, and their effects have happened. */
  async idle(): Promise<void> {
    await drained();
    while (this.#underWay.size > 0) {
      await Promise.allSettled(this.#underWay);
      await drained();
    }
  }
}
