// Promises of edit operations: what each guarantees about the graph and the data.

import type { FlowDocument } from "../../../../src/flow/author/edit/edited-document.ts";
import type { Operation } from "../../../../src/flow/author/edit/operation.ts";
import type { GraphEdge } from "../../../../src/flow/author/document/document-graph.ts";
import { plainFrom } from "../../../../src/flow/language/source/same-document.ts";
import type { Plain } from "../../../../src/flow/language/source/yaml-tree.ts";
import { builtInHandlers } from "../../../../src/flow/language/model/built-in-handlers.ts";
import { problemsOf } from "../../../../src/flow/language/find-problems.ts";
import { changes } from "./changes.ts";
import { at, type Moment, partsOf, pointerTo } from "./flows.ts";

interface Done {
  readonly before: Moment;
  readonly after: Moment;
  readonly selected: readonly string[] | undefined;
  readonly changed: readonly string[];
}

type Broken = string | undefined;

/** The broken promise; undefined if there is none. */
export function brokenPromise(
  operation: Operation,
  { before, after, selected }: Omit<Done, "changed">,
): Broken {
  const done: Done = { before, after, selected, changed: changes(before.data, after.data) };
  switch (operation.op) {
    case "add-node":
      return added(operation, done);
    case "remove-nodes":
      return removed(operation.ids, done);
    case "rename-node":
      return renamedNode(operation, done);
    case "change-kind":
      return changedKind(operation, done);
    case "duplicate-nodes":
      return duplicated(operation.ids, done);
    case "paste":
      return pasted(done);
    case "connect":
      return connected(operation, done);
    case "disconnect":
      return disconnected(operation, done);
    case "set":
      return setTo(operation, done);
    case "rename-key":
      return renamedKey(operation, done);
    case "insert":
    case "remove-item":
    case "move-item":
      return listed(operation, done);
    case "set-start":
      return after.graph.start === operation.id ? onlyIn(done, ["/start"]) : "the start is another";
    case "move-nodes":
      return moved(operation.places, done);
    case "replace-text":
      return after.document.text === operation.text ? undefined : "the text is another";
  }
}

/** An empty part may get content. */
function onlyIn({ before, changed }: Done, prefixes: readonly string[]): Broken {
  const isIn = (inner: string, outer: string): boolean => `${inner}/`.startsWith(`${outer}/`);
  const isFull = (value: Plain | undefined): boolean => value instanceof Map && value.size > 0;
  const other = changed.find(
    (pointer) =>
      !prefixes.some(
        (prefix) => isIn(pointer, prefix) || (isIn(prefix, pointer) && !isFull(at(before.data, pointer))),
      ),
  );
  return other === undefined ? undefined : `'${other}' changed too`;
}

const nodeAt = (id: string): string => pointerTo(["nodes", id]);
const idsIn = ({ graph }: Moment): readonly string[] => graph.nodes.map(({ id }) => id);

/** Name of an edge without its port, because ports of conditions are numbered. */
function wayOf({ from, kind, label, to }: GraphEdge): string {
  return JSON.stringify([from, kind, label, to]);
}

function sameWays(wanted: readonly GraphEdge[], found: readonly GraphEdge[]): Broken {
  const [a, b] = [wanted.map(wayOf).toSorted(), found.map(wayOf).toSorted()];
  const other = a.find((way, i) => way !== b[i]) ?? b[a.length];
  return other === undefined ? undefined : `the ways are others, as ${other}`;
}

function added({ kind, at: place, from, id: wish }: Operation & { op: "add-node" }, done: Done): Broken {
  const { before, after, selected = [] } = done;
  const [id = ""] = selected;
  if (wish !== undefined && id !== wish) return `it is called '${id}'`;
  const node = after.graph.nodes.find((each) => each.id === id);
  if (node?.kind !== kind) return `'${id}' is a ${node?.kind}`;
  if (place !== undefined && !Bun.deepEquals(after.document.layout[id], place)) return "it lies elsewhere";
  const isKnown = idsIn(before).includes(id);
  if (isKnown) return kind === "end" && wish === undefined ? onlyIn(done, []) : "it was there before";
  const [end, ...others] = idsIn(after).filter((each) => each !== id && !idsIn(before).includes(each));
  const isEnd = after.graph.nodes.some((each) => each.id === end && each.kind === "end");
  if (others.length > 0 || (end !== undefined && !isEnd)) return "there is more than a node and an end more";
  const own = [
    "/variables",
    "/tools",
    "/start",
    "/defaults/give_up",
    nodeAt(id),
    ...(end === undefined ? [] : [nodeAt(end)]),
    ...(from === undefined ? [] : [waysAt(from.node)]),
  ];
  const isBegun = before.data.size === 0;
  const other = isBegun ? undefined : onlyIn(done, own.flat());
  if (other !== undefined || from === undefined) return other;
  const old = before.graph.edges.find((edge) => edge.from === from.node && edge.port === from.port);
  const isLed = after.graph.edges.some((edge) => edge.from === from.node && edge.to === id);
  if (!isLed) return "nothing leads to it";
  if (old === undefined || kind === "end" || kind === "transfer" || kind === "converse") return undefined;
  const isOn = after.graph.edges.some((edge) => edge.from === id && edge.to === old.to);
  return isOn ? undefined : "it does not lead on";
}

