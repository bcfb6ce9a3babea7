// Diagram reader of tests: reads the places of nodes and the points of lines from an SVG.

import { type Element, everyElement, xmlOf } from "./xml.ts";

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface DrawnPicture extends Rect {
  /** A node's id, or the text of the mark. */
  readonly id: string;
}

export interface Line {
  readonly id: string;
  readonly classes: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Picture {
  readonly root: Element;
  readonly paper: Rect;
  readonly nodes: readonly DrawnPicture[];
  readonly marks: readonly DrawnPicture[];
  /** Lines from port to node. */
  readonly lines: readonly Line[];
  /** Edge ids of the strip. */
  readonly strip: readonly string[];
  readonly texts: readonly string[];
}

export function pictureOf(svg: string): Picture {
  const root = xmlOf(svg);
  const all = [...everyElement(root)];
  const named = (attribute: string) => all.filter(({ attributes }) => attributes.has(attribute));
  const [x = 0, y = 0, width = 0, height = 0] = (root.attributes.get("viewBox") ?? "").split(" ").map(Number);
  return {
    root,
    paper: { x, y, width, height },
    nodes: named("data-node").map((group) => drawn(group, group.attributes.get("data-node") ?? "")),
    marks: named("data-mark").map((group) => drawn(group, textOf(group))),
    lines: named("data-edge").flatMap(lineOf),
    strip: named("data-edge").flatMap(({ name, attributes }) =>
      name === "g" ? [attributes.get("data-edge") ?? ""] : [],
    ),
    texts: all.filter(({ name }) => name === "text").map(({ text }) => text),
  };
}

/** Whether a line runs through a node; its ends touch the two nodes that it joins. */
export function crosses({ points }: Line, { x, y, width, height }: Rect): boolean {
  const inset = 2;
  return points.some(
    ([px, py]) => px > x + inset && px < x + width - inset && py > y + inset && py < y + height - inset,
  );
}

export function overlap(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function textOf(element: Element): string {
  return [...everyElement(element)].map(({ text }) => text).join("");
}

function drawn(group: Element, id: string): DrawnPicture {
  const [x = 0, y = 0] = numbers(group.attributes.get("transform") ?? "");
  const frame = group.children.find(({ name }) => name === "rect")?.attributes;
  return { id, x, y, width: Number(frame?.get("width")), height: Number(frame?.get("height")) };
}

function lineOf({ name, attributes }: Element): readonly Line[] {
  if (name !== "path") return [];
  const points = pointsOf(attributes.get("d") ?? "");
  return [{ id: attributes.get("data-edge") ?? "", classes: attributes.get("class") ?? "", points }];
}

/** Points of moves, vertical lines and curves, with places for both ends of each. */
function pointsOf(path: string): Line["points"] {
  const points: [number, number][] = [];
  let [x, y] = [0, 0];
  for (const [, command = "", rest = ""] of path.matchAll(/([MVC])([^MVC]*)/g)) {
    const [x0, y0, values] = [x, y, numbers(rest)];
    if (command === "V") y = values[0] ?? 0;
    else [x = 0, y = 0] = values.slice(-2);
    if (command === "M") points.push([x, y]);
    else {
      const [x1 = x0, y1 = y0, x2 = x, y2 = y] = command === "C" ? values : [];
      for (let i = 1; i <= samples; i++) {
        const t = i / samples;
        points.push([bezier(t, x0, x1, x2, x), bezier(t, y0, y1, y2, y)]);
      }
    }
  }
  return points;
}

const samples = 40;

function bezier(t: number, ...[a, b, c, d]: readonly [number, number, number, number]): number {
  const s = 1 - t;
  return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
}

function numbers(text: string): readonly number[] {
  return [...text.matchAll(/-?\d+(?:\.\d+)?/g)].map(([number]) => Number(number));
}
