// Word vectors: likeness of two words of a language, from a table made by `build-word-vectors.ts`. A language without a
// table has none, and neither has a browser, where nothing provides tables.

export interface WordVectors {
  /** Place in the table of a word, or of its base form (for "bulbs"). */
  readonly find: (word: string) => number | undefined;
  /** Cosine of two places: -1 to 1. */
  readonly likeness: (one: number, other: number) => number;
  /** Weight of a word: 0 to 1, higher for rarer words. */
  readonly weight: (place: number) => number;
}

/** Reads the bytes of a language's table, by the primary subtag of its tag. */
type TableReader = (tag: string) => Uint8Array | undefined;

let readTable: TableReader = () => undefined;
const opened = new Map<string, WordVectors>();

/** Sets the reader of tables: they come from files, which the language does not know. */
export function provideTables(reader: TableReader): void {
  readTable = reader;
}

/** Vectors of a language, read at the first request: 15 ms, and 9 MB for the life of the process. */
export function vectorsOf(tag: string): WordVectors | undefined {
  const vectors = opened.get(tag);
  const table = vectors === undefined ? readTable(tag) : undefined;
  if (table === undefined) return vectors;
  const made = readVectors(table);
  opened.set(tag, made);
  return made;
}

const HEAD_BYTES = 8;

/**
 * A table: the numbers of its bytes of words and of its dimensions, 32 bits each; the words with a line each, from the
 * most frequent on; a byte of weight for each word; then its vector, a signed byte for each dimension.
 *
 * @internal
 */
export function readVectors(table: Uint8Array): WordVectors {
  const head = new DataView(table.buffer, table.byteOffset, HEAD_BYTES);
  const [wordBytes, dimensions] = [head.getUint32(0, true), head.getUint32(4, true)];
  const text = new TextDecoder().decode(table.subarray(HEAD_BYTES, HEAD_BYTES + wordBytes));
  const words = text.split("\n");
  const places = new Map(words.map((word, at) => [word, at]));
  const weights = table.subarray(HEAD_BYTES + wordBytes, HEAD_BYTES + wordBytes + words.length);
  const bytes = table.subarray(HEAD_BYTES + wordBytes + words.length);
  const vectors = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  const product = (one: number, other: number): number => {
    let sum = 0;
    for (let at = 0; at < dimensions; at++)
      sum += (vectors[one * dimensions + at] ?? 0) * (vectors[other * dimensions + at] ?? 0);
    return sum;
  };
  return {
    find: (word) =>
      formsOf(word)
        .map((form) => places.get(form))
        .find((place) => place !== undefined),
    likeness: (one, other) => product(one, other) / Math.sqrt(product(one, one) * product(other, other) || 1),
    weight: (place) => (weights[place] ?? 0) / 255,
  };
}

/** Endings of English words that change no meaning, with their replacements. The table has the words without them. */
const endings: readonly (readonly [RegExp, readonly string[]])[] = [
  [/ies$/, ["y"]],
  [/es$/, [""]],
  [/s$/, [""]],
  [/(.)\1(?:ed|ing)$/, ["$1"]],
  [/ied$/, ["y"]],
  [/(?:ed|ing)$/, ["", "e"]],
  [/ly$/, [""]],
];
const STEM_LETTERS_MIN = 3;

/** @internal */
export const formsOf = (word: string): readonly string[] => [
  word,
  ...endings.flatMap(([ending, ends]) =>
    ending.test(word)
      ? ends.map((end) => word.replace(ending, end)).filter((form) => form.length >= STEM_LETTERS_MIN)
      : [],
  ),
];