function waysAt(node: string): readonly string[] {
  return node === "*" ? ["/handlers", "/defaults", "/variables"] : [nodeAt(node)];
}

function removed(ids: readonly string[], done: Done): Broken {
  const { before, after } = done;
  const gone = new Set(ids);
  const left = idsIn(before).filter((id) => !gone.has(id));
  if (!Bun.deepEquals(idsIn(after), left)) return "other nodes are left";
  const ways = before.graph.edges.filter(({ from, to }) => !gone.has(from) && !gone.has(to));
  const other = sameWays(ways, after.graph.edges);
  if (other !== undefined) return other;
  if (after.graph.start !== null && gone.has(after.graph.start)) return "it begins with a node that is gone";
  if (Object.keys(after.document.layout).some((id) => gone.has(id))) return "places are left";
  const cut = before.graph.edges.filter(({ from, to }) => gone.has(to) && !gone.has(from));
  const holders = cut.flatMap(({ from }) => waysAt(from));
  return onlyIn(done, ["/start", "/tests", ...holders, ...ids.map(nodeAt)]);
}

function placeOf({ document: { layout } }: Moment, id: string): unknown {
  return Object.getOwnPropertyDescriptor(layout, id)?.value;
}

function renamedNode(
  { id, to }: Operation & { op: "rename-node" },
  { before, after, changed }: Done,
): Broken {
  const now = (each: string): string => (each === id ? to : each);
  if (!Bun.deepEquals(idsIn(after), idsIn(before).map(now))) return "other nodes are there";
  const ways = before.graph.edges.map((edge) => ({ ...edge, from: now(edge.from), to: now(edge.to) }));
  const other = sameWays(ways, after.graph.edges);
  if (other !== undefined) return other;
  if (changed.length > 0 && !Bun.deepEquals(placeOf(before, id), placeOf(after, to)))
    return "it lies elsewhere";
  return isName(id) ? sameProblems(before, after) : undefined;
}

/** Only a valid name is checked closely. */
function isName(name: string): boolean {
  return /^[a-z][a-z0-9_]{0,63}$/.test(name);
}

/** A mention that a rename forgot is reported as an unknown name. */
function sameProblems(before: Moment, after: Moment): Broken {
  const codes = ({ document: { text } }: Moment): string[] =>
    problemsOf(text)
      .map(({ code }) => code)
      .toSorted();
  const [old, now] = [codes(before), codes(after)];
  const other = old.findIndex((code, i) => code !== now[i]);
  if (other < 0 && old.length === now.length) return undefined;
  return `the problems ${old.slice(Math.max(other, 0)).join(" ")} became ${now.slice(Math.max(other, 0)).join(" ")}`;
}

function changedKind({ id, to }: Operation & { op: "change-kind" }, done: Done): Broken {
  const kind = done.after.graph.nodes.find((each) => each.id === id)?.kind;
  if (kind !== to) return `'${id}' is a ${kind}`;
  if (!Bun.deepEquals(idsIn(done.after), idsIn(done.before))) return "other nodes are there";
  return onlyIn(done, ["/variables", "/tools", nodeAt(id)]);
}

function duplicated(ids: readonly string[], done: Done): Broken {
  const { before, after, selected = [] } = done;
  const copied = idsIn(before).filter((id) => ids.includes(id));
  if (selected.length !== copied.length) return "there are other copies";
  const name = new Map(copied.map((id, i) => [id, selected[i] ?? ""]));
  const own = before.graph.edges.filter(({ from }) => name.has(from));
  const copies = own.map((edge) => ({
    ...edge,
    from: name.get(edge.from)!,
    to: name.get(edge.to) ?? edge.to,
  }));
  const other = sameWays([...before.graph.edges, ...copies], after.graph.edges);
  return other ?? onlyIn(done, selected.map(nodeAt));
}

function pasted(done: Done): Broken {
  const { before, after, selected = [] } = done;
  const ids = new Set(idsIn(after));
  if (ids.size !== idsIn(before).length + selected.length) return "there are other nodes";
  const isStray = after.graph.edges.some(
    ({ from, to }) => selected.includes(from) && to !== "RESUME" && !ids.has(to),
  );
  if (isStray) return "a way leads nowhere";
  return before.data.size === 0 ? undefined : onlyIn(done, ["/start", ...selected.map(nodeAt)]);
}

