// SVG diagram: draws a flow as one self-contained SVG file. The same graph gives the same bytes.

import type { Graph, NodePositions } from "../document/document-graph.ts";
import { curveOf, type Curve, entersFromAbove } from "./edge-curve.ts";
import { descriptionOf } from "./description.ts";
import type { Box } from "./layered-layout.ts";
import { type Layout, layoutOf } from "./layout.ts";
import { type DrawableGraph, type DrawnEdge, startXOf } from "./drawn-edges.ts";
import { markSvg, nodeSvg } from "./draw-node.ts";
import { edgeStyles } from "./palette.ts";
import { handlerStripOf } from "./handler-strip.ts";
import { styleOf, type Theme } from "./svg-style.ts";
import { oneDecimal, textElement, xmlText } from "./svg-text.ts";

export interface DiagramOptions {
  /** Name of the picture. */
  readonly name: string;
  /** `auto` follows the viewer's system. */
  readonly theme: Theme;
  readonly layout?: NodePositions;
}

const margin = 32;
const stripGap = 24;
/** How wide the strip may be over a narrow flow. */
const stripWidthMin = 520;
const emptyBox = { x: 0, y: 0, width: 240, height: 40 };
/** Edges of a picture; in a larger one nothing can be seen. */
const edgesMax = 5_000;

/**
 * The SVG text, also of a draft with errors. Ports without an edge are left out. A flow with too many edges is only
 * named.
 */
export function diagramOf(whole: Graph, { name, theme, layout: given }: DiagramOptions): string {
  const isTooLarge = whole.edges.length > edgesMax;
  const graph = isTooLarge ? { ...whole, start: null, nodes: [], edges: [] } : whole;
  // An author places nodes on a canvas that shows all their ports, so placed nodes keep them.
  const isPlaced = given !== undefined && graph.nodes.some(({ id }) => Object.hasOwn(given, id));
  const drawable = isPlaced ? graph : withUsedPorts(graph);
  const layout = layoutOf(drawable, given);
  const curves = curvesOf(layout);
  const inner = extent(layout, curves);
  const ids = new Set(graph.nodes.map(({ id }) => id));
  const strip = handlerStripOf(
    graph.edges.filter(({ from }) => from === "*"),
    { width: Math.max(inner.width, stripWidthMin), isThere: (id) => ids.has(id) },
  );
  const above = strip.height === 0 ? 0 : strip.height + stripGap;
  const width = oneDecimal(Math.max(inner.width, strip.width) + 2 * margin);
  const height = oneDecimal(inner.height + above + 2 * margin);
  const [x, y] = [oneDecimal(inner.x - margin), oneDecimal(inner.y - above - margin)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}" role="img" aria-labelledby="flow-title flow-about">`,
    `<title id="flow-title">${xmlText(name)}</title>`,
    `<desc id="flow-about">${descriptionOf(graph)}</desc>`,
    `<style>${styleOf(theme)}</style>`,
    `<rect class="paper" x="${x}" y="${y}" width="${width}" height="${height}"/>`,
    strip.svg &&
      `<g transform="translate(${oneDecimal(inner.x)} ${oneDecimal(inner.y - above)})">${strip.svg}</g>`,
    ...curves.map(curveSvg),
    ...[...layout.pieces.values()].map(({ piece, box }) =>
      "node" in piece ? nodeSvg(piece, box) : markSvg(piece, box),
    ),
    layout.pieces.size > 0
      ? ""
      : textElement(isTooLarge ? tooLarge(whole) : "This flow has no nodes yet.", {
          x: 16,
          y: 25,
          font: { size: 13 },
          colour: "soft",
        }),
    "</svg>\n",
  ]
    .filter(Boolean)
    .join("\n");
}

function tooLarge({ edges }: Graph): string {
  return `${edges.length} ways are too many for a picture.`;
}

function withUsedPorts({ start, nodes, edges }: DrawableGraph): DrawableGraph {
  const used = Map.groupBy(edges, ({ from }) => from);
  return {
    start,
    edges,
    nodes: nodes.map((node) => {
      const ports = new Set(used.get(node.id)?.map(({ port }) => port));
      return { ...node, ports: node.ports.filter(({ id }) => ports.has(id)) };
    }),
  };
}

interface DrawnCurve {
  readonly edge: DrawnEdge;
  readonly curve: Curve;
}

/** Curves of all edges. Edges that enter a piece from above are spread along its top, in the order of arrival. */
function curvesOf({ pieces, edges, routes }: Layout): readonly DrawnCurve[] {
  const ends = edges.flatMap((edge) => {
    const [source, target] = [pieces.get(edge.from), pieces.get(edge.to)];
    if (source === undefined || target === undefined) return [];
    const portX = startXOf(source.piece, edge);
    const comes = routes.get(edge)?.lanes.at(-1)?.x ?? source.box.x + portX;
    return [{ edge, source: source.box, target: target.box, portX, comes }];
  });
  const entries = new Map<DrawnEdge, number>();
  for (const [, all] of Map.groupBy(ends, ({ edge }) => edge.to)) {
    const fromAbove = all.filter(entersFromAbove).toSorted((a, b) => a.comes - b.comes);
    const room = (fromAbove[0]?.target.width ?? 0) - 40;
    const step = Math.min(16, room / Math.max(1, fromAbove.length - 1));
    for (const [i, { edge, target }] of fromAbove.entries())
      entries.set(edge, target.width / 2 + (i - (fromAbove.length - 1) / 2) * step);
  }
  return ends.map(({ edge, source, target, portX }, lane) => {
    const entryX = entries.get(edge) ?? target.width / 2;
    return { edge, curve: curveOf({ source, target, portX, entryX, lane }, routes.get(edge)) };
  });
}

function curveSvg({ edge: { graphEdge }, curve: { path, tip, heading } }: DrawnCurve): string {
  const kind = graphEdge?.kind ?? "next";
  const { x, y } = tip;
  const arrow = {
    down: `M${oneDecimal(x)} ${oneDecimal(y)}l-4.5 -8h9z`,
    left: `M${oneDecimal(x)} ${oneDecimal(y)}l8 -4.5v9z`,
    right: `M${oneDecimal(x)} ${oneDecimal(y)}l-8 -4.5v9z`,
  }[heading];
  const name = graphEdge === undefined ? "" : ` data-edge="${xmlText(graphEdge.id)}"`;
  return `<path class="edge e-${kind}"${name} d="${path}"/><path class="${edgeStyles[kind].colour}" d="${arrow}"/>`;
}

/** The bounding box of nodes, marks and the lines between them. */
function extent({ pieces }: Layout, curves: readonly DrawnCurve[]): Box {
  if (pieces.size === 0) return emptyBox;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { box } of pieces.values()) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  for (const { curve } of curves) {
    left = Math.min(left, curve.left);
    right = Math.max(right, curve.right);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
