// Handler strip: draws handlers of every node as a row of small cards. A card is a handler, or the end of unanswered
// questions, with its target.

import { resume } from "../../language/model/flow-graph.ts";
import type { GraphEdge } from "../document/document-graph.ts";
import type { EdgeKind } from "../document/targets.ts";
import { edgeStyles } from "./palette.ts";
import { cut, type Font, shown, widthOf } from "./text-width.ts";
import { oneDecimal, textElement, xmlText } from "./svg-text.ts";

const font: Font = { size: 13 };
const headFont: Font = { size: 13, isBold: true };
const head = "At every node";
const height = 26;
const gap = 8;
const edge = 10;

export interface HandlerStrip {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** Strip for edges that start everywhere; empty without any. `isThere`: whether a node exists. */
export function handlerStripOf(
  edges: readonly GraphEdge[],
  { width, isThere }: { readonly width: number; readonly isThere: (id: string) => boolean },
): HandlerStrip {
  if (edges.length === 0) return { svg: "", width: 0, height: 0 };
  const parts = [textElement(head, { x: 0, y: 17, font: headFont, colour: "soft" })];
  let x = Math.ceil(widthOf(head, headFont)) + 14;
  let y = 0;
  let right = x;
  for (const { id, kind, label, to } of edges) {
    const name = cut(nameOf(kind, shown(label)), font, 180);
    const lost = to !== resume && !isThere(to);
    const target = cut(to === resume ? "interrupted node" : shown(to), font, 160);
    const text = `${name} → ${target}${lost ? " is not there" : ""}`;
    const cardWidth = Math.ceil(widthOf(text, font)) + 2 * edge;
    if (x > 0 && x + cardWidth > width) [x, y] = [0, y + height + gap];
    const colour = lost || edgeStyles[kind].colour === "trouble" ? "trouble" : "ink";
    parts.push(
      `<g data-edge="${xmlText(id)}">`,
      `<rect class="${lost ? "gone" : "card"}" x="${x}" y="${y}" width="${cardWidth}" height="${height}" rx="8"/>`,
      textElement(text, { x: x + cardWidth / 2, y: y + 17.5, font, colour, anchor: "middle" }),
      "</g>",
    );
    right = Math.max(right, x + cardWidth);
    x += cardWidth + gap;
  }
  return {
    svg: `<g data-strip="${oneDecimal(edges.length)}">${parts.join("")}</g>`,
    width: right,
    height: y + height,
  };
}

function nameOf(kind: EdgeKind, label: string): string {
  if (kind === "handler") return label;
  const { word } = edgeStyles[kind];
  return label === "" ? word : `${word} on ${label}`;
}
