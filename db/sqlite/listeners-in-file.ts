// Listeners in the file: they receive additions to the outbox in this process, which may have added for another.

export class Listeners {
  readonly #waiting = new Set<() => void>();

  readonly onAdded = (fire: () => void): Disposable => {
    this.#waiting.add(fire);
    return { [Symbol.dispose]: () => void this.#waiting.delete(fire) };
  };

  readonly added = (): void => {
    for (const fire of this.#waiting) fire();
  };
}
