// Database availability: tracks whether the database works. Failures caused by its absence are reported here; it is
// logged once a minute, and the database is tried each second until it answers again.

import type { Clock } from "../../src/base/clock.ts";
import type { Log } from "../../src/base/log.ts";
import { StoreAway } from "../port/store-away.ts";
import type { DiskRoom } from "../port/store.ts";

export interface ReachOptions {
  readonly clock: Clock;
  /** Without a log nothing is logged. */
  readonly log: Log | undefined;
  /** Rejects while nothing can be written. */
  readonly probe: () => Promise<unknown>;
}

/** Interval of tries. */
const probeMs = 1_000;
/** Interval of log lines. */
const sayMs = 60_000;

export class Reach implements DiskRoom, Disposable {
  readonly #o: ReachOptions;
  readonly #waiting = new Set<() => void>();
  /** Next or running attempt, while the database is away. */
  #trying: Disposable | undefined;
  #isAway = false;
  #isClosed = false;
  #saidAt = Number.NEGATIVE_INFINITY;
  /** Failures since the last log line. */
  #failures = 0;
  #returnUnsaid = false;

  constructor(options: ReachOptions) {
    this.#o = options;
  }

  get full(): boolean {
    return this.#isAway;
  }

  failed(error: unknown): boolean {
    if (!(error instanceof StoreAway)) return false;
    this.#note(error);
    if (!this.#isAway && !this.#isClosed) {
      this.#isAway = true;
      this.#tryLater();
    }
    return true;
  }

  onRoom(fire: () => void): Disposable {
    this.#waiting.add(fire);
    return { [Symbol.dispose]: () => void this.#waiting.delete(fire) };
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#trying?.[Symbol.dispose]();
  }

  #tryLater(): void {
    this.#trying = this.#o.clock.after(probeMs, () => void this.#try());
  }

  async #try(): Promise<void> {
    try {
      await this.#o.probe();
    } catch (error) {
      if (this.#isClosed) return;
      this.#note(error as Error);
      this.#tryLater();
      return;
    }
    if (this.#isClosed) return;
    this.#isAway = false;
    if (this.#returnUnsaid) this.#o.log?.info("storage.back");
    this.#returnUnsaid = false;
    for (const fire of this.#waiting) this.#fire(fire);
  }

  #note({ message: reason }: Error): void {
    this.#failures += 1;
    const now = this.#o.clock.now();
    if (now - this.#saidAt < sayMs) return;
    this.#o.log?.error("storage.away", { reason, failures: this.#failures });
    this.#saidAt = now;
    this.#failures = 0;
    this.#returnUnsaid = true;
  }

  /** A failing listener does not stop the others. */
  #fire(fire: () => void): void {
    try {
      fire();
    } catch (error) {
      this.#o.log?.error("storage.unused-room", { error });
    }
  }
}
