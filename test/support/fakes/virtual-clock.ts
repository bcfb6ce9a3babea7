// Virtual clock: moves only when a test moves it, with promises settled between the timers.

import type { Clock } from "../../../src/base/clock.ts";

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly fire: () => void;
}

export class VirtualClock implements Clock {
  #now = 0;
  #order = 0;
  readonly #timers = new Set<Timer>();
  /** What `wall()` shows at now() = 0: Friday, 20 November 2026, 10:00 UTC. */
  readonly epoch = Date.UTC(2026, 10, 20, 10);

  now(): number {
    return this.#now;
  }

  wall(): number {
    return this.epoch + this.#now;
  }

  after(ms: number, fire: () => void): Disposable {
    const timer: Timer = { at: this.#now + Math.max(0, ms), order: this.#order++, fire };
    this.#timers.add(timer);
    return { [Symbol.dispose]: () => void this.#timers.delete(timer) };
  }

  /** Timers that wait; a test that ends should find none. */
  get pending(): number {
    return this.#timers.size;
  }

  /** How long until the next timer fires; undefined when none waits. */
  get nextInMs(): number | undefined {
    const due = Math.min(...[...this.#timers].map(({ at }) => at));
    return due === Infinity ? undefined : Math.max(0, due - this.#now);
  }

  /** The process hangs for so long: time goes on, and what is due meanwhile fires late, at the next `advance`. */
  stall(ms: number): void {
    this.#now += ms;
  }

  /** Moves time on, firing timers in order and letting promises settle after each. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    await settle();
    for (;;) {
      const next = [...this.#timers].sort((a, b) => a.at - b.at || a.order - b.order)[0];
      if (next === undefined || next.at > until) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.fire();
      await settle();
    }
    this.#now = until;
  }
}

/** Lets everything that is ready to run, run: promise chains up to `rounds` deep. */
export async function settle(rounds = 40): Promise<void> {
  for (let i = 0; i < rounds; i++) await Promise.resolve();
}
