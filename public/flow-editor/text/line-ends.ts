// Line end mapping: converts offsets between the document and CodeMirror, which counts each line end as one unit.
// Line ends stay as written wherever the text is not edited.

/** Offsets and columns are UTF-16 units. */
export class LineEnds {
  /** The text with `\n` for every line end. */
  readonly normal: string;
  readonly #text: string;
  /** Ascending offsets in the normal text at which a `\r ` became one unit. */
  readonly #pairs: readonly number[];

  constructor(text: string) {
    this.#text = text;
    this.#pairs = text.includes("\r\n") ? pairsIn(text) : [];
    this.normal = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  }

  /** The line end for new lines: the document's most frequent one. */
  get newline(): "\n" | "\r\n" {
    let all = 0;
    for (let at = this.#text.indexOf("\n"); at !== -1; at = this.#text.indexOf("\n", at + 1)) all += 1;
    return this.#pairs.length > all / 2 ? "\r\n" : "\n";
  }

  toOriginal(offset: number): number {
    return offset + countBelow(this.#pairs, offset);
  }

  toNormal(offset: number): number {
    let low = 0;
    let high = this.#pairs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      // The offset between `\r` and ` ` maps to before the line end.
      if ((this.#pairs[middle] ?? 0) + middle + 1 < offset) low = middle + 1;
      else high = middle;
    }
    const pair = this.#pairs[low];
    return offset - low - (pair !== undefined && pair + low + 1 === offset ? 1 : 0);
  }

  /**
   * Normal offset of a checker's position. Those numbers start at 1, ignore a lone `\r` and do not count a byte order
   * mark.
   */
  offsetAt(line: number, column: number): number {
    let start = this.#text.startsWith("\ufeff") ? 1 : 0;
    for (let at = 1; at < line; at += 1) {
      const end = this.#text.indexOf("\n", start);
      if (end === -1) return this.toNormal(this.#text.length);
      start = end + 1;
    }
    return this.toNormal(Math.min(start + column - 1, this.#text.length));
  }
}

/** A replacement between two offsets of the normal text. */
export interface NormalChange {
  readonly from: number;
  readonly to: number;
  /**
   * Inserted text with `
   * ` as line ends.
   */
  readonly insert: string;
}

/** Applies changes of the normal text to the original. They must be in order and must not overlap. */
export function changedText(text: string, ends: LineEnds, changes: readonly NormalChange[]): string {
  const { newline } = ends;
  const parts: string[] = [];
  let done = 0;
  for (const { from, to, insert } of changes) {
    parts.push(
      text.slice(done, ends.toOriginal(from)),
      newline === "\n" ? insert : insert.replaceAll("\n", newline),
    );
    done = ends.toOriginal(to);
  }
  return parts.join("") + text.slice(done);
}

/** The smallest single change between two texts, without their common start and end. Undefined when they are equal. */
export function changeBetween(before: string, after: string): NormalChange | undefined {
  if (before === after) return undefined;
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) {
    tail += 1;
  }
  return { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) };
}

function pairsIn(text: string): readonly number[] {
  const pairs: number[] = [];
  for (let at = text.indexOf("\r\n"); at !== -1; at = text.indexOf("\r\n", at + 2)) {
    pairs.push(at - pairs.length);
  }
  return pairs;
}

/** Number of entries of an ordered list that are below this one. */
function countBelow(ordered: readonly number[], limit: number): number {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ordered[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
