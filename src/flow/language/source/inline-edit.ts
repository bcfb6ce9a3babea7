// Inline edit: replaces one value that stands in a line, behind its key, behind its dash or inside brackets.

import type { TextEdit } from "./text-edit.ts";
import {
  blockItem,
  blockLines,
  flowText,
  isSection,
  isTall,
  literalLines,
  scalarText,
} from "./yaml-writer.ts";
import { nextLine } from "./block-rows.ts";
import type { Plain, ScalarTree, Tree } from "./yaml-tree.ts";
import { wordEdits } from "./word-edits.ts";

/** Position where a value stands or can be written. */
export interface Slot {
  /** Offset behind the colon or the dash; undefined if a colon must be written first. */
  readonly after: number | undefined;
  readonly keyEnd: number;
  readonly isFlow: boolean;
  /** Column of the key or the dash, in a block. */
  readonly column: number;
  readonly parent: "map" | "list" | "root";
}

export interface InlineOptions {
  readonly wanted: Plain;
  readonly slot: Slot;
  readonly step: number;
  readonly literals: boolean;
  /** Whether single words inside a text may be replaced. */
  readonly words: boolean;
  readonly eol: string;
}

/** The edits that replace a value of one line, or a block scalar, by the wanted value. */
export function inlineEdits(text: string, tree: Tree, options: InlineOptions): TextEdit[] {
  const { wanted, slot } = options;
  const style = tree.kind === "scalar" && typeof tree.value === "string" ? tree.style : undefined;
  if (slot.parent === "root") return [rootEdit(text, tree, options)];
  const inside = options.words ? insideEdits(text, tree, wanted) : undefined;
  if (inside !== undefined) return [...inside];
  if (tree.kind === "scalar" && (tree.style === "literal" || tree.style === "folded")) {
    return [blockTextEdit(text, tree, options)];
  }
  if (!slot.isFlow) {
    const tall = tallEdits(text, tree, options);
    if (tall !== undefined) return tall;
  }
  const written =
    typeof wanted === "object" && wanted !== null
      ? flowText(wanted)
      : scalarText(wanted, { isFlow: slot.isFlow, ...(style === undefined ? {} : { style }) });
  if (tree.start !== tree.to) return [{ from: tree.start, to: tree.to, text: written }];
  const at = slot.after ?? slot.keyEnd;
  return [{ from: at, to: at, text: slot.after === undefined ? `: ${written}` : ` ${written}` }];
}

/** Edits inside a text that would lose its line breaks or escapes if it were written anew. */
function insideEdits(text: string, tree: Tree, wanted: Plain): readonly TextEdit[] | undefined {
  if (tree.kind !== "scalar" || typeof tree.value !== "string" || typeof wanted !== "string")
    return undefined;
  const old = text.slice(tree.from, tree.to);
  const isShaped = old.includes("\n") || (tree.style === "double" && old.includes("\\"));
  return isShaped ? wordEdits(text, tree, wanted) : undefined;
}

/** Replaces the root of a document that was empty or in brackets. */
function rootEdit(text: string, tree: Tree, { wanted, eol, literals }: InlineOptions): TextEdit {
  const lines = blockLines(wanted, { step: 2, literals, column: 0 });
  const isAlone = text.slice(0, tree.start).trim() === "" || text[tree.start - 1] === "\n";
  const written = lines.length > 0 && isAlone ? lines.join(eol) : flowText(wanted);
  const isEmpty = tree.start === tree.to;
  const before = isEmpty && tree.start > 0 && text[tree.start - 1] !== "\n" ? eol : "";
  return { from: tree.start, to: tree.to, text: before + written + (isEmpty ? eol : "") };
}

