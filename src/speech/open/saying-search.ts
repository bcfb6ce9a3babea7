// Saying search: the likeliest expected texts for a heard turn. A beam over the pieces that keep a text among them;
// all open texts are decoded side by side, and the probabilities of all spellings of one are added.

import {
  type EarsModel,
  type EncodedTurn,
  endPiece,
  type Step,
  vocabularyPieces,
} from "../ears/ears-model.ts";
import type { Spot, Writings } from "./writings.ts";

export interface SearchWidth {
  /** Texts decoded side by side. */
  readonly rows: number;
  /** Texts this far below the best complete one are dropped, in natural logarithms. */
  readonly beam: number;
  /** The same against the best incomplete text. */
  readonly liveBeam: number;
}

/** Texts of spoken words with their log-probabilities. */
export type FoundTexts = ReadonlyMap<string, number>;

/** Texts less likely than this count as none. */
const leastLikely = -60;
/** A string of 20 digits, each with a comma, and words around it. */
const stepsMax = 64;

/** A text in one of its readings, with one more piece. */
interface Grown {
  readonly row: number;
  readonly piece: number;
  readonly logProb: number;
  readonly said: string;
  readonly spots: readonly Spot[];
}

/** A text in all its readings. */
interface Row {
  readonly spots: readonly Spot[];
  /** Log-probability of all spellings so far. */
  readonly logProb: number;
}

interface Written extends Row {
  readonly row: number;
  readonly piece: number;
  /** Log-probability of the likeliest spelling. */
  readonly most: number;
}

interface Search {
  readonly encoded: EncodedTurn;
  readonly first: Step;
  readonly writings: Writings;
}

export function findTexts(
  model: EarsModel,
  { encoded, first, writings }: Search,
  width: SearchWidth,
): FoundTexts {
  const logProbs = new Map<string, number>();
  let step = first;
  let live: readonly Row[] = [{ spots: [writings.start], logProb: 0 }];
  for (let length = 0; length < stepsMax; length++) {
    const grown = live.flatMap(({ spots, logProb }, row) => {
      const base = logProb - (step.logSums[row] ?? 0);
      const at = (piece: number): number => base + (step.logits[row * vocabularyPieces + piece] ?? -Infinity);
      for (const text of writings.wholeOf(spots))
        logProbs.set(text, logAdd(logProbs.get(text) ?? -Infinity, at(endPiece)));
      return grownFrom(spots, { row, writings, at });
    });
    const kept = likeliest(grown, Math.max(leastLikely, ...logProbs.values()), width);
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
  return logProbs;
}

interface GrownBy {
  readonly row: number;
  readonly writings: Writings;
  readonly at: (piece: number) => number;
}

function grownFrom(spots: readonly Spot[], { row, writings, at }: GrownBy): readonly Grown[] {
  return spots.flatMap((spot) =>
    writings
      .after(spot)
      .map(({ piece, spots: there }) => ({ row, piece, logProb: at(piece), said: spot.said, spots: there })),
  );
}

/**
 * Texts to continue. Texts with the same words in different forms ("Two.", "to,") are merged: the likeliest form
 * continues, with the total probability.
 */
function likeliest(
  grown: readonly Grown[],
  bestWhole: number,
  { rows, beam, liveBeam }: SearchWidth,
): readonly Written[] {
  const bestLive = grown.reduce((best, { logProb }) => Math.max(best, logProb), -Infinity);
  const least = Math.max(bestWhole - beam, bestLive - liveBeam);
  const texts = new Map<string, Written>();
  for (const { row, piece, logProb, said, spots } of grown) {
    if (logProb <= least) continue;
    const read = spots.map((spot) => ({ ...spot, said: said + spot.said }));
    const key = `${row} ${piece}`;
    const written = texts.get(key);
    texts.set(key, { row, piece, logProb, most: logProb, spots: [...(written?.spots ?? []), ...read] });
  }
  const ways = new Map<string, Written>();
  for (const text of texts.values()) {
    const key = text.spots.map(({ place, said, begun }) => `${place.number} ${said}${begun}`).join("|");
    const written = ways.get(key);
    if (written === undefined) ways.set(key, text);
    else {
      const likelier = text.most > written.most ? text : written;
      ways.set(key, { ...likelier, logProb: logAdd(written.logProb, text.logProb) });
    }
  }
  return Array.from(ways.values())
    .toSorted((a, b) => b.logProb - a.logProb)
    .slice(0, rows);
}

/** Logarithm of the sum of two probabilities, from their logarithms. */
export const logAdd = (a: number, b: number): number =>
  a === -Infinity ? b : b === -Infinity ? a : Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));
