// Phrase lines: converts a list of short texts to lines and back.

import type { Plain } from "../../../../src/flow/language/source/yaml-tree.ts";

/** One line per item; line ends inside an item become blanks. */
export function toLines(items: readonly Plain[]): string {
  return items
    .map((item) => (item === null || typeof item === "object" ? "" : oneLine(String(item))))
    .join("\n");
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]\s*/g, " ");
}

/** Skips empty lines. A line equal to an old item's text keeps that item, so that `true` stays a boolean. */
export function fromLines(text: string, items: readonly Plain[]): readonly Plain[] {
  const itemsByLine = new Map(items.map((item) => [toLines([item]), item]));
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => itemsByLine.get(line) ?? line);
}
