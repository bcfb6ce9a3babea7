// Ears texts: the text that the network itself writes, with the likeliest piece each time.

import {
  type EarsModel,
  type EncodedTurn,
  endPiece,
  vocabularyPieces,
} from "../../src/speech/ears/ears-model.ts";

export interface EarsText {
  /** Includes the end if it came. */
  readonly pieces: readonly number[];
  readonly logProbs: readonly number[];
}

/** At most `piecesMax` pieces. */
export function writtenBy(model: EarsModel, encoded: EncodedTurn, piecesMax: number): EarsText {
  const pieces: number[] = [];
  const logProbs: number[] = [];
  let step = model.begin(encoded, []);
  for (;;) {
    const best = likeliest(step.logits);
    pieces.push(best);
    logProbs.push(step.logits[best]! - step.logSums[0]!);
    if (best === endPiece || pieces.length >= piecesMax) return { pieces, logProbs };
    step = model.next(encoded, step.past, [best]);
  }
}

/** The piece with the greatest logit of a row. */
export function likeliest(logits: Float32Array, row = 0): number {
  const of = logits.subarray(row * vocabularyPieces, (row + 1) * vocabularyPieces);
  let best = 0;
  for (let i = 1; i < of.length; i++) if (of[i]! > of[best]!) best = i;
  return best;
}

/** The log-probability of a piece after a row. */
export function logProbOf(logits: Float32Array, row: number, piece: number): number {
  const of = logits.subarray(row * vocabularyPieces, (row + 1) * vocabularyPieces);
  const most = of[likeliest(of)]!;
  let sum = 0;
  for (const logit of of) sum += Math.exp(logit - most);
  return of[piece]! - most - Math.log(sum);
}
