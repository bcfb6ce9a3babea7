// Text search: the likeliest texts of what may be said, for a turn that was heard. A beam over the pieces that keep a text
// one of them; all texts that go on are decoded side by side, and the probabilities of all ways to write one are added.

import { type EarsModel, type Encoded, endPiece, type Step, vocabularyPieces } from "../ears/ears-model.ts";
import type { Spot, Writings } from "./writings.ts";

export interface SearchWidth {
  /** Texts that are decoded side by side. */
  readonly rows: number;
  /** What is so much less likely than the best whole text is given up, in natural logarithms. */
  readonly beam: number;
}

/** Each text of spoken words with the logarithm of its probability. */
export type FoundTexts = ReadonlyMap<string, number>;

/** Less likely texts than this are none, whatever else there is. */
const leastLikely = -60;
/** A string of 20 digits, each with a comma, and words around it. */
const stepsMax = 64;

interface Row {
  readonly spots: readonly Spot[];
  readonly logProb: number;
  readonly row: number;
  readonly piece: number;
}

export function findTexts(
  model: EarsModel,
  {
    encoded,
    first,
    writings,
  }: { readonly encoded: Encoded; readonly first: Step; readonly writings: Writings },
  { rows, beam }: SearchWidth,
): FoundTexts {
  const found = new Map<string, number>();
  let step = first;
  let live: readonly Row[] = [{ spots: [writings.start], logProb: 0, row: 0, piece: 0 }];
  for (let length = 0; length < stepsMax; length++) {
    const grown: Row[] = [];
    for (const [row, { spots, logProb }] of live.entries()) {
      const base = logProb - (step.logSums[row] ?? 0);
      const at = (piece: number): number => base + (step.logits[row * vocabularyPieces + piece] ?? -Infinity);
      for (const text of writings.wholeOf(spots))
        found.set(text, logAdd(found.get(text) ?? -Infinity, at(endPiece)));
      for (const { piece, spots: there } of writings.after(spots))
        grown.push({ spots: there, logProb: at(piece), row, piece });
    }
    const best = Math.max(leastLikely, ...found.values());
    const kept = grown
      .filter(({ logProb }) => logProb > best - beam)
      .toSorted((a, b) => b.logProb - a.logProb)
      .slice(0, rows);
    if (kept.length === 0) break;
    const past = model.pick(
      step.past,
      kept.map(({ row }) => row),
    );
    step = model.next(
      encoded,
      past,
      kept.map(({ piece }) => piece),
    );
    live = kept;
  }
  return found;
}

/** The logarithm of the sum of two probabilities that are given by theirs. */
export const logAdd = (a: number, b: number): number =>
  a === -Infinity ? b : b === -Infinity ? a : Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));
