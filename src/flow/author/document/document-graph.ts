// Flow graph of a document: its nodes and edges for drawing, even for a draft with errors. Every edge has the JSON
// pointer of its place in the text, so moving its end is one assignment there.

import { sayPlaceOf, writtenKeys } from "../../language/schema/say-shape.ts";
import { Fields } from "../../language/model/map-reader.ts";
import { verbsOf } from "../../language/model/model-nodes.ts";
import { isVerbThat } from "../../language/schema/verbs.ts";
import { type NodeKind, nodeKinds } from "./node-kinds.ts";
import { pointerOf } from "../../language/source/problem.ts";
import { type GraphPort, portsOf } from "./ports.ts";
import { commentsOf } from "../../language/source/comments.ts";
import { compose, type ParsedYaml } from "../../language/source/composer.ts";
import { documentLimits } from "../../language/source/splice.ts";
import { type Plain, plainOf } from "../../language/source/yaml-tree.ts";
import { type EdgeKind, mapAt, type EdgeTarget, targetsOfFlow, targetsOfNode } from "./targets.ts";

export interface GraphNode {
  readonly id: string;
  readonly kind: NodeKind;
  readonly title: string;
  readonly pointer: string;
  /** Ports, also those without an edge. */
  readonly ports: readonly GraphPort[];
}

export interface GraphEdge {
  readonly id: string;
  /** A node's id; `*` for what holds at every node. */
  readonly from: string;
  readonly port: string;
  /** A node's id, which may not exist; `RESUME` returns to where a handler interrupted the flow. */
  readonly to: string;
  readonly kind: EdgeKind;
  readonly label: string;
  readonly pointer: string;
}

export interface Graph {
  readonly start: string | null;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Comments of the YAML text by JSON pointer. */
  readonly comments: ReadonlyMap<string, string>;
}

/** A point of the canvas, in pixels from its origin. */
export type CanvasPoint = readonly [x: number, y: number];

/** Upper left corners by the node's id; a node without an entry is laid out by the drawing. */
export type NodePositions = Readonly<Record<string, CanvasPoint>>;

export type { GraphPort } from "./ports.ts";

const titleCharsMax = 80;

/** Undefined for a text that is no YAML mapping. */
export function graphOf(text: string): Graph | undefined {
  return graphFrom(text, compose(text, documentLimits));
}

/** Graph of a parsed text. */
export function graphFrom(text: string, { root, tokens }: ParsedYaml): Graph | undefined {
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
    // A target that is still empty makes no edge.
    edges: targets.filter(({ to }) => to.trim() !== "").map(edgeOf),
    comments: commentsOf(text, root, tokens),
  };
}

function nodeOf(document: ReadonlyMap<string, Plain>, id: string, node: Plain): GraphNode {
  const fields: ReadonlyMap<string, Plain> = node instanceof Map ? node : new Map();
  const kind = kindOfNode(fields);
  const title = kind === "branch" ? "" : titleOf(wordsOf(document, fields, kind));
  const ports = portsOf(document, { id, node: fields }, nodeKinds[kind].ports);
  return { id, kind, title, pointer: pointerOf(["nodes", id]), ports };
}

/** Kind of a node: its verb, else a branch or a `say`. */
export function kindOfNode(fields: ReadonlyMap<string, Plain>): NodeKind {
  const [verb] = verbsOf(new Fields(fields, []));
  if (verb !== undefined) return verb;
  return !fields.has("say") && Array.isArray(fields.get("next")) ? "branch" : "say";
}

/** Source of the title: the node's words, or the name in its verb. */
function wordsOf(document: ReadonlyMap<string, Plain>, fields: ReadonlyMap<string, Plain>, kind: NodeKind) {
  const named = fields.get(kind);
  if (nodeKinds[kind].isNamedByVerb === true) return named;
  if (!isVerbThat("asks", kind)) return shownIn(fields.get("say")) ?? named;
  const [first] = Array.isArray(named) ? (named as readonly Plain[]) : [named];
  const asked = typeof first === "string" ? mapAt(mapAt(document, "variables"), first).get("ask") : undefined;
  return shownIn(fields.get("say")) ?? asked ?? named;
}

/** Text of a recorded sound. */
function shownIn(say: Plain | undefined): Plain | undefined {
  return say instanceof Map && sayPlaceOf(say) === "sound"
    ? (say as ReadonlyMap<string, Plain>).get(writtenKeys.sound)
    : say;
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

function edgeOf({ from, port, to, kind, label, path }: EdgeTarget): GraphEdge {
  return { id: `${from}:${port}`, from, port, to, kind, label, pointer: pointerOf(path) };
}
