// Node size: dimensions of a drawn node, and the places on it, equal on the canvas and in exported pictures. Pixels,
// from the node's upper left corner.

import type { GraphNode, GraphPort } from "../document/document-graph.ts";
import type { EdgeKind } from "../document/targets.ts";
import { edgeStyles } from "./palette.ts";
import { cut, type Font, shown, widthOf, wrapped } from "./text-width.ts";

export interface PortSpot {
  readonly id: string;
  readonly kind: EdgeKind;
  /** Left and right end of the port's cell at the node's lower edge. */
  readonly left: number;
  readonly right: number;
  /** Start of its edges, at the lower edge. */
  readonly x: number;
  /** Lines of its label; none for a single port without a label. */
  readonly lines: readonly string[];
}

export interface NodeSize {
  readonly width: number;
  readonly height: number;
  readonly name: string;
  readonly titleLines: readonly string[];
  readonly ports: readonly PortSpot[];
  /** Top of the ports' cells; the height if there are none. */
  readonly cellsTop: number;
}

/** Pixels at full size. Nothing is smaller than 13, which can be read without effort. */
export const fonts = {
  name: { size: 13, isBold: true },
  verb: { size: 13 },
  title: { size: 13 },
  port: { size: 13 },
} as const satisfies Record<string, Font>;

export const padding = 12;
export const headHeight = 32;
export const titleLineHeight = 17;
export const portLineHeight = 16;
/** Above and below the labels of ports; the circles of the ports reach into it from below. */
const portSpace = 11;
export const iconWidth = 22;

const minWidth = 132;
const maxTextWidth = 234;
const maxNameWidth = 190;
const verbGap = 14;
const cellPadding = 9;
const minCellWidth = 44;
/** With more ports each has less room for its label. */
const roomyPortsMax = 6;

/** The size of a node and the positions of its texts and ports, in pixels. */
export function sizeOf(node: GraphNode): NodeSize {
  const name = cut(shown(node.id), fonts.name, maxNameWidth);
  const titleLines = wrapped(shown(node.title), fonts.title, maxTextWidth);
  const head = iconWidth + widthOf(name, fonts.name) + verbGap + widthOf(node.kind, fonts.verb);
  const title = Math.max(0, ...titleLines.map((line) => widthOf(line, fonts.title)));
  const cells = cellsOf(node.ports);
  const cellsWidth = cells.reduce((sum, { width }) => sum + width, 0);
  const width = Math.ceil(Math.max(minWidth, Math.max(head, title) + 2 * padding, cellsWidth));
  const rows = Math.max(0, ...cells.map(({ lines }) => lines.length));
  const titleHeight = titleLines.length === 0 ? 2 : titleLines.length * titleLineHeight + 8;
  const cellsTop = headHeight + titleHeight;
  return {
    width,
    height: cellsTop + (rows === 0 ? 0 : rows * portLineHeight + portSpace),
    name,
    titleLines,
    ports: spread(cells, width - cellsWidth),
    cellsTop,
  };
}

interface Cell {
  readonly port: GraphPort;
  readonly lines: readonly string[];
  readonly width: number;
}

function cellsOf(ports: readonly GraphPort[]): readonly Cell[] {
  const [only] = ports;
  if (only !== undefined && ports.length === 1 && only.kind === "next" && only.label === "")
    return [{ port: only, lines: [], width: 0 }];
  const room = ports.length > roomyPortsMax ? 78 : 121;
  return ports.map((port) => {
    const lines = wrapped(portWords(port), fonts.port, room);
    const widest = Math.max(...lines.map((line) => widthOf(line, fonts.port)));
    return { port, lines, width: Math.max(minCellWidth, Math.ceil(widest) + 2 * cellPadding) };
  });
}

/** Name of a port. Never empty. */
export function portWords({ kind, label }: GraphPort): string {
  const words = shown(label);
  return words === "" ? edgeStyles[kind].word : words;
}

function spread(cells: readonly Cell[], rest: number): readonly PortSpot[] {
  const extra = cells.length === 0 ? 0 : rest / cells.length;
  let left = 0;
  return cells.map(({ port, lines, width }) => {
    const right = left + width + extra;
    const spot = { id: port.id, kind: port.kind, left, right, x: (left + right) / 2, lines };
    left = right;
    return spot;
  });
}
