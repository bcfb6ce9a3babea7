// Rows of a YAML block: each entry as whole lines together with its own comments, ready to be cut out or moved.

import type { Entry, Item, ListTree, MapTree, Tree } from "./yaml-tree.ts";

export interface BlockRow {
  /** Name of the key; undefined in a list. */
  readonly name: string | undefined;
  readonly value: Tree;
  /** Offset of its key or its dash. */
  readonly from: number;
  /** Offset after which its value may be written; undefined if a colon would have to be written first. */
  readonly after: number | undefined;
  /** Offset of its beginning, comment lines directly above included; behind the dash if it shares a line with one. */
  readonly start: number;
  /** Offset of its end, with the rest of its last line and the comment lines below that are indented more. */
  readonly end: number;
}

export interface Block {
  readonly rows: readonly BlockRow[];
  /** Column of its keys or dashes, counted from 0. */
  readonly column: number;
  /** True if the first row stands behind a dash. */
  readonly isCompact: boolean;
}

/** Offset where the line of an offset begins; a byte order mark is not part of the first line. */
export function lineStart(text: string, offset: number): number {
  const at = offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
  return at === 0 && text.startsWith("\ufeff") ? 1 : at;
}

/** Offset of the next line, or the length of the text. */
export function nextLine(text: string, offset: number): number {
  const newline = text.indexOf("\n", offset);
  return newline === -1 ? text.length : newline + 1;
}

/** Whether a map or list is written in rows rather than in brackets. */
export function isBlock(tree: Tree): tree is MapTree | ListTree {
  return (tree.kind === "map" || tree.kind === "list") && tree.style === "block";
}

/** The rows of a block; comments between rows belong to the row below unless they are indented more. */
export function blockOf(text: string, tree: MapTree | ListTree, isRoot = false): Block {
  const all: readonly (Entry | Item)[] = tree.kind === "map" ? tree.entries : tree.items;
  const first = all[0]?.from ?? tree.from;
  const column = first - lineStart(text, first);
  const isCompact = text.slice(lineStart(text, first), first).trim() !== "";
  const rows: BlockRow[] = [];
  let floor = isRoot ? first : lineStart(text, first);
  if (!isCompact && !isRoot) floor = afterKeyLine(text, first);
  for (const each of all) {
    const start = rows.length === 0 && isCompact ? first : startOf(text, each.from, floor);
    const end = endOf(text, each, column);
    rows.push({ name: "name" in each ? each.name : undefined, ...rowOf(each), start, end });
    floor = end;
  }
  return { rows, column, isCompact };
}

function rowOf(row: Entry | Item): Pick<BlockRow, "value" | "from" | "after"> {
  if ("name" in row) return { value: row.value, from: row.from, after: row.colon };
  return { value: row.value, from: row.from, after: row.from + 1 };
}

/** Offset up to which comments above a block's first row belong to that row. */
function afterKeyLine(text: string, first: number): number {
  let at = lineStart(text, first);
  while (at > 0) {
    const above = lineStart(text, at - 1);
    if (above >= at || !isComment(text.slice(above, at))) break;
    at = above;
  }
  return at;
}

function startOf(text: string, from: number, floor: number): number {
  let at = Math.max(floor, lineStart(text, from));
  while (at > floor) {
    const above = lineStart(text, at - 1);
    if (above < floor || above >= at || !isComment(text.slice(above, at))) break;
    at = above;
  }
  return at;
}

function isComment(line: string): boolean {
  return line.trimStart().startsWith("#");
}

function endOf(text: string, row: Entry | Item, column: number): number {
  let end = lastLineOf(text, row.value, "name" in row ? Math.max(row.key.to, row.colon ?? 0) : row.from + 1);
  while (end < text.length) {
    const line = text.slice(end, nextLine(text, end));
    if (!isComment(line) || line.length - line.trimStart().length <= column) break;
    end += line.length;
  }
  return end;
}

function lastLineOf(text: string, value: Tree, floor: number): number {
  if (isBlock(value)) {
    const last = value.kind === "map" ? value.entries.at(-1) : value.items.at(-1);
    if (last !== undefined) return blockOf(text, value).rows.at(-1)?.end ?? nextLine(text, value.to);
  }
  const isScalarBlock = value.kind === "scalar" && (value.style === "literal" || value.style === "folded");
  if (isScalarBlock && text[value.to - 1] === "\n") return value.to;
  return nextLine(text, Math.max(value.to, floor));
}
