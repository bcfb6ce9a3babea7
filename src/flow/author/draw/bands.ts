// Bands of a drawing: horizontal strips of pieces, without connections across the gaps between strips.

import type { Box } from "./layered-layout.ts";

/** Pixels between bands; closer pieces share a band. */
const gapMin = 10;
/** Pixels from a line to a piece. */
const clearance = 10;

export class Band {
  readonly top: number;
  readonly bottom: number;
  /** Left and right ends of the occupied places, in order. */
  readonly #occupied: readonly (readonly [left: number, right: number])[];

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

  /** The free x nearest to this one, where a line can pass. */
  nearest(x: number): number {
    const hit = this.#at(x);
    if (hit === undefined) return x;
    return x - hit[0] <= hit[1] - x ? hit[0] : hit[1];
  }

  isFree(x: number): boolean {
    return this.#at(x) === undefined;
  }

  #at(x: number): readonly [number, number] | undefined {
    const at = firstAt(this.#occupied.length, (i) => (this.#occupied[i]?.[1] ?? 0) > x);
    const hit = this.#occupied[at];
    return hit !== undefined && hit[0] < x ? hit : undefined;
  }
}

/** The bands of boxes, from top to bottom. */
export function bandsFrom(boxes: readonly Box[]): readonly Band[] {
  const bands: Box[][] = [];
  let bottom = -Infinity;
  for (const box of boxes.toSorted((a, b) => a.y - b.y)) {
    if (box.y < bottom + gapMin) bands.at(-1)?.push(box);
    else bands.push([box]);
    bottom = Math.max(bottom, box.y + box.height);
  }
  return bands.map((each) => new Band(each));
}

/** Index of the band that contains this upper edge. */
export function bandAt(bands: readonly Band[], y: number): number {
  return firstAt(bands.length, (i) => (bands[i]?.bottom ?? 0) >= y);
}

/** Binary search: the first index from which the condition holds; `length` if there is none. */
function firstAt(length: number, holds: (i: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
