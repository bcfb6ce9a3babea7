// Derived graph: computes the graph once for each text, and keeps the last drawable one while the text is broken.

import { graphOfDocument } from "../../../src/flow/author/edit/document-draft.ts";
import type { Graph } from "../../../src/flow/author/document/document-graph.ts";
import type { EditorState } from "./editor-state.ts";

export interface DerivedDrawing {
  readonly graph: Graph;
  /** False while the text cannot be drawn; `graph` is then the last one that could. */
  readonly isCurrent: boolean;
}

const emptyGraph: Graph = { start: null, nodes: [], edges: [], comments: new Map() };

let lastText: string | undefined;
let last: DerivedDrawing = { graph: emptyGraph, isCurrent: true };

/** Drawing of the text; the same object for the same text. */
export function drawingOf({ history }: EditorState): DerivedDrawing {
  const { present } = history;
  const { text } = present;
  if (text === lastText) return last;
  lastText = text;
  const graph = text.trim() === "" ? emptyGraph : graphOfDocument(present);
  // Right after opening a flow the last graph belongs to another one.
  const isOpened = history.past.length === 0 && history.future.length === 0;
  const before = isOpened ? emptyGraph : last.graph;
  last = graph === undefined ? { graph: before, isCurrent: false } : { graph, isCurrent: true };
  return last;
}
