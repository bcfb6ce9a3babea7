// What a canvas shows of a document, without reading a text again that an edit wrote just now.

import { type Graph, graphFrom } from "../document/document-graph.ts";
import type { FlowDocument } from "./edited-document.ts";
import { composed } from "./document-draft.ts";

/** Undefined for a text that is no YAML mapping, among them an empty one. */
export function graphIn({ text }: FlowDocument): Graph | undefined {
  return graphFrom(text, composed(text));
}
