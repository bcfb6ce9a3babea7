// Canvas elements hook: derives the drawn nodes and edges from the editor's state, each part only when its inputs
// change.

import { useMemo, useRef } from "react";
import type { Graph } from "../../../../src/flow/author/document/document-graph.ts";
import { drawingOf } from "../../state/derived.ts";
import { useEditorState } from "../../state/editor.ts";
import { type CanvasEdge, canvasEdges, type CanvasNode, canvasNodes } from "./library-elements.ts";
import { nodeSummariesOf } from "./node-summary.ts";
import { edgeLinesOf, edgeRoutesOf, routingKeyOf } from "./edge-lines.ts";
import { problemsByNode, testMarksOf } from "./problem-marks.ts";
import { readingOrder } from "../actions/reading-order.ts";
import type { CanvasShell } from "../canvas-shell.ts";
import { useCanvasState } from "../canvas-state.ts";

export interface CanvasElements {
  readonly graph: Graph;
  readonly nodes: readonly CanvasNode[];
  readonly edges: readonly CanvasEdge[];
}

const none: readonly never[] = [];

/** The graph and its elements for React Flow; unchanged elements are the same objects as before. */
export function useCanvasElements(shell: CanvasShell): CanvasElements {
  const graph = useEditorState((state) => drawingOf(state).graph);
  const still = useEditorState((state) => shell.memory.of(state));
  const problems = useEditorState((state) => state.checked?.problems ?? none);
  const coverage = useEditorState(({ coverage: last, history }) =>
    last?.text === history.present.text ? last.coverage : undefined,
  );
  const playing = useEditorState((state) => state.playing);
  const selection = useEditorState((state) => state.selection);
  const renaming = useCanvasState(shell.ui, (ui) => ui.renaming);
  const moving = useCanvasState(shell.ui, (ui) => ui.moving);
  const places = useMemo(
    () => (moving === undefined ? still : new Map([...still, ...moving])),
    [still, moving],
  );
  const testing = useMemo(() => testMarksOf(coverage), [coverage]);
  const nodeProblems = useMemo(() => problemsByNode(graph, problems), [graph, problems]);
  const summaries = useMemo(
    () => nodeSummariesOf(graph, { problems: nodeProblems, testing, playing }),
    [graph, nodeProblems, testing, playing],
  );
  const order = useMemo(() => readingOrder(graph), [graph]);
  const ideal = shell.memory.routes;
  // Routes depend on the positions before a drag, so that the other lines do not jump during it.
  const shape = useMemo(() => routingKeyOf(graph, still), [graph, still]);
  const routes = useMemo(() => edgeRoutesOf(graph, still, ideal), [shape, ideal]);
  const lines = useMemo(() => edgeLinesOf(graph, places, routes), [graph, places, routes]);
  const selected = useMemo(() => new Set(selection.nodes), [selection]);
  const entry = selection.nodes.findLast((id) => order.includes(id)) ?? order[0];
  const lastNodes = useRef<readonly CanvasNode[]>(none);
  const lastEdges = useRef<readonly CanvasEdge[]>(none);
  const nodes = useMemo(
    () => canvasNodes({ graph, order, summaries, places, selected, entry, renaming }, lastNodes.current),
    [graph, order, summaries, places, selected, entry, renaming],
  );
  const edges = useMemo(
    () => canvasEdges(graph, { lines, testing, selected: selection.edge }, lastEdges.current),
    [graph, lines, testing, selection.edge],
  );
  lastNodes.current = nodes;
  lastEdges.current = edges;
  return { graph, nodes, edges };
}
