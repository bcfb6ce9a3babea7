// A flow as a picture: an SVG file that needs nothing else. The same graph gives the same bytes.

import type { Graph } from "../document/document-graph.ts";
import { curveOf, type Curve, isDown } from "./edge-curve.ts";
import { descriptionOf } from "./description.ts";
import type { Box } from "./layered-layout.ts";
import { type Layout, layoutOf, type Positions } from "./layout.ts";
import { type Drawable, type Link, portXOf } from "./drawn-edges.ts";
import { markSvg, nodeSvg } from "./draw-node.ts";
import { edgeStyles } from "./palette.ts";
import { stripOf } from "./handler-strip.ts";
import { styleOf, type Theme } from "./svg-style.ts";
import { fixed, line, told } from "./svg-text.ts";

export interface DiagramOptions {
  /** What the picture is called. */
  readonly name: string;
  /** `auto` is as whoever looks at it prefers. */
  readonly theme: Theme;
  readonly layout?: Positions;
}

const margin = 32;
const stripGap = 24;
/** How wide the strip may be over a narrow flow. */
const stripWidthMin = 520;
const emptyBox = { x: 0, y: 0, width: 240, height: 40 };
/** Nobody sees anything in a picture of more. */
const edgesMax = 5_000;

/** Of drafts with errors, too. Ways on that lead nowhere yet are left out. Of more than it can show it says so. */
export function diagramOf(whole: Graph, { name, theme, layout: given }: DiagramOptions): string {
  const isTooLarge = whole.edges.length > edgesMax;
  const graph = isTooLarge ? { ...whole, start: null, nodes: [], edges: [] } : whole;
  // Places were chosen for nodes that show all their ways on.
  const isPlaced = given !== undefined && graph.nodes.some(({ id }) => Object.hasOwn(given, id));
  const drawable = isPlaced ? graph : withUsedPorts(graph);
  const layout = layoutOf(drawable, given);
  const curves = curvesOf(layout);
  const inner = extent(layout, curves);
  const ids = new Set(graph.nodes.map(({ id }) => id));
  const strip = stripOf(
    graph.edges.filter(({ from }) => from === "*"),
    { width: Math.max(inner.width, stripWidthMin), isThere: (id) => ids.has(id) },
  );
  const above = strip.height === 0 ? 0 : strip.height + stripGap;
  const width = fixed(Math.max(inner.width, strip.width) + 2 * margin);
  const height = fixed(inner.height + above + 2 * margin);
  const [x, y] = [fixed(inner.x - margin), fixed(inner.y - above - margin)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}" role="img" aria-labelledby="flow-title flow-about">`,
    `<title id="flow-title">${told(name)}</title>`,
    `<desc id="flow-about">${descriptionOf(graph)}</desc>`,
    `<style>${styleOf(theme)}</style>`,
    `<rect class="paper" x="${x}" y="${y}" width="${width}" height="${height}"/>`,
    strip.svg && `<g transform="translate(${fixed(inner.x)} ${fixed(inner.y - above)})">${strip.svg}</g>`,
    ...curves.map(curveSvg),
    ...[...layout.pieces.values()].map(({ piece, box }) =>
      "node" in piece ? nodeSvg(piece, box) : markSvg(piece, box),
    ),
    layout.pieces.size > 0
      ? ""
      : line(isTooLarge ? tooLarge(whole) : "This flow has no nodes yet.", {
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

function withUsedPorts({ start, nodes, edges }: Drawable): Drawable {
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

interface Drawn {
  readonly link: Link;
  readonly curve: Curve;
}

/** Each from its port; what enters a piece from above is spread there in the order in which it comes. */
function curvesOf({ pieces, links, routes }: Layout): readonly Drawn[] {
  const ends = links.flatMap((link) => {
    const [source, target] = [pieces.get(link.from), pieces.get(link.to)];
    if (source === undefined || target === undefined) return [];
    const portX = portXOf(source.piece, link);
    const comes = routes.get(link)?.lanes.at(-1)?.x ?? source.box.x + portX;
    return [{ link, source: source.box, target: target.box, portX, comes }];
  });
  const entries = new Map<Link, number>();
  for (const [, all] of Map.groupBy(ends, ({ link }) => link.to)) {
    const fromAbove = all.filter(isDown).toSorted((a, b) => a.comes - b.comes);
    const room = (fromAbove[0]?.target.width ?? 0) - 40;
    const step = Math.min(16, room / Math.max(1, fromAbove.length - 1));
    for (const [i, { link, target }] of fromAbove.entries())
      entries.set(link, target.width / 2 + (i - (fromAbove.length - 1) / 2) * step);
  }
  return ends.map(({ link, source, target, portX }, lane) => {
    const entryX = entries.get(link) ?? target.width / 2;
    return { link, curve: curveOf({ source, target, portX, entryX, lane }, routes.get(link)) };
  });
}

function curveSvg({ link: { edge }, curve: { path, tip, heading } }: Drawn): string {
  const kind = edge?.kind ?? "next";
  const { x, y } = tip;
  const arrow = {
    down: `M${fixed(x)} ${fixed(y)}l-4.5 -8h9z`,
    left: `M${fixed(x)} ${fixed(y)}l8 -4.5v9z`,
    right: `M${fixed(x)} ${fixed(y)}l-8 -4.5v9z`,
  }[heading];
  const name = edge === undefined ? "" : ` data-edge="${told(edge.id)}"`;
  return `<path class="edge e-${kind}"${name} d="${path}"/><path class="${edgeStyles[kind].colour}" d="${arrow}"/>`;
}

/** What nodes, marks and the lines between them take. */
function extent({ pieces }: Layout, curves: readonly Drawn[]): Box {
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
