// Finding nodes by what they say: their id, their text, their kind, where they lead.

import type { Graph } from "../../../src/flow/graph.ts";
import { nameOf } from "./kinds.ts";
import { flowOrder } from "./order.ts";

const queryCharsMax = 200;

/** Ids in flow order; what matches by its id comes first. Every word must be somewhere in the node. */
export function find(graph: Graph, query: string): readonly string[] {
  const words = folded(query.slice(0, queryCharsMax)).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const found = flowOrder(graph).filter((id) => {
    const node = byId.get(id);
    if (node === undefined) return false;
    const labels = node.ports.map(({ label }) => label);
    const text = folded([id, node.title, node.kind, nameOf(node.kind), ...labels].join("\n"));
    return words.every((word) => text.includes(word));
  });
  const isNamed = (id: string): boolean => words.every((word) => folded(id).includes(word));
  return [...found.filter(isNamed), ...found.filter((id) => !isNamed(id))];
}

/** Without case and accents. */
function folded(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
