// Random edit operations: mostly possible ones, and now and then nonsense.

import type { FlowDocument, CanvasPoint } from "../../../../src/flow/author/edit/edited-document.ts";
import { copy, type Operation } from "../../../../src/flow/author/edit/operation.ts";
import type { Graph } from "../../../../src/flow/author/document/document-graph.ts";
import type { NodeKind } from "../../../../src/flow/author/document/node-kinds.ts";
import type { Plain } from "../../../../src/flow/language/source/yaml-tree.ts";
import { anyPlain } from "../../../support/fuzz/document-edit.ts";
import type { Random } from "../../../support/random.ts";
import { at, type Fields, type Moment, pointersIn, pointerTo } from "./flows.ts";

const kinds: readonly NodeKind[] = [
  "say", "branch", "ask", "menu", "record", "converse", "tool", "call", "transfer", "wait", "end",
]; // prettier-ignore
const oddIds = ["", "RESUME", "a b", "größe", "1st", "__proto__", "constructor", "a".repeat(65), "on"];

interface Scene {
  readonly chance: Random;
  readonly document: FlowDocument;
  readonly data: Fields;
  readonly graph: Graph;
  readonly ids: readonly string[];
}

type Choice = (scene: Scene) => Operation | undefined;

/** Weights of the random choices. */
const choices: readonly (readonly [weight: number, choice: Choice])[] = [
  [10, addNode],
  [12, removeNodes],
  [8, renameNode],
  [5, changeKind],
  [4, duplicateNodes],
  [4, paste],
  [14, connect],
  [8, disconnect],
  [12, set],
  [5, setKnown],
  [7, remove],
  [8, renameKey],
  [5, insert],
  [5, removeItem],
  [5, moveItem],
  [3, setStart],
  [5, moveNodes],
  [3, typed],
];
const turns = choices.flatMap(([weight, choice]) => Array.from({ length: weight }, () => choice));

export function anyOperation(chance: Random, { document, data, graph }: Moment): Operation {
  const scene: Scene = { chance, document, data, graph, ids: graph.nodes.map(({ id }) => id) };
  for (;;) {
    const made = chance.pick(turns)(scene);
    if (made !== undefined) return made;
  }
}

function point(chance: Random): CanvasPoint {
  return [chance.int(-2_000, 2_000), chance.int(-2_000, 2_000)];
}

function freshId(chance: Random): string {
  return `${chance.pick(["node", "ask", "step", "x"])}_${chance.int(0, 9_999)}`;
}

function anyId({ chance, ids }: Scene): string {
  return ids.length === 0 || chance.chance(0.03) ? chance.pick(oddIds) : chance.pick(ids);
}

function someIds(scene: Scene, most: number): readonly string[] {
  return [...new Set(Array.from({ length: scene.chance.int(1, most) }, () => anyId(scene)))];
}

/** An existing port, or one that could exist. */
function anyPort({
  chance,
  graph,
  ids,
}: Scene): { readonly node: string; readonly port: string } | undefined {
  const ports = [
    ...graph.nodes.flatMap(({ id, ports: all }) => all.map((port) => ({ node: id, port: port.id }))),
    ...graph.edges.filter(({ from }) => from === "*").map(({ from, port }) => ({ node: from, port })),
  ];
  if (ports.length > 0 && chance.chance(0.85)) return chance.pick(ports);
  const port = chance.pick([
    "next", "next:0", "next:7", "give_up", "error", "failed", "timeout", "without_llm", "option:yes", "exit:done",
    "handler:help", "handler:operator", "handler:help:0", "nonsense", "", "option:", "next:x",
  ]); // prettier-ignore
  return { node: chance.chance(0.2) || ids.length === 0 ? "*" : chance.pick(ids), port };
}

