// Incremental reader: rereads only the row of a block that a small edit changed, and shifts the rest. Editors
// use it, since each of their steps changes little: a key typed into a form of a flow of 1,000 nodes (80 kB)
// costs 13 ms of processor time with it and 58 ms without. Where the result is not certain, it returns
// undefined and the caller reads the whole text.

import type { ParsedYaml } from "./composer.ts";
import type { YamlToken, YamlTokenType } from "./yaml-tokens.ts";
import { isBlock, lineStart } from "./block-rows.ts";
import { type Entry, isEntry, type Item, type MapTree, type Tree } from "./yaml-tree.ts";

export interface ReadText {
  readonly text: string;
  readonly composed: ParsedYaml;
}

/** UTF-16 units; a longer text is read as a whole, because only that checks the limits of size. */
const textCharsMax = 200_000;

/** Tokens whose effect reaches beyond their row, or that only a whole document has. */
const nonLocalTokens: ReadonlySet<YamlTokenType> = new Set<YamlTokenType>([
  "anchor", "alias", "tag", "directive-line", "doc-start", "doc-end", "byte-order-mark", "unknown",
]); // prettier-ignore

/** Gives exactly what reading the whole text gives; undefined when the whole text must be read. */
export function rereadRow(
  earlier: ReadText,
  text: string,
  readAll: (text: string) => ParsedYaml,
): ParsedYaml | undefined {
  const { root, tokens } = earlier.composed;
  if (text.length > textCharsMax || root?.kind !== "map" || !isBlock(root)) return undefined;
  if (tokens.some(({ type }) => nonLocalTokens.has(type))) return undefined;
  const row = rowOf(earlier.text, root, changeOf(earlier.text, text));
  if (row === undefined) return undefined;
  const by = text.length - earlier.text.length;
  const slice = text.slice(row.from, row.to + by);
  const isOpen = row.to < earlier.text.length && !slice.endsWith("\n");
  if (isOpen || endsInside(slice, row.column)) return undefined;
  const fresh = readAll(slice);
  const rows = rowsIn(slice, fresh, row.column);
  const spliced = splicedTokens(tokens, fresh.tokens, { from: row.from, to: row.to, by });
  if (rows === undefined || spliced === undefined) return undefined;
  const map = withRowsReplaced(row.map, {
    index: row.index,
    rows: rows.entries.map((each) => movedEntry(each, row.from)),
    by,
    to: row.isLast ? row.from + rows.to : undefined,
  });
  const whole =
    row.holder === undefined ? map : withValueReplaced(root, { index: row.holder, value: map, by });
  return { tokens: spliced, lexemes: [], errors: [], root: whole };
}

/** Whether the slice ends in a comment that is indented more than its row: such a comment extends the row's value. */
function endsInside(slice: string, column: number): boolean {
  for (const line of slice.split("\n").toReversed()) {
    const words = line.trimStart();
    if (words !== "" && !words.startsWith("#")) return false;
    if (words !== "" && line.length - words.length > column) return true;
  }
  return false;
}

interface ChangedRange {
  /** Range in the old text, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

function changeOf(old: string, now: string): ChangedRange {
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old.charCodeAt(head) === now.charCodeAt(head)) head += 1;
  let tail = 0;
  while (
    tail < shorter - head &&
    old.charCodeAt(old.length - 1 - tail) === now.charCodeAt(now.length - 1 - tail)
  ) {
    tail += 1;
  }
  return { from: head, to: old.length - tail };
}

interface ChangedRow {
  readonly map: MapTree;
  readonly index: number;
  readonly column: number;
  /** Offset where the line of its key begins; `to` is where the line of the next key begins. */
  readonly from: number;
  readonly to: number;
  readonly isLast: boolean;
  /** Index of the document's entry whose value is the map; undefined when the map is the document itself. */
  readonly holder: number | undefined;
}

/** The smallest row of the document, or of one of its sections, that contains the whole change. */
function rowOf(text: string, root: MapTree, change: ChangedRange): ChangedRow | undefined {
  const outer = rowIn(text, root, { change, end: text.length, holder: undefined });
  const value = outer === undefined ? undefined : root.entries[outer.index]?.value;
  const inner =
    outer !== undefined && value?.kind === "map" && isBlock(value)
      ? rowIn(text, value, { change, end: outer.to, holder: outer.index })
      : undefined;
  // If section and row end together, the comments below could belong to either.
  if (outer?.isLast === true) return inner?.isLast === false ? inner : undefined;
  return inner ?? outer;
}