/** Writes a value that needs several lines, if the rest of the line allows it. */
function tallEdits(
  text: string,
  tree: Tree,
  { wanted, slot, step, eol, literals }: InlineOptions,
): TextEdit[] | undefined {
  const { after, column, parent } = slot;
  if (after === undefined || text.slice(after, tree.start).includes("\n")) return undefined;
  const isShort = !isTall(wanted, { column: column + (parent === "list" ? 2 : 20), literals });
  if (isShort && !(parent === "map" && isSection(wanted, column))) return undefined;
  const lineEnd = lineEndAt(text, tree.to);
  const isEmpty = tree.start === tree.to;
  const rest = text.slice(isEmpty ? after : tree.to, lineEnd);
  if (typeof wanted === "string") {
    const isQuoted = tree.kind === "scalar" && tree.style === "double";
    if (isQuoted || rest.trim() !== "") return undefined;
    const [header = "", ...content] = literalLines(wanted) ?? [];
    const pad = " ".repeat(column + step);
    const lines = [header, ...content.map((line) => (line === "" ? "" : pad + line))].join(eol);
    return [{ from: isEmpty ? after : tree.start, to: lineEnd, text: isEmpty ? ` ${lines}` : lines }];
  }
  const inner = { step, literals, column: column + (parent === "list" ? 2 : step) };
  const lines =
    parent === "list" && !(wanted instanceof Map)
      ? blockItem(wanted, { step, literals, column })
      : blockLines(wanted, inner);
  if (parent === "map") {
    const gone = { from: after, to: isEmpty ? after : tree.to, text: "" };
    return [gone, { from: lineEnd, to: lineEnd, text: lines.map((line) => eol + line).join("") }];
  }
  const [first = "", ...others] = lines;
  const head = first.slice(column + 2);
  return [
    // Replaces from the dash on, because several spaces may follow it.
    { from: after, to: isEmpty ? after : tree.to, text: ` ${head.trimStart()}` },
    { from: lineEnd, to: lineEnd, text: others.map((line) => eol + line).join("") },
  ];
}

/** Offset of the line's end, before `\n` or `\r\n`. */
function lineEndAt(text: string, offset: number): number {
  const next = nextLine(text, offset);
  if (text[next - 1] !== "\n") return next;
  return text[next - 2] === "\r" ? next - 2 : next - 1;
}

/** Replaces a block scalar (`|` or `>`), in the same style and columns if possible. */
function blockTextEdit(text: string, tree: ScalarTree, { wanted, slot, step, eol }: InlineOptions): TextEdit {
  const old = text.slice(tree.from, tree.to);
  const header = /^[^\r\n]*/.exec(old)?.[0] ?? "";
  const comment = /\s#.*$/.exec(header)?.[0] ?? "";
  const end = old.endsWith("\n") ? eol : "";
  const lines = typeof wanted === "string" ? contentOf(wanted, tree.style) : undefined;
  if (lines === undefined) {
    const written =
      typeof wanted === "object" && wanted !== null
        ? flowText(wanted)
        : scalarText(wanted, { isFlow: false });
    return { from: tree.start, to: tree.to, text: written + comment + end };
  }
  const [chomp = "", ...content] = lines;
  const first = /\n( *)\S/.exec(old)?.[1]?.length ?? 0;
  const pad = " ".repeat(
    /\d/.test(header.split("#")[0] ?? "") || first === 0 ? Math.max(slot.column, 0) + step : first,
  );
  const sign = tree.style === "folded" ? ">" : "|";
  const written = [sign + chomp + comment, ...content.map((line) => (line === "" ? "" : pad + line))].join(
    eol,
  );
  return { from: tree.from, to: tree.to, text: written + end };
}

function contentOf(wanted: string, style: ScalarTree["style"]): readonly string[] | undefined {
  const text = wanted.includes("\n") ? wanted : `${wanted}\n`;
  const [header = "", ...content] = literalLines(text) ?? [];
  if (header === "") return undefined;
  const chomp = text === wanted ? header.slice(1) : "-";
  if (style === "literal") return [chomp, ...content];
  // In a folded scalar a single line break reads as a space; an empty line makes a line break (YAML 1.2.2, 6.5).
  if (content.some((line) => line === "" || /^\s/.test(line))) return undefined;
  return [chomp, ...content.flatMap((line, i) => (i === 0 ? [line] : ["", line]))];
}