function addNode(scene: Scene): Operation {
  const { chance, ids } = scene;
  const from = chance.chance(0.4) ? anyPort(scene) : undefined;
  const roll = chance.next();
  const id = roll < 0.4 ? undefined : roll < 0.9 ? freshId(chance) : chance.pick([...oddIds, ...ids]);
  return {
    op: "add-node",
    kind: chance.pick(kinds),
    ...(id === undefined ? {} : { id }),
    ...(chance.chance(0.6) ? { at: point(chance) } : {}),
    ...(from === undefined ? {} : { from }),
  };
}

function removeNodes(scene: Scene): Operation | undefined {
  // A flow with almost nothing left tests nothing, and a large one takes long.
  if (scene.ids.length < 4 && scene.chance.chance(0.9)) return undefined;
  return { op: "remove-nodes", ids: someIds(scene, scene.ids.length > 30 ? 12 : 3) };
}

function renameNode(scene: Scene): Operation {
  const { chance } = scene;
  const to = chance.chance(0.85) ? freshId(chance) : chance.pick([...oddIds, ...scene.ids]);
  return { op: "rename-node", id: anyId(scene), to };
}

function changeKind(scene: Scene): Operation {
  return { op: "change-kind", id: anyId(scene), to: scene.chance.pick(kinds) };
}

function duplicateNodes(scene: Scene): Operation {
  return { op: "duplicate-nodes", ids: someIds(scene, 3), by: point(scene.chance) };
}

function paste(scene: Scene): Operation {
  const { chance, document } = scene;
  const clip = chance.chance(0.8)
    ? copy(document, someIds(scene, 4))
    : chance.pick(["", "x", "a: 1", "nodes: {}", "a: {say: Hi., next: b}\nb: {end: done}\n", "[", "- x"]);
  return { op: "paste", clip, ...(chance.chance(0.5) ? { at: point(chance) } : {}) };
}

function connect(scene: Scene): Operation | undefined {
  const port = anyPort(scene);
  const to = scene.chance.chance(0.05) ? "RESUME" : anyId(scene);
  return port && { op: "connect", ...port, to };
}

function disconnect(scene: Scene): Operation | undefined {
  const { chance, graph } = scene;
  if (chance.chance(0.1)) {
    const port = anyPort(scene);
    return port && { op: "disconnect", ...port };
  }
  if (graph.edges.length === 0) return undefined;
  const { from, port } = chance.pick(graph.edges);
  return { op: "disconnect", node: from, port };
}

/** Sets any value at any place; mostly it replaces a word with another one. */
function set({ chance, data }: Scene): Operation {
  const pointer = chance.pick(pointersIn(data));
  const old = at(data, pointer);
  const isWhole = typeof old === "object" && old !== null;
  if (isWhole && chance.chance(0.85)) {
    const key = chance.pick(["note", "extra", "a/b", "~", "größe", "-", "0", "7", "say", "next"]);
    return { op: "set", pointer: pointer + pointerTo([key]), value: anyPlain(chance, 2) };
  }
  // Lists and maps rarely become something of another kind.
  const value = isWhole && pointer !== "" ? old : anyPlain(chance, isWhole ? 1 : 3);
  return { op: "set", pointer, value };
}

