// Single flight: simultaneous requests for the same work share one execution.

export class SingleFlight<T> {
  readonly #running = new Map<string, Promise<T>>();

  /** True while a key is being worked on. */
  has(key: string): boolean {
    return this.#running.has(key);
  }

  /** Callers with the same key share one execution and its result, errors included. */
  do(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const begun = work();
    this.#running.set(key, begun);
    const over = (): void => void this.#running.delete(key);
    begun.then(over, over);
    return begun;
  }
}
