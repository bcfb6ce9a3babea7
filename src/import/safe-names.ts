// Safe names: ids of our language for names of any kind, one each.

/** Ids have 64 characters; the rest is room for distinctions. */
const charsMax = 48;

/** Name as an id, `fallback` if none of it is valid. */
export function idFor(name: string, fallback: string): string {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  if (plain === "") return fallback;
  return cut(/^[a-z]/.test(plain) ? plain : `${fallback}_${plain}`);
}

/** Cut after a word if possible. */
function cut(id: string): string {
  if (id.length <= charsMax) return id;
  const words = id.slice(0, charsMax + 1).lastIndexOf("_");
  return id.slice(0, words > charsMax / 2 ? words : charsMax);
}

export class SafeNames {
  readonly #taken: Set<string>;
  readonly #ids = new Map<string, string>();
  /** Next number for an id shared by several names. */
  readonly #numbers = new Map<string, number>();
  readonly #fallback: string;

  constructor(fallback: string, reserved: Iterable<string> = []) {
    this.#fallback = fallback;
    this.#taken = new Set(reserved);
  }

  /** Id of a name, always the same. */
  of(name: string, wish: string = name): string {
    return this.#ids.getOrInsertComputed(name, () => this.fresh(wish));
  }

  has(name: string): boolean {
    return this.#ids.has(name);
  }

  /** An id that nothing has yet. */
  fresh(wish: string): string {
    const base = idFor(wish, this.#fallback);
    let id = base;
    let n = this.#numbers.get(base) ?? 2;
    for (; this.#taken.has(id); n++) id = `${base}_${n}`;
    this.#numbers.set(base, n);
    this.#taken.add(id);
    return id;
  }
}
