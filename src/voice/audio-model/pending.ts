// Pending value: a value that comes, goes and comes again, or never will, and those that wait for it.

export class Pending<T> {
  #value: T | undefined;
  #failure: Error | undefined;
  #waiting = Promise.withResolvers<void>();

  get value(): T | undefined {
    return this.#value;
  }

  set(value: T): void {
    this.#value = value;
    this.#waiting.resolve();
  }

  /** Takes it away: readers from now on wait for the next one. */
  clear(): void {
    if (this.#value === undefined) return;
    this.#value = undefined;
    this.#waiting = Promise.withResolvers();
  }

  /** Tells all readers that no value will come. */
  fail(error: Error): void {
    this.#failure ??= error;
    this.#value = undefined;
    this.#waiting.resolve();
  }

  /** Undefined if the signal is aborted first. Rejects if it never comes. */
  async within(signal: AbortSignal): Promise<T | undefined> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = (): void => resolve();
    signal.addEventListener("abort", stop, { once: true });
    try {
      if (!signal.aborted) await Promise.race([this.#waiting.promise, promise]);
    } finally {
      signal.removeEventListener("abort", stop);
    }
    if (this.#failure !== undefined) throw this.#failure;
    return signal.aborted ? undefined : this.#value;
  }
}
