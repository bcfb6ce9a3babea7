// SVG diagrams: the drawing has every part of a flow, nothing overlaps, and authors' words are only text.

import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { diagramOf, type DiagramOptions } from "../../../../src/flow/author/draw/svg-diagram.ts";
import { positionsOf } from "../../../../src/flow/author/draw/layout.ts";
import { type Graph, graphOf } from "../../../../src/flow/author/document/document-graph.ts";
import { crosses, overlap, type Picture, pictureOf } from "./picture.ts";
import { randomFlow } from "./random-flow.ts";
import { everyElement } from "./xml.ts";

const options: DiagramOptions = { name: "A flow", theme: "auto" };

function read(text: string): Graph {
  const graph = graphOf(text);
  if (graph === undefined) throw new Error("no flow");
  return graph;
}

function drawn(text: string, more: Partial<DiagramOptions> = {}): Picture {
  return pictureOf(diagramOf(read(text), { ...options, ...more }));
}

const examples = ["public/flows/*.yaml", "test/flow/examples/more/*.yaml"].flatMap((pattern) => [
  ...new Glob(pattern).scanSync(),
]);

describe("the picture of", () => {
  const random = [1, 2, 3, 4, 5, 6].map((seed) => `random ${seed}`);
  for (const name of [...examples.toSorted(), ...random])
    test(`${name} is complete, and nothing covers anything`, async () => {
      const [, seed] = name.split("random ");
      const text = seed === undefined ? await Bun.file(name).text() : randomFlow(Number(seed), 60);
      const graph = read(text);
      const picture = drawn(text);
      expect(picture.nodes.map(({ id }) => id)).toEqual(graph.nodes.map(({ id }) => id));
      expect([...picture.lines.map(({ id }) => id), ...picture.strip].toSorted()).toEqual(
        graph.edges.map(({ id }) => id).toSorted(),
      );
      expectClear(picture);
    });
});

/** Expects no node on another, no line through a node, and nothing outside the paper. */
function expectClear({ nodes, marks, lines, paper }: Picture): void {
  const pieces = [...nodes, ...marks];
  const covered = pieces.flatMap((a, i) =>
    pieces
      .slice(i + 1)
      .filter((b) => overlap(a, b))
      .map((b) => [a.id, b.id]),
  );
  expect(covered).toEqual([]);
  const crossed = lines.flatMap((line) =>
    pieces.filter((piece) => crosses(line, piece)).map(({ id }) => [line.id, id]),
  );
  expect(crossed).toEqual([]);
  const points = [...lines.flatMap((line) => line.points), ...pieces.flatMap(cornersOf)];
  const out = points.filter(
    ([x, y]) => x < paper.x || x > paper.x + paper.width || y < paper.y || y > paper.y + paper.height,
  );
  expect(out).toEqual([]);
}

function cornersOf({ x, y, width, height }: Picture["paper"]): readonly (readonly [number, number])[] {
  return [
    [x, y],
    [x + width, y + height],
  ];
}

test("lines join the nodes that the flow joins, and failures look different", () => {
  const { nodes, lines } = drawn(
    "start: a\nnodes:\n  a: {tool: look, next: b, on_error: c}\n  b: {ask: x, give_up: c}\n  c: {end: done}\n",
  );
  const at = (id: string) => nodes.find((node) => node.id === id);
  const ends = lines.map(({ id, points: [from, ...rest] }) => ({ id, from, to: rest.at(-1) }));
  for (const [id, source, target] of [
    ["a:next", "a", "b"],
    ["a:error", "a", "c"],
    ["b:give_up", "b", "c"],
  ] as const) {
    const [from, to, line] = [at(source), at(target), ends.find((each) => each.id === id)];
    if (from === undefined || to === undefined || line?.from === undefined || line.to === undefined)
      throw new Error(`${id} is not there`);
    expect(line.from[1]).toBeCloseTo(from.y + from.height, 0);
    expect(Math.abs(line.to[1] - to.y)).toBeLessThan(12);
    expect(line.to[0]).toBeWithin(to.x, to.x + to.width);
  }
  expect(Object.fromEntries(lines.map(({ id, classes }) => [id, classes]))).toMatchObject({
    "a:next": "edge e-next",
    "a:error": "edge e-error",
    "b:give_up": "edge e-give_up",
  });
});

test("handlers of every node are drawn in a strip, even without a target", () => {
  const { strip, texts, lines } = drawn(
    "start: a\nnodes:\n  a: {say: Hello}\nhandlers:\n  operator: {next: a}\n  again: {next: RESUME}\n  lost: {next: gone}\nvariables:\n  day: {give_up: a}\n",
  );
  expect(strip).toEqual(["*:handler:operator", "*:handler:again", "*:handler:lost", "*:give_up:day"]);
  expect(texts).toContain("operator → a");
  expect(texts).toContain("give up on day → a");
  expect(texts).toContain("again → interrupted node");
  expect(texts).toContain("lost → gone is not there");
  expect(lines).toEqual([]);
});

test("an edge to a missing node, and a return from a handler, end at marks", () => {
  const { marks, lines } = drawn("start: a\nnodes:\n  a: {next: b}\n  c: {next: RESUME}\n");
  expect(marks.map(({ id }) => id)).toEqual(["start", "b is not there", "interrupted node"]);
  expect(lines.map(({ id }) => id)).toEqual(["a:next", "c:next"]);
});

