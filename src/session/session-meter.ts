// Meter of a running session: counts a client's connected time, and signals when the next minute must be paid, early
// enough for a goodbye.

import { timeMicros } from "../billing/price.ts";
import type { Clock } from "../base/clock.ts";

export interface MeterOptions {
  readonly clock: Clock;
  /** Micro-cents that the service has paid to providers for this session. */
  readonly usedMicros: () => number;
  /** True if the session has a payer. */
  readonly pays: boolean;
  /** The paid time is nearly used up: `paid()` must follow, or the end of the session. */
  readonly due: () => void;
}

const minuteMs = 60_000;
/** Before the end of the paid minute: a goodbye takes up to 10 s. */
const noticeMs = 12_000;

export class Meter {
  readonly #o: MeterOptions;
  #beforeMs = 0;
  #since: number | undefined;
  #paidMs = minuteMs;
  #timer: Disposable | undefined;

  constructor(options: MeterOptions) {
    this.#o = options;
  }

  /** Whole milliseconds, so record and ledger use the same number. */
  get connectedMs(): number {
    const running = this.#since === undefined ? 0 : this.#o.clock.now() - this.#since;
    return Math.round(this.#beforeMs + running);
  }

  /** Both from one reading of the clock: the second in which the row is written may end between two reads. */
  read(): { readonly connectedMs: number; readonly costMicros: number } {
    const { connectedMs } = this;
    const costMicros = this.#o.pays ? timeMicros(connectedMs) + this.#o.usedMicros() : 0;
    return { connectedMs, costMicros };
  }

  /** Continues the count of another process, which paid for the first `paidMs`. */
  goOn(connectedMs: number, paidMs = minuteMs): void {
    this.#beforeMs = connectedMs;
    this.#paidMs = paidMs;
  }

  /** Paid part of the connected time, in milliseconds. */
  get paidMs(): number {
    return this.#paidMs;
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

  /** Another minute is held for this session. */
  paid(): void {
    this.#paidMs += minuteMs;
    if (this.#since !== undefined) this.#arm();
  }

  #arm(): void {
    const { clock, pays, due } = this.#o;
    if (pays) this.#timer = clock.after(Math.max(0, this.#paidMs - noticeMs - this.connectedMs), due);
  }
}
