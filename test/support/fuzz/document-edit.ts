// Random edits: edits of a document as by an editor, and the comments of its text that may disappear with each.

import { compose } from "../../../src/flow/language/source/composer.ts";
import { documentLimits } from "../../../src/flow/language/source/splice.ts";
import {
  type Entry,
  isEntry,
  type Item,
  type Plain,
  plainOf,
  type Tree,
} from "../../../src/flow/language/source/yaml-tree.ts";
import type { Random } from "../random.ts";

export type Path = readonly (string | number)[];

export interface DocumentEdit {
  readonly what: string;
  readonly document: ReadonlyMap<string, Plain>;
  /** Old nodes that were removed or replaced: their comments may disappear, too. */
  readonly gone: readonly Path[];
  /** Old name → new name. */
  readonly renames?: Readonly<Record<string, string>>;
}

const words = [
  "Hello.", "Hello, {{ name }}.", "yes", "12", "- x", "a: b", "x # y", "#", "", " ", "two\nlines", "two\nlines\n",
  "three\n\nlines\n", " lead\nx\n", "it's", 'say "hi"', "\\d+", "tab\there", "😀 Grüße", "\u00a0", "\u2028", "\ud800", "{x}",
  "[", "null", "~", "2026-11-20", "12:30", "1e3", "007", "+49301234567", "*", "&a", "!x", "%", "@", "`", "a,b", "end ",
  "contains(a, b)", "x".repeat(120), "---", "...", "? x", ": ", "a:", "|", ">", "on", "=", "<<", "\r\n", "\ufeffx", "a\r",
  "last\n\n", "\n", "\n\nx", "a\n  deeper\nb", "trail \nx",
]; // prettier-ignore
const keys = [
  "note", "extra", "say", "next", "a b", "x.y", "größe", "10", "1", "true", "#", "", "a: b", "k,", "{", "options", "set",
  "y".repeat(30), "-", "? q", "it's",
]; // prettier-ignore

export function anyPlain(chance: Random, depth = 0): Plain {
  const kind = chance.int(0, depth > 2 ? 7 : 11);
  if (kind <= 3) return chance.pick(words);
  if (kind === 4) return chance.int(-1_000, 1_000);
  if (kind === 5) return chance.next() * 10 ** chance.int(-8, 25);
  if (kind === 6) return chance.chance(0.5);
  if (kind === 7) return null;
  const length = chance.int(0, 4);
  if (kind <= 9) return Array.from({ length }, () => anyPlain(chance, depth + 1));
  return new Map(Array.from({ length }, () => [chance.pick(keys), anyPlain(chance, depth + 1)]));
}

/** A single edit that a person makes. */
export function anyEdit(chance: Random, root: Tree): DocumentEdit {
  const document = plainOf(root) as ReadonlyMap<string, Plain>;
  const places = placesIn(document, []);
  for (;;) {
    const path = chance.pick(places);
    const made = editAt(chance, document, path);
    if (made !== undefined) return made;
  }
}

function editAt(chance: Random, document: ReadonlyMap<string, Plain>, path: Path): DocumentEdit | undefined {
  const old = at(document, path);
  const set = (value: Plain): ReadonlyMap<string, Plain> =>
    put(document, path, value) as ReadonlyMap<string, Plain>;
  const isScalar = typeof old !== "object" || old === null;
  const roll = chance.int(0, 9);
  if (isScalar || (roll === 0 && path.length > 0)) {
    const value = chance.chance(0.7) ? chance.pick(words) : anyPlain(chance);
    return { what: `set ${path.join("/")}`, document: set(value), gone: isScalar ? [] : [path] };
  }
  if (Array.isArray(old)) return listEdit(chance, old, { path, set });
  return mapEdit(chance, old as ReadonlyMap<string, Plain>, { path, set });
}

interface Around {
  readonly path: Path;
  readonly set: (value: Plain) => ReadonlyMap<string, Plain>;
}

function listEdit(chance: Random, old: readonly Plain[], { path, set }: Around): DocumentEdit | undefined {
  const items = [...old];
  const roll = chance.int(0, 3);
  const name = path.join("/");
  if (roll <= 1 || items.length === 0) {
    items.splice(chance.int(0, items.length), 0, anyPlain(chance, 1));
    return { what: `insert into ${name}`, document: set(items), gone: [] };
  }
  const index = chance.int(0, items.length - 1);
  const [taken = null] = items.splice(index, 1);
  const same = old.flatMap((item, i) => (Bun.deepEquals(item, taken) ? [[...path, i]] : []));
  if (roll === 2) return { what: `remove ${name}/${index}`, document: set(items), gone: same };
  items.splice(chance.int(0, items.length), 0, taken);
  return { what: `move ${name}/${index}`, document: set(items), gone: [] };
}

