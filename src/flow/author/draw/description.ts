// Text alternative of a diagram: describes a flow in words for screen readers.

import { resume } from "../../language/model/flow-graph.ts";
import type { Graph, GraphNode } from "../document/document-graph.ts";
import { portWords } from "./node-size.ts";
import { xmlText } from "./svg-text.ts";

/** Nodes that are described; the rest is counted. */
const nodesMax = 100;

/** The description as escaped XML text. */
export function descriptionOf({ start, nodes, edges }: Graph): string {
  if (nodes.length === 0) return "A flow without nodes.";
  const outgoing = Map.groupBy(edges, ({ from }) => from);
  const of = ({ id, kind }: GraphNode): string => {
    const on = outgoing.get(id) ?? [];
    const words = on.map((edge) => `${portWords({ ...edge, id: edge.port })} to ${targetOf(edge.to)}`);
    return `${xmlText(id)} (${kind})${words.length === 0 ? "" : `: ${words.map(xmlText).join(", ")}`}.`;
  };
  const count = nodes.length === 1 ? "1 node" : `${nodes.length} nodes`;
  const first = start === null ? "" : ` It starts at ${xmlText(start)}.`;
  const more = nodes.length > nodesMax ? ` And ${nodes.length - nodesMax} more.` : "";
  return `A flow of ${count}.${first} ${nodes.slice(0, nodesMax).map(of).join(" ")}${more}`;
}

function targetOf(to: string): string {
  return to === resume ? "where it was" : to;
}
