// A text that differs from a known one in one row of a block: only that row is read anew, and what stands below moves.
// For editors, whose every step changes little: a key typed into a form of a flow of 1,000 nodes (80 kB) costs 13 ms with
// it and 58 ms without, of processor time. Whatever is not certain is left to who reads all of it.

import type { Composed } from "./composer.ts";
import type { Piece, PieceType } from "./yaml-tokens.ts";
import { isBlock, lineStart } from "./block-rows.ts";
import { type Entry, isEntry, type Item, type MapTree, type Tree } from "./yaml-tree.ts";

export interface Known {
  readonly text: string;
  readonly composed: Composed;
}

/** So long that counting all of it might say that it is too much. */
const textCharsMax = 200_000;

/** Marks that reach beyond their row, or that only a whole document has. */
const far: ReadonlySet<PieceType> = new Set<PieceType>([
  "anchor", "alias", "tag", "directive-line", "doc-start", "doc-end", "byte-order-mark", "unknown",
]); // prettier-ignore

/** The very same as reading all of it; undefined when that is what has to be done. */
export function recomposed(
  known: Known,
  text: string,
  readAll: (text: string) => Composed,
): Composed | undefined {
  const { root, pieces } = known.composed;
  if (text.length > textCharsMax || root?.kind !== "map" || !isBlock(root)) return undefined;
  if (pieces.some(({ type }) => far.has(type))) return undefined;
  const row = rowOf(known.text, root, changeOf(known.text, text));
  if (row === undefined) return undefined;
  const by = text.length - known.text.length;
  const slice = text.slice(row.from, row.to + by);
  const isOpen = row.to < known.text.length && !slice.endsWith("\n");
  if (isOpen || endsInside(slice, row.column)) return undefined;
  const fresh = readAll(slice);
  const rows = rowsIn(slice, fresh, row.column);
  const spliced = splicedPieces(pieces, fresh.pieces, { from: row.from, to: row.to, by });
  if (rows === undefined || spliced === undefined) return undefined;
  const map = exchanged(row.map, {
    index: row.index,
    rows: rows.entries.map((each) => movedEntry(each, row.from)),
    by,
    to: row.isLast ? row.from + rows.to : undefined,
  });
  const whole = row.holder === undefined ? map : exchangedValue(root, { index: row.holder, value: map, by });
  return { pieces: spliced, lexemes: [], errors: [], root: whole };
}

/** Comments below a row that stand further right belong to what is in it, and to how far that reaches. */
function endsInside(slice: string, column: number): boolean {
  for (const line of slice.split("\n").toReversed()) {
    const words = line.trimStart();
    if (words !== "" && !words.startsWith("#")) return false;
    if (words !== "" && line.length - words.length > column) return true;
  }
  return false;
}

interface Change {
  /** Of the old text. */
  readonly from: number;
  readonly to: number;
}

function changeOf(old: string, now: string): Change {
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

interface Row {
  readonly map: MapTree;
  readonly index: number;
  readonly column: number;
  /** From the line of its key to the line of the next. */
  readonly from: number;
  readonly to: number;
  readonly isLast: boolean;
  /** Which entry of the document has the map; undefined when the map is the document. */
  readonly holder: number | undefined;
}

/** The smallest row of the document, or of one of its sections, that has all of the change in it. */
function rowOf(text: string, root: MapTree, change: Change): Row | undefined {
  const outer = rowIn(text, root, { change, end: text.length, holder: undefined });
  const value = outer === undefined ? undefined : root.entries[outer.index]?.value;
  const inner =
    outer !== undefined && value?.kind === "map" && isBlock(value)
      ? rowIn(text, value, { change, end: outer.to, holder: outer.index })
      : undefined;
  // Where both ends are the same end, comments below belong to nobody that we could tell.
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
  }: { readonly change: Change; readonly end: number; readonly holder: number | undefined },
): Row | undefined {
  const index = map.entries.findLastIndex((entry) => lineStart(text, entry.from) <= change.from);
  const [entry, next] = [map.entries[index], map.entries[index + 1]];
  const [first] = map.entries;
  if (entry === undefined || first === undefined) return undefined;
  const from = lineStart(text, entry.from);
  const to = next === undefined ? end : lineStart(text, next.from);
  const column = entry.from - from;
  // A key behind a dash shares its line.
  const isOwnLine =
    text.slice(from, entry.from).trim() === "" && column === first.from - lineStart(text, first.from);
  if (!isOwnLine || change.to > to || from === to) return undefined;
  return { map, index, column, from, to, isLast: next === undefined, holder };
}

/** Undefined when the text is not rows that begin in this column of its first line. */
function rowsIn(
  slice: string,
  { root, errors, excess, pieces }: Composed,
  column: number,
): { readonly entries: readonly Entry[]; readonly to: number } | undefined {
  if (root?.kind !== "map" || !isBlock(root) || errors.length > 0 || excess !== undefined) return undefined;
  if (root.entries[0]?.from !== column || slice.slice(0, column).includes("\n")) return undefined;
  if (pieces.some(({ type }) => far.has(type))) return undefined;
  const isUnsure = isEmpty(lastIn(root)) || root.entries.some(({ key }) => isEmpty(key));
  return isUnsure ? undefined : root;
}

/** What is not written has no place of its own: what follows decides. */
function isEmpty({ from, to }: Tree): boolean {
  return from === to;
}

function lastIn(tree: Tree): Tree {
  if (tree.kind !== "map" && tree.kind !== "list") return tree;
  const last = tree.kind === "map" ? tree.entries.at(-1) : tree.items.at(-1);
  return last === undefined || !isBlock(tree) ? tree : lastIn(last.value);
}

function splicedPieces(
  old: readonly Piece[],
  fresh: readonly Piece[],
  { from, to, by }: { readonly from: number; readonly to: number; readonly by: number },
): readonly Piece[] | undefined {
  const first = old.findIndex((piece) => piece.from >= from);
  const after = old.findIndex((piece) => piece.from >= to);
  const last = after < 0 ? old.length : after;
  const isWhole = old[first]?.from === from && (old[last]?.from ?? to) === to;
  if (!isWhole || old[last - 1]?.to !== to) return undefined;
  const moved = (piece: Piece, offset: number): Piece => ({
    type: piece.type,
    from: piece.from + offset,
    to: piece.to + offset,
  });
  return [
    ...old.slice(0, first),
    ...fresh.map((piece) => moved(piece, from)),
    ...old.slice(last).map((piece) => moved(piece, by)),
  ];
}

interface Exchange {
  readonly index: number;
  readonly rows: readonly Entry[];
  readonly by: number;
  /** Where the map ends then, when its last row is another. */
  readonly to: number | undefined;
}

function exchanged(map: MapTree, { index, rows, by, to }: Exchange): MapTree {
  const after = map.entries.slice(index + 1);
  const entries = [...map.entries.slice(0, index), ...rows, ...after.map((each) => movedEntry(each, by))];
  return { ...map, entries, to: to ?? map.to + by };
}

function exchangedValue(
  root: MapTree,
  { index, value, by }: { readonly index: number; readonly value: Tree; readonly by: number },
): MapTree {
  const entry = root.entries[index];
  return entry === undefined
    ? root
    : exchanged(root, { index, rows: [{ ...entry, value }], by, to: undefined });
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
