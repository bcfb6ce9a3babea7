// Ranking: finds the passages most relevant to a question, by Okapi BM25 over the terms of passages, wherever stored.
// Both stores and flows use it, so that all answer alike.

import type { Passage } from "./passage.ts";
import { termsOf } from "./search-terms.ts";

/**
 * Passages of a slice with a term, four bytes each: the passage's place (two bytes, lower first), the term's count
 * there, and the passage's number of terms; each of the last two at most 255.
 */
export type Postings = Uint8Array;

/** Passages that are indexed together. */
export interface IndexedSlice {
  readonly terms: ReadonlyMap<string, Postings>;
  /** Terms of all its passages together. */
  readonly termCount: number;
}

/** Postings of one term in one slice. */
export interface TermPostings {
  readonly slice: string;
  readonly term: string;
  readonly postings: Postings;
}

/** Size of the whole index. */
export interface IndexSize {
  readonly passages: number;
  readonly terms: number;
}

export interface RankedPassage {
  readonly slice: string;
  /** Place of the passage in the slice. */
  readonly place: number;
  readonly score: number;
  /** Share of the question that the passage covers, 0 to 1: rare words weigh more. */
  readonly covers: number;
}

const bytesEach = 4;
/** Value from the formula's authors, in general use. */
const k1 = 1.2;
const b = 0.75;
const byteMax = 255;

/** At most 65,536 passages. */
export function indexOf(passages: readonly Passage[], language: string): IndexedSlice {
  const bytesByTerm = new Map<string, number[]>();
  let termCount = 0;
  passages.forEach((passage, place) => {
    const terms = indexedTerms(passage, language);
    termCount += terms.length;
    const times = new Map<string, number>();
    for (const term of terms) times.set(term, (times.get(term) ?? 0) + 1);
    for (const [term, count] of times)
      bytesByTerm
        .getOrInsert(term, [])
        .push(place & byteMax, place >> 8, Math.min(count, byteMax), Math.min(terms.length, byteMax));
  });
  return {
    terms: new Map([...bytesByTerm].map(([term, bytes]) => [term, Uint8Array.from(bytes)])),
    termCount,
  };
}

/** A question counts twice: a caller who repeats it surely means it. */
function indexedTerms({ title, text, questions = [] }: Passage, language: string): readonly string[] {
  const asked = questions.flatMap((question) => termsOf(question, language));
  return [...termsOf(title, language), ...asked, ...asked, ...termsOf(text, language)];
}

/** The best first, at most `max`. `question`: its terms, each once. */
export function rank(
  question: ReadonlySet<string>,
  rows: readonly TermPostings[],
  { size, max }: { readonly size: IndexSize; readonly max: number },
): readonly RankedPassage[] {
  const meanTerms = size.terms / Math.max(1, size.passages);
  const byTerm = Map.groupBy(rows, ({ term }) => term);
  const weights = [...question].map((term) => ({ term, weight: weightOf(byTerm.get(term) ?? [], size) }));
  const all = weights.reduce((sum, { weight }) => sum + weight, 0);
  const slices = new Map<string, SliceScores>();
  for (const { term, weight } of weights) {
    for (const { slice, postings } of byTerm.get(term) ?? []) {
      const sliceScores = slices.get(slice);
      const scores = withRoom(sliceScores, lastPlaceIn(postings));
      if (scores !== sliceScores) slices.set(slice, scores);
      for (let at = 0; at + bytesEach <= postings.length; at += bytesEach) {
        const place = placeAt(postings, at);
        const times = postings[at + 2] ?? 0;
        const share = k1 * (1 - b + (b * (postings[at + 3] ?? 0)) / meanTerms);
        // Arrays of numbers are fast enough: a common word is in each of 20,000 passages.
        scores.score[place] = (scores.score[place] ?? 0) + (weight * times * (k1 + 1)) / (times + share);
        scores.covers[place] = (scores.covers[place] ?? 0) + weight / all;
      }
    }
  }
  return best(slices, max);
}

/** Scores by the places of a slice. */
interface SliceScores {
  readonly score: Float64Array;
  readonly covers: Float64Array;
}

const placeAt = (postings: Postings, at: number): number =>
  (postings[at] ?? 0) + ((postings[at + 1] ?? 0) << 8);

/** Last place; the postings are in order. */
const lastPlaceIn = (postings: Postings): number =>
  placeAt(postings, Math.max(0, postings.length - bytesEach));

function withRoom(sliceScores: SliceScores | undefined, place: number): SliceScores {
  if (sliceScores !== undefined && place < sliceScores.score.length) return sliceScores;
  const made = { score: new Float64Array(place + 1), covers: new Float64Array(place + 1) };
  if (sliceScores !== undefined) {
    made.score.set(sliceScores.score);
    made.covers.set(sliceScores.covers);
  }
  return made;
}

function best(slices: ReadonlyMap<string, SliceScores>, max: number): readonly RankedPassage[] {
  const rankedPassages: RankedPassage[] = [];
  for (const [slice, { score, covers }] of slices) {
    for (let place = 0; place < score.length; place++) {
      const one = score[place] ?? 0;
      if (one === 0 || (rankedPassages.length === max && one < (rankedPassages.at(-1)?.score ?? 0))) continue;
      rankedPassages.push({ slice, place, score: one, covers: covers[place] ?? 0 });
      rankedPassages.sort(byScore);
      rankedPassages.length = Math.min(rankedPassages.length, max);
    }
  }
  return rankedPassages;
}

/** Passages of equal score in one order, for any order of the rows. */
function byScore(one: RankedPassage, other: RankedPassage): number {
  if (one.score !== other.score) return other.score - one.score;
  return one.slice === other.slice ? one.place - other.place : one.slice < other.slice ? -1 : 1;
}

function weightOf(rows: readonly TermPostings[], { passages }: IndexSize): number {
  const having = rows.reduce((sum, { postings }) => sum + postings.length / bytesEach, 0);
  return Math.log(1 + (passages - having + 0.5) / (having + 0.5));
}
