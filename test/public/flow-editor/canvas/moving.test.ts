// Canvas navigation: key commands, arrow keys, node search and node positions.

import { expect, test } from "bun:test";
import {
  commandOf,
  historyCommandOf,
  type KeyPress,
} from "../../../../public/flow-editor/canvas/actions/keyboard-map.ts";
import { neighbourOf } from "../../../../public/flow-editor/canvas/actions/arrow-keys.ts";
import { placeMemoryOf } from "../../../../public/flow-editor/canvas/elements/place-memory.ts";
import { arrange, freePlace } from "../../../../public/flow-editor/canvas/elements/node-places.ts";
import { findNodes } from "../../../../public/flow-editor/canvas/actions/node-search.ts";
import { Editor } from "../../../../public/flow-editor/state/editor.ts";
import { parsedTextOf } from "../../../../public/flow-editor/state/parsed-text.ts";
import { opened } from "../../../../public/flow-editor/state/editor-state.ts";
import type { Operation } from "../../../../src/flow/author/edit/operation.ts";
import { type Graph, graphOf } from "../../../../src/flow/author/document/document-graph.ts";

const text = `voice_flow: 1
id: f
language: en
start: top
nodes:
  top: {next: [{if: a, goto: left}, {else: right}]}
  left: {say: Zum Café., next: end}
  right: {say: Straight on., next: end}
  end: {end: done, say: Goodbye for now.}
`;
const graph = graphOf(text) as Graph;
const { places } = arrange(graph);

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

test("canvas: keys match the list of keys", () => {
  expect(commandOf(press("ArrowDown"))).toEqual({ do: "go", direction: "down", isAdding: false });
  expect(commandOf(press("ArrowDown", { ctrlKey: true }))).toEqual({
    do: "go",
    direction: "down",
    isAdding: true,
  });
  expect(commandOf(press("ArrowLeft", { shiftKey: true }))).toEqual({ do: "nudge", by: [-8, 0] });
  expect(commandOf(press("ArrowUp", { altKey: true }))).toEqual({ do: "nudge", by: [0, -48] });
  expect(commandOf(press("N", { shiftKey: true }))).toEqual({ do: "add" });
  expect(commandOf(press("f"))).toEqual({ do: "fit" });
  expect(commandOf(press("f", { metaKey: true }))).toEqual({ do: "search" });
  expect(historyCommandOf(press("Z", { ctrlKey: true, shiftKey: true }))).toEqual({ do: "redo" });
  expect(historyCommandOf(press("z", { metaKey: true }))).toEqual({ do: "undo" });
  // These keys keep the browser's own meaning.
  for (const key of ["c", "v", "x", "r", "t"])
    expect(commandOf(press(key, { ctrlKey: true }))).toBeUndefined();
  expect(commandOf(press("Tab"))).toBeUndefined();
  expect(historyCommandOf(press("z"))).toBeUndefined();
});

test("canvas: arrow keys follow edges, return along them, and go sideways", () => {
  const go = (id: string, direction: "up" | "down" | "left" | "right", from?: string) =>
    neighbourOf(graph, places, { id, direction, from });
  expect(go("top", "down")).toBe("left");
  expect(go("end", "up")).toBe("left");
  expect(go("end", "up", "right")).toBe("right");
  const [x = 0] = places.get("left") ?? [];
  const isLeft = x < (places.get("right")?.[0] ?? 0);
  expect(go("left", isLeft ? "right" : "left")).toBe("right");
  expect(go("top", "up")).toBeUndefined();
});

test("canvas: without an edge an arrow key goes to the nearest node on that side", () => {
  const apart = graphOf(`nodes:\n  a: {end: done}\n  b: {end: done}\n  c: {end: done}\n`) as Graph;
  const at = new Map<string, readonly [number, number]>([
    ["a", [0, 0]],
    ["b", [300, 20]],
    ["c", [20, 300]],
  ]);
  const go = (id: string, direction: "up" | "down" | "left" | "right") =>
    neighbourOf(apart, at, { id, direction, from: undefined });
  expect([go("a", "right"), go("a", "down"), go("a", "left"), go("a", "up")]).toEqual([
    "b",
    "c",
    undefined,
    undefined,
  ]);
  expect([go("b", "left"), go("c", "up")]).toEqual(["a", "a"]);
});

test("canvas: a search covers names, kinds and all texts, with any case and accents", () => {
  const { document } = parsedTextOf(text);
  expect(findNodes(graph, document, "CAFE")).toEqual(["left"]);
  expect(findNodes(graph, document, "goodbye")).toEqual(["end"]);
  expect(findNodes(graph, document, "end")[0]).toBe("end");
  expect(findNodes(graph, document, "branch")).toEqual(["top"]);
  expect(findNodes(graph, document, "straight end")).toEqual(["right"]);
  expect(findNodes(graph, document, "nothing like it")).toEqual([]);
  expect(findNodes(graph, document, " ")).toEqual(["top", "left", "right", "end"]);
});

test("canvas: a free place covers no node", () => {
  const [x, y] = places.get("left") ?? [0, 0];
  const [freeX, freeY] = freePlace([x, y], graph, places);
  expect(freeY).toBe(y);
  for (const [ox, oy] of places.values())
    expect(Math.abs(oy - y) > 200 || ox + 100 < freeX || ox > freeX + 100).toBe(true);
});

test("canvas: nodes stay at their places while a flow grows, is renamed and is undone", () => {
  const document = { text, layout: {} };
  const editor = new Editor(opened(document, { kind: "new" }, document), () => Promise.resolve(undefined));
  const memory = placeMemoryOf(editor);
  const now = () => memory.of(editor.read());
  const first = new Map(now());
  const apply = (operation: Operation): void => {
    editor.dispatch({ type: "edit", operation });
    now();
  };
  apply({ op: "add-node", kind: "say", id: "more" });
  for (const [id, place] of first) expect(now().get(id)).toEqual(place);
  apply({ op: "rename-node", id: "left", to: "west" });
  expect(now().get("west")).toEqual(first.get("left") as [number, number]);
  apply({ op: "replace-text", text: editor.read().history.present.text.replaceAll("west", "wes") });
  expect(now().get("wes")).toEqual(first.get("left") as [number, number]);
  for (let i = 0; i < 3; i++) editor.dispatch({ type: "undo" });
  expect(new Map(now())).toEqual(first);
});
