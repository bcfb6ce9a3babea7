// Unique ids: the ids of an export, some of which may be missing or repeated.

/** The first node keeps an id that several have. */
export class UniqueIds {
  readonly #seen = new Map<string, number>();

  of(id = "no id"): string {
    const count = (this.#seen.get(id) ?? 0) + 1;
    this.#seen.set(id, count);
    return count === 1 ? id : this.of(`${id} (${count})`);
  }
}
