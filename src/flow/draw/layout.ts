// Where the nodes of a graph are drawn: from top to bottom by what leads where, and where their author has put them.
// Pure: the same graph is laid out the same way everywhere. Pixels; positions are of upper left corners.

import { type Box, layered, type Route } from "./layered.ts";
import { type Drawable, type Link, nodeKey, type Piece, piecesOf } from "./links.ts";
import { placed } from "./place.ts";

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
  /** Of links that follow the ranks; the others go straight to where they end. */
  readonly routes: ReadonlyMap<Link, Route>;
}

/** Nobody drags a node further than this; what is beyond is laid out anew. */
const furthestPx = 1_000_000;

/** Given positions are kept, also where they overlap; what has none comes near what it is linked to. */
export function layoutOf(graph: Drawable, given: Positions = {}): Layout {
  const { pieces, links } = piecesOf(graph);
  const ideal = layered(pieces, links);
  const fixed = new Map(pieces.flatMap((piece) => fixedBox(piece, given)));
  const boxes = fixed.size === 0 ? ideal.boxes : placed(pieces, links, { fixed, ideal: ideal.boxes });
  return {
    pieces: new Map(
      pieces.flatMap((piece) => {
        const box = boxes.get(piece.key);
        return box === undefined ? [] : [[piece.key, { piece, box }] as const];
      }),
    ),
    links,
    routes: fixed.size === 0 ? ideal.routes : new Map(),
  };
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
