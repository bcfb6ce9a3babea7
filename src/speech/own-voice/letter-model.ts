// Letter model: the pronunciation of an unknown English word. A beam search over its letters, by the counts of
// letters, phones and predecessors in the CMU dictionary (n-grams with Witten-Bell back-off).

/** Readings of the letters so far that are continued. */
const beam = 24;
/** Cached nodes with sums: enough for some hundred words. */
const rowsMax = 20_000;
/** Relevant letters up to and including the present one. */
const order = 6;
/** Tokens of the beginning and the end of a word. */
const [begin, end] = [0, 1];

interface Reading {
  readonly tokens: readonly number[];
  readonly cost: number;
}

/** Successors of a node: the number of kinds, and the highest count. */
interface Row {
  readonly node: number;
  readonly kinds: number;
  readonly total: number;
}

export class LetterModel {
  /** "a:EY1", "x:K S", "e:" */
  readonly #names: readonly string[];
  readonly #byLetter: ReadonlyMap<string, readonly number[]>;
  /** Tree of tokens: first successor of each node (the next node's ends the list), its token, and its count. */
  readonly #begins: Uint32Array;
  readonly #tokens: Uint16Array;
  readonly #counts: Uint16Array;
  /** Rows of visited nodes. */
  readonly #rows = new Map<number, Row>();

  constructor(packed: Uint8Array) {
    const { buffer, byteOffset } = packed.byteOffset % 4 === 0 ? packed : packed.slice();
    const [nameBytes = 0, nodes = 0] = new Uint32Array(buffer, byteOffset, 2);
    const at = byteOffset + 8;
    this.#begins = new Uint32Array(buffer, at, nodes + 1);
    this.#tokens = new Uint16Array(buffer, at + 4 * (nodes + 1), nodes);
    this.#counts = new Uint16Array(buffer, at + 4 * (nodes + 1) + 2 * nodes, nodes);
    const names = new Uint8Array(buffer, at + 4 * (nodes + 1) + 4 * nodes, nameBytes);
    this.#names = new TextDecoder().decode(names).trimEnd().split("\n");
    this.#byLetter = Map.groupBy(
      this.#names.keys().filter((token) => token > end),
      (token) => this.#names[token]?.[0] ?? "",
    );
  }

  /** Likeliest phones, with exactly one main stress if there is a vowel. `word`: letters from a to z, 60 at most. */
  guess(word: string): readonly string[] {
    let readings: readonly Reading[] = [{ tokens: [begin], cost: 0 }];
    for (const letter of word) {
      readings = readings
        .flatMap((reading) => this.#further(reading, this.#byLetter.get(letter) ?? []))
        .toSorted((a, b) => a.cost - b.cost)
        .slice(0, beam);
    }
    const ended = readings.flatMap((reading) => this.#further(reading, [end]));
    const best = ended.toSorted((a, b) => a.cost - b.cost)[0]?.tokens ?? [];
    return withOneStress(
      best.slice(1, -1).flatMap((token) => (this.#names[token] ?? "").slice(2).split(" ").filter(Boolean)),
    );
  }

  #further({ tokens, cost }: Reading, next: readonly number[]): Reading[] {
    const rows: Row[] = [];
    for (let length = 0; length < order && length <= tokens.length; length++) {
      const node = this.#nodeOf(tokens, tokens.length - length);
      if (node === undefined || this.#begins[node] === this.#begins[node + 1]) break;
      rows.push(this.#rowOf(node));
    }
    return next.map((token) => ({
      tokens: [...tokens, token],
      cost: cost - Math.log(this.#probability(rows, token)),
    }));
  }

  /** Mixed from the shortest context to the longest. */
  #probability(rows: readonly Row[], token: number): number {
    let probability = 1 / this.#names.length;
    for (const { node, kinds, total } of rows) {
      const child = this.#childOf(node, token);
      const count = child === undefined ? 0 : (this.#counts[child] ?? 0);
      probability = (count + kinds * probability) / (total + kinds);
    }
    return probability;
  }

  #rowOf(node: number): Row {
    const cached = this.#rows.get(node);
    if (cached !== undefined) return cached;
    const [from, to] = [this.#begins[node] ?? 0, this.#begins[node + 1] ?? 0];
    let total = 0;
    for (let at = from; at < to; at++) total += this.#counts[at] ?? 0;
    const row = { node, kinds: to - from, total };
    if (this.#rows.size >= rowsMax) this.#rows.clear();
    this.#rows.set(node, row);
    return row;
  }

  #nodeOf(tokens: readonly number[], from: number): number | undefined {
    let node: number | undefined = 0;
    for (let at = from; at < tokens.length && node !== undefined; at++)
      node = this.#childOf(node, tokens[at] ?? 0);
    return node;
  }

  #childOf(node: number, token: number): number | undefined {
    let [low, high] = [this.#begins[node] ?? 0, this.#begins[node + 1] ?? 0];
    const last = high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#tokens[middle] ?? 0) < token) low = middle + 1;
      else high = middle;
    }
    return low < last && this.#tokens[low] === token ? low : undefined;
  }
}

/** Keeps the first of several main stresses; without any, the first full vowel gets it. */
function withOneStress(phones: readonly string[]): readonly string[] {
  const first = phones.findIndex((phone) => phone.endsWith("1"));
  if (first !== -1)
    return phones.map((phone, at) => (at > first && phone.endsWith("1") ? phone.replace("1", "2") : phone));
  const full = phones.findIndex((phone) => /\d$/.test(phone) && !/^(?:AH0|ER0)$/.test(phone));
  const stressed = full === -1 ? phones.findIndex((phone) => phone.endsWith("0")) : full;
  return phones.map((phone, at) => (at === stressed ? phone.replace(/\d/, "1") : phone));
}
