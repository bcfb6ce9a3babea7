// Ticker: one shared heartbeat for everything that happens every few milliseconds. Paced from absolute deadlines, so
// that late timers never add up; it has no timer without subscribers.

import type { Clock } from "./clock.ts";
import { afterBeat, inTime, isBehind, type LoopLag } from "./limits/loop-lag.ts";
import { DelayWindow } from "./limits/delay-window.ts";

/** Called with the clock's `now()` at each beat. */
export type Beat = (now: number) => void;

export class Ticker {
  readonly #clock: Clock;
  readonly #periodMs: number;
  readonly #beats = new Set<Beat>();
  #timer: Disposable | undefined;
  #nextAt = 0;
  #lag: LoopLag = inTime;
  readonly #late = new DelayWindow();
  readonly #lagged: ((ms: number) => void) | undefined;

  /** `lagged` hears how late each beat was, in milliseconds. */
  constructor(clock: Clock, periodMs: number, lagged?: (ms: number) => void) {
    this.#clock = clock;
    this.#periodMs = periodMs;
    this.#lagged = lagged;
  }

  /** Number of subscribers; zero means that no timer is armed. */
  get size(): number {
    return this.#beats.size;
  }

  /** True if the event loop lags behind the beats of many subscribers. */
  get isBehind(): boolean {
    return isBehind(this.#lag, this.#clock.now() - this.#nextAt, this.#beats.size);
  }

  /** Delay of the beats of the last 5 s, 95th percentile in milliseconds; 0 without beats. */
  get lateMs(): number {
    return this.#late.p95(this.#clock.now());
  }

  add(beat: Beat): Disposable {
    this.#beats.add(beat);
    if (this.#timer === undefined) {
      this.#nextAt = this.#clock.now() + this.#periodMs;
      this.#lag = inTime;
      this.#arm();
    }
    return {
      [Symbol.dispose]: () => {
        this.#beats.delete(beat);
        if (this.#beats.size > 0) return;
        this.#timer?.[Symbol.dispose]();
        this.#timer = undefined;
      },
    };
  }

  #arm(): void {
    const wait = Math.max(0, this.#nextAt - this.#clock.now());
    this.#timer = this.#clock.after(wait, () => this.#beat());
  }

  #beat(): void {
    const fired = this.#timer;
    const now = this.#clock.now();
    // Bun's timers fire up to a millisecond early; a beat then, and another in its time, would be one too many.
    if (now < this.#nextAt) return this.#arm();
    this.#lag = afterBeat(this.#lag, now - this.#nextAt);
    this.#late.note(now - this.#nextAt, now);
    this.#lagged?.(now - this.#nextAt);
    // After a stall there is no burst of beats: subscribers look at `now` and catch up at once.
    while (this.#nextAt <= now) this.#nextAt += this.#periodMs;
    for (const beat of this.#beats) guarded(beat, now);
    // If the last subscriber leaves during this beat, its chain of timers ends here; a later subscriber has begun
    // another.
    if (this.#timer === fired) this.#arm();
  }
}

/** One subscriber's bug is reported like any other, and stops neither the heartbeat nor the others. */
function guarded(beat: Beat, now: number): void {
  try {
    beat(now);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
