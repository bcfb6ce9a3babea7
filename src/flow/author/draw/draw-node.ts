// SVG of a node: draws one node, or a mark such as the start, of a diagram.

import type { Box } from "./layered-layout.ts";
import { nodeKinds } from "../document/node-kinds.ts";
import { type MarkPiece, markFont, type NodePiece } from "./drawn-edges.ts";
import { edgeStyles } from "./palette.ts";
import { fonts, headHeight, iconWidth, padding, portLineHeight, titleLineHeight } from "./node-size.ts";
import { oneDecimal, textElement, xmlText } from "./svg-text.ts";

/** The SVG group of a node at a box. */
export function nodeSvg({ node, size }: NodePiece, { x, y }: Box): string {
  const { width, height, name, titleLines, cellsTop } = size;
  const { kind } = node;
  const baseline = headHeight / 2 + 5;
  return [
    `<g data-node="${xmlText(node.id)}" transform="translate(${oneDecimal(x)} ${oneDecimal(y)})">`,
    `<title>${xmlText([node.id, kind, node.title].filter(Boolean).join(", "))}</title>`,
    `<rect class="k-${kind}" width="${width}" height="${height}" rx="10" stroke-width="1.5"/>`,
    `<path class="icon i-${kind}" transform="translate(${padding - 2} ${headHeight / 2 - 8})" d="${nodeKinds[kind].icon}"/>`,
    textElement(name, { x: padding - 2 + iconWidth, y: baseline, font: fonts.name, colour: "ink" }),
    textElement(kind, {
      x: width - padding,
      y: baseline,
      font: fonts.verb,
      colour: `i-${kind}`,
      anchor: "end",
    }),
    ...titleLines.map((text, i) =>
      textElement(text, {
        x: padding,
        y: headHeight + 10 + i * titleLineHeight,
        font: fonts.title,
        colour: "ink",
      }),
    ),
    height > cellsTop ? `<path class="edge l-${kind}" d="M0 ${cellsTop}H${width}"/>` : "",
    ...portsSvg(size, kind),
    "</g>",
  ].join("");
}

function portsSvg({ ports, cellsTop, height }: NodePiece["size"], kind: string): readonly string[] {
  const rows = Math.max(0, ...ports.map(({ lines }) => lines.length));
  return ports.flatMap(({ lines, left, x, kind: edgeKind }, i) => [
    i === 0 ? "" : `<path class="edge l-${kind}" d="M${oneDecimal(left)} ${cellsTop}V${height}"/>`,
    ...lines.map((text, row) => {
      const y = cellsTop + 15 + (row + (rows - lines.length) / 2) * portLineHeight;
      const colour = edgeStyles[edgeKind].colour === "trouble" ? "trouble" : "ink";
      return textElement(text, { x, y, font: fonts.port, colour, anchor: "middle" });
    }),
  ]);
}

const markClasses = { start: "card", back: "card", missing: "gone" } as const;

/** The SVG group of a mark at a box. */
export function markSvg({ mark, text, width, height }: MarkPiece, { x, y }: Box): string {
  const colour = mark === "missing" ? "trouble" : "ink";
  return [
    `<g data-mark="${mark}" transform="translate(${oneDecimal(x)} ${oneDecimal(y)})">`,
    `<rect class="${markClasses[mark]}" width="${width}" height="${height}" rx="${height / 2}" stroke-width="1.5"`,
    `${mark === "missing" ? ' stroke-dasharray="5 4"' : ""}/>`,
    textElement(text, { x: width / 2, y: 16, font: markFont, colour, anchor: "middle" }),
    "</g>",
  ].join("");
}