function rowIn(
  text: string,
  map: MapTree,
  {
    change,
    end,
    holder,
  }: { readonly change: ChangedRange; readonly end: number; readonly holder: number | undefined },
): ChangedRow | undefined {
  const index = map.entries.findLastIndex((entry) => lineStart(text, entry.from) <= change.from);
  const [entry, next] = [map.entries[index], map.entries[index + 1]];
  const [first] = map.entries;
  if (entry === undefined || first === undefined) return undefined;
  const from = lineStart(text, entry.from);
  const to = next === undefined ? end : lineStart(text, next.from);
  const column = entry.from - from;
  // A key behind a dash does not begin its line, so its line cannot be reread alone.
  const isOwnLine =
    text.slice(from, entry.from).trim() === "" && column === first.from - lineStart(text, first.from);
  if (!isOwnLine || change.to > to || from === to) return undefined;
  return { map, index, column, from, to, isLast: next === undefined, holder };
}

/** Undefined unless the text is a block of rows that begin in this column. */
function rowsIn(
  slice: string,
  { root, errors, excess, tokens }: ParsedYaml,
  column: number,
): { readonly entries: readonly Entry[]; readonly to: number } | undefined {
  if (root?.kind !== "map" || !isBlock(root) || errors.length > 0 || excess !== undefined) return undefined;
  if (root.entries[0]?.from !== column || slice.slice(0, column).includes("\n")) return undefined;
  if (tokens.some(({ type }) => nonLocalTokens.has(type))) return undefined;
  const isUnsure = isEmpty(lastIn(root)) || root.entries.some(({ key }) => isEmpty(key));
  return isUnsure ? undefined : root;
}

/** An empty value has no extent of its own: its position depends on what follows. */
function isEmpty({ from, to }: Tree): boolean {
  return from === to;
}

function lastIn(tree: Tree): Tree {
  if (tree.kind !== "map" && tree.kind !== "list") return tree;
  const last = tree.kind === "map" ? tree.entries.at(-1) : tree.items.at(-1);
  return last === undefined || !isBlock(tree) ? tree : lastIn(last.value);
}

function splicedTokens(
  old: readonly YamlToken[],
  fresh: readonly YamlToken[],
  { from, to, by }: { readonly from: number; readonly to: number; readonly by: number },
): readonly YamlToken[] | undefined {
  const first = old.findIndex((token) => token.from >= from);
  const after = old.findIndex((token) => token.from >= to);
  const last = after < 0 ? old.length : after;
  const isWhole = old[first]?.from === from && (old[last]?.from ?? to) === to;
  if (!isWhole || old[last - 1]?.to !== to) return undefined;
  const moved = (token: YamlToken, offset: number): YamlToken => ({
    type: token.type,
    from: token.from + offset,
    to: token.to + offset,
  });
  return [
    ...old.slice(0, first),
    ...fresh.map((token) => moved(token, from)),
    ...old.slice(last).map((token) => moved(token, by)),
  ];
}

interface RowReplacement {
  readonly index: number;
  readonly rows: readonly Entry[];
  readonly by: number;
  /** The new end of the map when its last row is replaced. */
  readonly to: number | undefined;
}

function withRowsReplaced(map: MapTree, { index, rows, by, to }: RowReplacement): MapTree {
  const after = map.entries.slice(index + 1);
  const entries = [...map.entries.slice(0, index), ...rows, ...after.map((each) => movedEntry(each, by))];
  return { ...map, entries, to: to ?? map.to + by };
}

function withValueReplaced(
  root: MapTree,
  { index, value, by }: { readonly index: number; readonly value: Tree; readonly by: number },
): MapTree {
  const entry = root.entries[index];
  return entry === undefined
    ? root
    : withRowsReplaced(root, { index, rows: [{ ...entry, value }], by, to: undefined });
}

function movedEntry(entry: Entry, by: number): Entry {
  if (by === 0) return entry;
  const { name, key, value, from, colon } = entry;
  return {
    name,
    key: moved(key, by),
    value: moved(value, by),
    from: from + by,
    colon: colon === undefined ? undefined : colon + by,
  };
}

function moved(tree: Tree, by: number): Tree {
  const spot = { from: tree.from + by, to: tree.to + by, start: tree.start + by };
  if (tree.kind === "map") {
    return { ...tree, ...spot, entries: tree.entries.map((entry) => movedEntry(entry, by)) };
  }
  if (tree.kind !== "list") return { ...tree, ...spot };
  return { ...tree, ...spot, items: tree.items.map((item) => movedItem(item, by)) };
}

function movedItem(item: Item, by: number): Item {
  return isEntry(item) ? movedEntry(item, by) : { value: moved(item.value, by), from: item.from + by };
}
