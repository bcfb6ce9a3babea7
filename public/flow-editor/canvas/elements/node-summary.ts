// Node summary: a node at a glance, derived from the graph, the checker's problems and test coverage.

import { portWords } from "../../../../src/flow/author/draw/node-size.ts";
import { shown } from "../../../../src/flow/author/draw/text-width.ts";
import type { Graph, GraphNode, GraphPort } from "../../../../src/flow/author/document/document-graph.ts";
import { type NodeKind, nodeKinds } from "../../../../src/flow/author/document/node-kinds.ts";
import { type NodeProblems, type TestedEdges, type TestMarks, testMarksOf } from "./problem-marks.ts";
import { resume } from "../../../../src/flow/language/model/flow-graph.ts";

export interface PortSummary {
  readonly id: string;
  readonly kind: GraphPort["kind"];
  /** Never empty. */
  readonly words: string;
  /** Id of the target; undefined when the port is not connected. */
  readonly to: string | undefined;
  /** `lost`: the target does not exist. `back`: to what a handler interrupted (RESUME). */
  readonly leads: "on" | "back" | "lost" | "nowhere";
  readonly tested: TestedEdges;
}

export interface NodeSummary {
  readonly id: string;
  readonly kind: NodeKind;
  readonly title: string;
  readonly isStart: boolean;
  readonly isPlaying: boolean;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** Number of its outgoing edges that no test took. */
  readonly untestedEdges: number;
  readonly ports: readonly PortSummary[];
}

export interface NodeFindings {
  readonly problems: ReadonlyMap<string, NodeProblems>;
  readonly testing: TestMarks;
  readonly playing: string | undefined;
}

/** Summaries in the graph's order. */
export function nodeSummariesOf(graph: Graph, findings: NodeFindings): readonly NodeSummary[] {
  const nodes = new Set(graph.nodes.map(({ id }) => id));
  const targets = new Map(graph.edges.map(({ id, to }) => [id, to]));
  return graph.nodes.map((node) => {
    const ports = node.ports.map((port) =>
      portSummary(node, port, { nodes, targets, testing: findings.testing }),
    );
    const nodeProblems = findings.problems.get(node.id);
    return {
      id: node.id,
      kind: node.kind,
      title: node.title,
      isStart: graph.start === node.id,
      isPlaying: findings.playing === node.id,
      errors: nodeProblems?.errors ?? [],
      warnings: nodeProblems?.warnings ?? [],
      untestedEdges: ports.filter(({ tested }) => tested === "untested").length,
      ports,
    };
  });
}

/** The ports of one node, without test coverage. Empty when there is no such node. */
export function portSummariesOf(graph: Graph, id: string): readonly PortSummary[] {
  const node = graph.nodes.find((each) => each.id === id);
  const nodes = new Set(graph.nodes.map((each) => each.id));
  const targets = new Map(graph.edges.map((edge) => [edge.id, edge.to]));
  return (
    node?.ports.map((port) => portSummary(node, port, { nodes, targets, testing: testMarksOf(undefined) })) ??
    []
  );
}

interface GraphContext {
  readonly nodes: ReadonlySet<string>;
  /** Targets by the edge's id. */
  readonly targets: ReadonlyMap<string, string>;
  readonly testing: TestMarks;
}

function portSummary(
  { id }: GraphNode,
  port: GraphPort,
  { nodes, targets, testing }: GraphContext,
): PortSummary {
  const to = targets.get(`${id}:${port.id}`);
  return {
    id: port.id,
    kind: port.kind,
    words: portWords(port),
    to,
    leads: to === undefined ? "nowhere" : nodes.has(to) ? "on" : to === resume ? "back" : "lost",
    tested: to === undefined ? "unknown" : testing.ofEdge(id, port.id),
  };
}

/** The accessible name of a node: everything that its drawing shows, in words. */
export function nodeLabel({
  id,
  kind,
  title,
  isStart,
  isPlaying,
  errors,
  warnings,
  untestedEdges,
  ports,
}: NodeSummary): string {
  const count = (many: number, one: string): readonly string[] =>
    many === 0 ? [] : [`${many} ${one}${many === 1 ? "" : "s"}`];
  return [
    `${nodeKinds[kind].name} ${shown(id)}`,
    ...(title === "" ? [] : [shown(title)]),
    ...(isStart ? ["start of the flow"] : []),
    ...(isPlaying ? ["current node of the conversation"] : []),
    ...count(errors.length, "error"),
    ...count(warnings.length, "warning"),
    ...count(untestedEdges, "untested way"),
    ...ports.map(portLabel),
  ].join(", ");
}

/** A port and its target in words. */
export function portLabel({ words, to: target = "", leads }: PortSummary): string {
  const to = shown(target);
  switch (leads) {
    case "on":
      return `${words} to ${to}`;
    case "back":
      return `${words} back to the interrupted node`;
    case "lost":
      return `${words} to ${to}, which does not exist`;
    case "nowhere":
      return `${words}, not connected`;
  }
}
