// Nodes that come, go, get another name, or come once more.

import type { NodeKind } from "../document/document-graph.ts";
import { renamed } from "../document/node-renames.ts";
import { targetsOfNode } from "../document/targets.ts";
import { type Fields, fieldsOf, insertedAfter, put, valueAt } from "./data-at-path.ts";
import type { Layout, Point } from "./edited-document.ts";
import { begin, type Draft, type Refused, refused, type Written, written } from "./document-draft.ts";
import { freshNode } from "./new-node.ts";
import { freeName, whyNotNode } from "./free-names.ts";
import { waysIn, withoutNodes, withoutTarget } from "./remove-edges.ts";
import { connected, pathOfWay, type Port } from "./edit-edges.ts";
import { type Closing, closingOf, isFreshEnd, withGiveUp, withWays } from "./new-ways.ts";

/** What the checker takes. */
export const nodesMax = 1_000;
export const tooManyNodes = `A flow has at most ${nodesMax.toLocaleString("en")} nodes: let it call another flow.`;

export interface Adding {
  readonly kind: NodeKind;
  readonly id?: string;
  readonly at?: Point;
  readonly from?: Port;
}

export function addNode(draft: Draft, adding: Adding): Written | Refused {
  const begun = draft.data.size === 0 ? begin(draft.document) : draft;
  return "refused" in begun ? begun : added(begun, adding);
}

function added(draft: Draft, { kind, id: wish, at, from }: Adding): Written | Refused {
  const { nodes, document } = draft;
  const why = wish === undefined ? undefined : whyNotNode(wish, (each) => nodes.has(each));
  if (why !== undefined) return refused(why);
  if (nodes.size >= nodesMax) return refused(tooManyNodes);
  const id = wish ?? freeName(kind, (each) => nodes.has(each));
  const old = from === undefined ? undefined : pathOfWay(draft.data, from);
  const found = old === undefined ? undefined : valueAt(draft.data, old);
  const after = typeof found === "string" && found.trim() !== "" ? found : undefined;
  if (kind === "end" && wish === undefined && isUnchangedEnd(draft.data, after)) {
    return moved(draft, { id: after, at });
  }
  const closing = kind === "end" || nodes.size + 2 > nodesMax ? undefined : closingOf(draft.data, id);
  const { data, node } = freshNode(draft.data, kind);
  const led = withWays(data, kind, { node, ways: { on: after ?? closing?.id, otherwise: closing?.id } });
  const all = insertedAfter(nodes, from?.node, new Map([[id, led]]));
  const known = withGiveUp(put(data, ["nodes"], all) as Fields, kind, closing?.id);
  const whole = closing === undefined ? known : withEnd(known, closing);
  const started = nodes.size === 0 ? withStart(whole, id) : whole;
  const linked = from === undefined ? started : connected(started, { ...from, to: id });
  if ("refused" in linked) return linked;
  const layout = at === undefined ? document.layout : { ...document.layout, [id]: at };
  return written(draft, { data: linked, layout, selected: [id] });
}

/** With the end, where something leads to it that is not there yet. */
function withEnd(data: Fields, { id, node }: Closing): Fields {
  const isUsed = node !== undefined && waysIn(data).some(({ to }) => to === id);
  return isUsed ? (put(data, ["nodes", id], node) as Fields) : data;
}

/** The end that came with another node, to which one way alone leads: who adds an end there means this one. */
function isUnchangedEnd(data: Fields, id: string | undefined): id is string {
  if (id === undefined || !isFreshEnd(data, id)) return false;
  return waysIn(data).filter(({ to }) => to === id).length === 1;
}

function moved(draft: Draft, { id, at }: { readonly id: string; readonly at: Point | undefined }): Written {
  const { text, layout } = draft.document;
  const places = at === undefined ? layout : { ...layout, [id]: at };
  return { document: { text, layout: places }, selected: [id] };
}

/** A flow begins with its first node. */
export function withStart(data: Fields, id: string | undefined): Fields {
  const start = data.get("start");
  const isKnown = typeof start === "string" && start !== "";
  return isKnown || id === undefined ? data : (put(data, ["start"], id) as Fields);
}

export function removeNodes({ data, nodes, ...draft }: Draft, ids: readonly string[]): Written | Refused {
  const unknown = ids.find((id) => !nodes.has(id));
  if (unknown !== undefined) return refused(`There is no node '${unknown}'.`);
  return written({ data, nodes, ...draft }, { data: withoutNodes(data, new Set(ids)), selected: [] });
}

export function renameNode(draft: Draft, id: string, to: string): Written | Refused {
  const { data, nodes, document } = draft;
  if (!nodes.has(id)) return refused(`There is no node '${id}'.`);
  if (id === to) return { document, selected: [id] };
  const why = whyNotNode(to, (each) => nodes.has(each));
  if (why !== undefined) return refused(why);
  const places = Object.entries(document.layout).map(
    ([each, place]) => [each === id ? to : each, place] as const,
  );
  const layout: Layout = Object.fromEntries(places);
  const named = renamed(data, { [id]: to });
  return written(draft, { data: named, renamed: [{ path: ["nodes", id], to }], layout, selected: [to] });
}

/** The copies lead to each other as the nodes do, and to all else where the nodes lead. */
export function duplicateNodes(
  draft: Draft,
  { ids, by: [dx, dy] }: { readonly ids: readonly string[]; readonly by: Point },
): Written | Refused {
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

export interface Renamed {
  readonly added: Fields;
  /** Old to new, also of those that keep theirs. */
  readonly names: ReadonlyMap<string, string>;
}

/** Free names for all of them, by which they know each other. */
export function renamedAmong(among: Fields, isTaken: (id: string) => boolean): Renamed {
  const names = new Map<string, string>();
  const given = new Set<string>();
  for (const id of among.keys()) {
    const isOwn = (each: string): boolean => each !== id && among.has(each);
    const name = freeName(id, (each) => isTaken(each) || given.has(each) || isOwn(each));
    names.set(id, name);
    given.add(name);
  }
  const whole = renamed(new Map([["nodes", among]]), Object.fromEntries(names));
  return { added: fieldsOf(whole.get("nodes")), names };
}

/** Without the ways to nodes that there are not. */
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
