// Ways of links past pieces that lie anywhere. Where no piece lies across the whole width, a line may run sideways; in
// the bands between, it runs through a gap. Lines to the same piece share their ways, others keep apart if there is room.

import type { Box, Lane, Route } from "./layered.ts";

export interface Passing<L> {
  readonly link: L;
  readonly source: Box;
  readonly target: Box;
  /** Where it would run if nothing were in its way. */
  readonly fromX: number;
}

/** Between bands; what lies closer is one band. Room for an arrow. */
const sidewaysGap = 16;
/** From a line to a piece, and between two lines. */
const clearance = 10;
const lineGap = 8;
/** How far a line gives way to others, in such gaps. */
const givesWay = 3;
/** What one more bend is worth, in pixels of way. */
const bendCost = 60;

/** Not of those whose ends lie in the same band. `routed` are lines that are there already. */
export function routesAround<L>(
  boxes: Iterable<Box>,
  passing: readonly Passing<L>[],
  routed: Iterable<Route> = [],
): ReadonlyMap<L, Route> {
  const bands = bandsOf(boxes);
  for (const { lanes } of routed)
    for (const { x, top } of lanes) bands[indexAt(bands, top)]?.take(x, undefined);
  const routes = new Map<L, Route>();
  for (const { link, source, target, fromX } of passing) {
    const [from, to] = [indexAt(bands, source.y), indexAt(bands, target.y)];
    const [first, last] = [bands[from], bands[to]];
    if (first === undefined || last === undefined || from === to) continue;
    const between = from < to ? bands.slice(from + 1, to) : bands.slice(to + 1, from).toReversed();
    const targetX = target.x + target.width / 2;
    const xs = bestOf(between, fromX, targetX);
    const lanes = between.map((band, i): Lane => {
      const x = band.apart(xs[i] ?? targetX, target);
      band.take(x, target);
      return { x, top: band.top, bottom: band.bottom };
    });
    routes.set(link, { from: first, to: last, lanes });
  }
  return routes;
}

/** Straight on as long as it can from either end, whichever way is shorter. */
function bestOf(between: readonly Band[], fromX: number, targetX: number): readonly number[] {
  const down = followed(between, fromX);
  const up = followed(between.toReversed(), targetX).toReversed();
  return costOf([fromX, ...down, targetX]) <= costOf([fromX, ...up, targetX]) ? down : up;
}

function followed(bands: readonly Band[], start: number): readonly number[] {
  let x = start;
  return bands.map((band) => (x = band.nearest(x)));
}

function costOf(xs: readonly number[]): number {
  return xs.reduce((sum, x, i) => {
    const moved = Math.abs(x - (xs[i - 1] ?? x));
    return sum + moved + (moved > 0 ? bendCost : 0);
  }, 0);
}

/** From the top to the bottom of pieces that lie beside each other. */
class Band {
  readonly top: number;
  readonly bottom: number;
  /** Left and right ends of what is occupied, in order. */
  readonly #occupied: readonly (readonly [left: number, right: number])[];
  /** What the line that runs there leads to, by its place in line gaps. */
  readonly #lines = new Map<number, Box | undefined>();

  constructor(boxes: readonly Box[]) {
    this.top = Math.min(...boxes.map(({ y }) => y));
    this.bottom = Math.max(...boxes.map(({ y, height }) => y + height));
    const occupied: [number, number][] = [];
    for (const { x, width } of boxes.toSorted((a, b) => a.x - b.x)) {
      const last = occupied.at(-1);
      const [left, right] = [x - clearance, x + width + clearance];
      if (last !== undefined && left <= last[1]) last[1] = Math.max(last[1], right);
      else occupied.push([left, right]);
    }
    this.#occupied = occupied;
  }

  /** The nearest gap. */
  nearest(x: number): number {
    const hit = this.#at(x);
    if (hit === undefined) return x;
    return x - hit[0] <= hit[1] - x ? hit[0] : hit[1];
  }

  /** Beside the lines to other pieces, if the gap has room. */
  apart(x: number, target: Box): number {
    for (let i = 0; i <= givesWay; i++)
      for (const at of [x + i * lineGap, x - i * lineGap])
        if (this.#at(at) === undefined && this.#isFree(at, target)) return Math.round(at);
    return Math.round(x);
  }

  take(x: number, target: Box | undefined): void {
    this.#lines.set(Math.round(x / lineGap), target);
  }

  #isFree(x: number, target: Box): boolean {
    const place = Math.round(x / lineGap);
    return !this.#lines.has(place) || this.#lines.get(place) === target;
  }

  #at(x: number): readonly [number, number] | undefined {
    let [low, high] = [0, this.#occupied.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#occupied[middle]?.[1] ?? 0) <= x) low = middle + 1;
      else high = middle;
    }
    const hit = this.#occupied[low];
    return hit !== undefined && hit[0] < x ? hit : undefined;
  }
}

function bandsOf(boxes: Iterable<Box>): readonly Band[] {
  const bands: Box[][] = [];
  let bottom = -Infinity;
  for (const box of [...boxes].sort((a, b) => a.y - b.y)) {
    if (box.y < bottom + sidewaysGap) bands.at(-1)?.push(box);
    else bands.push([box]);
    bottom = Math.max(bottom, box.y + box.height);
  }
  return bands.map((each) => new Band(each));
}

/** Of the band where something with this upper edge lies. */
function indexAt(bands: readonly Band[], y: number): number {
  let [low, high] = [0, bands.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bands[middle]?.bottom ?? 0) < y) low = middle + 1;
    else high = middle;
  }
  return low;
}
