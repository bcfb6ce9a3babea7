// Imported extraction: values that another system extracts after a conversation, noted by the conversation itself,
// since a model's values must quote the caller's words there.

import type { SourceFlow, SourceNode, SourceVariable } from "./source-flow.ts";

/** The flow with each variable at the conversations before its use, if only silent nodes are between. */
export function heardAhead(flow: SourceFlow): SourceFlow {
  const before = new Map<string, SourceNode[]>();
  for (const node of flow.nodes) {
    for (const to of new Set([...node.edges.map((edge) => edge.to), node.otherwise]))
      if (to !== undefined) before.getOrInsertComputed(to, () => []).push(node);
  }
  const params = new Map(flow.tools.map((tool) => [tool.id, tool.params]));
  const more = new Map<string, SourceVariable[]>();
  for (const { id, work } of flow.nodes) {
    const wanted =
      work.is === "extract" ? work.variables : work.is === "tool" ? (params.get(work.tool) ?? []) : [];
    if (wanted.length === 0) continue;
    const seen = new Set([id]);
    const open = [...(before.get(id) ?? [])];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (seen.has(node.id)) continue;
      seen.add(node.id);
      if (node.work.is === "talk") more.getOrInsertComputed(node.id, () => []).push(...wanted);
      else if (node.work.is !== "words") open.push(...(before.get(node.id) ?? []));
    }
  }
  const nodes = flow.nodes.map((node) => {
    const { work } = node;
    const added = more.get(node.id);
    if (work.is !== "talk" || added === undefined) return node;
    return { ...node, work: { ...work, variables: [...work.variables, ...added] } };
  });
  return { ...flow, nodes };
}
