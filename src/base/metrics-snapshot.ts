// Metrics snapshot: the figures of a scrape. While scrapes arrive it is taken every second, so that a scrape only
// prints known figures; without scrapes there is no timer.

import type { Clock } from "./clock.ts";
import type { MetricFigures, Metrics } from "./metrics.ts";

export interface SnapshotOptions {
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, "figures" | "textOf">;
  /** Last known figures of other processes; absent: none. */
  readonly others?: (() => readonly MetricFigures[]) | undefined;
  /** Reports its timer's delay in milliseconds, which is the event loop's lag. */
  readonly late?: (ms: number) => void;
}

const everyMs = 1_000;
/** Longer than Prometheus usually waits between scrapes, a minute or less. */
const wantedMs = 120_000;

export class MetricsSnapshot implements Disposable {
  readonly #o: SnapshotOptions;
  #figures: readonly MetricFigures[] | undefined;
  /** The figures as text, from the first scrape on. */
  #text: string | undefined;
  #taking: Promise<void> | undefined;
  #timer: Disposable | undefined;
  #wantedUntil = 0;
  #isOver = false;

  constructor(options: SnapshotOptions) {
    this.#o = options;
  }

  /** At most a second old. */
  async read(): Promise<string> {
    const { clock, metrics, others } = this.#o;
    this.#wantedUntil = clock.now() + wantedMs;
    if (this.#figures === undefined) await (this.#taking ??= this.#take());
    return (this.#text ??= metrics.textOf(this.#figures ?? [], others?.()));
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#timer?.[Symbol.dispose]();
  }

  async #take(): Promise<void> {
    try {
      this.#figures = await this.#o.metrics.figures();
      this.#text = undefined;
    } finally {
      this.#taking = undefined;
    }
    if (!this.#isOver) this.#arm();
  }

  /** The next reader starts a new reading and gets its error. */
  #forget(): void {
    this.#figures = this.#text = undefined;
  }

  #arm(): void {
    const { clock, late } = this.#o;
    const dueAt = clock.now() + everyMs;
    this.#timer = clock.after(everyMs, () => {
      const now = clock.now();
      late?.(Math.max(0, now - dueAt));
      if (now < this.#wantedUntil) this.#take().catch(() => this.#forget());
      else this.#forget();
    });
  }
}
