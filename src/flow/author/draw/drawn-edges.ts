// Drawn pieces and edges: the laid-out parts of a graph: its nodes, and marks for the start, for missing nodes, and
// for returns from a handler. Handlers of every node are not among the edges.

import type { Graph, GraphEdge, GraphNode } from "../document/document-graph.ts";
import { resume } from "../../language/model/flow-graph.ts";
import { type NodeSize, sizeOf } from "./node-size.ts";
import { cut, type Font, shown, widthOf } from "./text-width.ts";

export type DrawableGraph = Pick<Graph, "start" | "nodes" | "edges">;

export interface NodePiece {
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly node: GraphNode;
  readonly size: NodeSize;
}

export interface MarkPiece {
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly mark: "start" | "missing" | "back";
  readonly text: string;
}

export type Piece = NodePiece | MarkPiece;

export interface DrawnEdge {
  /** The edge of the document's graph; the line from the start mark has none. */
  readonly graphEdge: GraphEdge | undefined;
  readonly from: string;
  readonly to: string;
}

/** `key` is unique among nodes and marks. */
export function nodeKey(id: string): string {
  return `node ${id}`;
}

const startKey = "start";
export const markFont: Font = { size: 11 };
const markHeight = 24;

/** The pieces of a graph and the edges between them. */
export function piecesOf(graph: DrawableGraph): {
  readonly pieces: readonly Piece[];
  readonly edges: readonly DrawnEdge[];
} {
  const nodes = graph.nodes.map((node): NodePiece => {
    const size = sizeOf(node);
    return { key: nodeKey(node.id), width: size.width, height: size.height, node, size };
  });
  const nodeIds = new Set(graph.nodes.map(({ id }) => id));
  const marks = new Map<string, MarkPiece>();
  const mark = (key: string, kind: MarkPiece["mark"], text: string): string => {
    const width = Math.ceil(widthOf(text, markFont)) + 24;
    if (!marks.has(key)) marks.set(key, { key, width, height: markHeight, mark: kind, text });
    return key;
  };
  const target = (from: string, to: string): string => {
    if (nodeIds.has(to)) return nodeKey(to);
    if (to === resume) return mark(`back ${from}`, "back", "interrupted node");
    return mark(`missing ${to}`, "missing", `${cut(shown(to), markFont, 120)} is not there`);
  };
  const edges: DrawnEdge[] = [];
  if (graph.start !== null) {
    const from = mark(startKey, "start", "start");
    edges.push({ graphEdge: undefined, from, to: target(from, graph.start) });
  }
  for (const edge of graph.edges)
    if (nodeIds.has(edge.from))
      edges.push({ graphEdge: edge, from: nodeKey(edge.from), to: target(edge.from, edge.to) });
  return { pieces: [...marks.values(), ...nodes], edges };
}

/** Start of an edge: pixels from the left side of its source. */
export function startXOf(piece: Piece, { graphEdge }: DrawnEdge): number {
  const spots = "node" in piece ? piece.size.ports : [];
  return spots.find(({ id }) => id === graphEdge?.port)?.x ?? piece.width / 2;
}
