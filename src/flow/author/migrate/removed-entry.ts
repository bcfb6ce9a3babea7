// Removed entry: takes a key and its value out of a text. Comments stay, also those beside it, which a writer of changed
// data would take away with it.

import type { TextEdit } from "../../language/source/text-edit.ts";
import type { Entry, MapTree } from "../../language/source/yaml-tree.ts";

/** The edit that removes an entry of a map, or what it leaves where it was the only one. */
export function removalOf(text: string, { entries, style }: MapTree, entry: Entry): TextEdit {
  const { from, value } = entry;
  const to = from + text.slice(from, Math.max(from, value.to)).trimEnd().length;
  if (entries.length === 1) return { from, to, text: style === "block" ? "{}" : "" };
  return style === "block" ? lineOf(text, { from, to }) : partOf(text, { entries, entry, to });
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The whole line, or only the key where a comment follows it. */
function lineOf(text: string, { from, to }: Span): TextEdit {
  const lineStart = text.lastIndexOf("\n", from - 1) + 1;
  const blanks = /[ \t]*/y;
  blanks.lastIndex = to;
  const end = to + (blanks.exec(text)?.[0].length ?? 0);
  if (text[end] === "#" || text.slice(lineStart, from).trim() !== "") return { from, to: end, text: "" };
  const ending = /\r?\n/y;
  ending.lastIndex = end;
  return { from: lineStart, to: end + (ending.exec(text)?.[0].length ?? 0), text: "" };
}

/** Between braces, with the comma behind it, or the one before it where it is the last. */
function partOf(
  text: string,
  { entries, entry, to }: { readonly entries: readonly Entry[]; readonly entry: Entry; readonly to: number },
): TextEdit {
  const at = entries.indexOf(entry);
  const next = entries[at + 1];
  if (next !== undefined) {
    // A comment between the two stays, and with it all but the comma.
    const between = text.slice(to, next.from);
    const cut = between.includes("#") ? (/^[^#]*?, ?/.exec(between)?.[0].length ?? 0) : between.length;
    return { from: entry.from, to: to + cut, text: "" };
  }
  const last = entries[at - 1]?.value.to ?? entry.from;
  return { from: text.slice(last, entry.from).includes("#") ? entry.from : last, to, text: "" };
}
