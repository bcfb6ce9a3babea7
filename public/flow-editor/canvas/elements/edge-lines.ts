// Edge lines: computes the curve of each edge from its port to its target node.

import { type Curve, curveOf, entersFromAbove } from "../../../../src/flow/author/draw/edge-curve.ts";
import { routeEdges } from "../../../../src/flow/author/draw/edge-routing.ts";
import type { Box, Lane } from "../../../../src/flow/author/draw/layered-layout.ts";
import type { Graph, GraphEdge, GraphNode } from "../../../../src/flow/author/document/document-graph.ts";
import type { NodePlaces, RoutedEdge, EdgeRoutes } from "./node-places.ts";
import { nodeSize } from "./node-sizes.ts";

/**
 * Routes of the edges around nodes. The automatic layout's route is kept while its ends have not moved and no node
 * lies on it; all others are computed, which takes long for large flows.
 */
export function edgeRoutesOf(graph: Graph, places: NodePlaces, ideal: EdgeRoutes): EdgeRoutes {
  const ends = endsOf(graph, places, ideal);
  const boxes = graph.nodes.flatMap((node) => boxOf(node, places) ?? []);
  const kept = ends.flatMap(({ edge, routed }) =>
    routed === undefined || routed.route.lanes.some((lane) => boxes.some((box) => isHit(lane, box)))
      ? []
      : [[edge.id, routed] as const],
  );
  const edgeRoutes = new Map(kept);
  const passing = ends
    .filter(({ edge, source, target }) => source !== target && !edgeRoutes.has(edge.id))
    .map((end) => ({ edge: end, source: end.source, target: end.target, fromX: end.source.x + end.portX }));
  const routed = kept.map(([, { route }]) => route);
  const newRoutes = routeEdges(passing, { boxes, routed, inRanks: false });
  for (const [{ edge, source, target }, route] of newRoutes)
    edgeRoutes.set(edge.id, { route, source, target });
  return edgeRoutes;
}

/** A key that changes only when a route could change, because most edits of a flow move no line. */
export function routingKeyOf(graph: Graph, places: NodePlaces): string {
  const nodes = graph.nodes.map((node) => {
    const { width, height, ports } = nodeSize(node);
    return [node.id, places.get(node.id), width, height, ...ports.map(({ id, x }) => [id, x])];
  });
  return JSON.stringify([nodes, graph.edges.map(({ from, port, to }) => [from, port, to])]);
}

function isHit({ x, top, bottom }: Lane, box: Box): boolean {
  return x > box.x && x < box.x + box.width && bottom > box.y && top < box.y + box.height;
}

/** Curves by the edge's id. */
export type EdgeLines = ReadonlyMap<string, Curve>;

/** Pixels between edges that enter a node from above. */
const entryGap = 16;
/** Pixels of a node's upper border that are kept free of incoming edges, both ends together. */
const entryMargin = 40;

interface EdgeEnds {
  readonly edge: GraphEdge;
  readonly source: Box;
  readonly target: Box;
  readonly portX: number;
  readonly routed: RoutedEdge | undefined;
  /** Horizontal position from which the line enters its target, in pixels. */
  readonly entersFromX: number;
}

/**
 * Curves of all edges between existing nodes. Edges that enter a node from above are spread in the order of their
 * origin.
 */
export function edgeLinesOf(graph: Graph, places: NodePlaces, routes: EdgeRoutes): EdgeLines {
  const ends = endsOf(graph, places, routes);
  const entries = new Map<string, number>();
  for (const [, all] of Map.groupBy(ends, ({ edge }) => edge.to)) {
    const fromAbove = all.filter(entersFromAbove).toSorted((a, b) => a.entersFromX - b.entersFromX);
    const room = (fromAbove[0]?.target.width ?? 0) - entryMargin;
    const step = Math.min(entryGap, room / Math.max(1, fromAbove.length - 1));
    for (const [i, { edge, target }] of fromAbove.entries())
      entries.set(edge.id, target.width / 2 + (i - (fromAbove.length - 1) / 2) * step);
  }
  return new Map(
    ends.map(({ edge, source, target, portX, routed }, lane) => {
      const entryX = entries.get(edge.id) ?? target.width / 2;
      return [edge.id, curveOf({ source, target, portX, entryX, lane }, routed?.route)];
    }),
  );
}

function endsOf({ nodes, edges }: Graph, places: NodePlaces, routes: EdgeRoutes): readonly EdgeEnds[] {
  const nodesById = new Map(
    nodes.flatMap((node) => {
      const box = boxOf(node, places);
      if (box === undefined) return [];
      return [[node.id, { box, ports: nodeSize(node).ports }] as const];
    }),
  );
  return edges.flatMap((edge) => {
    const [from, to] = [nodesById.get(edge.from), nodesById.get(edge.to)];
    if (from === undefined || to === undefined) return [];
    const portX = from.ports.find(({ id }) => id === edge.port)?.x ?? from.box.width / 2;
    const old = routes.get(edge.id);
    const isAsItWas = old !== undefined && isSame(old.source, from.box) && isSame(old.target, to.box);
    const routed = isAsItWas ? old : undefined;
    const entersFromX = routed?.route.lanes.at(-1)?.x ?? from.box.x + portX;
    return [{ edge, source: from.box, target: to.box, portX, routed, entersFromX }];
  });
}

function boxOf(node: GraphNode, places: NodePlaces): Box | undefined {
  const place = places.get(node.id);
  if (place === undefined) return undefined;
  const { width, height } = nodeSize(node);
  return { x: place[0], y: place[1], width, height };
}

function isSame(a: Box, b: Box): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