test("a flow without nodes, or with too many edges for a picture, is described in words", () => {
  expect(drawn("nodes: {}\n").texts).toEqual(["This flow has no nodes yet."]);
  const goto = Array.from({ length: 5_001 }, (_, i) => `o${i}: a`).join(", ");
  expect(drawn(`start: a\nnodes:\n  a: {menu: x, goto: {${goto}}}\n`).texts).toEqual([
    "5001 ways are too many for a picture.",
  ]);
});

describe("hostile texts", () => {
  const hostile = [
    `<script>alert(1)</script>`,
    `"><image href=x onerror=alert(1)>`,
    "]]></style><style>*{display:none}",
    "&lt;b&gt; &amp; &#0;",
    "\u202egnp.exe\u202c \u2066x\u2069 \u061c",
    "\u0000\u0007\u001b[31m\u007f\u0085\ufffe\uffff",
    "\ud800 alone, and \udc00",
    "a".repeat(262_144),
    "\u0301".repeat(100_000),
    "𝄞".repeat(50_000),
  ];
  for (const text of hostile)
    test(`${JSON.stringify(text.slice(0, 24))} is text, of a bounded length`, () => {
      const graph: Graph = {
        start: text,
        nodes: [
          {
            id: text,
            kind: "say",
            title: text,
            pointer: "/x",
            ports: [{ id: text, kind: "next", label: text }],
          },
        ],
        edges: [
          { id: text, from: text, port: text, to: text, kind: "next", label: text, pointer: "/x" },
          { id: "x", from: text, port: text, to: `${text}x`, kind: "error", label: text, pointer: "/x" },
          { id: "y", from: "*", port: "y", to: text, kind: "handler", label: text, pointer: "/y" },
        ],
        comments: new Map(),
      };
      const svg = diagramOf(graph, { ...options, name: text });
      const { root, paper } = pictureOf(svg);
      const names = new Set([...everyElement(root)].map(({ name }) => name));
      expect([...names].toSorted()).toEqual(
        ["desc", "g", "path", "rect", "style", "svg", "text", "title"].toSorted(),
      );
      expect(svg).not.toMatch(/\p{Bidi_Control}|<!|<\?/u);
      expect(svg.length).toBeLessThan(40_000);
      expect(paper.width).toBeLessThan(2_000);
      expect(paper.height).toBeLessThan(1_000);
      const attributes = [...everyElement(root)].flatMap((element) => [...element.attributes.keys()]);
      expect(attributes.filter((name) => name.startsWith("on") || name.includes("href"))).toEqual([]);
    });
});

test("the same flow gives the same bytes, and no theme moves anything", async () => {
  const text = await Bun.file("public/flows/welcome.flow.yaml").text();
  expect(diagramOf(read(text), options)).toBe(diagramOf(read(text), options));
  const [light, dark] = [drawn(text, { theme: "light" }), drawn(text, { theme: "dark" })];
  expect(light.nodes).toEqual(dark.nodes);
  expect(light.lines).toEqual(dark.lines);
});

test("only a picture with the theme `auto` asks for the viewer's preference", () => {
  const graph = read("start: a\nnodes:\n  a: {say: Hello}\n");
  const asks = (theme: DiagramOptions["theme"]) =>
    diagramOf(graph, { ...options, theme }).includes("prefers-color-scheme");
  expect([asks("auto"), asks("light"), asks("dark")]).toEqual([true, false, false]);
});

test("nodes lie at their author's places, and lines still go around obstacles", () => {
  const { nodes, lines } = drawn("start: a\nnodes:\n  a: {next: c}\n  b: {say: Hello}\n  c: {end: done}\n", {
    layout: { a: [0, 0], b: [0, 200], c: [0, 400] },
  });
  expect(nodes.map(({ x, y }) => [x, y])).toEqual([
    [0, 0],
    [0, 200],
    [0, 400],
  ]);
  const between = nodes.find(({ id }) => id === "b");
  if (between === undefined) throw new Error("not there");
  expect(lines.filter((line) => crosses(line, between))).toEqual([]);
});

test("no line runs through a node after one was dragged between two ranks", async () => {
  const text = await Bun.file("public/flows/welcome.flow.yaml").text();
  const layout = Object.fromEntries(positionsOf(read(text)));
  const [x = 0, y = 0] = layout["connect"] ?? [];
  for (const down of [60, 120, 180, 240]) {
    const { nodes, lines } = drawn(text, { layout: { ...layout, connect: [x, y + down] } });
    expect(nodes.find(({ id }) => id === "connect")).toMatchObject({ x, y: y + down });
    const crossed = lines.flatMap((line) =>
      nodes.filter((each) => crosses(line, each)).map(({ id }) => [line.id, id]),
    );
    expect(crossed).toEqual([]);
  }
});

test("a picture with all places at their defaults has the default lines", () => {
  const graph = read(randomFlow(3, 30));
  const bare = { ...graph, nodes: graph.nodes.map((node) => ({ ...node, ports: usedPorts(graph, node) })) };
  const layout = Object.fromEntries(positionsOf(bare));
  expect(diagramOf(bare, { ...options, layout })).toBe(diagramOf(bare, options));
});

function usedPorts({ edges }: Graph, { id, ports }: Graph["nodes"][number]): Graph["nodes"][number]["ports"] {
  const used = new Set(edges.flatMap(({ from, port }) => (from === id ? [port] : [])));
  return ports.filter((port) => used.has(port.id));
}
