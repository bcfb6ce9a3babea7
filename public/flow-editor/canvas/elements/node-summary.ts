// Node summary: what a node shows at a glance, derived from the graph, the checker's problems and test coverage.

import { portWords } from "../../../../src/flow/author/draw/node-size.ts";
import { shown } from "../../../../src/flow/author/draw/text-width.ts";
import type {
  Graph,
  GraphNode,
  GraphPort,
  NodeKind,
} from "../../../../src/flow/author/document/document-graph.ts";
import { nameOf } from "./node-kinds.ts";
import { type Found, type Tested, type Testing, testingOf } from "./problem-marks.ts";
import { resume } from "../../../../src/flow/language/model/flow-graph.ts";

export interface PortFace {
  readonly id: string;
  readonly kind: GraphPort["kind"];
  /** Never empty. */
  readonly words: string;
  /** Undefined: nowhere yet. */
  readonly to: string | undefined;
  /** `lost`: there is no such node. */
  readonly leads: "on" | "back" | "lost" | "nowhere";
  readonly tested: Tested;
}

export interface NodeFace {
  readonly id: string;
  readonly kind: NodeKind;
  readonly title: string;
  readonly isStart: boolean;
  readonly isPlaying: boolean;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** How many of its ways no test went. */
  readonly untestedWays: number;
  readonly ports: readonly PortFace[];
}

export interface Known {
  readonly problems: ReadonlyMap<string, Found>;
  readonly testing: Testing;
  readonly playing: string | undefined;
}

/** In the graph's order. */
export function facesOf(graph: Graph, known: Known): readonly NodeFace[] {
  const nodes = new Set(graph.nodes.map(({ id }) => id));
  const targets = new Map(graph.edges.map(({ id, to }) => [id, to]));
  return graph.nodes.map((node) => {
    const ports = node.ports.map((port) => portFace(node, port, { nodes, targets, testing: known.testing }));
    const found = known.problems.get(node.id);
    return {
      id: node.id,
      kind: node.kind,
      title: node.title,
      isStart: graph.start === node.id,
      isPlaying: known.playing === node.id,
      errors: found?.errors ?? [],
      warnings: found?.warnings ?? [],
      untestedWays: ports.filter(({ tested }) => tested === "untested").length,
      ports,
    };
  });
}

/** Of one node, without what tests have to say. None for a node that there is not. */
export function portsOf(graph: Graph, id: string): readonly PortFace[] {
  const node = graph.nodes.find((each) => each.id === id);
  const nodes = new Set(graph.nodes.map((each) => each.id));
  const targets = new Map(graph.edges.map((edge) => [edge.id, edge.to]));
  return (
    node?.ports.map((port) => portFace(node, port, { nodes, targets, testing: testingOf(undefined) })) ?? []
  );
}

interface Around {
  readonly nodes: ReadonlySet<string>;
  /** By the edge's id. */
  readonly targets: ReadonlyMap<string, string>;
  readonly testing: Testing;
}

function portFace({ id }: GraphNode, port: GraphPort, { nodes, targets, testing }: Around): PortFace {
  const to = targets.get(`${id}:${port.id}`);
  return {
    id: port.id,
    kind: port.kind,
    words: portWords(port),
    to,
    leads: to === undefined ? "nowhere" : nodes.has(to) ? "on" : to === resume ? "back" : "lost",
    tested: to === undefined ? "unknown" : testing.ofWay(id, port.id),
  };
}

/** For those who hear it: everything that the others see. */
export function spoken({
  id,
  kind,
  title,
  isStart,
  isPlaying,
  errors,
  warnings,
  untestedWays,
  ports,
}: NodeFace): string {
  const count = (many: number, one: string): readonly string[] =>
    many === 0 ? [] : [`${many} ${one}${many === 1 ? "" : "s"}`];
  return [
    `${nameOf(kind)} ${shown(id)}`,
    ...(title === "" ? [] : [shown(title)]),
    ...(isStart ? ["start of the flow"] : []),
    ...(isPlaying ? ["the conversation is here"] : []),
    ...count(errors.length, "error"),
    ...count(warnings.length, "warning"),
    ...count(untestedWays, "untested way"),
    ...ports.map(spokenPort),
  ].join(", ");
}

export function spokenPort({ words, to: target = "", leads }: PortFace): string {
  const to = shown(target);
  switch (leads) {
    case "on":
      return `${words} to ${to}`;
    case "back":
      return `${words} back to where it was`;
    case "lost":
      return `${words} to ${to}, which is not there`;
    case "nowhere":
      return `${words} to nowhere yet`;
  }
}
