// Pieces: the vocabulary of the open recogniser, as texts. A text is a sequence of pieces: "▁Thank", "▁you", ".".

import { assert } from "../../base/assert.ts";
import { vocabularyPieces } from "../ears/ears-model.ts";
// Only its vocabulary is used: its code for turning texts into pieces takes 20 MB and 100 ms.
import tokenizer from "llama-tokenizer-js/llama-tokenizer.js" with { type: "text" };

/** After the unknown piece, the start and the end. */
const firstByte = 3;
const firstText = 259;

/** Piece of letters, figures and punctuation only, in lower case, with blanks for "▁". */
interface PlainPiece {
  readonly text: string;
  readonly piece: number;
}

/** Punctuation that separates words or follows them. */
export const separators = " ,.!?;:-";
const plain = new RegExp(`^[a-z0-9'${separators}]+$`);

export class Pieces {
  /** The last entries of the vocabulary are marks that are never written. */
  readonly #texts: readonly string[] = vocabularyOf(tokenizer).slice(0, vocabularyPieces);
  /** Sorted by text, so that equal beginnings are adjacent. */
  readonly plain: readonly PlainPiece[];

  constructor() {
    this.plain = this.#texts
      .map((text, piece) => ({ text: plainOf(text), piece }))
      .filter(({ text, piece }) => piece >= firstText && plain.test(text))
      .toSorted((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.piece - b.piece));
  }

  /** Text without the initial blank. */
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