function connected({ node, port, to }: Operation & { op: "connect" }, done: Done): Broken {
  const { before, after, changed } = done;
  const own = before.graph.edges.filter((edge) => edge.from === node);
  // A condition without a number is the else branch.
  const isElse = (edge: GraphEdge): boolean =>
    edge.port.startsWith(`${port}:`) && /(?:^|, )else$/.test(edge.label);
  const old = own.find((edge) => edge.port === port) ?? own.find(isElse);
  const rest = before.graph.edges.filter((edge) => edge !== old);
  const fresh = after.graph.edges.filter(
    (edge) => edge.from === node && edge.to === to && edge.port.startsWith(port),
  );
  const isOne = fresh.some((edge) => sameWays([...rest, edge], after.graph.edges) === undefined);
  if (!isOne) return "there is not this way and all that were there";
  return changed.length > 1
    ? `more than one thing changed: ${changed.join(" ")}`
    : onlyIn(done, waysAt(node));
}

function disconnected({ node, port }: Operation & { op: "disconnect" }, done: Done): Broken {
  const { before, after, changed } = done;
  const rest = before.graph.edges.filter((edge) => edge.from !== node || edge.port !== port);
  if (rest.length !== before.graph.edges.length - 1) return "there was no such way";
  if (changed.length !== 1) return `not one thing changed: ${changed.join(" ")}`;
  return sameWays(rest, after.graph.edges) ?? onlyIn(done, waysAt(node));
}

function setTo({ pointer, value }: Operation & { op: "set" }, done: Done): Broken {
  const { before, after, changed } = done;
  const parts = partsOf(pointer);
  if (pointer === "")
    return Bun.deepEquals(plainFrom(value), after.data) ? undefined : "the document is another";
  if (value === undefined && parts[0] === "nodes" && parts.length === 2) return removed([parts[1]!], done);
  const outside = changed.filter((each) => !`${each}/`.startsWith(`${pointer}/`));
  if (outside.length > 1) return `more than one thing changed: ${changed.join(" ")}`;
  if (value === undefined)
    return at(before.data, pointer) === undefined || changed.length === 1 ? undefined : "it is there";
  const last = at(after.data, parts.at(-1) === "-" ? lastOf(after, parts) : pointer);
  if (!Bun.deepEquals(last, plainFrom(value))) return "the value is another";
  return changed.every((each) => pointer.startsWith(each) || `${each}/`.startsWith(`${pointer}/`))
    ? undefined
    : `'${changed[0]}' changed`;
}

function lastOf({ data }: Moment, parts: readonly string[]): string {
  const holder = pointerTo(parts.slice(0, -1));
  const list = at(data, holder);
  return Array.isArray(list) ? `${holder}/${list.length - 1}` : pointerTo(parts);
}

function renamedKey({ pointer, to }: Operation & { op: "rename-key" }, { before, after }: Done): Broken {
  const parts = partsOf(pointer);
  const [section, name] = parts;
  const holder = parts.slice(0, -1);
  // Tests, secrets and options have their names as values.
  const isKey =
    at(before.data, pointerTo(holder)) instanceof Map && !(parts.length === 5 && parts[2] === "options");
  if (!isKey) return undefined;
  const isGone = parts.at(-1) === to || at(after.data, pointer) === undefined;
  if (at(after.data, pointerTo([...holder, to])) === undefined || !isGone) return "it has another name";
  if (parts.length !== 2) return undefined;
  // These handlers bring their own phrases.
  const isBuiltIn = section === "handlers" && [name ?? "", to].some((each) => builtInHandlers.has(each));
  return isBuiltIn || !isName(name ?? "") ? undefined : sameProblems(before, after);
}

type Listing = Operation & { op: "insert" | "remove-item" | "move-item" };

function listed(operation: Listing, done: Done): Broken {
  const { before, after, changed } = done;
  const { pointer } = operation;
  const old = at(before.data, pointer);
  const now = at(after.data, pointer);
  const other = changed.find((each) => !pointer.startsWith(each) && !`${each}/`.startsWith(`${pointer}/`));
  if (other !== undefined) return `'${other}' changed too`;
  const was = Array.isArray(old) ? (old as readonly Plain[]) : [];
  const is = Array.isArray(now) ? (now as readonly Plain[]) : [];
  if (operation.op === "remove-item") {
    return Bun.deepEquals(
      is,
      was.filter((_, i) => i !== operation.index),
    )
      ? undefined
      : "other items are left";
  }
  if (operation.op === "move-item") {
    const rest = (list: readonly Plain[]): string[] =>
      list.map((each) => Bun.inspect(each, { depth: 20 })).toSorted();
    return Bun.deepEquals(rest(was), rest(is)) ? undefined : "items are lost";
  }
  const isIn = is.some((each) => Bun.deepEquals(each, plainFrom(operation.value)));
  return isIn && (!Array.isArray(old) || is.length === was.length + 1) ? undefined : "it is not in the list";
}

function moved(places: FlowDocument["layout"], { before, after }: Done): Broken {
  const isThere = Object.entries(places).every(([id, place]) =>
    Bun.deepEquals(after.document.layout[id], place),
  );
  if (!isThere) return "it lies elsewhere";
  return after.document.text === before.document.text ? undefined : "the text changed";
}
