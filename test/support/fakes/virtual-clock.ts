// Virtual clock: the simulated clock of a test, which can also be asked for its next timer, and stall.

import { SimulatedClock } from "../../../src/sim/simulated-clock.ts";

/** Lets chains of promises up to `rounds` deep run, for what is looked at before the rest is done. */
export async function settle(rounds = 40): Promise<void> {
  for (let i = 0; i < rounds; i++) await Promise.resolve();
}

export class VirtualClock extends SimulatedClock {
  /** The clock begins on Friday, 20 November 2026, 10:00 UTC. */
  constructor() {
    super(Date.UTC(2026, 10, 20, 10));
  }

  /** How long until the next timer fires; undefined when none waits. */
  get nextInMs(): number | undefined {
    const due = Math.min(...[...this.timers].map(({ at }) => at));
    return due === Infinity ? undefined : Math.max(0, due - this.now());
  }

  /**
   * The process hangs for so long: time passes, and timers due meanwhile fire late, at the next `advance`. Tests that
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
