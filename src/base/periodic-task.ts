// Periodic task: repeats work, one round at a time, until disposed. A hanging round is given up, so that the next one
// may succeed.

import { type Clock, within } from "./clock.ts";

export interface PeriodicTaskOptions {
  readonly clock: Pick<Clock, "after" | "now">;
  /** Milliseconds from the beginning of one round to the next; a function is called each time. */
  readonly everyMs: number | (() => number);
  /** Time after which a round counts as failed. Its later result is ignored. */
  readonly patienceMs: number;
  readonly work: () => Promise<void>;
  /** Receives each failed round. */
  readonly failed: (error: unknown) => void;
}

export class PeriodicTask implements AsyncDisposable {
  readonly #o: PeriodicTaskOptions;
  #next: Disposable | undefined;
  #round: Promise<void> | undefined;
  /** Another round follows right after this one. */
  #again = false;
  #isOver = false;

  /** The first round begins when the first period is over. */
  constructor(options: PeriodicTaskOptions) {
    this.#o = options;
    this.#arm(this.#everyMs);
  }

  /** Begins a round now, or right after the running one. */
  soon(): void {
    if (this.#isOver) return;
    if (this.#round !== undefined) this.#again = true;
    else this.#arm(0);
  }

  /** Waits for the running round. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    this.#next?.[Symbol.dispose]();
    await this.#round;
  }

  get #everyMs(): number {
    const { everyMs } = this.#o;
    return typeof everyMs === "number" ? everyMs : everyMs();
  }

  #arm(ms: number): void {
    this.#next?.[Symbol.dispose]();
    this.#next = this.#o.clock.after(ms, () => void (this.#round = this.#run()));
  }

  async #run(): Promise<void> {
    const { clock, patienceMs, work, failed } = this.#o;
    const from = clock.now();
    try {
      await within(clock, patienceMs, work());
    } catch (error) {
      failed(error);
    }
    this.#round = undefined;
    const again = this.#again;
    this.#again = false;
    if (!this.#isOver) this.#arm(again ? 0 : Math.max(0, this.#everyMs - (clock.now() - from)));
  }
}
