// React Flow elements: converts nodes and edges of the flow to the canvas library's objects. Unchanged ones stay the
// same object, so that a change of one node redraws one node.

import { type Edge, type Node, type NodeHandle, Position } from "@xyflow/react";
import { edgeStyles } from "../../../../src/flow/author/draw/palette.ts";
import type { Curve } from "../../../../src/flow/author/draw/edge-curve.ts";
import { type NodeSize, portWords } from "../../../../src/flow/author/draw/node-size.ts";
import { shown } from "../../../../src/flow/author/draw/text-width.ts";
import type { Graph, GraphEdge, GraphNode } from "../../../../src/flow/author/document/document-graph.ts";
import { type NodeFace, spoken } from "./node-summary.ts";
import { keyOf } from "./element-id.ts";
import type { Lines } from "./edge-lines.ts";
import type { Tested, Testing } from "./problem-marks.ts";
import type { Places } from "./node-places.ts";
import { nodeSize } from "./node-sizes.ts";

export type NodeData = {
  readonly face: NodeFace;
  readonly size: NodeSize;
  readonly isRenaming: boolean;
  /** Differs when anything else here does. */
  readonly stamp: string;
};
export type CanvasNode = Node<NodeData, "flow">;

export type EdgeData = { readonly way: GraphEdge; readonly curve: Curve };
export type CanvasEdge = Edge<EdgeData>;

/** Pixels across. */
const handleSize = 12;
export const entryHandle = "in";

export interface NodesGiven {
  readonly graph: Graph;
  /** In flow order, which is the order for those who hear them. */
  readonly order: readonly string[];
  readonly faces: readonly NodeFace[];
  readonly places: Places;
  readonly selected: ReadonlySet<string>;
  /** The one that the Tab key comes to. */
  readonly entry: string | undefined;
  readonly renaming: string | undefined;
}

/** `before` is what this made last. */
export function canvasNodes(given: NodesGiven, before: readonly CanvasNode[]): readonly CanvasNode[] {
  const old = new Map(before.map((node) => [node.id, node]));
  const nodes = new Map(given.graph.nodes.map((node) => [node.id, node]));
  const faces = new Map(given.faces.map((face) => [face.id, face]));
  return given.order.flatMap((id) => {
    const node = nodes.get(id);
    const face = faces.get(id);
    return node === undefined || face === undefined
      ? []
      : [canvasNode(given, { node, face }, old.get(keyOf(id)))];
  });
}

function canvasNode(
  { places, selected, entry, renaming }: NodesGiven,
  { node, face }: { readonly node: GraphNode; readonly face: NodeFace },
  old: CanvasNode | undefined,
): CanvasNode {
  const [x, y] = places.get(node.id) ?? [0, 0];
  const isSelected = selected.has(node.id);
  const isRenaming = renaming === node.id;
  const stamp = `${isSelected} ${isRenaming} ${entry === node.id} ${stampOf(face)}`;
  if (old?.data.stamp === stamp)
    return old.position.x === x && old.position.y === y ? old : { ...old, position: { x, y } };
  const size = nodeSize(node);
  const { width, height } = size;
  return {
    id: keyOf(node.id),
    type: "flow",
    position: { x, y },
    data: { face, size, isRenaming, stamp },
    width,
    height,
    measured: { width, height },
    handles: handlesOf(size),
    selected: isSelected,
    zIndex: isSelected ? 1 : 0,
    ariaLabel: spoken(face),
    ariaRole: "group",
    domAttributes: { tabIndex: entry === node.id ? 0 : -1 },
  };
}

const stamps = new WeakMap<NodeFace, string>();

/** Written once for each face: while a node is dragged the faces stay. */
function stampOf(face: NodeFace): string {
  const stamp = stamps.get(face) ?? JSON.stringify(face);
  stamps.set(face, stamp);
  return stamp;
}

/** Known beforehand, so that edges can be drawn without measuring. */
function handlesOf({ width, height, ports }: NodeSize): NodeHandle[] {
  const box = { width: handleSize, height: handleSize };
  const half = handleSize / 2;
  return [
    { id: entryHandle, type: "target", position: Position.Top, x: width / 2 - half, y: -half, ...box },
    ...ports.map(({ id, x }): NodeHandle => ({
      id: keyOf(id),
      type: "source",
      position: Position.Bottom,
      x: x - half,
      y: height - half,
      ...box,
    })),
  ];
}

export interface EdgesGiven {
  readonly lines: Lines;
  readonly testing: Testing;
  /** The edge's id. */
  readonly selected: string | undefined;
}

/** Those between nodes that are there; the others are told by their ports. `before` is what this made last. */
export function canvasEdges(
  { edges }: Graph,
  { lines, testing, selected }: EdgesGiven,
  before: readonly CanvasEdge[],
): readonly CanvasEdge[] {
  const old = new Map(before.map((edge) => [edge.id, edge]));
  return edges.flatMap((way) => {
    const curve = lines.get(way.id);
    if (curve === undefined) return [];
    const edge = canvasEdge({ way, curve }, testing.ofWay(way.from, way.port), way.id === selected);
    const last = old.get(edge.id);
    return [last !== undefined && isSame(last, edge) ? last : edge];
  });
}

function canvasEdge(data: EdgeData, tested: Tested, selected: boolean): CanvasEdge {
  const { id, from, port, to, kind, label } = data.way;
  const words = portWords({ id: port, kind, label });
  return {
    id: keyOf(id),
    type: "way",
    source: keyOf(from),
    sourceHandle: keyOf(port),
    target: keyOf(to),
    targetHandle: entryHandle,
    className: `way way-${edgeStyles[kind].colour} way-of-${kind} way-${tested}`,
    selected,
    data,
    ariaLabel: `${words} from ${shown(from)} to ${shown(to)}${tested === "unknown" ? "" : `, ${tested}`}`,
  };
}

function isSame(a: CanvasEdge, b: CanvasEdge): boolean {
  return (
    a.source === b.source &&
    a.sourceHandle === b.sourceHandle &&
    a.target === b.target &&
    a.className === b.className &&
    a.selected === b.selected &&
    a.ariaLabel === b.ariaLabel &&
    a.data?.curve.path === b.data?.curve.path &&
    a.data?.way.pointer === b.data?.way.pointer
  );
}
