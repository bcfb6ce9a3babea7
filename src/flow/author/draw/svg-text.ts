// SVG text: escapes text for XML, and writes the text elements of diagrams.

import { type Font, shown } from "./text-width.ts";

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** Escaped text for a title or a description, on one line. */
export function xmlText(text: string): string {
  return escaped(shown(text));
}

export interface TextAttributes {
  readonly x: number;
  readonly y: number;
  readonly font: Font;
  readonly colour: string;
  readonly anchor?: "middle" | "end";
}

/** A `text` element of one line. `text` must have passed `shown`. */
export function textElement(text: string, { x, y, font, colour, anchor }: TextAttributes): string {
  const bold = font.isBold === true ? ' font-weight="650"' : "";
  const at = anchor === undefined ? "" : ` text-anchor="${anchor}"`;
  return `<text class="${colour}" x="${oneDecimal(x)}" y="${oneDecimal(y)}" font-size="${font.size}"${bold}${at}>${escaped(text)}</text>`;
}

/** A coordinate with at most one decimal, so that files stay small and equal. */
export function oneDecimal(value: number): string {
  return String(Math.round(value * 10) / 10);
}
