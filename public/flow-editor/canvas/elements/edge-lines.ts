// The lines of a flow's ways on the canvas, from port to node.

import { type Curve, curveOf, entersFromAbove } from "../../../../src/flow/author/draw/edge-curve.ts";
import { routeEdges } from "../../../../src/flow/author/draw/edge-routing.ts";
import type { Box, Lane } from "../../../../src/flow/author/draw/layered-layout.ts";
import type { Graph, GraphEdge, GraphNode } from "../../../../src/flow/author/document/document-graph.ts";
import type { Places, Routed, Routes } from "./node-places.ts";
import { nodeSize } from "./node-sizes.ts";

/**
 * How lines get past the nodes: as the automatic layout led them where that still holds, else around what lies in their
 * way. Takes a while for large flows.
 */
export function routesOf(graph: Graph, places: Places, ideal: Routes): Routes {
  const ends = endsOf(graph, places, ideal);
  const boxes = graph.nodes.flatMap((node) => boxOf(node, places) ?? []);
  const kept = ends.flatMap(({ way, routed }) =>
    routed === undefined || routed.route.lanes.some((lane) => boxes.some((box) => isHit(lane, box)))
      ? []
      : [[way.id, routed] as const],
  );
  const known = new Map(kept);
  const passing = ends
    .filter(({ way, source, target }) => source !== target && !known.has(way.id))
    .map((end) => ({ edge: end, source: end.source, target: end.target, fromX: end.source.x + end.portX }));
  const routed = kept.map(([, { route }]) => route);
  const around = routeEdges(passing, { boxes, routed, inRanks: false });
  for (const [{ way, source, target }, route] of around) known.set(way.id, { route, source, target });
  return known;
}

/** The same for flows whose lines run the same way: most of what people write does not move them. */
export function shapeOf(graph: Graph, places: Places): string {
  const nodes = graph.nodes.map((node) => {
    const { width, height, ports } = nodeSize(node);
    return [node.id, places.get(node.id), width, height, ...ports.map(({ id, x }) => [id, x])];
  });
  return JSON.stringify([nodes, graph.edges.map(({ from, port, to }) => [from, port, to])]);
}

function isHit({ x, top, bottom }: Lane, box: Box): boolean {
  return x > box.x && x < box.x + box.width && bottom > box.y && top < box.y + box.height;
}

/** By the edge's id. */
export type Lines = ReadonlyMap<string, Curve>;

/** Between lines that enter a node from above, in pixels. */
const entryGap = 16;
/** Of a node's upper edge, that no line enters. */
const entryMargin = 40;

interface End {
  readonly way: GraphEdge;
  readonly source: Box;
  readonly target: Box;
  readonly portX: number;
  readonly routed: Routed | undefined;
  /** Where it comes down from. */
  readonly comes: number;
}

/** Of ways between nodes that are there. Lines that enter a node are spread there in the order in which they come. */
export function linesOf(graph: Graph, places: Places, routes: Routes): Lines {
  const ends = endsOf(graph, places, routes);
  const entries = new Map<string, number>();
  for (const [, all] of Map.groupBy(ends, ({ way }) => way.to)) {
    const fromAbove = all.filter(entersFromAbove).toSorted((a, b) => a.comes - b.comes);
    const room = (fromAbove[0]?.target.width ?? 0) - entryMargin;
    const step = Math.min(entryGap, room / Math.max(1, fromAbove.length - 1));
    for (const [i, { way, target }] of fromAbove.entries())
      entries.set(way.id, target.width / 2 + (i - (fromAbove.length - 1) / 2) * step);
  }
  return new Map(
    ends.map(({ way, source, target, portX, routed }, lane) => {
      const entryX = entries.get(way.id) ?? target.width / 2;
      return [way.id, curveOf({ source, target, portX, entryX, lane }, routed?.route)];
    }),
  );
}

function endsOf({ nodes, edges }: Graph, places: Places, routes: Routes): readonly End[] {
  const known = new Map(
    nodes.flatMap((node) => {
      const box = boxOf(node, places);
      if (box === undefined) return [];
      return [[node.id, { box, ports: nodeSize(node).ports }] as const];
    }),
  );
  return edges.flatMap((way) => {
    const [from, to] = [known.get(way.from), known.get(way.to)];
    if (from === undefined || to === undefined) return [];
    const portX = from.ports.find(({ id }) => id === way.port)?.x ?? from.box.width / 2;
    const old = routes.get(way.id);
    const isAsItWas = old !== undefined && isSame(old.source, from.box) && isSame(old.target, to.box);
    const routed = isAsItWas ? old : undefined;
    const comes = routed?.route.lanes.at(-1)?.x ?? from.box.x + portX;
    return [{ way, source: from.box, target: to.box, portX, routed, comes }];
  });
}

function boxOf(node: GraphNode, places: Places): Box | undefined {
  const place = places.get(node.id);
  if (place === undefined) return undefined;
  const { width, height } = nodeSize(node);
  return { x: place[0], y: place[1], width, height };
}

function isSame(a: Box, b: Box): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
