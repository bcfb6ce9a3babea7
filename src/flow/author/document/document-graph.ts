// A flow's document as nodes and edges, for whoever draws it: also of a draft that has errors. Every edge tells the place
// of the document that it comes from, so that moving its end is one assignment there.

import { pointerOf } from "../../language/source/problem.ts";
import { type GraphPort, portsOf } from "./ports.ts";
import { commentsOf } from "../../language/source/comments.ts";
import { compose, type ParsedYaml } from "../../language/source/composer.ts";
import { documentLimits } from "../../language/source/splice.ts";
import { type Plain, plainOf } from "../../language/source/yaml-tree.ts";
import { type EdgeKind, mapAt, type Target, targetsOfFlow, targetsOfNode } from "./targets.ts";

const verbs = ["ask", "menu", "converse", "tool", "call", "transfer", "wait", "record", "end"] as const;

/** A node without a verb is a `say`; one that says nothing and only chooses its way is a `branch`. */
export type NodeKind = (typeof verbs)[number] | "say" | "branch";

export interface GraphNode {
  readonly id: string;
  readonly kind: NodeKind;
  readonly title: string;
  readonly pointer: string;
  /** Also those from which no edge goes yet. */
  readonly ports: readonly GraphPort[];
}

export interface GraphEdge {
  readonly id: string;
  /** A node's id; `*` for what holds at every node. */
  readonly from: string;
  readonly port: string;
  /** A node's id, there or not; `RESUME` for back to where a handler came from. */
  readonly to: string;
  readonly kind: EdgeKind;
  readonly label: string;
  readonly pointer: string;
}

export interface Graph {
  readonly start: string | null;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** By JSON pointer. */
  readonly comments: ReadonlyMap<string, string>;
}

export type { GraphPort } from "./ports.ts";

const titleCharsMax = 80;

/** Undefined for a text that is no YAML mapping. */
export function graphOf(text: string): Graph | undefined {
  return graphFrom(text, compose(text, documentLimits));
}

/** For whoever has read the text already. */
export function graphFrom(text: string, { root, tokens: pieces }: ParsedYaml): Graph | undefined {
  if (root?.kind !== "map") return undefined;
  const document = plainOf(root) as ReadonlyMap<string, Plain>;
  const nodes = [...mapAt(document, "nodes")].map(([id, node]) => ({
    id,
    node,
    targets: targetsOfNode(id, node),
  }));
  const start = document.get("start");
  const targets = [...nodes.flatMap((node) => node.targets), ...targetsOfFlow(document)];
  return {
    start: typeof start === "string" ? start : null,
    nodes: nodes.map(({ id, node }) => nodeOf(document, id, node)),
    // Somebody who has not named a node yet leads nowhere yet.
    edges: targets.filter(({ to }) => to.trim() !== "").map(edgeOf),
    comments: commentsOf(text, root, pieces),
  };
}

function nodeOf(document: ReadonlyMap<string, Plain>, id: string, node: Plain): GraphNode {
  const fields: ReadonlyMap<string, Plain> = node instanceof Map ? node : new Map();
  const kind = kindOf(fields);
  const title = kind === "branch" ? "" : titleOf(wordsOf(document, fields, kind));
  const ports = portsOf(document, { id, node: fields }, wayOut[kind] ?? ["next"]);
  return { id, kind, title, pointer: pointerOf(["nodes", id]), ports };
}

/** The ways on that a node of a kind may have without being told by its own data. */
const wayOut: Partial<Record<NodeKind, readonly EdgeKind[]>> = {
  ask: ["next", "give_up"],
  menu: ["next", "give_up"],
  converse: ["give_up", "without_llm"],
  tool: ["next", "error"],
  call: ["next", "error"],
  transfer: ["failed"],
  wait: ["next", "timeout"],
  record: ["next", "failed"],
  end: [],
};

function kindOf(fields: ReadonlyMap<string, Plain>): NodeKind {
  const verb = verbs.find((each) => fields.has(each));
  if (verb !== undefined) return verb;
  return !fields.has("say") && Array.isArray(fields.get("next")) ? "branch" : "say";
}

/** Those whose verb tells more than what is said meanwhile. */
const namedByVerb: ReadonlySet<NodeKind> = new Set(["tool", "call", "converse"]);

/** What is said there; where nothing is, what its verb names. */
function wordsOf(document: ReadonlyMap<string, Plain>, fields: ReadonlyMap<string, Plain>, kind: NodeKind) {
  const named = fields.get(kind);
  if (namedByVerb.has(kind)) return named;
  if (kind !== "ask" && kind !== "menu") return fields.get("say") ?? named;
  const [first] = Array.isArray(named) ? (named as readonly Plain[]) : [named];
  const asked = typeof first === "string" ? mapAt(mapAt(document, "variables"), first).get("ask") : undefined;
  return fields.get("say") ?? asked ?? named;
}

/** A text, the first of several, or the first language's. */
function titleOf(value: Plain | undefined): string {
  if (value instanceof Map) {
    const [first] = (value as ReadonlyMap<string, Plain>).values();
    return titleOf(first);
  }
  const isNames =
    Array.isArray(value) && value.every((each) => typeof each === "string" && /^\w+$/.test(each));
  if (isNames) return short(value.join(", "));
  if (Array.isArray(value)) return titleOf((value as readonly Plain[])[0]);
  return value === undefined || value === null || typeof value === "object" ? "" : short(String(value));
}

function short(text: string): string {
  return text.length > titleCharsMax ? `${text.slice(0, titleCharsMax - 1)}…` : text;
}

function edgeOf({ from, port, to, kind, label, path }: Target): GraphEdge {
  return { id: `${from}:${port}`, from, port, to, kind, label, pointer: pointerOf(path) };
}
