// What a running session costs: counts the time that somebody was connected, and pays for it minute by minute before it is
// used. When the next minute cannot be paid, it says so in time for a goodbye.

import { minuteMicros, type MeteredProvider, timeMicros } from "../billing/meter.ts";
import type { Clock } from "../base/clock.ts";

export interface MeterOptions {
  readonly clock: Clock;
  readonly providers: readonly MeteredProvider[];
  /** Settles what was used and holds another minute; false when that is not there. Absent: nobody pays. */
  readonly renew?: () => boolean;
  /** The minute that runs is the last one. */
  readonly empty: () => void;
}

const minuteMs = 60_000;
/** Before the end of the minute that is paid: a goodbye takes up to 10 s. */
const noticeMs = 12_000;

export class Meter {
  readonly #o: MeterOptions;
  readonly #sharedMicros: number;
  #beforeMs = 0;
  #since: number | undefined;
  #paidMs = minuteMs;
  #timer: Disposable | undefined;

  constructor(options: MeterOptions) {
    this.#o = options;
    this.#sharedMicros = minuteMicros(options.providers) - minuteMicros([]);
  }

  /** Whole milliseconds, so that record and ledger count from the same number. */
  get connectedMs(): number {
    const running = this.#since === undefined ? 0 : this.#o.clock.now() - this.#since;
    return Math.round(this.#beforeMs + running);
  }

  get costMicros(): number {
    if (this.#o.renew === undefined) return 0;
    const ms = this.connectedMs;
    return timeMicros(ms) + Math.ceil((this.#sharedMicros * ms) / minuteMs);
  }

  run(): void {
    if (this.#since !== undefined) return;
    this.#since = this.#o.clock.now();
    this.#arm();
  }

  pause(): void {
    if (this.#since === undefined) return;
    this.#beforeMs += this.#o.clock.now() - this.#since;
    this.#since = undefined;
    this.#timer?.[Symbol.dispose]();
  }

  #arm(): void {
    const { clock, renew, empty } = this.#o;
    if (renew === undefined) return;
    const due = Math.max(0, this.#paidMs - noticeMs - this.connectedMs);
    this.#timer = clock.after(due, () => {
      if (!renew()) {
        empty();
        return;
      }
      this.#paidMs += minuteMs;
      this.#arm();
    });
  }
}
