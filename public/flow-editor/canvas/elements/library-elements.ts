// React Flow elements: converts nodes and edges of the flow to the canvas library's objects. Unchanged ones stay the
// same object, so that a change of one node redraws one node.

import { type Edge, type Node, type NodeHandle, Position } from "@xyflow/react";
import { edgeStyles } from "../../../../src/flow/author/draw/palette.ts";
import type { Curve } from "../../../../src/flow/author/draw/edge-curve.ts";
import { type NodeSize, portWords } from "../../../../src/flow/author/draw/node-size.ts";
import { shown } from "../../../../src/flow/author/draw/text-width.ts";
import type { Graph, GraphEdge, GraphNode } from "../../../../src/flow/author/document/document-graph.ts";
import { type NodeSummary, nodeLabel } from "./node-summary.ts";
import { keyOf } from "./element-id.ts";
import type { EdgeLines } from "./edge-lines.ts";
import type { TestedEdges, TestMarks } from "./problem-marks.ts";
import type { NodePlaces } from "./node-places.ts";
import { nodeSize } from "./node-sizes.ts";

export type CanvasNodeData = {
  readonly summary: NodeSummary;
  readonly size: NodeSize;
  readonly isRenaming: boolean;
  /** Differs whenever another field here differs. */
  readonly stamp: string;
};
export type CanvasNode = Node<CanvasNodeData, "flow">;

export type CanvasEdgeData = { readonly edge: GraphEdge; readonly curve: Curve };
export type CanvasEdge = Edge<CanvasEdgeData>;

/** Width and height of a port's handle, in pixels. */
const handleSize = 12;
export const entryHandle = "in";

export interface CanvasNodesInput {
  readonly graph: Graph;
  /** Ids in reading order, in which screen readers read them. */
  readonly order: readonly string[];
  readonly summaries: readonly NodeSummary[];
  readonly places: NodePlaces;
  readonly selected: ReadonlySet<string>;
  /** The one node that the Tab key reaches (roving tabindex). */
  readonly entry: string | undefined;
  readonly renaming: string | undefined;
}

/** The nodes as React Flow takes them. `before` is the previous result, whose unchanged objects are reused. */
export function canvasNodes(given: CanvasNodesInput, before: readonly CanvasNode[]): readonly CanvasNode[] {
  const old = new Map(before.map((node) => [node.id, node]));
  const nodes = new Map(given.graph.nodes.map((node) => [node.id, node]));
  const summaries = new Map(given.summaries.map((summary) => [summary.id, summary]));
  return given.order.flatMap((id) => {
    const node = nodes.get(id);
    const summary = summaries.get(id);
    return node === undefined || summary === undefined
      ? []
      : [canvasNode(given, { node, summary }, old.get(keyOf(id)))];
  });
}

function canvasNode(
  { places, selected, entry, renaming }: CanvasNodesInput,
  { node, summary }: { readonly node: GraphNode; readonly summary: NodeSummary },
  old: CanvasNode | undefined,
): CanvasNode {
  const [x, y] = places.get(node.id) ?? [0, 0];
  const isSelected = selected.has(node.id);
  const isRenaming = renaming === node.id;
  const stamp = `${isSelected} ${isRenaming} ${entry === node.id} ${stampOf(summary)}`;
  if (old?.data.stamp === stamp)
    return old.position.x === x && old.position.y === y ? old : { ...old, position: { x, y } };
  const size = nodeSize(node);
  const { width, height } = size;
  return {
    id: keyOf(node.id),
    type: "flow",
    position: { x, y },
    data: { summary, size, isRenaming, stamp },
    width,
    height,
    measured: { width, height },
    handles: handlesOf(size),
    selected: isSelected,
    zIndex: isSelected ? 1 : 0,
    ariaLabel: nodeLabel(summary),
    ariaRole: "group",
    domAttributes: { tabIndex: entry === node.id ? 0 : -1 },
  };
}

const stamps = new WeakMap<NodeSummary, string>();

/** Serialised once for each summary, because a drag renders often and changes no summary. */
function stampOf(summary: NodeSummary): string {
  const stamp = stamps.get(summary) ?? JSON.stringify(summary);
  stamps.set(summary, stamp);
  return stamp;
}

/** Positions of the handles, given in advance so that edges are drawn without measuring the DOM. */
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

export interface CanvasEdgesInput {
  readonly lines: EdgeLines;
  readonly testing: TestMarks;
  /** The edge's id. */
  readonly selected: string | undefined;
}

/**
 * The edges between existing nodes; an edge to a missing node is shown at its port. `before` is the previous result.
 */
export function canvasEdges(
  { edges }: Graph,
  { lines, testing, selected }: CanvasEdgesInput,
  before: readonly CanvasEdge[],
): readonly CanvasEdge[] {
  const old = new Map(before.map((edge) => [edge.id, edge]));
  return edges.flatMap((graphEdge) => {
    const curve = lines.get(graphEdge.id);
    if (curve === undefined) return [];
    const edge = canvasEdge(
      { edge: graphEdge, curve },
      testing.ofEdge(graphEdge.from, graphEdge.port),
      graphEdge.id === selected,
    );
    const last = old.get(edge.id);
    return [last !== undefined && isSame(last, edge) ? last : edge];
  });
}

function canvasEdge(data: CanvasEdgeData, tested: TestedEdges, selected: boolean): CanvasEdge {
  const { id, from, port, to, kind, label } = data.edge;
  const words = portWords({ id: port, kind, label });
  return {
    id: keyOf(id),
    type: "flow",
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
    a.data?.edge.pointer === b.data?.edge.pointer
  );
}
