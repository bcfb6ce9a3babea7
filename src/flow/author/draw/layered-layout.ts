// Layered layout: puts pieces in ranks from top to bottom, and leads each edge past the ranks between its two ends.

import { Graph as DagreGraph, layout } from "@dagrejs/dagre";
import type { DrawnEdge, Piece } from "./drawn-edges.ts";
import { withFewerCrossings } from "./crossing-reduction.ts";
import { type DownwardEdge, downwardEdges, ranksOf, shapingEdges } from "./rank-assignment.ts";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Free column between the pieces of a rank, from its top to its bottom. */
export interface Lane extends RankBand {
  readonly x: number;
}

/** The vertical extent of a rank. */
interface RankBand {
  readonly top: number;
  readonly bottom: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The route of an edge from rank to rank. */
export interface Route {
  /** The ranks of its two ends. */
  readonly from: RankBand;
  readonly to: RankBand;
  /** Lanes in passing order. */
  readonly lanes: readonly Lane[];
}

export interface LayeredLayout {
  /** Boxes by the key of their piece. */
  readonly boxes: ReadonlyMap<string, Box>;
  readonly routes: ReadonlyMap<DrawnEdge, Route>;
}

const rankGap = 56;
const pieceGap = 48;
const laneGap = 18;
/** Larger graphs are laid out in plain rows, because the library would take seconds. */
const piecesMax = 420;
const edgesMax = 1_000;

/** Boxes and routes in pixels, laid out by dagre (https://github.com/dagrejs/dagre). */
export function layeredLayout(pieces: readonly Piece[], edges: readonly DrawnEdge[]): LayeredLayout {
  const downward = downwardEdges(pieces, edges);
  const ranks = ranksOf(pieces, downward);
  const kept = shapingEdges(downward, ranks);
  if (pieces.length > piecesMax || kept.length > edgesMax)
    return { boxes: inRows(pieces, ranks), routes: new Map() };
  return byLibrary(pieces, kept, belowStart(pieces, downward));
}

/**
 * Pieces without an incoming line, and the piece above them: targets of handlers or of giving up would otherwise be
 * above the beginning. An edge to the beginning stays above it.
 */
function belowStart(
  pieces: readonly Piece[],
  edges: readonly DownwardEdge[],
): readonly (readonly [upper: string, lower: string])[] {
  const first = edges.find(({ edge }) => edge.graphEdge === undefined)?.lower;
  if (first === undefined) return [];
  const above = Map.groupBy(edges, ({ lower }) => lower);
  const leading = new Set([first]);
  for (const key of leading) for (const { upper } of above.get(key) ?? []) leading.add(upper);
  return pieces.flatMap(({ key }) => (above.has(key) || leading.has(key) ? [] : [[first, key] as const]));
}

function byLibrary(
  pieces: readonly Piece[],
  edges: readonly DownwardEdge[],
  unlinked: readonly (readonly [upper: string, lower: string])[],
): LayeredLayout {
  const graph = new DagreGraph({ multigraph: true });
  graph.setGraph({ ranksep: rankGap, nodesep: pieceGap, edgesep: laneGap });
  // Generated names, because ids of a flow may be anything.
  const names = new Map(pieces.map(({ key }, i) => [key, `p${i}`]));
  for (const { key, width, height } of pieces) graph.setNode(names.get(key) ?? "", { width, height });
  for (const [i, { upper, lower }] of edges.entries())
    graph.setEdge(names.get(upper) ?? "", names.get(lower) ?? "", {}, `w${i}`);
  for (const [i, [upper, lower]] of unlinked.entries())
    graph.setEdge(names.get(upper) ?? "", names.get(lower) ?? "", { weight: 0 }, `u${i}`);
  layout(graph, { customOrder: (ranked, order) => reorder(ranked, order, edges) });
  const routed = edges.map((edge, i) => {
    const id = { v: names.get(edge.upper) ?? "", w: names.get(edge.lower) ?? "", name: `w${i}` };
    const { points } = graph.edge(id) as { points: readonly Point[] };
    return { downward: edge, points: points.slice(1, -1) };
  });
  const centres = new Map(
    pieces.map(({ key }) => {
      const { x, y } = graph.node(names.get(key) ?? "") as Point;
      return [key, { x, y }];
    }),
  );
  const boxes = new Map(pieces.map((piece) => [piece.key, boxAround(piece, centres.get(piece.key))]));
  const bands = rankBandsOf(centres, boxes);
  const bandOf = (key: string): RankBand => bands.get(centres.get(key)?.y ?? 0) ?? { top: 0, bottom: 0 };
  const routes = new Map<DrawnEdge, Route>();
  for (const {
    downward: { edge, isBack },
    points,
  } of routed) {
    const lanes = points.flatMap(({ x, y }) => {
      const band = bands.get(y);
      return band === undefined ? [] : [{ x: Math.round(x), ...band }];
    });
    const [from, to] = [bandOf(edge.from), bandOf(edge.to)];
    routes.set(edge, { from, to, lanes: isBack ? lanes.toReversed() : lanes });
  }
  return { boxes, routes };
}

type Orders = NonNullable<NonNullable<Parameters<typeof layout>[1]>["customOrder"]>;
type Ranked = Parameters<Orders>[0];

/** Improves the library's order. Between ranks the library has a dummy node for every line. */
function reorder(graph: Ranked, order: (graph: Ranked) => void, edges: readonly DownwardEdge[]): void {
  order(graph);
  const ports = portFractions(edges);
  const byRank = Map.groupBy(graph.nodes(), (name) => graph.node(name).rank ?? 0);
  const ranks = [...byRank]
    .sort(([a], [b]) => a - b)
    .map(([, names]) => names.sort((a, b) => (graph.node(a).order ?? 0) - (graph.node(b).order ?? 0)));
  const segments = graph.edges().map(({ v, w, name = "" }) => {
    const isStop = graph.node(v).dummy !== undefined;
    return { upper: v, lower: w, port: isStop ? undefined : ports.get(name) };
  });
  for (const rank of withFewerCrossings(ranks, segments))
    for (const [i, name] of rank.entries()) graph.node(name).order = i;
}

/** Start of each edge on its piece, from 0 at the left to 1, if it leaves downwards; by edge name. */
function portFractions(edges: readonly DownwardEdge[]): ReadonlyMap<string, number> {
  const ports = new Map<string, number>();
  for (const [, family] of Map.groupBy([...edges.entries()], ([, { upper }]) => upper)) {
    const down = family.filter(([, { isBack }]) => !isBack);
    for (const [k, [i]] of down.entries()) ports.set(`w${i}`, (k + 1) / (down.length + 1));
  }
  return ports;
}

function boxAround({ width, height }: Piece, { x, y }: Point = { x: 0, y: 0 }): Box {
  return { x: Math.round(x - width / 2), y: Math.round(y - height / 2), width, height };
}

/** The vertical extent of each rank, by the y of its middle. */
function rankBandsOf(
  centres: ReadonlyMap<string, Point>,
  boxes: ReadonlyMap<string, Box>,
): ReadonlyMap<number, RankBand> {
  const bands = new Map<number, RankBand>();
  for (const [key, box] of boxes) {
    const y = centres.get(key)?.y ?? 0;
    const { top, bottom } = bands.get(y) ?? { top: box.y, bottom: box.y };
    bands.set(y, { top: Math.min(top, box.y), bottom: Math.max(bottom, box.y + box.height) });
  }
  return bands;
}

/** Rank by rank, each centred. */
function inRows(pieces: readonly Piece[], ranks: ReadonlyMap<string, number>): ReadonlyMap<string, Box> {
  const rows = [...Map.groupBy(pieces, ({ key }) => ranks.get(key) ?? 0)].sort(([a], [b]) => a - b);
  const boxes = new Map<string, Box>();
  let y = 0;
  for (const [, row] of rows) {
    let x = -Math.round(row.reduce((sum, { width }) => sum + width + pieceGap, -pieceGap) / 2);
    for (const { key, width, height } of row) {
      boxes.set(key, { x, y, width, height });
      x += width + pieceGap;
    }
    y += Math.max(...row.map(({ height }) => height)) + rankGap;
  }
  return boxes;
}
