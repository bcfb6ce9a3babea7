// Virtual clock: the simulated clock of a test, which also reports its next timer, and can stall.

import { SimulatedClock } from "../../../src/sim/simulated-clock.ts";

/** Lets chains of promises up to `rounds` deep run, for observations before the rest is done. */
export async function settle(rounds = 40): Promise<void> {
  for (let i = 0; i < rounds; i++) await Promise.resolve();
}

export class VirtualClock extends SimulatedClock {
  /** The clock begins on Friday, 20 November 2026, 10:00 UTC. */
  constructor() {
    super(Date.UTC(2026, 10, 20, 10));
  }

  /** Milliseconds to the next timer; undefined without one. */
  get nextInMs(): number | undefined {
    const due = Math.min(...[...this.timers].map(({ at }) => at));
    return due === Infinity ? undefined : Math.max(0, due - this.now());
  }

  /**
   * The process hangs for this long: time passes, and timers due meanwhile fire late, at the next `advance`. Tests that
   * only read the time use it, because hours of beats on a real database take a minute.
   */
  stall(ms: number): void {
    this.time += ms;
  }

  /** Waiting work runs first: a test may have started it outside of the clock. */
  override async advance(ms: number): Promise<void> {
    await settle();
    await super.advance(ms);
  }
}
