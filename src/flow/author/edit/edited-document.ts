// Edited document: what an editor of flows holds, which is the text and where its nodes lie.

import type { CanvasPoint, NodePositions } from "../document/document-graph.ts";

export type { CanvasPoint, NodePositions } from "../document/document-graph.ts";

/** The text is the truth; everything that is shown is made of it. */
export interface FlowDocument {
  readonly text: string;
  /** May know nodes that the text does not have, while somebody types. */
  readonly layout: NodePositions;
}

/** A node may have the name of something that every object has. */
export function positionOf(layout: NodePositions, id: string): CanvasPoint | undefined {
  return Object.hasOwn(layout, id) ? layout[id] : undefined;
}
