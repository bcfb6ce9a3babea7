// Caret node: maps between text offsets and the nodes of the flow.

import { type ParsedText, treeAt } from "../state/parsed-text.ts";

/** The node whose entry contains an offset of the parsed text, in UTF-16 units. */
export function nodeAt({ tree }: ParsedText, offset: number): string | undefined {
  const nodes = treeAt(tree, ["nodes"]);
  if (nodes?.kind !== "map" || offset > endOf(nodes.to, tree?.to ?? 0)) return undefined;
  const entry = nodes.entries.findLast(({ from }) => from <= offset);
  if (entry === undefined) return undefined;
  const isLast = entry === nodes.entries.at(-1);
  return isLast && offset > nodes.to ? undefined : entry.name;
}

function endOf(nodesEnd: number, treeEnd: number): number {
  return Math.min(nodesEnd, treeEnd);
}

/** Offset of the node's key in the parsed text, in UTF-16 units. */
export function offsetOfNode({ tree }: ParsedText, id: string): number | undefined {
  const nodes = treeAt(tree, ["nodes"]);
  return nodes?.kind === "map" ? nodes.entries.find(({ name }) => name === id)?.from : undefined;
}
