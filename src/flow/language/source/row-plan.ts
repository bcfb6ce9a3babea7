// Row plan: which old rows a wanted map or list is made from, and which of them need not move.

import { isIndex, isOrdered, type Fingerprints } from "./same-document.ts";
import { matched, risingRun } from "./longest-runs.ts";
import type { Plain, Tree } from "./yaml-tree.ts";

export interface Step {
  /** Name of the key; undefined in a list. */
  readonly name: string | undefined;
  readonly value: Plain;
  /** Index of the old row that it is made from. */
  readonly row: number | undefined;
  readonly isInPlace: boolean;
}

export interface OldRow {
  readonly name: string | undefined;
  readonly value: Tree;
}

/** Plans a map. `renamed`: old key → new key, for rows that are renamed. */
export function planMap(
  rows: readonly OldRow[],
  wanted: ReadonlyMap<string, Plain>,
  { key, renamed }: { readonly key: string | undefined; readonly renamed: ReadonlyMap<string, string> },
): readonly Step[] {
  const rowOf = new Map<string, number>();
  const renamedTo = new Set(
    rows.flatMap(({ name }) => (name === undefined ? [] : (renamed.get(name) ?? []))),
  );
  for (const [i, { name = "" }] of rows.entries()) {
    const now = renamed.get(name);
    if (now !== undefined && wanted.has(now)) rowOf.set(now, i);
    else if (wanted.has(name) && !renamedTo.has(name)) rowOf.set(name, i);
  }
  const names = orderOf(wanted, rowOf, isOrdered(key));
  return placed(names.map((name) => ({ name, value: wanted.get(name) ?? null, row: rowOf.get(name) })));
}

/** Order of the rows: old rows keep theirs if no order is wanted; a new row follows its wanted predecessor. */
function orderOf(
  wanted: ReadonlyMap<string, Plain>,
  rowOf: ReadonlyMap<string, number>,
  ordered: boolean,
): readonly string[] {
  const names = [...wanted.keys()];
  const oldNames = names.filter((name) => rowOf.has(name));
  const byRow = oldNames.toSorted((a, b) => (rowOf.get(a) ?? 0) - (rowOf.get(b) ?? 0));
  const wantedOrder = oldNames.filter((name) => !isIndex(name));
  const isKept = byRow.filter((name) => !isIndex(name)).every((name, i) => name === wantedOrder[i]);
  if (ordered && !isKept) return names;
  const followers = new Map<string | undefined, string[]>();
  let before: string | undefined;
  for (const name of names) {
    if (rowOf.has(name)) {
      before = name;
      continue;
    }
    const list = followers.get(before);
    if (list === undefined) followers.set(before, [name]);
    else list.push(name);
  }
  return [undefined, ...byRow].flatMap((name) => [
    ...(name === undefined ? [] : [name]),
    ...(followers.get(name) ?? []),
  ]);
}

/** Plans a list: entries are matched by equality first, then by position between entries that stay. */
export function planList(
  rows: readonly OldRow[],
  wanted: readonly Plain[],
  prints: Fingerprints,
): readonly Step[] {
  const match = matched(
    rows.map(({ value }) => prints.ofTree(value)),
    wanted.map((value) => prints.of(value)),
  );
  pairUp(rows, { wanted, match });
  return placed(
    wanted.map((value, i) => {
      const row = match[i] ?? -1;
      return { name: undefined, value, row: row < 0 ? undefined : row };
    }),
  );
}

/** Pairs the old and new entries between two rows that stay: a changed entry takes the place of the old one. */
function pairUp(
  rows: readonly OldRow[],
  { wanted, match }: { readonly wanted: readonly Plain[]; readonly match: number[] },
): void {
  const used = new Set(match);
  const run = risingRun(match);
  let from = 0;
  let low = 0;
  for (let i = 0; i <= wanted.length; i++) {
    if (i < wanted.length && !run.has(i)) continue;
    const high = i < wanted.length ? (match[i] ?? 0) : rows.length;
    const free = indexes(low, high).filter((row) => !used.has(row));
    const open = indexes(from, i).filter((step) => match[step] === -1);
    const isOneToOne = free.length === open.length;
    let next = 0;
    for (const step of open) {
      const isFit = (row: number): boolean => isOneToOne || isAlike(rows[row]?.value, wanted[step] ?? null);
      while (next < free.length && !isFit(free[next] ?? -1)) next += 1;
      match[step] = free[next] ?? -1;
      next += 1;
    }
    from = i + 1;
    low = high + 1;
  }
}

function indexes(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}

function isAlike(tree: Tree | undefined, value: Plain): boolean {
  if (value instanceof Map) return tree?.kind === "map";
  if (Array.isArray(value)) return tree?.kind === "list";
  return tree?.kind === "scalar" || tree?.kind === "alias";
}

function placed(steps: readonly Omit<Step, "isInPlace">[]): readonly Step[] {
  const run = risingRun(steps.map(({ row }) => row ?? -1));
  return steps.map((step, i) => ({ ...step, isInPlace: run.has(i) }));
}
