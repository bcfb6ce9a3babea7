// Edge editing: creates, redirects and removes edges between nodes, and sets the start of the call.

import { isVerbThat } from "../../language/schema/verbs.ts";
import type { Path } from "../../language/source/problem.ts";
import { Fields as Reader } from "../../language/model/map-reader.ts";
import { verbsOf } from "../../language/model/model-nodes.ts";
import { edgeKeys, keyOfWay } from "../../language/schema/way-keys.ts";
import { places } from "../../language/schema/table.ts";
import { targetsOfFlow, targetsOfNode } from "../document/targets.ts";
import { type Fields, fieldsOf, isFields, put, valueAt } from "./data-at-path.ts";
import {
  type DocumentDraft,
  type RefusedEdit,
  refused,
  type WrittenDocument,
  written,
} from "./document-draft.ts";
import { withoutTarget } from "./remove-edges.ts";

export interface EdgeStart {
  /** A node's id; `*` for what holds at every node. */
  readonly node: string;
  readonly port: string;
}

/** Leads an edge to a node: moves an existing one, or creates one. */
export function connect(
  draft: DocumentDraft,
  edge: EdgeStart & { readonly to: string },
): WrittenDocument | RefusedEdit {
  const { to } = edge;
  if (to !== "RESUME" && !draft.nodes.has(to)) return refused(`There is no node '${to}': add it first.`);
  const data = withEdge(draft.data, edge);
  return "refused" in data ? data : written(draft, { data });
}

/** The document's data with that edge. */
export function withEdge(
  data: Fields,
  { node, port, to }: EdgeStart & { readonly to: string },
): Fields | RefusedEdit {
  const path = pathOfEdge(data, { node, port }) ?? newEdgePath(data, { node, port });
  return "refused" in path ? path : (put(data, path, to) as Fields);
}

/** Removes an edge. Refuses when there is none. */
export function disconnect(draft: DocumentDraft, { node, port }: EdgeStart): WrittenDocument | RefusedEdit {
  const path = pathOfEdge(draft.data, { node, port });
  if (path === undefined) return refused(`No edge leads from '${port}' of ${nameOf(node)}.`);
  return written(draft, { data: withoutTarget(draft.data, path) });
}

export function setStart(draft: DocumentDraft, id: string): WrittenDocument | RefusedEdit {
  if (!draft.nodes.has(id)) return refused(`There is no node '${id}' to start at: add it first.`);
  return written(draft, { data: put(draft.data, ["start"], id) as Fields });
}

/** The path in the document where the edge's target is written; undefined when none is. */
export function pathOfEdge(data: Fields, { node, port }: EdgeStart): Path | undefined {
  const nodeData = fieldsOf(data.get("nodes")).get(node);
  const targets =
    node === "*" ? targetsOfFlow(data) : nodeData === undefined ? [] : targetsOfNode(node, nodeData);
  return targets.find((each) => each.port === port)?.path;
}

/** Path for the target of a new edge. */
function newEdgePath(data: Fields, { node, port }: EdgeStart): Path | RefusedEdit {
  const divided = port.indexOf(":");
  const [kind, name] = divided < 0 ? [port, ""] : [port.slice(0, divided), port.slice(divided + 1)];
  if (node === "*") {
    if (kind === "give_up" && name === "") return ["defaults", "give_up"];
    if (kind === "handler") return handlerPath(data, { path: [], name });
    return refused(`There is no way '${port}' that holds everywhere: it has handlers and give_up.`);
  }
  const fields = valueAt(data, ["nodes", node]);
  if (!isFields(fields)) return refused(`There is no node '${node}': add it first.`);
  const path = ["nodes", node];
  if (kind === "handler") return handlerPath(data, { path, name });
  const [verb = "say"] = verbsOf(new Reader(fields, []));
  const key = kind === "option" ? "goto" : kind === "exit" ? "exits" : (keyOfWay(kind) ?? kind);
  if (!mayHave(verb, key)) return refused(`'${verb}' has no way '${kind}': ${edgesAllowed(verb)}.`);
  if (kind === "option") return name === "" ? unknown(port, node) : [...path, "goto", name];
  if (kind === "exit") return name === "" ? unknown(port, node) : [...path, "exits", name, "goto"];
  if (kind === "next") return nextPath(fields.get("next"), { path: [...path, "next"], name });
  return name === "" && keyOfWay(kind) !== undefined ? [...path, key] : unknown(port, node);
}

function unknown(port: string, node: string): RefusedEdit {
  return refused(`'${node}' has no way '${port}': take one of those that it shows.`);
}

function handlerPath(
  data: Fields,
  { path, name }: { readonly path: Path; readonly name: string },
): Path | RefusedEdit {
  const handlers = fieldsOf(valueAt(data, [...path, "handlers"]));
  const match = handlers.has(name) ? undefined : /^(.*):(\d+)$/.exec(name);
  const [, base = name, index = ""] = match ?? [];
  const handler = handlers.get(base);
  if (handler === undefined) return refused(`There is no handler '${base}': add it first.`);
  if (!isFields(handler) && handler !== null) {
    return refused(`The handler '${base}' is switched off: switch it on first.`);
  }
  const next = isFields(handler) ? handler.get("next") : undefined;
  return nextPath(next, { path: [...path, "handlers", base, "next"], name: index });
}

/** Path of one branch of a `next` list, or of its `else`. */
function nextPath(
  next: unknown,
  { path, name }: { readonly path: Path; readonly name: string },
): Path | RefusedEdit {
  if (!Array.isArray(next) || next.length === 0) {
    return name === "" ? path : refused("There is no such condition: add it first.");
  }
  const branches = next as readonly unknown[];
  const last = branches.findIndex((branch) => branch instanceof Map && branch.has("else"));
  if (name === "") return last < 0 ? [...path, branches.length, "else"] : [...path, last, "else"];
  const index = Number(name);
  const branch = branches[index];
  if (!(branch instanceof Map)) return refused("There is no such condition: add it first.");
  return [...path, index, branch.has("else") ? "else" : "goto"];
}

/** True if a node with that verb may have a key. The language reads `next` at a last verb to report it. */
export function mayHave(verb: string, key: string): boolean {
  if (key === "next" && isVerbThat("isLast", verb)) return false;
  return places.node.keys.some(({ name, only }) => name === key && (only?.includes(verb) ?? true));
}

function edgesAllowed(verb: string): string {
  const keys = edgeKeys.filter((key) => mayHave(verb, key));
  return keys.length === 0 ? "the call is over there" : `it has ${keys.join(", ")}`;
}

function nameOf(node: string): string {
  return node === "*" ? "the flow as a whole" : `'${node}'`;
}
