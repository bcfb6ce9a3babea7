// Where every node lies: where somebody put it, else where it lay before, else where the automatic layout puts it.

import type { Box, Route } from "../../../../src/flow/author/draw/layered-layout.ts";
import { layoutOf, positionsOf } from "../../../../src/flow/author/draw/layout.ts";
import type { CanvasPoint, NodePositions } from "../../../../src/flow/author/edit/edited-document.ts";
import type { Graph } from "../../../../src/flow/author/document/document-graph.ts";
import { nodeSize } from "./node-sizes.ts";

export type Places = ReadonlyMap<string, CanvasPoint>;

/** A line that the automatic layout has led past the nodes, as long as its two ends are where they were then. */
export interface Routed {
  readonly route: Route;
  readonly source: Box;
  readonly target: Box;
}

/** By the edge's id. */
export type Routes = ReadonlyMap<string, Routed>;

/** Nobody drags a node further than this; what is beyond is laid out anew. As the layout has it. */
const furthestPx = 1_000_000;
const gap = 32;
/** About what a new node takes before its content is known. */
const newSize = { width: 200, height: 96 };

/** Routes are absent when they are as they were. */
export interface Arranged {
  readonly places: Places;
  readonly routes: Routes | undefined;
}

/** `before` is what was shown last: a node that nobody placed stays where people saw it while the flow grows. */
export function placesOf(graph: Graph, layout: NodePositions, before: Places): Arranged {
  const known = graph.nodes.flatMap(({ id }): readonly (readonly [string, CanvasPoint])[] => {
    const own = Object.hasOwn(layout, id) ? layout[id] : undefined;
    const place = own !== undefined && isNear(own) ? own : before.get(id);
    return place === undefined ? [] : [[id, place]];
  });
  // The layout takes long for large flows, and has nothing to say then.
  if (known.length === graph.nodes.length) return { places: new Map(known), routes: undefined };
  if (known.length === 0) return arrange(graph);
  return { places: positionsOf(graph, Object.fromEntries(known)), routes: undefined };
}

function isNear(place: CanvasPoint): boolean {
  return place.every((at) => Math.abs(at) <= furthestPx);
}

/** All anew, wherever they lay. */
export function arrange(graph: Graph): { readonly places: Places; readonly routes: Routes } {
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

/** Rounded, as they are kept. */
export function layoutOfPlaces(places: Places): NodePositions {
  return Object.fromEntries([...places].map(([id, [x, y]]) => [id, [Math.round(x), Math.round(y)]]));
}

/** The nearest place to the right of `wish` where a new node covers none. */
export function freePlace([x, y]: CanvasPoint, graph: Graph, places: Places): CanvasPoint {
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
