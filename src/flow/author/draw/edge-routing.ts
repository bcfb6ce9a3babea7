// Edge routing: leads edges past pieces, sideways between bands, and through the gaps in them. Lines to the same
// piece share their routes; others keep apart if there is room.

import { type Band, bandAt, bandsFrom } from "./bands.ts";
import type { Box, Lane, Route } from "./layered-layout.ts";

export interface UnroutedEdge<L> {
  readonly edge: L;
  readonly source: Box;
  readonly target: Box;
  /** Horizontal place of the line without obstacles. */
  readonly fromX: number;
}

export interface RoutingObstacles {
  readonly boxes: readonly Box[];
  /** Existing lines. */
  readonly routed: Iterable<Route>;
  /** True if pieces form ranks. If not, a piece that bridges two bands is an obstacle only for near lines. */
  readonly inRanks: boolean;
}

const lineGap = 8;
/** Gaps by which a line may be moved aside for others. */
const givesWay = 3;
/** Cost of a bend: a path may be this many pixels longer to save one. */
const bendCost = 60;
/** Pixels around a line's two ends in which pieces are obstacles. */
const nearPx = 160;

/** Routes by edge; none for edges within one band. */
export function routeEdges<L>(
  passing: readonly UnroutedEdge<L>[],
  { boxes, routed, inRanks }: RoutingObstacles,
): ReadonlyMap<L, Route> {
  const bands = bandsFrom(boxes);
  const lines = new LaneGrid();
  for (const { lanes } of routed) for (const lane of lanes) lines.take(lane, undefined);
  const routes = new Map<L, Route>();
  for (const each of passing) {
    const localPath = inRanks ? undefined : nearPath(each, boxes);
    const path = localPath ?? pathThrough(each, bands);
    if (path === undefined) continue;
    const lanes = path.between.map((band, i) => lines.lane(band, path.xs[i] ?? each.fromX, each.target));
    routes.set(each.edge, { from: path.from, to: path.to, lanes });
  }
  return routes;
}

interface BandPath {
  readonly from: Band;
  readonly to: Band;
  /** Bands in crossing order, each at its x. */
  readonly between: readonly Band[];
  readonly xs: readonly number[];
}

/** Path among the pieces near both ends. Undefined if it would leave that area. */
function nearPath<L>(passing: UnroutedEdge<L>, boxes: readonly Box[]): BandPath | undefined {
  const { source, target } = passing;
  const left = Math.min(source.x, target.x) - nearPx;
  const right = Math.max(source.x + source.width, target.x + target.width) + nearPx;
  const neighbours = boxes.filter(({ x, width }) => x < right && x + width > left);
  const path = pathThrough(passing, bandsFrom(neighbours));
  return path?.xs.every((x) => x > left && x < right) === true ? path : undefined;
}

function pathThrough<L>(
  { source, target, fromX }: UnroutedEdge<L>,
  bands: readonly Band[],
): BandPath | undefined {
  const [i, k] = [bandAt(bands, source.y), bandAt(bands, target.y)];
  const [from, to] = [bands[i], bands[k]];
  if (from === undefined || to === undefined || i === k) return undefined;
  const between = i < k ? bands.slice(i + 1, k) : bands.slice(k + 1, i).toReversed();
  return { from, to, between, xs: bestOf(between, fromX, target.x + target.width / 2) };
}

/** Follows the bands from either end, as straight as possible, and takes the cheaper of the two paths. */
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

const cellHeight = 64;

/** Grid of the vertical lines, with the target of each, by cells of the plane. */
class LaneGrid {
  readonly #targets = new Map<string, Box | undefined>();

  /** A lane through a band, beside the lines to other pieces if the gap has room. */
  lane(band: Band, wanted: number, target: Box): Lane {
    const { top, bottom } = band;
    const lane = this.#places(wanted)
      .map((x): Lane => ({ x: Math.round(x), top, bottom }))
      .find((each) => band.isFree(each.x) && this.#isFree(each, target)) ?? {
      x: Math.round(wanted),
      top,
      bottom,
    };
    this.take(lane, target);
    return lane;
  }

  take(lane: Lane, target: Box | undefined): void {
    for (const cell of cellsOf(lane)) this.#targets.set(cell, target);
  }

  #isFree(lane: Lane, target: Box): boolean {
    for (const cell of cellsOf(lane))
      if (this.#targets.has(cell) && this.#targets.get(cell) !== target) return false;
    return true;
  }

  #places(x: number): readonly number[] {
    const steps = Array.from({ length: givesWay }, (_, i) => (i + 1) * lineGap);
    return [x, ...steps.flatMap((step) => [x + step, x - step])];
  }
}

function* cellsOf({ x, top, bottom }: Lane): Generator<string> {
  const column = Math.round(x / lineGap);
  for (let row = Math.floor(top / cellHeight); row <= Math.floor(bottom / cellHeight); row++)
    yield `${column} ${row}`;
}
