// Where the nodes of a graph are drawn: from top to bottom by what leads where, and where their author has put them.
// Pure: the same graph is laid out the same way everywhere. Pixels; positions are of upper left corners.

import { type Passing, routesAround } from "./edge-routing.ts";
import { type Box, layered, type Layered, type Route } from "./layered-layout.ts";
import { type Drawable, type Link, nodeKey, type Piece, piecesOf, portXOf } from "./drawn-edges.ts";
import { placed } from "./free-place.ts";

/** By node id. */
export type Positions = Readonly<Record<string, readonly [x: number, y: number]>>;

export interface PlacedPiece {
  readonly piece: Piece;
  readonly box: Box;
}

export interface Layout {
  /** Marks and nodes, by their key. */
  readonly pieces: ReadonlyMap<string, PlacedPiece>;
  readonly links: readonly Link[];
  /** Not of links whose ends lie beside each other. */
  readonly routes: ReadonlyMap<Link, Route>;
}

/** Nobody drags a node further than this; what is beyond is laid out anew. */
const furthestPx = 1_000_000;

/** Given positions are kept, also where they overlap; what has none comes near what it is linked to. */
export function layoutOf(graph: Drawable, given: Positions = {}): Layout {
  const { pieces, links } = piecesOf(graph);
  const ideal = layered(pieces, links);
  const fixed = new Map(pieces.flatMap((piece) => fixedBox(piece, given)));
  const isIdeal = [...fixed].every(([key, box]) => isSame(box, ideal.boxes.get(key)));
  const boxes = isIdeal ? ideal.boxes : placed(pieces, links, { fixed, ideal: ideal.boxes });
  const routes = isIdeal ? ideal.routes : new Map<Link, Route>();
  return {
    pieces: new Map(
      pieces.flatMap((piece) => {
        const box = boxes.get(piece.key);
        return box === undefined ? [] : [[piece.key, { piece, box }] as const];
      }),
    ),
    links,
    routes: new Map([
      ...routes,
      ...routesAround(passing(links, pieces, { boxes, routes }), {
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

/** The links that have no route yet. */
function passing(
  links: readonly Link[],
  pieces: readonly Piece[],
  { boxes, routes }: Pick<Layered, "boxes" | "routes">,
): readonly Passing<Link>[] {
  const byKey = new Map(pieces.map((piece) => [piece.key, piece]));
  return links.flatMap((link) => {
    const [piece, source, target] = [byKey.get(link.from), boxes.get(link.from), boxes.get(link.to)];
    if (routes.has(link) || piece === undefined || source === undefined || target === undefined) return [];
    return [{ link, source, target, fromX: source.x + portXOf(piece, link) }];
  });
}

/** Of the nodes alone, as the service keeps them beside a flow. */
export function positionsOf(
  graph: Drawable,
  given: Positions = {},
): ReadonlyMap<string, readonly [number, number]> {
  const { pieces } = layoutOf(graph, given);
  return new Map(
    graph.nodes.flatMap(({ id }) => {
      const box = pieces.get(nodeKey(id))?.box;
      return box === undefined ? [] : [[id, [box.x, box.y]] as const];
    }),
  );
}

function fixedBox(piece: Piece, given: Positions): readonly (readonly [key: string, box: Box])[] {
  if (!("node" in piece) || !Object.hasOwn(given, piece.node.id)) return [];
  const position = given[piece.node.id];
  if (position === undefined || !position.every((at) => Math.abs(at) <= furthestPx)) return [];
  const [x, y] = position;
  return [[piece.key, { x, y, width: piece.width, height: piece.height }]];
}