/** Sets a value that a form can set. */
function setKnown({ chance, data, ids }: Scene): Operation | undefined {
  const variables = data.get("variables");
  const names = variables instanceof Map ? [...(variables as Fields).keys()] : [];
  if (ids.length === 0) return undefined;
  const node = pointerTo(["nodes", chance.pick(ids)]);
  const name = names.length === 0 ? "x" : chance.pick(names);
  const [pointer, value] = chance.pick<readonly [string, unknown]>([
    [`${node}/say`, `Hello {{ ${name} }}.`],
    [`${node}/say`, ["One.", `Two: {{ ${name} | upper }}.`]],
    [`${node}/say`, { en: "One.", de: "Eins: ü." }],
    [`${node}/set`, { [name]: null }],
    [`${node}/next`, [{ if: `filled(${name})`, goto: chance.pick(ids) }, { else: chance.pick(ids) }]],
    [`${node}/no_match`, [`Sorry, {{ ${name} }}?`, "Once more.\nPlease.\n"]],
    [`${node}/emit`, { "a.b": { x: name } }],
    [`${node}/note`, 'Seen by people: # 1, "2".'],
    [`/variables/${chance.pick(["fresh", "other"])}`, { type: "text", ask: "What?" }],
    ["/defaults/max_attempts", chance.int(1, 9)],
    ["/defaults/give_up", chance.pick(ids)],
    [`/handlers/${chance.pick(["help", "other"])}`, { phrases: ["help me"], next: chance.pick(ids) }],
    ["/tests/-", { name: "new", script: [{ user: "hello" }, { at: chance.pick(ids) }] }],
    ["/description", "Two\nlines."],
  ]);
  return { op: "set", pointer, value };
}

function remove({ chance, data }: Scene): Operation {
  const inner = pointersIn(data).filter((pointer) => pointer.split("/").length > 3);
  const pointer =
    inner.length === 0 || chance.chance(0.1) ? chance.pick(pointersIn(data)) : chance.pick(inner);
  return { op: "set", pointer, value: undefined };
}

function renameKey({ chance, data }: Scene): Operation {
  const all = pointersIn(data);
  const named = all.filter((pointer) =>
    /^\/(?:variables|tools|types|handlers|secrets|tests)\/[^/]+$/.test(pointer),
  );
  const pointer = named.length > 0 && chance.chance(0.75) ? chance.pick(named) : chance.pick(all);
  const to = chance.chance(0.9) ? `name_${chance.int(0, 999)}` : chance.pick([...oddIds, "session", "text"]);
  return { op: "rename-key", pointer, to };
}

function listsIn(data: Fields): readonly string[] {
  return pointersIn(data).filter((pointer) => Array.isArray(at(data, pointer)));
}

function insert({ chance, data }: Scene): Operation {
  const lists = listsIn(data);
  const pointer =
    lists.length === 0 || chance.chance(0.2) ? chance.pick(pointersIn(data)) : chance.pick(lists);
  const value = chance.chance(0.5) ? "word" : anyPlain(chance, 2);
  return { op: "insert", pointer, index: chance.int(-1, 5), value };
}

function itemsAt(data: Fields, pointer: string): readonly Plain[] {
  const found = at(data, pointer);
  return Array.isArray(found) ? found : [];
}

function removeItem({ chance, data }: Scene): Operation | undefined {
  const lists = listsIn(data);
  if (lists.length === 0) return undefined;
  const pointer = chance.pick(lists);
  return { op: "remove-item", pointer, index: chance.int(0, itemsAt(data, pointer).length) };
}

function moveItem({ chance, data }: Scene): Operation | undefined {
  const lists = listsIn(data).filter((pointer) => itemsAt(data, pointer).length > 1);
  if (lists.length === 0) return undefined;
  const pointer = chance.pick(lists);
  const last = itemsAt(data, pointer).length - 1;
  return { op: "move-item", pointer, from: chance.int(0, last), to: chance.int(0, last) };
}

function setStart(scene: Scene): Operation {
  return { op: "set-start", id: anyId(scene) };
}

function moveNodes(scene: Scene): Operation {
  const { chance } = scene;
  const places = Object.fromEntries(someIds(scene, 5).map((id) => [id, point(chance)]));
  return { op: "move-nodes", places };
}

/** Types a comment line, which changes nothing else: typing may break the rest of the text, operations may not. */
function typed({ chance, document: { text } }: Scene): Operation {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index + 1);
  const place = ends.length === 0 ? 0 : chance.pick(ends);
  const added = `# ${chance.pick(["typed", "größer", "# more", "'", "]"])}${text.includes("\r\n") ? "\r\n" : "\n"}`;
  return { op: "replace-text", text: text.slice(0, place) + added + text.slice(place) };
}
