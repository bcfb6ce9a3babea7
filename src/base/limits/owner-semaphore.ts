// Semaphore by owner: limits concurrent jobs in all, and per owner. A job without a place waits, and no owner waits
// for another one who has used up their own share.

export interface OwnerSemaphoreOptions {
  readonly max: number;
  readonly perOwnerMax: number;
}

interface Waiter {
  readonly owner: string;
  readonly enter: () => void;
}

export class OwnerSemaphore {
  readonly #o: OwnerSemaphoreOptions;
  readonly #taken = new Map<string, number>();
  readonly #line = new Set<Waiter>();
  #all = 0;

  constructor(options: OwnerSemaphoreOptions) {
    this.#o = options;
  }

  /** Waits for a place; disposing the result releases it. Rejects with the signal's reason if that aborts first. */
  async acquire(owner: string, signal: AbortSignal): Promise<Disposable> {
    signal.throwIfAborted();
    if (!this.#isFree(owner)) await this.#wait(owner, signal);
    else this.#count(owner, 1);
    return { [Symbol.dispose]: () => this.#leave(owner) };
  }

  /** An admitted waiter is already counted. */
  #wait(owner: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#line.delete(waiting);
        reject(signal.reason as Error);
      };
      const waiting: Waiter = {
        owner,
        enter: () => {
          signal.removeEventListener("abort", giveUp);
          resolve();
        },
      };
      this.#line.add(waiting);
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }

  #leave(owner: string): void {
    this.#count(owner, -1);
    for (const waiting of this.#line) {
      if (this.#all >= this.#o.max) return;
      if (!this.#isFree(waiting.owner)) continue;
      this.#line.delete(waiting);
      this.#count(waiting.owner, 1);
      waiting.enter();
    }
  }

  #isFree(owner: string): boolean {
    return this.#all < this.#o.max && (this.#taken.get(owner) ?? 0) < this.#o.perOwnerMax;
  }

  #count(owner: string, change: 1 | -1): void {
    this.#all += change;
    const taken = (this.#taken.get(owner) ?? 0) + change;
    if (taken > 0) this.#taken.set(owner, taken);
    else this.#taken.delete(owner);
  }
}
