// The lines of a flow's ways on the canvas, from port to node.

import { type Curve, curveOf, isDown } from "../../../src/flow/draw/curve.ts";
import type { Box } from "../../../src/flow/draw/layered.ts";
import type { Graph, GraphEdge } from "../../../src/flow/graph.ts";
import type { Places, Routed, Routes } from "./places.ts";
import { nodeSize } from "./sizes.ts";

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
    const fromAbove = all.filter(isDown).toSorted((a, b) => a.comes - b.comes);
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
      const place = places.get(node.id);
      if (place === undefined) return [];
      const size = nodeSize(node);
      const box = { x: place[0], y: place[1], width: size.width, height: size.height };
      return [[node.id, { box, ports: new Map(size.ports.map(({ id, x }) => [id, x])) }] as const];
    }),
  );
  return edges.flatMap((way) => {
    const [from, to] = [known.get(way.from), known.get(way.to)];
    if (from === undefined || to === undefined) return [];
    const portX = from.ports.get(way.port) ?? from.box.width / 2;
    const old = routes.get(way.id);
    const isAsItWas = old !== undefined && isSame(old.source, from.box) && isSame(old.target, to.box);
    const routed = isAsItWas ? old : undefined;
    const comes = routed?.route.lanes.at(-1)?.x ?? from.box.x + portX;
    return [{ way, source: from.box, target: to.box, portX, routed, comes }];
  });
}

function isSame(a: Box, b: Box): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
