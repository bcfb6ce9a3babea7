// Rough clock: a virtual clock as imprecise as a real one: its timers fire a little early or late, and it stands still
// at times. The same seed gives the same run.

import type { Clock } from "../../../src/base/clock.ts";
import type { Random } from "../random.ts";
import { settle } from "./virtual-clock.ts";

export interface Roughness {
  /** Timers fire up to this many milliseconds early, as in Bun. */
  readonly earlyMs: number;
  readonly lateMs: number;
  /** Probability that other work blocks the process for up to `stallMsMax` before a timer fires. */
  readonly stalls: number;
  readonly stallMsMax: number;
}

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

export class RoughClock implements Clock {
  #now = 0;
  readonly #timers = new Set<Timer>();
  readonly #chance: Random;
  readonly #roughness: Roughness;

  constructor(chance: Random, roughness: Roughness) {
    this.#chance = chance;
    this.#roughness = roughness;
  }

  now(): number {
    return this.#now;
  }

  wall(): number {
    return this.#now;
  }

  after(ms: number, fire: () => void): Disposable {
    const { earlyMs, lateMs } = this.#roughness;
    const at = this.#now + Math.max(0.01, ms - earlyMs + this.#chance.next() * (earlyMs + lateMs));
    const timer = { at, fire };
    this.#timers.add(timer);
    return { [Symbol.dispose]: () => void this.#timers.delete(timer) };
  }

  /** Lets time pass until then. */
  async run(untilMs: number): Promise<void> {
    for (;;) {
      const [next] = [...this.#timers].sort((a, b) => a.at - b.at);
      if (next === undefined || next.at > untilMs) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      if (this.#chance.chance(this.#roughness.stalls)) {
        this.#now += this.#chance.next() * this.#roughness.stallMsMax;
      }
      next.fire();
      await settle(4);
    }
    this.#now = Math.max(this.#now, untilMs);
  }
}
