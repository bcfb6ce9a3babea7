// Likeliest text: any words of a turn, by the likeliest piece each time, with the model's certainty. Other languages
// and noise come out as fluent nonsense with low certainty.

import {
  type EarsModel,
  type EncodedTurn,
  endPiece,
  type Step,
  vocabularyPieces,
} from "../ears/ears-model.ts";

/** Faster than any caller speaks. */
const piecesPerSecond = 6.5;
const piecesAtLeast = 10;
/**
 * Strings of letters and digits resemble no sentence, and the model often prefers no text at all. The likeliest text
 * then counts if it has this many pieces and is likely: noise and coughs have one or two words.
 */
const spelledPiecesMin = 8;
const spelledMeanMin = -0.5;

export interface FreeText {
  /** Pieces without start and end. */
  readonly pieces: readonly number[];
  /** Mean log-probability of its pieces and its end; -Infinity if given up. */
  readonly mean: number;
}

export interface Heard {
  readonly encoded: EncodedTurn;
  /** Pieces behind the start. */
  readonly first: Step;
}

/** `before`: the previous text. Its valid part is checked in one pass, and only the rest is decoded. */
export function freeTextOf(model: EarsModel, heard: Heard, before: readonly number[] = []): FreeText {
  const text = decoded(model, heard, { before, isAnything: false });
  if (text.pieces.length > 0) return text;
  const spelled = decoded(model, heard, { before, isAnything: true });
  return spelled.pieces.length >= spelledPiecesMin && spelled.mean > spelledMeanMin ? spelled : text;
}

/** `isAnything`: the end does not come first. */
function decoded(
  model: EarsModel,
  { encoded, first }: Heard,
  { before, isAnything }: { readonly before: readonly number[]; readonly isAnything: boolean },
): FreeText {
  const most = piecesAtLeast + Math.ceil((encoded.samples / 16_000) * piecesPerSecond);
  let guessed = before.slice(0, most);
  let step = guessed.length === 0 ? first : model.begin(encoded, guessed);
  const pieces: number[] = [];
  let [sum, row] = [0, 0];
  while (pieces.length < most && !repeats(pieces)) {
    const best = likeliestPiece(step.logits, row, isAnything && pieces.length === 0);
    sum += (step.logits[row * vocabularyPieces + best] ?? 0) - (step.logSums[row] ?? 0);
    if (best === endPiece) return { pieces, mean: sum / (pieces.length + 1) };
    pieces.push(best);
    if (row < guessed.length && guessed[row] === best) {
      row += 1;
      continue;
    }
    step = model.next(encoded, model.shorten(step.past, pieces.length), [best]);
    [guessed, row] = [[], 0];
  }
  return { pieces, mean: -Infinity };
}

function likeliestPiece(logits: Float32Array, row: number, goesOn: boolean): number {
  const from = row * vocabularyPieces;
  const skipped = goesOn ? from + endPiece : -1;
  let best = from;
  for (let at = from + 1; at < from + vocabularyPieces; at++)
    if (at !== skipped && (logits[at] ?? 0) > (logits[best] ?? 0)) best = at;
  return best - from;
}

const periodMax = 8;
const timesMax = 4;
const repeatedMin = 12;

/** One to eight pieces repeat at the end. */
function repeats(pieces: readonly number[]): boolean {
  for (let period = 1; period <= periodMax; period++) {
    const long = Math.max(period * timesMax, repeatedMin);
    const end = pieces.slice(-long);
    if (end.length === long && end.every((piece, at) => at < period || piece === end[at - period]))
      return true;
  }
  return false;
}
