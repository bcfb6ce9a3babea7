// What authors meet as riddles, because YAML takes their signs for its own: found in the pieces of the text, before any
// tree is built. What would break the rest of the text is mended for reading on: the same number of harmless signs.

import type { Flaw } from "./composer.ts";
import type { Piece, Pieces, PieceType } from "./yaml-tokens.ts";
import { colonInText } from "./yaml-errors.ts";

export interface Trap {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly from: number;
  readonly to: number;
}

export interface Mended {
  readonly text: string;
  readonly traps: readonly Trap[];
}

interface Mend {
  readonly trap: Trap;
  /** What takes the place of the trap's signs; without it they stay. */
  readonly fill?: "x" | " ";
}

/** The keys whose values are keys of a telephone. */
export const keypadKeys: ReadonlySet<string> = new Set(["dtmf", "finish"]);

/** A ': ' too many is mended like a trap; other flaws are left. */
export function mendColons(text: string, flaws: readonly Flaw[]): Mended {
  const traps = flaws
    .filter(({ code }) => code === "BLOCK_AS_IMPLICIT_KEY" || code === "BLOCK_IN_FLOW")
    .map((flaw) => {
      const lineEnd = lineEndOf(text, flaw.from);
      const to = flaw.code === "BLOCK_IN_FLOW" ? Math.min(flaw.to, lineEnd) : lineEnd;
      return {
        code: "VF101",
        ...colonInText,
        hint: `write ${quoted(text.slice(flaw.from, to))}`,
        from: flaw.from,
        to,
      };
    });
  const parts: string[] = [];
  let done = 0;
  for (const { from, to } of traps.toSorted((a, b) => a.from - b.from)) {
    if (from < done || to <= from) continue;
    parts.push(text.slice(done, from), "x".repeat(to - from));
    done = to;
  }
  return { traps, text: parts.join("") + text.slice(done) };
}

/** Finds at most so many: more are told by nobody, and each costs a look at its line. */
export const trapsMax = 200;

export function mendTraps(text: string, { pieces }: Pieces): Mended {
  const traps: Trap[] = [];
  const parts: string[] = [];
  let done = 0;
  const scan = new Scan(text, pieces);
  for (const [i, piece] of pieces.entries()) {
    scan.move(i);
    if (traps.length >= trapsMax) break;
    const mend = piece.from < done ? undefined : scan.trap();
    if (mend === undefined) continue;
    const { trap, fill } = mend;
    traps.push(trap);
    if (fill === undefined) continue;
    parts.push(text.slice(done, trap.from), fill.repeat(trap.to - trap.from));
    done = trap.to;
  }
  return { traps, text: done === 0 ? text : parts.join("") + text.slice(done) };
}

class Scan {
  readonly #text: string;
  readonly #pieces: readonly Piece[];
  #index = 0;
  #open = 0;

  constructor(text: string, pieces: readonly Piece[]) {
    this.#text = text;
    this.#pieces = pieces;
  }

  move(index: number): void {
    const last = this.#pieces[index - 1]?.type;
    if (last === "flow-map-start" || last === "flow-seq-start") this.#open += 1;
    if (last === "flow-map-end" || last === "flow-seq-end") this.#open = Math.max(0, this.#open - 1);
    if (last === "flow-error-end") this.#open = 0;
    this.#index = index;
  }

  trap(): Mend | undefined {
    const piece = this.#pieces[this.#index];
    switch (piece?.type) {
      case "flow-map-start":
        return this.#isNext("flow-map-start", piece.to) ? this.#hole(piece) : this.#bracket(piece);
      case "flow-seq-start":
        return this.#bracket(piece);
      case "tag":
        return this.#tag(piece);
      case "alias":
        return this.#alias(piece);
      case "anchor":
        return {
          trap: { code: "VF106", ...anchorTold, from: piece.from, to: piece.to },
          fill: " ",
        };
      case "comment":
        return this.#open > 0 && this.#key(keypadKeys) ? this.#hashKey(piece) : undefined;
      default:
        return undefined;
    }
  }

