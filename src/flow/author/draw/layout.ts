// Layout of a flow: computes the places of its nodes, from top to bottom along the edges, and keeps those chosen by
// an author. Pure; the same graph always has the same layout. Pixels; positions are of upper left corners.

import { type UnroutedEdge, routeEdges } from "./edge-routing.ts";
import { type Box, layeredLayout, type LayeredLayout, type Route } from "./layered-layout.ts";
import {
  type DrawableGraph,
  type DrawnEdge,
  nodeKey,
  type Piece,
  piecesOf,
  startXOf,
} from "./drawn-edges.ts";
import { placeFreely } from "./free-place.ts";
import type { NodePositions } from "../document/document-graph.ts";

export interface PlacedPiece {
  readonly piece: Piece;
  readonly box: Box;
}

export interface Layout {
  /** Marks and nodes, by their key. */
  readonly pieces: ReadonlyMap<string, PlacedPiece>;
  readonly edges: readonly DrawnEdge[];
  /** Edges between neighbours have none. */
  readonly routes: ReadonlyMap<DrawnEdge, Route>;
}

/** Pixels to any side; a node placed further away is laid out again. */
const furthestPx = 1_000_000;

/** Given positions are kept, even overlapping ones; a node without one is placed near its neighbours. */
export function layoutOf(graph: DrawableGraph, given: NodePositions = {}): Layout {
  const { pieces, edges } = piecesOf(graph);
  const ideal = layeredLayout(pieces, edges);
  const fixed = new Map(pieces.flatMap((piece) => fixedBox(piece, given)));
  const isIdeal = [...fixed].every(([key, box]) => isSame(box, ideal.boxes.get(key)));
  const boxes = isIdeal ? ideal.boxes : placeFreely(pieces, edges, { fixed, ideal: ideal.boxes });
  const routes = isIdeal ? ideal.routes : new Map<DrawnEdge, Route>();
  return {
    pieces: new Map(
      pieces.flatMap((piece) => {
        const box = boxes.get(piece.key);
        return box === undefined ? [] : [[piece.key, { piece, box }] as const];
      }),
    ),
    edges,
    routes: new Map([
      ...routes,
      ...routeEdges(unrouted(edges, pieces, { boxes, routes }), {
        boxes: [...boxes.values()],
        routed: routes.values(),
        inRanks: isIdeal,
      }),
    ]),
  };
}

function isSame(a: Box, b: Box | undefined): boolean {
  return a.x === b?.x && a.y === b.y;
}

/** The edges that have no route yet. */
function unrouted(
  edges: readonly DrawnEdge[],
  pieces: readonly Piece[],
  { boxes, routes }: Pick<LayeredLayout, "boxes" | "routes">,
): readonly UnroutedEdge<DrawnEdge>[] {
  const byKey = new Map(pieces.map((piece) => [piece.key, piece]));
  return edges.flatMap((edge) => {
    const [piece, source, target] = [byKey.get(edge.from), boxes.get(edge.from), boxes.get(edge.to)];
    if (routes.has(edge) || piece === undefined || source === undefined || target === undefined) return [];
    return [{ edge, source, target, fromX: source.x + startXOf(piece, edge) }];
  });
}

/** Positions of the nodes alone, as stored beside a flow. */
export function positionsOf(
  graph: DrawableGraph,
  given: NodePositions = {},
): ReadonlyMap<string, readonly [number, number]> {
  const { pieces } = layoutOf(graph, given);
  return new Map(
    graph.nodes.flatMap(({ id }) => {
      const box = pieces.get(nodeKey(id))?.box;
      return box === undefined ? [] : [[id, [box.x, box.y]] as const];
    }),
  );
}

function fixedBox(piece: Piece, given: NodePositions): readonly (readonly [key: string, box: Box])[] {
  if (!("node" in piece) || !Object.hasOwn(given, piece.node.id)) return [];
  const position = given[piece.node.id];
  if (position === undefined || !position.every((at) => Math.abs(at) <= furthestPx)) return [];
  const [x, y] = position;
  return [[piece.key, { x, y, width: piece.width, height: piece.height }]];
}
