// Canvas elements: summaries, marks, object identity, edge lines and keys for any id.

import { expect, test } from "bun:test";
import {
  canvasEdges,
  canvasNodes,
  type CanvasNodesInput,
} from "../../../../public/flow-editor/canvas/elements/library-elements.ts";
import {
  nodeSummariesOf,
  portSummariesOf,
  nodeLabel,
} from "../../../../public/flow-editor/canvas/elements/node-summary.ts";
import { idOf, keyOf } from "../../../../public/flow-editor/canvas/elements/element-id.ts";
import {
  edgeLinesOf,
  edgeRoutesOf,
  routingKeyOf,
} from "../../../../public/flow-editor/canvas/elements/edge-lines.ts";
import { problemsByNode, testMarksOf } from "../../../../public/flow-editor/canvas/elements/problem-marks.ts";
import { readingOrder } from "../../../../public/flow-editor/canvas/actions/reading-order.ts";
import { arrange } from "../../../../public/flow-editor/canvas/elements/node-places.ts";
import { type Graph, graphOf } from "../../../../src/flow/author/document/document-graph.ts";
import { problemsOf } from "../../../../src/flow/language/find-problems.ts";

const text = `voice_flow: 1
id: f
language: en
start: hello
variables:
  day: {type: date, ask: Which day?}
handlers:
  help: {next: RESUME}
nodes:
  hello: {say: Hi., next: when}
  when: {ask: day, next: [{if: day > today(), goto: bye}, {else: gone}], give_up: hello}
  bye: {end: done}
  alone: {say: Nobody comes here., next: RESUME}
`;

const graph = graphOf(text) as Graph;
const known = {
  problems: problemsByNode(graph, problemsOf(text)),
  testing: testMarksOf(undefined),
  playing: "when",
};
const summaryOf = (id: string) => {
  const summary = nodeSummariesOf(graph, known).find((each) => each.id === id);
  if (summary === undefined) throw new Error(`There is no ${id}`);
  return summary;
};

test("canvas: the label of a node names its kind, its edges and its problems", () => {
  expect(nodeLabel(summaryOf("hello"))).toBe("Say hello, Hi., start of the flow, next to when");
  const when = summaryOf("when");
  expect(when.errors.length).toBeGreaterThan(0);
  expect(nodeLabel(when)).toMatch(
    /^Ask when, Which day\?, current node of the conversation, \d+ errors?, .*if day > today\(\) to bye, else to gone, which does not exist, give up to hello$/,
  );
  expect(nodeLabel(summaryOf("bye"))).toBe("End bye, done");
  expect(summaryOf("alone").ports.map(({ leads }) => leads)).toEqual(["back"]);
  expect(portSummariesOf(graph, "when").map(({ id, leads }) => [id, leads])).toEqual([
    ["next:0", "on"],
    ["next:1", "lost"],
    ["give_up", "on"],
  ]);
  expect(portSummariesOf(graph, "nobody")).toEqual([]);
});

test("canvas: edges are marked as tested only after a test run, and handlers never", () => {
  const untested = [{ from: "when", to: "hello", port: "give_up", label: "give_up", pointer: "", line: 1 }];
  const share = { all: 1, tested: 0, untested: [] };
  const testing = testMarksOf({
    nodes: share,
    branches: { all: 2, tested: 1, untested },
    inherited: share,
    handlers: share,
  });
  expect(testing.ofEdge("when", "give_up")).toBe("untested");
  expect(testing.ofEdge("hello", "next")).toBe("tested");
  for (const [from, port] of [
    ["*", "handler:help"],
    ["when", "handler:help"],
    ["*", "next"],
  ] as const)
    expect(testing.ofEdge(from, port)).toBe("unknown");
  expect(known.testing.ofEdge("hello", "next")).toBe("unknown");
  const summary = nodeSummariesOf(graph, { ...known, testing }).find(({ id }) => id === "when");
  expect(summary?.untestedEdges).toBe(1);
});

test("canvas: the reading order follows the edges from the start, with every node once", () => {
  expect(readingOrder(graph)).toEqual(["hello", "when", "bye", "alone"]);
});

