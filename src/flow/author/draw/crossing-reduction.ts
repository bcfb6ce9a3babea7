// Crossing reduction: orders the pieces of each rank from left to right for few crossings. Lines from one piece also
// cross if they are not in the order of their ports; the layout library does not know ports, so its order is improved
// here.

/** Keys of pieces: ranks from top to bottom, each from left to right. */
export type Ranks = readonly (readonly string[])[];

/** A line from a rank to the next. */
export interface Segment {
  readonly upper: string;
  readonly lower: string;
  /** Start of the line on its piece, from 0 at the left to 1, different for every port. Undefined: the middle. */
  readonly port: number | undefined;
}

/** Sweeps by mean position; each is followed by swaps of neighbours. */
const sweepsMax = 4;
const swapRoundsMax = 6;

/** The order with the fewest crossings, by sweeps and swaps from the given order and its mirror image. */
export function withFewerCrossings(ranks: Ranks, segments: readonly Segment[]): Ranks {
  const lines = new RankSegments(segments);
  const mirror = ranks.map((rank) => rank.toReversed());
  let best = ranks;
  let fewest = lines.crossings(ranks);
  const look = (candidate: Ranks): Ranks => {
    const count = lines.crossings(candidate);
    if (count < fewest) [best, fewest] = [candidate, count];
    return candidate;
  };
  for (const start of [ranks, mirror]) {
    let now = look(swapped(start, lines));
    for (let sweep = 0; sweep < sweepsMax && fewest > 0; sweep++)
      now = look(swapped(sweep % 2 === 0 ? sweptDown(now, lines) : sweptUp(now, lines), lines));
  }
  return best;
}

type Order = ReadonlyMap<string, number>;

/** The segments between ranks, indexed by both ends. */
class RankSegments {
  readonly #above: ReadonlyMap<string, readonly Segment[]>;
  readonly #below: ReadonlyMap<string, readonly Segment[]>;

  constructor(segments: readonly Segment[]) {
    this.#above = Map.groupBy(segments, ({ lower }) => lower);
    this.#below = Map.groupBy(segments, ({ upper }) => upper);
  }

  /** Starts of its lines from above: the index in the rank above plus the fraction of the port. */
  above(key: string, order: Order): readonly number[] {
    return (this.#above.get(key) ?? []).map(
      ({ upper, port }) => (order.get(upper) ?? 0) + (port ?? 0.5) - 0.5,
    );
  }

  below(key: string, order: Order): readonly number[] {
    return (this.#below.get(key) ?? []).map(({ lower }) => order.get(lower) ?? 0);
  }

  crossings(ranks: Ranks): number {
    return ranks.reduce((sum, rank, i) => {
      const order = orderOf(ranks[i - 1]);
      return sum + inversions(rank.flatMap((key) => this.above(key, order).toSorted((a, b) => a - b)));
    }, 0);
  }
}

function orderOf(rank: readonly string[] = []): Order {
  return new Map(rank.map((key, i) => [key, i]));
}

/** Number of inversions, counted by merge sort. */
function inversions(places: readonly number[]): number {
  return sorted(places)[1];
}

function sorted(places: readonly number[]): readonly [places: readonly number[], inversions: number] {
  if (places.length < 2) return [places, 0];
  const [left, inLeft] = sorted(places.slice(0, places.length >> 1));
  const [right, inRight] = sorted(places.slice(places.length >> 1));
  const merged: number[] = [];
  let [i, count] = [0, inLeft + inRight];
  for (const place of right) {
    for (; i < left.length && (left[i] ?? 0) <= place; i++) merged.push(left[i] ?? 0);
    count += left.length - i;
    merged.push(place);
  }
  return [[...merged, ...left.slice(i)], count];
}

function sweptDown(ranks: Ranks, lines: RankSegments): Ranks {
  const swept: (readonly string[])[] = [];
  for (const rank of ranks) {
    const order = orderOf(swept.at(-1));
    swept.push(byMean(rank, (key) => lines.above(key, order)));
  }
  return swept;
}

function sweptUp(ranks: Ranks, lines: RankSegments): Ranks {
  const swept: (readonly string[])[] = [];
  for (const rank of ranks.toReversed()) {
    const order = orderOf(swept.at(-1));
    swept.push(byMean(rank, (key) => lines.below(key, order)));
  }
  return swept.toReversed();
}

/** Sorts a rank by the mean position of its neighbours; a piece without any stays beside its left neighbour. */
function byMean(rank: readonly string[], placesOf: (key: string) => readonly number[]): readonly string[] {
  let last = -1;
  const means = rank.map((key) => {
    const places = placesOf(key);
    if (places.length > 0) last = places.reduce((sum, place) => sum + place, 0) / places.length;
    return { key, mean: last };
  });
  return means.sort((a, b) => a.mean - b.mean).map(({ key }) => key);
}

/** Swaps neighbours while that saves crossings. */
function swapped(ranks: Ranks, lines: RankSegments): Ranks {
  const now = ranks.map((rank) => [...rank]);
  for (let round = 0, isBetter = true; isBetter && round < swapRoundsMax; round++) {
    isBetter = false;
    for (const [i, rank] of now.entries()) {
      const [above, below] = [orderOf(now[i - 1]), orderOf(now[i + 1])];
      const ends = rank.map((key) => ({
        key,
        above: lines.above(key, above),
        below: lines.below(key, below),
      }));
      if (!swapIn(ends)) continue;
      now[i] = ends.map(({ key }) => key);
      isBetter = true;
    }
  }
  return now;
}

interface NeighbourOrders {
  readonly key: string;
  readonly above: readonly number[];
  readonly below: readonly number[];
}

/** One pass from left to right. True when any neighbours were swapped. */
function swapIn(rank: NeighbourOrders[]): boolean {
  let isBetter = false;
  for (let k = 0; k + 1 < rank.length; k++) {
    const [a, b] = [rank[k], rank[k + 1]];
    if (a === undefined || b === undefined) break;
    if (crossingsSaved(a.above, b.above) + crossingsSaved(a.below, b.below) <= 0) continue;
    rank.splice(k, 2, b, a);
    isBetter = true;
  }
  return isBetter;
}

/** Crossings saved by swapping two neighbours. */
function crossingsSaved(left: readonly number[], right: readonly number[]): number {
  let sum = 0;
  for (const a of left) for (const b of right) sum += Math.sign(a - b);
  return sum;
}
