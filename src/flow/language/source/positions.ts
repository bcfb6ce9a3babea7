// Source positions: offsets of a text as lines and columns, and offsets inside a scalar as offsets of the text.

import type { ScalarTree } from "./yaml-tree.ts";

/** A range of a text. Lines and columns count from 1, columns in UTF-16 units; the end column is exclusive. */
export interface SourceRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Converts offsets of one text to lines and columns, by binary search over the starts of its lines. */
export class LineIndex {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    // Editors do not count a byte order mark as a column.
    if (text.startsWith("\ufeff")) this.#starts[0] = 1;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  rangeOf(from: number, to: number): SourceRange {
    const start = this.#at(from);
    const end = this.#at(Math.max(from, to));
    return { ...start, endLine: end.line, endColumn: end.column };
  }

  #at(offset: number): { readonly line: number; readonly column: number } {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: Math.max(0, offset - (this.#starts[low] ?? 0)) + 1 };
  }
}

/**
 * For each UTF-16 unit of a scalar's value its offset in the text, and one more for the end. Exact except for white
 * space, which the folding of lines adds and removes.
 */
export function alignmentOf(text: string, scalar: ScalarTree): readonly number[] {
  const value = String(scalar.value);
  const walk = new ScalarAligner(text, scalar);
  const offsets: number[] = [];
  for (let i = 0; i < value.length; i++) offsets.push(walk.next(value[i] ?? ""));
  offsets.push(value.length === 0 ? walk.at : walk.end);
  return offsets;
}

const isSpace = (char: string | undefined): boolean =>
  char === " " || char === "\t" || char === "\n" || char === "\r";

class ScalarAligner {
  readonly #text: string;
  readonly #style: ScalarTree["style"];
  readonly #to: number;
  /** UTF-16 units of the current escape that were not matched with the value yet. */
  #pending: string[] = [];
  at: number;
  end: number;

  constructor(text: string, { from, to, style }: ScalarTree) {
    this.#text = text;
    this.#style = style;
    this.#to = to;
    this.at = from;
    if (style === "single" || style === "double") this.at += 1;
    if (style === "literal" || style === "folded") this.at = Math.min(to, this.#lineAfter(from));
    this.end = this.at;
  }

  next(unit: string): number {
    if (this.#pending[0] === unit) {
      this.#pending.shift();
      return this.end - 1;
    }
    for (;;) {
      const char = this.#text[this.at];
      if (this.at >= this.#to || char === undefined) return Math.max(this.end - 1, 0);
      if (this.#style === "double" && char === "\\") {
        const position = this.#escape(unit);
        if (position !== undefined) return position;
      } else if (char === unit) {
        return this.#take(this.#style === "single" && char === "'" ? 2 : 1);
      } else if (isSpace(unit)) {
        return this.at;
      } else {
        // Skips indentation, folded line breaks, and anything that does not match.
        this.at += 1;
      }
    }
  }

  /** Undefined if the escape stands for nothing in the value, such as an escaped line break. */
  #escape(unit: string): number | undefined {
    const [units, length] = escapeAt(this.#text, this.at);
    if (units[0] !== unit) {
      this.at += length;
      return undefined;
    }
    this.#pending = units.slice(1);
    return this.#take(length);
  }

  #take(length: number): number {
    const from = this.at;
    this.at += length;
    this.end = this.at;
    return from;
  }

  #lineAfter(offset: number): number {
    const newline = this.#text.indexOf("\n", offset);
    return newline === -1 ? this.#to : newline + 1;
  }
}

const escapes: Readonly<Record<string, string>> = {
  "0": "\0",
  a: "\x07",
  b: "\b",
  e: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  N: "\u0085",
  _: "\u00a0",
  L: "\u2028",
  P: "\u2029",
};

const escapeDigits: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** The UTF-16 units that an escape sequence stands for (YAML 1.2.2, 5.7), and its length in the text. */
function escapeAt(text: string, at: number): readonly [units: string[], length: number] {
  const letter = text[at + 1] ?? "";
  const digits = Object.hasOwn(escapeDigits, letter) ? (escapeDigits[letter] ?? 0) : 0;
  if (digits > 0) {
    const code = Number.parseInt(text.slice(at + 2, at + 2 + digits), 16);
    const units = code >= 0 && code <= 0x10_ffff ? String.fromCodePoint(code).split("") : [];
    return [units, 2 + digits];
  }
  if (letter === "\n" || letter === "\r") return [[], 2];
  return [[Object.hasOwn(escapes, letter) ? (escapes[letter] ?? "") : letter], 2];
}
