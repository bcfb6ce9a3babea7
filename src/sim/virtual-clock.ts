// Virtual clock: time that moves only when it is moved, with promises settled between the timers, so that minutes of a
// call pass in milliseconds and always in the same order.

import type { Clock } from "../base/clock.ts";

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

export class VirtualClock implements Clock {
  readonly #epoch: number;
  /** In the order in which they were armed. */
  readonly #timers = new Set<Timer>();
  #now = 0;

  /** `epoch`: what `wall()` shows at now() = 0, in milliseconds of the Unix epoch. */
  constructor(epoch: number) {
    this.#epoch = epoch;
  }

  now(): number {
    return this.#now;
  }

  wall(): number {
    return this.#epoch + this.#now;
  }

  after(ms: number, fire: () => void): Disposable {
    const timer: Timer = { at: this.#now + Math.max(0, ms), fire };
    this.#timers.add(timer);
    return { [Symbol.dispose]: () => void this.#timers.delete(timer) };
  }

  /** Timers that wait; after a call there are none. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Moves time on by so many milliseconds; timers fire in their order, and what they lead to happens after each. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (let next = this.#next(until); next !== undefined; next = this.#next(until)) {
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.fire();
      await settle();
    }
    this.#now = until;
  }

  #next(until: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.at <= until && (first === undefined || timer.at < first.at)) first = timer;
    }
    return first;
  }
}

/** Chains of promises in a call are shorter than this. */
const microtasks = 40;

/** Lets everything that is ready to run, run. */
export async function settle(): Promise<void> {
  for (let i = 0; i < microtasks; i++) await Promise.resolve();
}
