// Node positions: decides where each node lies. The author's own choice comes first, then where it was shown last,
// then the automatic layout.

import type { Box, Route } from "../../../../src/flow/author/draw/layered-layout.ts";
import { layoutOf, positionsOf } from "../../../../src/flow/author/draw/layout.ts";
import type { CanvasPoint, NodePositions } from "../../../../src/flow/author/edit/edited-document.ts";
import type { Graph } from "../../../../src/flow/author/document/document-graph.ts";
import { nodeSize } from "./node-sizes.ts";

export type NodePlaces = ReadonlyMap<string, CanvasPoint>;

/** A route of the automatic layout, valid while both end nodes have the recorded position and size. */
export interface RoutedEdge {
  readonly route: Route;
  readonly source: Box;
  readonly target: Box;
}

/** Routes by the edge's id. */
export type EdgeRoutes = ReadonlyMap<string, RoutedEdge>;

/** The layout's limit for coordinates. A node that a document places further away is laid out automatically. */
const furthestPx = 1_000_000;
const gap = 32;
/** Approximate size of a new node in pixels, before its content is known. */
const newSize = { width: 200, height: 96 };

/** `routes` is undefined when the routes did not change. */
export interface NodeArrangement {
  readonly places: NodePlaces;
  readonly routes: EdgeRoutes | undefined;
}

/** `before` are the positions shown last: a node without a stored position keeps its own while the flow grows. */
export function placesOf(graph: Graph, layout: NodePositions, before: NodePlaces): NodeArrangement {
  const placed = graph.nodes.flatMap(({ id }): readonly (readonly [string, CanvasPoint])[] => {
    const storedPlace = Object.hasOwn(layout, id) ? layout[id] : undefined;
    const place = storedPlace !== undefined && isNear(storedPlace) ? storedPlace : before.get(id);
    return place === undefined ? [] : [[id, place]];
  });
  // The automatic layout takes long for large flows, and is not needed when every position is known.
  if (placed.length === graph.nodes.length) return { places: new Map(placed), routes: undefined };
  if (placed.length === 0) return arrange(graph);
  return { places: positionsOf(graph, Object.fromEntries(placed)), routes: undefined };
}

function isNear(place: CanvasPoint): boolean {
  return place.every((at) => Math.abs(at) <= furthestPx);
}

/** Lays out all nodes automatically, without regard to their positions. */
export function arrange(graph: Graph): { readonly places: NodePlaces; readonly routes: EdgeRoutes } {
  const { pieces, edges: links, routes } = layoutOf(graph);
  const places = [...pieces.values()].flatMap(({ piece, box }) =>
    "node" in piece ? [[piece.node.id, [box.x, box.y]] as const] : [],
  );
  const routed = links.flatMap((link) => {
    const route = routes.get(link);
    const [source, target] = [pieces.get(link.from)?.box, pieces.get(link.to)?.box];
    if (link.graphEdge === undefined || route === undefined || source === undefined || target === undefined)
      return [];
    return [[link.graphEdge.id, { route, source, target }] as const];
  });
  return { places: new Map(places), routes: new Map(routed) };
}

/** Positions as a document stores them, rounded to whole pixels. */
export function layoutOfPlaces(places: NodePlaces): NodePositions {
  return Object.fromEntries([...places].map(([id, [x, y]]) => [id, [Math.round(x), Math.round(y)]]));
}

/** The nearest position at or to the right of the given one where a new node covers no other. */
export function freePlace([x, y]: CanvasPoint, graph: Graph, places: NodePlaces): CanvasPoint {
  const row = graph.nodes
    .flatMap((node) => {
      const place = places.get(node.id);
      if (place === undefined) return [];
      const { width, height } = nodeSize(node);
      const isBeside = place[1] < y + newSize.height + gap && y < place[1] + height + gap;
      return isBeside ? [{ left: place[0] - gap, right: place[0] + width + gap }] : [];
    })
    .toSorted((a, b) => a.left - b.left);
  const at = row.reduce(
    (free, { left, right }) => (free + newSize.width > left && free < right ? right : free),
    x,
  );
  return [Math.round(at), Math.round(y)];
}
