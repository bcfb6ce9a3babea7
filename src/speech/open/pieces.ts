// Pieces: the vocabulary of the open recogniser, as texts. A text is written by pieces of it, "▁Thank", "▁you", ".".

import llama from "llama-tokenizer-js";
import { vocabularyPieces } from "../ears/ears-model.ts";

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
  readonly #texts: readonly string[] = llama.vocabById.slice(0, vocabularyPieces);
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
