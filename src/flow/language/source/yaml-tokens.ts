// A YAML text cut into its smallest pieces, and the limits that hold before anything is built from them.

import { CST, Lexer } from "yaml";

export type PieceType = CST.TokenType | "plain" | "quoted" | "block-text" | "unknown";

export interface Piece {
  readonly type: PieceType;
  readonly from: number;
  readonly to: number;
}

export interface Pieces {
  readonly pieces: readonly Piece[];
  /** What the library's parser takes, one by one. */
  readonly lexemes: readonly string[];
  /** Why nothing should be built from this text. The pieces end there. */
  readonly excess?: "depth" | "size";
}

export interface PieceLimits {
  readonly piecesMax: number;
  readonly depthMax: number;
}

/** Takes time in proportion to the text, and stops at the first limit. */
export function piecesOf(text: string, { piecesMax, depthMax }: PieceLimits): Pieces {
  const pieces: Piece[] = [];
  const lexemes: string[] = [];
  const depth = new DepthGauge();
  const namer = new Namer();
  let from = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (pieces.length >= piecesMax) return { pieces, lexemes, excess: "size" };
    lexemes.push(lexeme);
    const type = namer.name(lexeme);
    if (type === undefined) continue;
    const to = type === "flow-error-end" ? from : from + lexeme.length;
    pieces.push({ type, from, to });
    from = to;
    if (depth.after(type) > depthMax) return { pieces, lexemes, excess: "depth" };
  }
  return { pieces, lexemes };
}

/** The lexer announces scalars by a mark of no width; only what came before tells which kind follows. */
class Namer {
  #scalarNext = false;
  #afterHeader = false;

  name(lexeme: string): PieceType | undefined {
    if (this.#scalarNext) {
      this.#scalarNext = false;
      const type = this.#afterHeader ? "block-text" : "plain";
      this.#afterHeader = false;
      return type;
    }
    const type = CST.tokenType(lexeme);
    if (type === "scalar") {
      this.#scalarNext = true;
      return undefined;
    }
    if (type === "doc-mode") return undefined;
    if (type === "block-scalar-header") this.#afterHeader = true;
    if (type === "single-quoted-scalar" || type === "double-quoted-scalar") return "quoted";
    return type ?? "unknown";
  }
}

/** How deep brackets go, and how many collections one line can open without any. */
class DepthGauge {
  #open = 0;
  #inLine = 0;

  after(type: PieceType): number {
    if (type === "flow-map-start" || type === "flow-seq-start") {
      this.#open += 1;
      this.#inLine = 0;
    } else if (type === "flow-map-end" || type === "flow-seq-end") {
      this.#open = Math.max(0, this.#open - 1);
    } else if (type === "flow-error-end") {
      this.#open = 0;
    } else if (type === "comma" || (type === "newline" && this.#open === 0)) {
      this.#inLine = 0;
    } else if (type === "seq-item-ind" || type === "explicit-key-ind" || type === "map-value-ind") {
      this.#inLine += 1;
    }
    return this.#open + this.#inLine;
  }
}