function mapEdit(
  chance: Random,
  old: ReadonlyMap<string, Plain>,
  { path, set }: Around,
): DocumentEdit | undefined {
  const entries = [...old];
  const name = path.join("/");
  const roll = chance.int(0, 4);
  if (roll <= 1 || entries.length === 0) {
    const key = chance.pick(keys) + (chance.chance(0.5) ? String(chance.int(0, 99)) : "");
    if (old.has(key)) return undefined;
    entries.splice(chance.int(0, entries.length), 0, [key, anyPlain(chance, 1)]);
    return { what: `add ${name}/${key}`, document: set(new Map(entries)), gone: [] };
  }
  const index = chance.int(0, entries.length - 1);
  const [key, value] = entries[index]!;
  if (roll === 2) {
    entries.splice(index, 1);
    return { what: `delete ${name}/${key}`, document: set(new Map(entries)), gone: [[...path, key]] };
  }
  if (roll === 3) {
    entries.splice(index, 1);
    entries.splice(chance.int(0, entries.length), 0, [key, value]);
    return { what: `move ${name}/${key}`, document: set(new Map(entries)), gone: [] };
  }
  const fresh = `renamed_${chance.int(0, 999)}`;
  if (old.has(fresh)) return undefined;
  entries[index] = [fresh, value];
  const isNode = path.length === 1 && path[0] === "nodes";
  return {
    what: `rename ${name}/${key}`,
    document: set(new Map(entries)),
    gone: isNode ? [] : [[...path, key]],
    ...(isNode ? { renames: { [key]: fresh } } : {}),
  };
}

function placesIn(value: Plain, path: Path): Path[] {
  if (value instanceof Map)
    return [path, ...[...value].flatMap(([key, each]) => placesIn(each, [...path, key]))];
  if (Array.isArray(value)) return [path, ...value.flatMap((each, i) => placesIn(each, [...path, i]))];
  return [path];
}

function at(value: Plain, path: Path): Plain {
  let found: Plain = value;
  for (const part of path) {
    found =
      found instanceof Map ? (found.get(String(part)) ?? null) : ((found as Plain[])[Number(part)] ?? null);
  }
  return found;
}

function put(value: Plain, [part, ...rest]: Path, added: Plain): Plain {
  if (part === undefined) return added;
  if (value instanceof Map) {
    return new Map([...value].map(([key, each]) => [key, key === part ? put(each, rest, added) : each]));
  }
  return (value as readonly Plain[]).map((each, i) => (i === part ? put(each, rest, added) : each));
}

/** A node's own comments, found by lines and not by the splicer's method. */
export function ownRanges(text: string, root: Tree, paths: readonly Path[]): (readonly [number, number])[] {
  return paths.flatMap((path) => {
    let tree: Tree = root;
    let row: Entry | Item | undefined;
    for (const part of path) {
      row = tree.kind === "map" ? tree.entries.find(({ name }) => name === part) : undefined;
      row ??= tree.kind === "list" ? tree.items[Number(part)] : undefined;
      if (row === undefined) return [];
      tree = row.value;
    }
    return row === undefined ? [] : [linesOf(text, row)];
  });
}

function linesOf(text: string, row: Entry | Item): readonly [number, number] {
  const end = Math.max(row.value.to, isEntry(row) ? row.key.to : row.from);
  const lines = text.split("\n");
  const lineAt = (offset: number): number => text.slice(0, offset).split("\n").length - 1;
  let first = lineAt(row.from);
  let last = lineAt(Math.max(row.from, text[end - 1] === "\n" ? end - 1 : end));
  const isComment = (line: string | undefined): boolean => /^\s*,?\s*#/.test(line ?? "");
  const column = row.from - (text.lastIndexOf("\n", row.from - 1) + 1);
  while (first > 0 && isComment(lines[first - 1])) first -= 1;
  const isDeeper = (line = ""): boolean => isComment(line) && line.length - line.trimStart().length > column;
  while (isDeeper(lines[last + 1])) last += 1;
  const start = (line: number): number => lines.slice(0, line).join("\n").length + (line === 0 ? 0 : 1);
  return [start(first), start(last + 1)];
}

export function treeIn(text: string): Tree {
  const { root } = compose(text, documentLimits);
  if (root === undefined) throw new Error(`no document: ${text}`);
  return root;
}
