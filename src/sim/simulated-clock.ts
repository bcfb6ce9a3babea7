// Simulated clock: time that passes only on request, with promises settled between the timers, so that
// minutes of a call pass in milliseconds and always in the same order.

import type { Clock } from "../base/clock.ts";

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

export class SimulatedClock implements Clock {
  /** Time of `wall()` at now() = 0, in milliseconds of the Unix epoch. */
  readonly epoch: number;
  /** Timers in the order in which they were started. */
  protected readonly timers = new Set<Timer>();
  protected time = 0;

  constructor(epoch: number) {
    this.epoch = epoch;
  }

  now(): number {
    return this.time;
  }

  wall(): number {
    return this.epoch + this.time;
  }

  after(ms: number, fire: () => void): Disposable {
    const timer: Timer = { at: this.time + Math.max(0, ms), fire };
    this.timers.add(timer);
    return { [Symbol.dispose]: () => void this.timers.delete(timer) };
  }

  /** Number of waiting timers; after a call there are none. */
  get pending(): number {
    return this.timers.size;
  }

  /** Advances the time by this many milliseconds; timers fire in order, and their effects happen after each. */
  async advance(ms: number): Promise<void> {
    const until = this.time + ms;
    for (let next = this.#next(until); next !== undefined; next = this.#next(until)) {
      this.timers.delete(next);
      this.time = Math.max(this.time, next.at);
      next.fire();
      await drained();
    }
    // A concurrent call may have advanced the time further.
    this.time = Math.max(this.time, until);
  }

  #next(until: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.timers) {
      if (timer.at <= until && (first === undefined || timer.at < first.at)) first = timer;
    }
    return first;
  }
}

/** Lets all ready work run: a turn of the event loop comes when no promise is left to settle. */
export function drained(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
