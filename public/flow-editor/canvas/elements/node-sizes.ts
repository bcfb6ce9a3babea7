// Node size cache: measures each node of a graph once.

import { type NodeSize, sizeOf } from "../../../../src/flow/author/draw/node-size.ts";
import type { GraphNode } from "../../../../src/flow/author/document/document-graph.ts";

/** A node's size and where its upper left corner lies, in pixels of the flow. */
export interface NodeBox extends NodeSize {
  readonly x: number;
  readonly y: number;
}

const sizes = new WeakMap<GraphNode, NodeSize>();

/** Size in pixels. The same object for the same node. */
export function nodeSize(node: GraphNode): NodeSize {
  const cached = sizes.get(node);
  if (cached !== undefined) return cached;
  const size = sizeOf(node);
  sizes.set(node, size);
  return size;
}
