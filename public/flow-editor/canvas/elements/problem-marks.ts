// Problem marks: which problems and which untested edges each node shows.

import type { Graph } from "../../../../src/flow/author/document/document-graph.ts";
import { pointerOf, type Problem } from "../../../../src/flow/language/source/problem.ts";
import type { Coverage } from "../../../../src/flow/author/testing/coverage.ts";

export interface NodeProblems {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Problems by node id; nodes without errors or warnings are absent. Remarks are left out, because they need no
 * attention.
 */
export function problemsByNode(
  graph: Graph,
  problems: readonly Problem[],
): ReadonlyMap<string, NodeProblems> {
  const byPointer = new Map(graph.nodes.map(({ id, pointer }) => [pointer, id]));
  const byNode = new Map<string, { errors: string[]; warnings: string[] }>();
  for (const { severity, pointer, message } of problems) {
    const id = byPointer.get(pointer.split("/").slice(0, 3).join("/"));
    if (id === undefined || (severity !== "error" && severity !== "warning")) continue;
    const node = byNode.get(id) ?? { errors: [], warnings: [] };
    (severity === "error" ? node.errors : node.warnings).push(message);
    byNode.set(id, node);
  }
  return byNode;
}

export type TestedEdges = "tested" | "untested" | "unknown";

export interface TestMarks {
  /** Whether tests took an edge of a node. Unknown for handlers, which belong to no node. */
  readonly ofEdge: (from: string, port: string) => TestedEdges;
  readonly isNodeUntested: (id: string) => boolean;
}

/** Undefined coverage means that no tests ran on the present text, so everything is unknown. */
export function testMarksOf(coverage: Coverage | undefined): TestMarks {
  if (coverage === undefined) return { ofEdge: () => "unknown", isNodeUntested: () => false };
  const untested = new Set(coverage.branches.untested.map(({ from, port }) => pointerOf([from, port])));
  const nodes = new Set(coverage.nodes.untested);
  return {
    ofEdge(from, port) {
      if (from === "*" || port.startsWith("handler:")) return "unknown";
      return untested.has(pointerOf([from, port])) ? "untested" : "tested";
    },
    isNodeUntested: (id) => nodes.has(id),
  };
}
