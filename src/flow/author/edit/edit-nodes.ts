// Node editing: adds, removes, renames and duplicates nodes.

import type { NodeKind } from "../document/node-kinds.ts";
import { withRenamedNodes } from "../document/node-renames.ts";
import { targetsOfNode } from "../document/targets.ts";
import { type Fields, fieldsOf, insertedAfter, put, valueAt } from "./data-at-path.ts";
import type { NodePositions, CanvasPoint } from "./edited-document.ts";
import {
  begin,
  type DocumentDraft,
  type RefusedEdit,
  refused,
  type WrittenDocument,
  written,
} from "./document-draft.ts";
import { newNode } from "./new-node.ts";
import { freeName, whyNotNode } from "./free-names.ts";
import { targetsIn, withoutNodes, withoutTarget } from "./remove-edges.ts";
import { withEdge, pathOfEdge, type EdgeStart } from "./edit-edges.ts";
import { type ClosingEnd, closingEndOf, isSampleEnd, withGiveUp, withEdges } from "./new-edges.ts";

/** Maximum number of nodes in a flow, as in the checker. */
export const nodesMax = 1_000;
export const tooManyNodes = `A flow has at most ${nodesMax.toLocaleString("en")} nodes: let it call another flow.`;

export interface NodeAddition {
  readonly kind: NodeKind;
  readonly id?: string;
  readonly at?: CanvasPoint;
  readonly from?: EdgeStart;
}

/** Adds a node with a sample content, on an edge or without one. */
export function addNode(draft: DocumentDraft, adding: NodeAddition): WrittenDocument | RefusedEdit {
  const begun = draft.data.size === 0 ? begin(draft.document) : draft;
  return "refused" in begun ? begun : added(begun, adding);
}

function added(
  draft: DocumentDraft,
  { kind, id: wish, at, from }: NodeAddition,
): WrittenDocument | RefusedEdit {
  const { nodes, document } = draft;
  const why = wish === undefined ? undefined : whyNotNode(wish, (each) => nodes.has(each));
  if (why !== undefined) return refused(why);
  if (nodes.size >= nodesMax) return refused(tooManyNodes);
  const id = wish ?? freeName(kind, (each) => nodes.has(each));
  const old = from === undefined ? undefined : pathOfEdge(draft.data, from);
  const oldTarget = old === undefined ? undefined : valueAt(draft.data, old);
  const after = typeof oldTarget === "string" && oldTarget.trim() !== "" ? oldTarget : undefined;
  if (kind === "end" && wish === undefined && isUnsharedSampleEnd(draft.data, after)) {
    return placed(draft, { id: after, at });
  }
  const closing = kind === "end" || nodes.size + 2 > nodesMax ? undefined : closingEndOf(draft.data, id);
  const { data, node } = newNode(draft.data, kind);
  const targets = { next: after ?? closing?.id, failure: closing?.id };
  const all = insertedAfter(nodes, from?.node, new Map([[id, withEdges(data, kind, { node, targets })]]));
  const inserted = withGiveUp(put(data, ["nodes"], all) as Fields, kind, closing?.id);
  const whole = closing === undefined ? inserted : withClosingEnd(inserted, closing);
  const started = nodes.size === 0 ? withStart(whole, id) : whole;
  const linked = from === undefined ? started : withEdge(started, { ...from, to: id });
  if ("refused" in linked) return linked;
  const layout = at === undefined ? document.layout : { ...document.layout, [id]: at };
  return written(draft, { data: linked, layout, selected: [id] });
}

/** Adds the end if an edge leads to it and it does not exist yet. */
function withClosingEnd(data: Fields, { id, node }: ClosingEnd): Fields {
  const isUsed = node !== undefined && targetsIn(data).some(({ to }) => to === id);
  return isUsed ? (put(data, ["nodes", id], node) as Fields) : data;
}

/** An end added with another node, without another edge to it: an author who adds an end there means this one. */
function isUnsharedSampleEnd(data: Fields, id: string | undefined): id is string {
  if (id === undefined || !isSampleEnd(data, id)) return false;
  return targetsIn(data).filter(({ to }) => to === id).length === 1;
}

