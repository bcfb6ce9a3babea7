// Pronunciation build: `bun src/speech/own-voice/build-pronunciations.ts` packs the CMU dictionary into words.zst,
// and trains the reading of unknown words on it, letters.zst. Both are in the repository. The words take a second,
// the letters half a minute; both are deterministic.

import { join } from "node:path";
import { dictionary } from "cmu-pronouncing-dictionary";
import { phoneByte } from "./phones.ts";

/** A letter is judged by this many letters up to and including itself. */
const order = 6;
/** A context at least this long that was seen once adds nothing to shorter ones. */
const rareContext = 3;
const rounds = 4;
/** Most phones of one letter ("x"). */
const phonesMax = 2;

interface Entry {
  readonly word: string;
  readonly phones: readonly string[];
}

const entries: readonly Entry[] = Object.entries(dictionary)
  // A line may end with a remark ("# foreign french").
  .map(([word, line]) => ({ word, phones: line.replace(/\s*#.*/, "").split(" ") }))
  .filter(({ word, phones }) => /^[\x21-\x7e]+$/.test(word) && phones[0] !== "");

/** Words in byte order, each followed by its phones. */
export function packedWords(): Uint8Array {
  const lines = entries.map(({ word, phones }) => [
    ...Array.from(word, (char) => char.charCodeAt(0)),
    ...phones.map(phoneByte),
  ]);
  return Uint8Array.from(lines.toSorted(compareBytes).flat());
}

function compareBytes(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; ; at++) {
    // The end of a word sorts before any letter.
    const [left, right] = [letterAt(a, at), letterAt(b, at)];
    if (left !== right) return left - right;
    if (left === 0) return 0;
  }
}

const letterAt = (line: readonly number[], at: number): number => {
  const byte = line[at] ?? 0;
  return byte < 128 ? byte : 0;
};

/** Cost of phones for a letter; before the first round by their number alone. */
class LetterCosts {
  readonly #costs: ReadonlyMap<string, number>;

  constructor(costs: ReadonlyMap<string, number>) {
    this.#costs = costs;
  }

  static counted(words: readonly AlignedWord[]): LetterCosts {
    const counts = new Map<string, number>();
    const letters = new Map<string, number>();
    for (const { word, chunks } of words) {
      for (const [at, chunk] of chunks.entries()) {
        const letter = word[at] ?? "";
        const key = `${letter}|${chunk.replaceAll(/\d/g, "")}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
        letters.set(letter, (letters.get(letter) ?? 0) + 1);
      }
    }
    return new LetterCosts(
      new Map([...counts].map(([key, count]) => [key, -Math.log(count / (letters.get(key[0] ?? "") ?? 1))])),
    );
  }

  of(letter: string, phones: readonly string[]): number {
    const chunk = phones.map((phone) => phone.replace(/\d/, "")).join(" ");
    const atFirst = [3, 2, 4][phones.length] ?? 4;
    return this.#costs.get(`${letter}|${chunk}`) ?? (this.#costs.size === 0 ? atFirst : 12);
  }
}

interface AlignedWord {
  readonly word: string;
  /** Phones of each letter, separated by blanks. */
  readonly chunks: readonly string[];
}

/** Cheapest assignment of a word's phones to its letters; none if it has too many of them. */
function aligned({ word, phones }: Entry, costs: LetterCosts): AlignedWord[] {
  const width = phones.length + 1;
  const best = new Float64Array((word.length + 1) * width).fill(Infinity);
  const taken = new Int8Array((word.length + 1) * width);
  best[0] = 0;
  for (let place = 0; place < word.length * width; place++) {
    const here = best[place] ?? Infinity;
    const from = place % width;
    for (let take = 0; here < Infinity && take <= phonesMax && from + take < width; take++) {
      const letter = word[Math.floor(place / width)] ?? "";
      const cost = here + costs.of(letter, phones.slice(from, from + take));
      const to = place + width + take;
      if (cost >= (best[to] ?? Infinity)) continue;
      best[to] = cost;
      taken[to] = take;
    }
  }
  if (best[word.length * width + phones.length] === Infinity) return [];
  const chunks: string[] = [];
  for (let at = word.length, end = phones.length; at > 0; at--) {
    const take = taken[at * width + end] ?? 0;
    chunks.unshift(phones.slice(end - take, end).join(" "));
    end -= take;
  }
  return [{ word, chunks }];
}

interface Node {
  count: number;
  readonly next: Map<number, Node>;
}

/** Letter model: names of its tokens ("a:EY1"), and a tree of token sequences with counts. */
export function packedLetters(): Uint8Array {
  const training = entries.filter(({ word }) => /^[a-z]{2,}$/.test(word));
  let costs = new LetterCosts(new Map());
  let words: AlignedWord[] = [];
  for (let round = 0; round < rounds; round++) {
    words = training.flatMap((entry) => aligned(entry, costs));
    costs = LetterCosts.counted(words);
  }
  // A word begins with "^" and ends with "$".
  const tokens = new Map([
    ["^", 0],
    ["$", 1],
  ]);
  const idOf = (token: string): number => {
    const id = tokens.get(token) ?? tokens.size;
    tokens.set(token, id);
    return id;
  };
  const root: Node = { count: 0, next: new Map() };
  for (const { word, chunks } of words) {
    const ids = [0, ...chunks.map((chunk, at) => idOf(`${word[at]}:${chunk}`)), 1];
    for (let end = 1; end < ids.length; end++) {
      for (let from = Math.max(0, end - order + 1); from <= end; from++) note(root, ids.slice(from, end + 1));
    }
  }
  prune(root, 0);
  return packedTree([...tokens.keys()], root);
}

function note(root: Node, path: readonly number[]): void {
  let node = root;
  for (const id of path) {
    let next = node.next.get(id);
    if (next === undefined) node.next.set(id, (next = { count: 0, next: new Map() }));
    node = next;
  }
  node.count += 1;
}

function prune(node: Node, depth: number): void {
  for (const next of node.next.values()) prune(next, depth + 1);
  const total = [...node.next.values()].reduce((sum, { count }) => sum + count, 0);
  const isDeeper = [...node.next.values()].some(({ next }) => next.size > 0);
  if (depth >= rareContext && total < 2 && !isDeeper) node.next.clear();
}

/** Breadth first: names, then each node's token, count, and first successor. */
function packedTree(names: readonly string[], root: Node): Uint8Array {
  const nodes: { readonly token: number; readonly node: Node }[] = [{ token: 0, node: root }];
  const begins: number[] = [];
  for (const { node } of nodes) {
    begins.push(nodes.length);
    for (const [token, next] of [...node.next].toSorted(([a], [b]) => a - b))
      nodes.push({ token, node: next });
  }
  const head = new TextEncoder().encode(`${names.join("\n")}\n`);
  const parts = [
    Uint32Array.of(head.length, nodes.length),
    Uint32Array.from([...begins, nodes.length]),
    Uint16Array.from(nodes, ({ token }) => token),
    Uint16Array.from(nodes, ({ node }) => Math.min(65_535, node.count)),
    head,
  ];
  return new Uint8Array(Buffer.concat(parts.map(({ buffer }) => new Uint8Array(buffer))));
}

export const wordsFile = join(import.meta.dir, "words.zst");

if (import.meta.main) {
  await Bun.write(wordsFile, Bun.zstdCompressSync(packedWords(), { level: 19 }));
  await Bun.write(join(import.meta.dir, "letters.zst"), Bun.zstdCompressSync(packedLetters(), { level: 19 }));
}
