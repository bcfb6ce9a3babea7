// Placement of new pieces: finds free places among fixed pieces, near the connected ones.

import type { Box } from "./layered-layout.ts";
import type { DrawnEdge, Piece } from "./drawn-edges.ts";

const gap = 40;
const cellSize = 256;

/**
 * `fixed` and then, in the order of `ideal`, all others: each as far from its placed neighbours as in the ideal
 * layout, or at the nearest free spot.
 */
export function placeFreely(
  pieces: readonly Piece[],
  edges: readonly DrawnEdge[],
  { fixed, ideal }: { readonly fixed: ReadonlyMap<string, Box>; readonly ideal: ReadonlyMap<string, Box> },
): ReadonlyMap<string, Box> {
  const boxes = new Map(fixed);
  const taken = new OccupancyGrid(fixed.values());
  const neighbours = Map.groupBy(
    edges.flatMap(({ from, to }) => [
      { of: to, is: from },
      { of: from, is: to },
    ]),
    ({ of }) => of,
  );
  const left = new Set(pieces.map(({ key }) => key).filter((key) => !fixed.has(key)));
  const place = (key: string): void => {
    const idealBox = ideal.get(key);
    if (idealBox === undefined || !left.delete(key)) return;
    const neighbourKey = (neighbours.get(key) ?? []).find(({ is }) => boxes.has(is))?.is;
    const there = neighbourKey === undefined ? undefined : boxes.get(neighbourKey);
    const was = neighbourKey === undefined ? undefined : ideal.get(neighbourKey);
    const wanted =
      there === undefined || was === undefined
        ? { ...idealBox, x: taken.left, y: taken.bottom + gap }
        : { ...idealBox, x: there.x + idealBox.x - was.x, y: there.y + idealBox.y - was.y };
    const box = taken.free(wanted);
    taken.add(box);
    boxes.set(key, box);
    reached.push(key);
  };
  const reached = [...fixed.keys()];
  const spread = (): void => {
    for (let key = reached.shift(); key !== undefined; key = reached.shift())
      for (const { is } of neighbours.get(key) ?? []) place(is);
  };
  spread();
  for (const key of left) {
    place(key);
    spread();
  }
  return boxes;
}

/** Grid of the occupied boxes, by cells of the plane. */
class OccupancyGrid {
  left = 0;
  bottom = -gap;
  readonly #cells = new Map<string, Box[]>();
  #isEmpty = true;

  constructor(boxes: Iterable<Box>) {
    for (const box of boxes) this.add(box);
  }

  add(box: Box): void {
    this.left = this.#isEmpty ? box.x : Math.min(this.left, box.x);
    this.bottom = this.#isEmpty ? box.y + box.height : Math.max(this.bottom, box.y + box.height);
    this.#isEmpty = false;
    for (const cell of cellsOf(box)) this.#cells.set(cell, [...(this.#cells.get(cell) ?? []), box]);
  }

  /** The wanted box, or the nearest free one to its right or left in the same row. */
  free(wanted: Box): Box {
    const right = this.#pushed(wanted, (hit) => hit.x + hit.width + gap);
    const left = this.#pushed(wanted, (hit) => hit.x - wanted.width - gap);
    return right.x - wanted.x <= wanted.x - left.x ? right : left;
  }

  #pushed(wanted: Box, past: (hit: Box) => number): Box {
    let box = wanted;
    for (let hit = this.#hit(box); hit !== undefined; hit = this.#hit(box)) box = { ...box, x: past(hit) };
    return box;
  }

  #hit(box: Box): Box | undefined {
    for (const cell of cellsOf(box)) {
      const hit = this.#cells.get(cell)?.find((other) => overlaps(box, other));
      if (hit !== undefined) return hit;
    }
    return undefined;
  }
}

/** True if two boxes overlap or are closer than the gap. */
function overlaps(a: Box, b: Box): boolean {
  return (
    a.x < b.x + b.width + gap &&
    b.x < a.x + a.width + gap &&
    a.y < b.y + b.height + gap &&
    b.y < a.y + a.height + gap
  );
}

function* cellsOf({ x, y, width, height }: Box): Generator<string> {
  for (
    let column = Math.floor((x - gap) / cellSize);
    column <= Math.floor((x + width + gap) / cellSize);
    column++
  )
    for (let row = Math.floor((y - gap) / cellSize); row <= Math.floor((y + height + gap) / cellSize); row++)
      yield `${column} ${row}`;
}
