// Pieces laid out in ranks from top to bottom, and the ways of links past the ranks between their ends.

import { Graph as DagreGraph, layout } from "@dagrejs/dagre";
import type { Link, Piece } from "./drawn-edges.ts";
import { bettered } from "./crossing-reduction.ts";
import { downwards, ranksOf, shaping, type Way } from "./rank-assignment.ts";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Between the pieces of a rank, from its top to its bottom. */
export interface Lane extends Band {
  readonly x: number;
}

/** From where to where a rank reaches. */
interface Band {
  readonly top: number;
  readonly bottom: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** How a link gets from rank to rank. */
export interface Route {
  /** The ranks of its two ends. */
  readonly from: Band;
  readonly to: Band;
  /** In the order in which they are passed. */
  readonly lanes: readonly Lane[];
}

export interface Layered {
  /** By key. */
  readonly boxes: ReadonlyMap<string, Box>;
  readonly routes: ReadonlyMap<Link, Route>;
}

const rankGap = 56;
const pieceGap = 48;
const laneGap = 18;
/** More than these are set in plain rows: the library would take seconds. */
const piecesMax = 420;
const waysMax = 1_000;

export function layered(pieces: readonly Piece[], links: readonly Link[]): Layered {
  const ways = downwards(pieces, links);
  const ranks = ranksOf(pieces, ways);
  const kept = shaping(ways, ranks);
  if (pieces.length > piecesMax || kept.length > waysMax)
    return { boxes: inRows(pieces, ranks), routes: new Map() };
  return byLibrary(pieces, kept);
}

function byLibrary(pieces: readonly Piece[], ways: readonly Way[]): Layered {
  const graph = new DagreGraph({ multigraph: true });
  graph.setGraph({ ranksep: rankGap, nodesep: pieceGap, edgesep: laneGap });
  // Names of our own, since those of a flow are anything.
  const names = new Map(pieces.map(({ key }, i) => [key, `p${i}`]));
  for (const { key, width, height } of pieces) graph.setNode(names.get(key) ?? "", { width, height });
  for (const [i, { upper, lower }] of ways.entries())
    graph.setEdge(names.get(upper) ?? "", names.get(lower) ?? "", {}, `w${i}`);
  layout(graph, { customOrder: (ranked, order) => reorder(ranked, order, ways) });
  const routed = ways.map((way, i) => {
    const edge = { v: names.get(way.upper) ?? "", w: names.get(way.lower) ?? "", name: `w${i}` };
    const { points } = graph.edge(edge) as { points: readonly Point[] };
    return { way, points: points.slice(1, -1) };
  });
  const centres = new Map(
    pieces.map(({ key }) => {
      const { x, y } = graph.node(names.get(key) ?? "") as Point;
      return [key, { x, y }];
    }),
  );
  const boxes = new Map(pieces.map((piece) => [piece.key, boxAround(piece, centres.get(piece.key))]));
  const bands = bandsOf(centres, boxes);
  const bandOf = (key: string): Band => bands.get(centres.get(key)?.y ?? 0) ?? { top: 0, bottom: 0 };
  const routes = new Map<Link, Route>();
  for (const {
    way: { link, isBack },
    points,
  } of routed) {
    const lanes = points.flatMap(({ x, y }) => {
      const band = bands.get(y);
      return band === undefined ? [] : [{ x: Math.round(x), ...band }];
    });
    const [from, to] = [bandOf(link.from), bandOf(link.to)];
    routes.set(link, { from, to, lanes: isBack ? lanes.toReversed() : lanes });
  }
  return { boxes, routes };
}

type Orders = NonNullable<NonNullable<Parameters<typeof layout>[1]>["customOrder"]>;
type Ranked = Parameters<Orders>[0];

/** Orders as the library does, and then better. Between ranks it has stops of its own for every line. */
function reorder(graph: Ranked, order: (graph: Ranked) => void, ways: readonly Way[]): void {
  order(graph);
  const ports = portsOf(ways);
  const byRank = Map.groupBy(graph.nodes(), (name) => graph.node(name).rank ?? 0);
  const ranks = [...byRank]
    .sort(([a], [b]) => a - b)
    .map(([, names]) => names.sort((a, b) => (graph.node(a).order ?? 0) - (graph.node(b).order ?? 0)));
  const segments = graph.edges().map(({ v, w, name = "" }) => {
    const isStop = graph.node(v).dummy !== undefined;
    return { upper: v, lower: w, port: isStop ? undefined : ports.get(name) };
  });
  for (const rank of bettered(ranks, segments))
    for (const [i, name] of rank.entries()) graph.node(name).order = i;
}

/** By the name of a way: where it leaves its piece, if it leaves it downwards. */
function portsOf(ways: readonly Way[]): ReadonlyMap<string, number> {
  const ports = new Map<string, number>();
  for (const [, family] of Map.groupBy([...ways.entries()], ([, { upper }]) => upper)) {
    const down = family.filter(([, { isBack }]) => !isBack);
    for (const [k, [i]] of down.entries()) ports.set(`w${i}`, (k + 1) / (down.length + 1));
  }
  return ports;
}

function boxAround({ width, height }: Piece, { x, y }: Point = { x: 0, y: 0 }): Box {
  return { x: Math.round(x - width / 2), y: Math.round(y - height / 2), width, height };
}

/** By the middle of a rank, from where to where it reaches. */
function bandsOf(
  centres: ReadonlyMap<string, Point>,
  boxes: ReadonlyMap<string, Box>,
): ReadonlyMap<number, Band> {
  const bands = new Map<number, Band>();
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
