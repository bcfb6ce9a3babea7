// Layout: nodes never overlap, stay where authors put them, and are laid out the same each time.

import { expect, test } from "bun:test";
import { layoutOf, type Layout, positionsOf } from "../../../../src/flow/author/draw/layout.ts";
import { graphOf } from "../../../../src/flow/author/document/document-graph.ts";
import { random } from "../../../support/random.ts";
import { overlap } from "./picture.ts";
import { randomFlow } from "./random-flow.ts";

function read(text: string) {
  const graph = graphOf(text);
  if (graph === undefined) throw new Error("no flow");
  return graph;
}

function covered({ pieces }: Layout): readonly string[] {
  const all = [...pieces];
  return all.flatMap(([key, { box }], i) =>
    all.slice(i + 1).flatMap(([other, at]) => (overlap(box, at.box) ? [`${key} on ${other}`] : [])),
  );
}

test("no two pieces of flows of any size overlap, and each has a place", () => {
  for (const [seed, nodes] of [
    [1, 1],
    [2, 2],
    [3, 25],
    [4, 300],
    [5, 900],
  ] as const) {
    const graph = read(randomFlow(seed, nodes));
    const layout = layoutOf(graph);
    expect(covered(layout)).toEqual([]);
    expect(positionsOf(graph).size).toBe(nodes);
  }
});

test("given places are kept, and pieces without a place overlap nothing", () => {
  for (const seed of [1, 2, 3, 4]) {
    const graph = read(randomFlow(seed, 40));
    const { chance, int } = random(seed);
    const ideal = positionsOf(graph);
    const given = Object.fromEntries(
      [...ideal].flatMap(([id, [x, y]]) =>
        chance(0.5) ? [[id, [x + int(-4, 4), y + int(-4, 4)] as const]] : [],
      ),
    );
    const layout = layoutOf(graph, given);
    const places = positionsOf(graph, given);
    for (const [id, place] of Object.entries(given)) expect(places.get(id)).toEqual(place);
    expect(covered(layout)).toEqual([]);
  }
});

test("a given place counts for an existing node, unless it is a million pixels away", () => {
  const graph = read("start: a\nnodes:\n  a: {next: b}\n  b: {end: done}\n");
  const far = positionsOf(graph, { a: [2_000_000, 0], gone: [5, 5] });
  expect(far).toEqual(positionsOf(graph));
  expect(positionsOf(graph, { a: [-1_000_000, 7] }).get("a")).toEqual([-1_000_000, 7]);
});

test("nodes named like object properties are nodes", () => {
  const ids = ["constructor", "__proto__", "toString", "hasOwnProperty"];
  const graph = read(
    `start: constructor\nnodes:\n${ids.map((id) => `  ${id}: {next: __proto__}\n`).join("")}`,
  );
  expect([...positionsOf(graph).keys()]).toEqual(ids);
  expect(covered(layoutOf(graph))).toEqual([]);
});

test("the same graph has the same layout", () => {
  const graph = read(randomFlow(9, 120));
  expect(layoutOf(graph)).toEqual(layoutOf(graph));
});

test("targets lie below their nodes, and edges leave in the order of their ports", () => {
  const places = positionsOf(
    read(
      "start: a\nnodes:\n  a: {menu: x, goto: {one: b, two: c, three: d}}\n  b: {end: x}\n  c: {end: x}\n  d: {end: x}\n",
    ),
  );
  const [[, top = 0] = [], [b = 0, below = 0] = [], [c = 0] = [], [d = 0] = []] = ["a", "b", "c", "d"].map(
    (id) => places.get(id),
  );
  expect(below).toBeGreaterThan(top);
  expect(b).toBeLessThan(c);
  expect(c).toBeLessThan(d);
});

// The library cannot lay out the second number of nodes.
test.each([4, 430])("each of %p nodes lies below all its predecessors, in any order of writing", (count) => {
  const last = count - 1;
  const nodes = Array.from({ length: count - 2 }, (_, i) => `  n${i + 1}: {next: n${i + 2}}\n`).toReversed();
  const first = `  n0: {menu: x, goto: {one: n${last}, two: n1}}\n`;
  const places = positionsOf(read(`start: n0\nnodes:\n${first}  n${last}: {end: x}\n${nodes.join("")}`));
  const heights = Array.from({ length: count }, (_, i) => places.get(`n${i}`)?.[1] ?? Number.NaN);
  for (let i = 1; i < count; i++) expect(heights[i]).toBeGreaterThan(heights[i - 1]!);
});

test("targets of handlers lie below the beginning, unless the beginning leads there", () => {
  const places = positionsOf(
    read(
      "start: hello\ndefaults: {give_up: lost}\nnodes:\n  hello: {say: Hello., next: bye}\n  bye: {end: done}\n  lost: {end: lost}\n  again: {say: Once more., next: hello}\n",
    ),
  );
  const y = (id: string): number => places.get(id)?.[1] ?? NaN;
  expect(y("lost")).toBeGreaterThan(y("hello"));
  expect(y("again")).toBeLessThan(y("hello"));
});
