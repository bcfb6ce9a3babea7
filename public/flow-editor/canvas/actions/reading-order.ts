// Reading order: sorts nodes breadth first from the start along the edges, then those that nothing leads to.

import type { Graph } from "../../../../src/flow/author/document/document-graph.ts";

/** The ids of all nodes, each once. Targets of handlers come after those that the start leads to. */
export function readingOrder({ start, nodes, edges }: Graph): readonly string[] {
  const leadsTo = Map.groupBy(edges, ({ from }) => from);
  const nodeIds = new Set(nodes.map(({ id }) => id));
  const order = new Set<string>();
  const follow = (first: string): void => {
    const waiting = [first];
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      if (!nodeIds.has(id) || order.has(id)) continue;
      order.add(id);
      waiting.push(...(leadsTo.get(id) ?? []).map(({ to }) => to));
    }
  };
  if (start !== null) follow(start);
  for (const { to } of leadsTo.get("*") ?? []) follow(to);
  for (const { id } of nodes) follow(id);
  return [...order];
}
