// The graph of a stored flow, with what is kept beside its text.

import { graphOf } from "../flow/graph.ts";
import type { StoredFlow } from "./flows.ts";

/** As it is answered. Undefined for a text that is no mapping. */
export function flowGraph({ source, layout }: Pick<StoredFlow, "source" | "layout">) {
  const graph = graphOf(source);
  if (graph === undefined) return undefined;
  return {
    start: graph.start,
    nodes: graph.nodes.map((node) => ({ ...node, ports: [...node.ports] })),
    edges: [...graph.edges],
    layout: Object.fromEntries(Object.entries(layout ?? {}).map(([id, [x, y]]) => [id, [x, y]])),
    comments: Object.fromEntries(graph.comments),
  };
}