function placed(
  { document: { text, layout } }: DocumentDraft,
  { id, at }: { readonly id: string; readonly at: CanvasPoint | undefined },
): WrittenDocument {
  return { document: { text, layout: at === undefined ? layout : { ...layout, [id]: at } }, selected: [id] };
}

/** Makes a node the start of a flow that has none. */
export function withStart(data: Fields, id: string | undefined): Fields {
  const start = data.get("start");
  const isKnown = typeof start === "string" && start !== "";
  return isKnown || id === undefined ? data : (put(data, ["start"], id) as Fields);
}

export function removeNodes(
  { data, nodes, ...draft }: DocumentDraft,
  ids: readonly string[],
): WrittenDocument | RefusedEdit {
  const unknown = ids.find((id) => !nodes.has(id));
  if (unknown !== undefined) return refused(`There is no node '${unknown}'.`);
  return written({ data, nodes, ...draft }, { data: withoutNodes(data, new Set(ids)), selected: [] });
}

export function renameNode(draft: DocumentDraft, id: string, to: string): WrittenDocument | RefusedEdit {
  const { data, nodes, document } = draft;
  if (!nodes.has(id)) return refused(`There is no node '${id}'.`);
  if (id === to) return { document, selected: [id] };
  const why = whyNotNode(to, (each) => nodes.has(each));
  if (why !== undefined) return refused(why);
  const places = Object.entries(document.layout).map(
    ([each, place]) => [each === id ? to : each, place] as const,
  );
  const layout: NodePositions = Object.fromEntries(places);
  const named = withRenamedNodes(data, { [id]: to });
  return written(draft, { data: named, renamed: [{ path: ["nodes", id], to }], layout, selected: [to] });
}

/** Copies nodes. Edges among them lead to the copies; all others keep their targets. */
export function duplicateNodes(
  draft: DocumentDraft,
  { ids, by: [dx, dy] }: { readonly ids: readonly string[]; readonly by: CanvasPoint },
): WrittenDocument | RefusedEdit {
  const { data, nodes, document } = draft;
  const unknown = ids.find((id) => !nodes.has(id));
  if (unknown !== undefined) return refused(`There is no node '${unknown}'.`);
  const copied = new Set(ids);
  if (nodes.size + copied.size > nodesMax) return refused(tooManyNodes);
  const among = new Map([...nodes].filter(([id]) => copied.has(id)));
  const { added, names } = renamedAmong(among, (id) => nodes.has(id));
  const last = [...nodes.keys()].findLast((id) => copied.has(id));
  const whole = put(data, ["nodes"], insertedAfter(nodes, last, added)) as Fields;
  const places = Object.entries(document.layout).flatMap(([id, [x, y]]) => {
    const name = names.get(id);
    return name === undefined ? [] : [[name, [x + dx, y + dy] as const] as const];
  });
  const layout = { ...document.layout, ...Object.fromEntries(places) };
  return written(draft, { data: whole, layout, selected: [...names.values()] });
}

export interface RenamedCopies {
  readonly added: Fields;
  /** New names by old ones, including unchanged ones. */
  readonly names: ReadonlyMap<string, string>;
}

/** Renames copies to free names, in their keys and in the edges among them. */
export function renamedAmong(among: Fields, isTaken: (id: string) => boolean): RenamedCopies {
  const names = new Map<string, string>();
  const given = new Set<string>();
  for (const id of among.keys()) {
    const isOwn = (each: string): boolean => each !== id && among.has(each);
    const name = freeName(id, (each) => isTaken(each) || given.has(each) || isOwn(each));
    names.set(id, name);
    given.add(name);
  }
  const whole = withRenamedNodes(new Map([["nodes", among]]), Object.fromEntries(names));
  return { added: fieldsOf(whole.get("nodes")), names };
}

/** The nodes without edges to nodes that do not exist. */
export function withoutStrays(among: Fields, isThere: (id: string) => boolean): Fields {
  const strays = [...among]
    .flatMap(([id, node]) => targetsOfNode(id, node))
    .filter(({ to }) => to !== "RESUME" && !isThere(to));
  const whole = new Map([["nodes", among]]);
  return fieldsOf(
    strays
      .toReversed()
      .reduce<Fields>((rest, { path }) => withoutTarget(rest, path), whole)
      .get("nodes"),
  );
}
