// Round-robin queue: owners take turns, each with its oldest item, so that an owner's crowd delays only that owner.

export class RoundRobinQueue<T> {
  readonly #max: number;
  readonly #perOwnerMax: number;
  /** Items by owner, next owner first. */
  readonly #byOwner = new Map<string, T[]>();
  #size = 0;

  constructor({ max, perOwnerMax }: { readonly max: number; readonly perOwnerMax: number }) {
    this.#max = max;
    this.#perOwnerMax = perOwnerMax;
  }

  get size(): number {
    return this.#size;
  }

  /** False if there is no room, in all or for this owner. */
  push(owner: string, item: T): boolean {
    const items = this.#byOwner.get(owner) ?? [];
    if (this.#size >= this.#max || items.length >= this.#perOwnerMax) return false;
    items.push(item);
    this.#byOwner.set(owner, items);
    this.#size += 1;
    return true;
  }

  /** Removes and returns the oldest item of the next owner; undefined when the queue is empty. */
  shift(): T | undefined {
    for (const [owner, items] of this.#byOwner) {
      const item = items.shift();
      this.#byOwner.delete(owner);
      if (items.length > 0) this.#byOwner.set(owner, items);
      this.#size -= 1;
      return item;
    }
    return undefined;
  }

  /** Removes an item before its turn, for example after its deadline. */
  remove(owner: string, item: T): void {
    const items = this.#byOwner.get(owner) ?? [];
    const at = items.indexOf(item);
    if (at < 0) return;
    items.splice(at, 1);
    if (items.length === 0) this.#byOwner.delete(owner);
    this.#size -= 1;
  }
}
