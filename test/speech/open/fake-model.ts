// Fake model: writes given texts with given probabilities, piece by piece, as the network of the open recogniser would.

import {
  type EarsModel,
  type EncodedTurn,
  endPiece,
  type Past,
  type Step,
  vocabularyPieces,
} from "../../../src/speech/ears/ears-model.ts";

/** A text as the numbers of its pieces, and its probability. The rest of 1 is spread over all pieces. */
export type Likely = readonly [pieces: readonly number[], probability: number];

export class FakeModel implements EarsModel {
  /** Number of requested steps. */
  steps = 0;
  encoded = 0;
  released = 0;
  #texts: readonly Likely[];
  readonly #later: readonly Likely[];
  readonly #pasts = new WeakMap<Past, readonly (readonly number[])[]>();

  /** `later`: what it writes from the second sound on. */
  constructor(texts: readonly Likely[], later = texts) {
    this.#texts = texts;
    this.#later = later;
  }

  encode(pcm: Float32Array): EncodedTurn {
    if (this.encoded > 0) this.#texts = this.#later;
    this.encoded += 1;
    return { samples: pcm.length, frames: 1 };
  }

  begin(_encoded: EncodedTurn, pieces: readonly number[]): Step {
    this.steps += 1;
    const beginnings = Array.from({ length: pieces.length + 1 }, (_, end) => pieces.slice(0, end));
    return this.#step(beginnings, [pieces]);
  }

  next(_encoded: EncodedTurn, past: Past, pieces: readonly number[]): Step {
    this.steps += 1;
    const rows = (this.#pasts.get(past) ?? []).map((row, at) => [...row, pieces[at] ?? 0]);
    return this.#step(rows, rows);
  }

  pick(past: Past, rows: readonly number[]): Past {
    const all = this.#pasts.get(past) ?? [];
    return this.#past(rows.map((row) => all[row] ?? []));
  }

  shorten(past: Past, length: number): Past {
    return this.#past((this.#pasts.get(past) ?? []).map((row) => row.slice(0, length - 1)));
  }

  release(): void {
    this.released += 1;
  }

  #past(rows: readonly (readonly number[])[]): Past {
    const past = { rows: rows.length, length: (rows[0]?.length ?? 0) + 1 };
    this.#pasts.set(past, rows);
    return past;
  }

  #step(texts: readonly (readonly number[])[], rows: readonly (readonly number[])[]): Step {
    const logits = new Float32Array(texts.length * vocabularyPieces).fill(-30);
    for (const [row, text] of texts.entries()) {
      const alike = this.#texts.filter(([pieces]) => text.every((piece, at) => pieces[at] === piece));
      const all = alike.reduce((sum, [, probability]) => sum + probability, 0);
      for (const [pieces, probability] of alike) {
        const at = row * vocabularyPieces + (pieces[text.length] ?? endPiece);
        logits[at] = Math.log(Math.exp(logits[at] ?? -30) + probability / all);
      }
    }
    const logSums = Float64Array.from(texts, () => 0);
    return { logits, logSums, past: this.#past(rows) };
  }
}
