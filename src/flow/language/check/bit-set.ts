// Bit set of names: membership of named items as bits, for analyses that make thousands of such sets.

/** The numbering of names that all bit sets of one analysis share. */
export class NameIndex {
  readonly #places: ReadonlyMap<string, number>;
  readonly #words: number;

  constructor(names: Iterable<string>) {
    this.#places = new Map([...new Set(names)].map((name, at) => [name, at]));
    this.#words = Math.ceil(this.#places.size / 32);
  }

  /** Names that the index does not contain are left out. */
  of(names: Iterable<string>): NameSet {
    const set = this.none();
    for (const name of names) set.add(name);
    return set;
  }

  none(): NameSet {
    return new NameSet(this.#places, new Uint32Array(this.#words));
  }
}

/**
 * A mutable set: call `copy` before changing a shared one. All sets of one analysis must come from the same index.
 */
export class NameSet {
  readonly #places: ReadonlyMap<string, number>;
  readonly #bits: Uint32Array;

  constructor(places: ReadonlyMap<string, number>, bits: Uint32Array) {
    this.#places = places;
    this.#bits = bits;
  }

  copy(): NameSet {
    return new NameSet(this.#places, this.#bits.slice());
  }

  has(name: string): boolean {
    const at = this.#places.get(name);
    return at !== undefined && ((this.#bits[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0;
  }

  add(name: string): this {
    return this.#set(name, true);
  }

  delete(name: string): this {
    return this.#set(name, false);
  }

  with(other: NameSet): this {
    for (let i = 0; i < this.#bits.length; i++) this.#bits[i] = (this.#bits[i] ?? 0) | (other.#bits[i] ?? 0);
    return this;
  }

  without(other: NameSet): this {
    for (let i = 0; i < this.#bits.length; i++) this.#bits[i] = (this.#bits[i] ?? 0) & ~(other.#bits[i] ?? 0);
    return this;
  }

  /** Intersects this set with the other one; true if a name was removed. */
  meet(other: NameSet): boolean {
    let isLess = false;
    for (let i = 0; i < this.#bits.length; i++) {
      const before = this.#bits[i] ?? 0;
      this.#bits[i] = before & (other.#bits[i] ?? 0);
      isLess ||= this.#bits[i] !== before;
    }
    return isLess;
  }

  /** The given names that are in this set. */
  among(names: Iterable<string>): ReadonlySet<string> {
    const members = new Set<string>();
    for (const name of names) if (this.has(name)) members.add(name);
    return members;
  }

  #set(name: string, isIn: boolean): this {
    const at = this.#places.get(name);
    if (at === undefined) return this;
    const [word, bit] = [at >>> 5, 1 << (at & 31)];
    const before = this.#bits[word] ?? 0;
    this.#bits[word] = isIn ? before | bit : before & ~bit;
    return this;
  }
}
