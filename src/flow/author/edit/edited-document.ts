// Edited document: the state of an editor of flows: the text and the places of its nodes.

import type { CanvasPoint, NodePositions } from "../document/document-graph.ts";

export type { CanvasPoint, NodePositions } from "../document/document-graph.ts";

/** The text is authoritative; everything shown is derived from it. */
export interface FlowDocument {
  readonly text: string;
  /** May hold nodes that the text lacks for a moment, while an author types. */
  readonly layout: NodePositions;
}

/** A node's own position: its id may be the name of a built-in property such as `constructor`. */
export function positionOf(layout: NodePositions, id: string): CanvasPoint | undefined {
  return Object.hasOwn(layout, id) ? layout[id] : undefined;
}