  #isNext(type: PieceType, from: number): boolean {
    const next = this.#pieces[this.#index + 1];
    return next?.type === type && next.from === from;
  }

  /** `items + [line]` ends before its bracket, where brackets are around it. */
  #bracket({ from: at }: Piece): Mend | undefined {
    const before = this.#before();
    if (before?.type !== "plain" || this.#open === 0) return undefined;
    const [from, to] = [before.from, this.#balancedEnd(at, this.#lineEnd(at))];
    const message = "a text or an expression with [ or { in it must be quoted inside { } and [ ]";
    return {
      trap: { code: "VF101", message, hint: `write ${quoted(this.#text.slice(from, to))}`, from, to },
      fill: "x",
    };
  }

  /** `{{ name }}` is a map with a map for a key. */
  #hole(piece: Piece): Mend {
    const before = this.#before();
    const joined = before?.type === "plain" && this.#open > 0;
    const from = joined ? before.from : piece.from;
    const closed = this.#text.indexOf("}}", piece.to);
    const lineEnd = this.#lineEnd(piece.from);
    const afterHole = closed === -1 || closed > lineEnd ? lineEnd : closed + 2;
    const to = this.#open > 0 ? this.#valueEnd(afterHole, lineEnd) : lineEnd;
    const message = joined
      ? "a text with {{ in it must be quoted inside { } and [ ]"
      : "a value that begins with {{ must be quoted";
    return {
      trap: {
        code: "VF102",
        message,
        hint: `write ${quoted(this.#text.slice(from, to))}`,
        from,
        to,
      },
      fill: "x",
    };
  }

  #tag({ from, to }: Piece): Mend {
    const word = this.#text.slice(from + 1, to);
    const hint = /^[a-z_]+$/i.test(word) ? `write 'not ${word}'` : "quote a text that begins with '!'";
    const message = "'!' starts a YAML tag, it is not 'not' here";
    return { trap: { code: "VF103", message, hint, from, to } };
  }

  #alias({ from, to }: Piece): Mend {
    if (to === from + 1 && this.#key(keypadKeys)) {
      const message = "YAML takes '*' for its own sign: quote the key";
      return { trap: { code: "VF104", message, hint: 'write "*"', from, to }, fill: "x" };
    }
    const lineEnd = this.#lineEnd(from);
    const end = this.#open > 0 ? to : lineEnd;
    const message =
      "a text that begins with '*' must be quoted: YAML takes it for an alias, which a flow has not";
    const hint = `write ${quoted(this.#text.slice(from, end))}, or write out what you mean`;
    return { trap: { code: "VF106", message, hint, from, to: end }, fill: "x" };
  }

  /** Inside brackets the comment swallows the rest of the line, brackets and all. */
  #hashKey({ from }: Piece): Mend {
    const rest = /^#[^\s,\]}]*/.exec(this.#text.slice(from, this.#lineEnd(from)))?.[0] ?? "#";
    const message = "YAML takes '#' for a comment: quote the key";
    return {
      trap: { code: "VF104", message, hint: 'write "#"', from, to: from + rest.length },
      fill: "x",
    };
  }

  /** The nearest piece before that is no space. */
  #before(from = this.#index - 1): Piece | undefined {
    let index = from;
    while (this.#pieces[index]?.type === "space") index -= 1;
    return this.#pieces[index];
  }

  /** Does this stand directly after one of these keys? */
  #key(names: ReadonlySet<string>): boolean {
    let index = this.#index - 1;
    while (this.#pieces[index]?.type === "space") index -= 1;
    if (this.#pieces[index]?.type !== "map-value-ind") return false;
    const key = this.#before(index - 1);
    return key?.type === "plain" && names.has(this.#text.slice(key.from, key.to));
  }

  #lineEnd(from: number): number {
    return lineEndOf(this.#text, from);
  }

  /** Where a value ends that has brackets of its own. */
  #balancedEnd(from: number, lineEnd: number): number {
    let depth = 0;
    for (let at = from; at < lineEnd; at++) {
      const char = this.#text[at] ?? "";
      if (depth === 0 && ",]}".includes(char)) return at;
      if ("[{".includes(char)) depth += 1;
      else if ("]}".includes(char)) depth -= 1;
    }
    return lineEnd;
  }

  /** Where a value inside brackets ends. */
  #valueEnd(from: number, lineEnd: number): number {
    let at = from;
    while (at < lineEnd && !",]}".includes(this.#text[at] ?? ",")) at += 1;
    return at;
  }
}

/** Where the line ends, without a comment and without space. */
function lineEndOf(text: string, from: number): number {
  const newline = text.indexOf("\n", from);
  const line = text.slice(from, newline === -1 ? undefined : newline);
  const comment = line.indexOf(" #");
  return from + (comment === -1 ? line : line.slice(0, comment)).trimEnd().length;
}

const anchorTold = {
  message: "a text that begins with '&' must be quoted: YAML takes it for an anchor, which a flow has not",
  hint: "quote it, or remove the anchor",
};

/** A hint shows short texts whole. */
const shownCharsMax = 60;

export function quoted(text: string): string {
  const shown = text.length > shownCharsMax ? `${text.slice(0, shownCharsMax)}…` : text;
  return shown.includes('"') ? `'${shown.replaceAll("'", "''")}'` : `"${shown}"`;
}
