// Pieces: the vocabulary of the open recogniser, as texts. A text is written by pieces of it, "▁Thank", "▁you", ".".

import { assert } from "../../base/assert.ts";
import { vocabularyPieces } from "../ears/ears-model.ts";
// Only its vocabulary is used: what it makes of the rest, to turn texts into pieces, takes 20 MB and 100 ms.
import tokenizer from "llama-tokenizer-js/llama-tokenizer.js" with { type: "text" };

/** Ahead of them stand the unknown piece, the start and the end. */
const firstByte = 3;
const firstText = 259;

/** A piece that is written with letters, figures and punctuation alone, in lower case, with blanks for "▁". */
interface PlainPiece {
  readonly text: string;
  readonly piece: number;
}

/** Punctuation that separates words, or stands behind them. */
export const separators = " ,.!?;:-";
const plain = new RegExp(`^[a-z0-9'${separators}]+$`);

export class Pieces {
  /** The last ones of the vocabulary are marks that are never written. */
  readonly #texts: readonly string[] = vocabularyOf(tokenizer).slice(0, vocabularyPieces);
  /** Sorted by text, so that all that begin alike stand together. */
  readonly plain: readonly PlainPiece[];

  constructor() {
    this.plain = this.#texts
      .map((text, piece) => ({ text: plainOf(text), piece }))
      .filter(({ text, piece }) => piece >= firstText && plain.test(text))
      .toSorted((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.piece - b.piece));
  }

  /** Without the blank that begins each text. */
  textOf(pieces: Iterable<number>): string {
    const bytes: number[] = [];
    const utf8 = new TextEncoder();
    for (const piece of pieces) {
      if (piece < firstByte) continue;
      if (piece < firstText) bytes.push(piece - firstByte);
      else bytes.push(...utf8.encode((this.#texts[piece] ?? "").replaceAll("▁", " ")));
    }
    return new TextDecoder().decode(Uint8Array.from(bytes)).trim();
  }
}

const plainOf = (text: string): string => text.replaceAll("▁", " ").replaceAll("’", "'").toLowerCase();

/** A line for each piece, in base64. */
function vocabularyOf(source: string): readonly string[] {
  const lines = /llama_vocab_base64 = "([^"]+)"/.exec(source)?.[1];
  assert(lines !== undefined, "the tokenizer has a vocabulary");
  return Buffer.from(lines, "base64").toString("utf8").split("\n");
}
