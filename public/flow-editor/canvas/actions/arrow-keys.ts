// Arrow-key navigation: finds the node that an arrow key moves the selection to. Down follows edges, up follows them
// backwards, left and right go to nodes that share a source or a target.

import type { Graph } from "../../../../src/flow/author/document/document-graph.ts";
import type { NodePlaces } from "../elements/node-places.ts";

export type Direction = "left" | "right" | "up" | "down";

export interface ArrowMove {
  readonly id: string;
  readonly direction: Direction;
  /** The node that the last arrow key left: going back prefers it when several are possible. */
  readonly from: string | undefined;
}

/** The node that an arrow key moves to; undefined when there is none on that side. */
export function neighbourOf(graph: Graph, places: NodePlaces, move: ArrowMove): string | undefined {
  const { id, direction, from } = move;
  const after = targetsOf(graph, id).filter((each) => each !== id && places.has(each));
  const before = sourcesOf(graph, id).filter((each) => each !== id && places.has(each));
  if (direction === "down" || direction === "up") {
    const linked = direction === "down" ? after : before;
    return linked.find((each) => each === from) ?? linked[0] ?? nearest(places, id, direction);
  }
  const siblings = [
    ...before.flatMap((source) => targetsOf(graph, source)),
    ...after.flatMap((target) => sourcesOf(graph, target)),
  ];
  return nextAside(places, siblings, move) ?? nearest(places, id, direction);
}

function targetsOf({ edges }: Graph, id: string): readonly string[] {
  return edges.filter(({ from }) => from === id).map(({ to }) => to);
}

function sourcesOf({ edges }: Graph, id: string): readonly string[] {
  return edges.filter(({ to }) => to === id).map(({ from }) => from);
}

function nextAside(
  places: NodePlaces,
  siblings: readonly string[],
  { id, direction }: ArrowMove,
): string | undefined {
  const x = places.get(id)?.[0] ?? 0;
  const sign = direction === "right" ? 1 : -1;
  const beyond = siblings.flatMap((sibling) => {
    const place = places.get(sibling);
    const away = place === undefined ? 0 : sign * (place[0] - x);
    return sibling !== id && away > 0 ? [{ sibling, away }] : [];
  });
  return beyond.toSorted((a, b) => a.away - b.away)[0]?.sibling;
}

/** Where no edge leads in a direction, an arrow key still moves on: to the node drawn nearest on that side. */
function nearest(places: NodePlaces, id: string, direction: Direction): string | undefined {
  const here = places.get(id);
  if (here === undefined) return undefined;
  const isAside = direction === "left" || direction === "right";
  const sign = direction === "right" || direction === "down" ? 1 : -1;
  const candidates = [...places].flatMap(([other, [x, y]]) => {
    const [dx, dy] = [x - here[0], y - here[1]];
    const [along, across] = isAside ? [dx * sign, Math.abs(dy)] : [dy * sign, Math.abs(dx)];
    return other === id || along <= 0 || across > 2 * along ? [] : [{ other, far: along + 2 * across }];
  });
  return candidates.toSorted((a, b) => a.far - b.far)[0]?.other;
}