test("canvas: unchanged elements stay the same objects", () => {
  const { places, routes } = arrange(graph);
  const given: CanvasNodesInput = {
    graph,
    order: readingOrder(graph),
    summaries: nodeSummariesOf(graph, known),
    places,
    selected: new Set(["bye"]),
    entry: "bye",
    renaming: undefined,
  };
  const first = canvasNodes(given, []);
  expect(first.map(({ selected, domAttributes }) => [selected, domAttributes?.tabIndex])).toEqual([
    [false, -1],
    [false, -1],
    [true, 0],
    [false, -1],
  ]);
  const same = canvasNodes({ ...given, summaries: nodeSummariesOf(graph, known) }, first);
  expect(same.every((node, i) => node === first[i])).toBe(true);
  const moved = canvasNodes({ ...given, places: new Map([...places, ["alone", [5, 6]]]) }, first);
  expect(moved.map((node, i) => node === first[i])).toEqual([true, true, true, false]);
  expect(moved.at(-1)?.position).toEqual({ x: 5, y: 6 });

  const lines = edgeLinesOf(graph, places, routes);
  const edges = canvasEdges(graph, { lines, testing: known.testing, selected: undefined }, []);
  expect(edges.map(({ ariaLabel }) => ariaLabel)).toEqual([
    "next from hello to when",
    "if day > today() from when to bye",
    "give up from when to hello",
  ]);
  const chosen = canvasEdges(graph, { lines, testing: known.testing, selected: "hello:next" }, edges);
  expect(chosen.map((edge, i) => edge === edges[i])).toEqual([false, true, true]);
});

test("canvas: edge lines begin at their ports and end at their nodes, at any positions", () => {
  const { places, routes } = arrange(graph);
  const [x, y] = places.get("when") ?? [0, 0];
  const still = edgeLinesOf(graph, places, routes).get("hello:next");
  expect(still?.tip.y).toBe(y);
  const away = edgeLinesOf(graph, new Map([...places, ["when", [x + 400, y + 300]]]), routes).get(
    "hello:next",
  );
  expect(away?.tip.y).toBe(y + 300);
  expect(away?.from).toEqual(still?.from as NonNullable<typeof still>["from"]);
  const above = edgeLinesOf(graph, new Map([...places, ["when", [x, y - 900]]]), routes).get("hello:next");
  expect(above?.heading).not.toBe("down");
});

test("canvas: edges that enter a node from above end beside each other around its middle", () => {
  const joined = graphOf(`nodes:\n  a: {next: c}\n  b: {next: c}\n  c: {end: done}\n`) as Graph;
  const places = new Map<string, readonly [number, number]>([
    ["a", [-300, 0]],
    ["b", [300, 0]],
    ["c", [0, 400]],
  ]);
  const lines = edgeLinesOf(joined, places, new Map());
  const [left = Number.NaN, right = Number.NaN] = ["a:next", "b:next"].map((id) => lines.get(id)?.tip.x);
  expect(right).toBeGreaterThan(left);
  const only = edgeLinesOf(
    graphOf(`nodes:\n  a: {next: c}\n  c: {end: done}\n`) as Graph,
    new Map(places),
    new Map(),
  );
  expect((left + right) / 2).toBeCloseTo(only.get("a:next")?.tip.x ?? 0);
});

test.each(["a", "a_b-C9", "", "~", "~61", 'x"]', "__proto__", "é\u202e\ud800", "a b"])(
  "canvas: the element key of the id %j decodes to that id",
  (id) => {
    expect(idOf(keyOf(id))).toBe(id);
    expect(keyOf(id)).toMatch(/^[A-Za-z0-9_~.-]+$/);
  },
);

test("canvas: edge lines are routed around nodes, and again only when something moves", () => {
  const column = graphOf(
    `nodes:\n  a: {next: [{if: x, goto: b}, {else: c}]}\n  b: {say: Between., next: c}\n  c: {end: done}\n`,
  ) as Graph;
  const places = new Map<string, readonly [number, number]>([
    ["a", [0, 0]],
    ["b", [0, 150]],
    ["c", [0, 300]],
  ]);
  const routes = edgeRoutesOf(column, places, new Map());
  const lane = routes.get("a:next:1")?.route.lanes[0];
  expect(lane?.x).not.toBeWithin(0, 132);
  expect([lane?.top, lane?.bottom]).toEqual([150, expect.any(Number)]);
  expect(edgeLinesOf(column, places, routes).get("a:next:1")?.path).toContain(` ${lane?.x} `);
  // A route that now crosses a node is replaced.
  const ideal = new Map(
    [...routes].map(([id, edge]) => [
      id,
      { ...edge, route: { ...edge.route, lanes: [{ x: 60, top: 150, bottom: 190 }] } },
    ]),
  );
  expect(edgeRoutesOf(column, places, ideal).get("a:next:1")?.route.lanes[0]?.x).toBe(lane?.x as number);

  const other = graphOf(text.replace("RESUME", "bye")) as Graph;
  expect(routingKeyOf(graph, places)).toBe(routingKeyOf(graphOf(`${text}# a remark\n`) as Graph, places));
  expect(routingKeyOf(graph, places)).not.toBe(routingKeyOf(other, places));
});
