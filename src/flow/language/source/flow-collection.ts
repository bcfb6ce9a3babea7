// Writer of `{ }` and `[ ]`: rewrites the inside of brackets when entries are added, removed or moved. Each
// entry keeps its own comments and lines.

import type { Step } from "./row-plan.ts";
import { type Entry, isEntry, type Item, type ListTree, type MapTree } from "./yaml-tree.ts";

interface Cell {
  /** White space and comment lines before the entry. */
  readonly lead: string;
  /** The comment behind the entry, in the same line. */
  readonly trail: string;
}

export interface BracketsOptions {
  readonly text: string;
  readonly tree: MapTree | ListTree;
  readonly steps: readonly Step[];
  readonly eol: string;
  /** Writes an entry, without the commas and comments around it. */
  readonly write: (step: Step) => string;
}

export function endOfEntry(row: Entry | Item): number {
  return isEntry(row) ? Math.max(row.key.to, row.colon ?? 0, row.value.to) : row.value.to;
}

/** The new text between the brackets, with the entries in the order of `steps`. */
export function insideOf({ text, tree, steps, eol, write }: BracketsOptions): string {
  const { opening, cells, closing, hasLastComma } = cellsOf(text, tree);
  const broken = cells.map(({ lead }) => lead).find((lead) => lead.includes("\n"));
  const newLine = broken === undefined ? undefined : eol + broken.slice(broken.lastIndexOf("\n") + 1);
  const first = cells[0]?.lead ?? "";
  let out = opening;
  let isAfterComment = opening !== "";
  for (const [i, step] of steps.entries()) {
    const cell = step.row === undefined ? undefined : cells[step.row];
    let lead = cell?.lead ?? newLine ?? " ";
    if (i === 0 && !lead.includes("\n")) lead = first;
    if (i > 0 && step.row === 0 && !lead.includes("\n")) lead = newLine ?? " ";
    if (i > 0 && lead === "") lead = " ";
    if (isAfterComment && !/^[ \t]*\r?\n/.test(lead)) lead = (newLine ?? `${eol}  `) + lead.trimStart();
    const comma = i < steps.length - 1 || hasLastComma ? "," : "";
    const trail = cell?.trail ?? "";
    out += lead + write(step) + comma + trail;
    isAfterComment = trail.includes("#");
  }
  if (steps.length === 0 && !isAfterComment && !closing.includes("#")) return "";
  return isAfterComment && !/^[ \t]*\r?\n/.test(closing)
    ? out + (newLine ?? `${eol}  `) + closing
    : out + closing;
}

function cellsOf(
  text: string,
  tree: MapTree | ListTree,
): {
  readonly opening: string;
  readonly cells: readonly Cell[];
  readonly closing: string;
  readonly hasLastComma: boolean;
} {
  const rows: readonly (Entry | Item)[] = tree.kind === "map" ? tree.entries : tree.items;
  const cells: Cell[] = [];
  const start = text.slice(tree.from + 1, rows[0]?.from ?? tree.to - 1);
  const opening = /^[ \t]*#[^\r\n]*/.exec(start)?.[0] ?? "";
  let lead = start.slice(opening.length);
  let hasComma = false;
  for (const [i, row] of rows.entries()) {
    const gap = withoutComma(text.slice(endOfEntry(row), rows[i + 1]?.from ?? tree.to - 1));
    hasComma = gap.hasComma;
    const newline = gap.rest.search(/\r?\n/);
    const behind = newline === -1 ? "" : gap.rest.slice(0, newline).trimEnd();
    cells.push({ lead, trail: behind });
    lead = newline === -1 ? gap.rest : gap.rest.slice(newline);
  }
  return { opening, cells, closing: lead, hasLastComma: hasComma };
}

/** Removes the separating comma of a gap, which is the first comma outside of comments. */
function withoutComma(gap: string): { readonly rest: string; readonly hasComma: boolean } {
  let isComment = false;
  for (let i = 0; i < gap.length; i++) {
    const char = gap[i];
    if (char === "#") isComment = true;
    else if (char === "\n") isComment = false;
    else if (char === "," && !isComment) return { rest: gap.slice(0, i) + gap.slice(i + 1), hasComma: true };
  }
  return { rest: gap, hasComma: false };
}
