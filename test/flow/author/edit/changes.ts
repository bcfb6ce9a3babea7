// Document differences: differences between two documents, and the lines of the text that may change. The editor
// computes them in another manner, so that each finds the other's mistakes.

import { yamlTokensOf } from "../../../../src/flow/language/source/yaml-tokens.ts";
import { documentLimits } from "../../../../src/flow/language/source/splice.ts";
import { type Plain, type Tree } from "../../../../src/flow/language/source/yaml-tree.ts";
import { ownRanges, type Path } from "../../../support/fuzz/document-edit.ts";
import { type Fields, type Moment, pointerTo } from "./flows.ts";

const ordered = new Set(["nodes", "variables", "goto", "exits", "set", "save", "options"]);

/** The smallest parts that differ, as pointers; a list of another length differs as a whole. */
export function changes(
  before: Plain | undefined,
  after: Plain | undefined,
  parts: readonly string[] = [],
): string[] {
  if (before instanceof Map && after instanceof Map) {
    const [old, now] = [before as Fields, after as Fields];
    const common = [...old.keys()].filter((key) => now.has(key));
    const order = [...now.keys()].filter((key) => old.has(key));
    const isOrdered = ordered.has(parts.at(-1) ?? "") && !common.some((key) => /^\d+$/.test(key));
    const isMoved = isOrdered && common.join("\n") !== order.join("\n");
    return [
      ...(isMoved ? [`${pointerTo(parts)}#order`] : []),
      ...[...new Set([...old.keys(), ...now.keys()])].flatMap((key) =>
        changes(old.get(key), now.get(key), [...parts, key]),
      ),
    ];
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return (before as readonly Plain[]).flatMap((each, i) =>
      changes(each, after[i] as Plain, [...parts, String(i)]),
    );
  }
  return Bun.deepEquals(before, after) ? [] : [pointerTo(parts)];
}

/** Rows of the old document that are gone or changed, and the ranges of the text that may differ because of it. */
interface Touched {
  readonly gone: Path[];
  readonly ranges: (readonly [from: number, to: number])[];
}

interface Touching {
  readonly path: Path;
  /** Start of the key or the dash: the new text may begin behind it. */
  readonly from: number;
  readonly isItem: boolean;
  readonly touched: Touched;
}

function touch(tree: Tree, after: Plain, { path, from, isItem, touched }: Touching): void {
  const whole = [Math.min(from, tree.start), Math.max(tree.to, tree.start + 1)] as const;
  if (tree.kind === "map" && after instanceof Map) {
    const now = after as Fields;
    const isLeft = tree.entries.some(({ name }) => now.has(name));
    const isSame = now.size === tree.entries.length && tree.entries.every(({ name }) => now.has(name));
    // Another key may be the first one behind a dash.
    if (!isSame && (!isLeft || isItem || tree.style !== "block")) touched.ranges.push(whole);
    for (const { name, value, from: start } of tree.entries) {
      const wanted = now.get(name);
      const own = [...path, name];
      if (wanted === undefined) touched.gone.push(own);
      else touch(value, wanted, { path: own, from: start, isItem: false, touched });
    }
    return;
  }
  if (tree.kind === "list" && Array.isArray(after))
    return touchList(tree, after, { path, from, isItem, touched });
  if (Bun.deepEquals(after, plainAt(tree))) return;
  touched.ranges.push(whole);
  if (tree.kind !== "scalar") touched.gone.push(path);
}

function touchList(
  tree: Tree & { readonly kind: "list" },
  after: readonly Plain[],
  { path, from, isItem, touched }: Touching,
): void {
  const items = tree.items.map(({ value }) => plainAt(value));
  const whole = [Math.min(from, tree.start), Math.max(tree.to, tree.start + 1)] as const;
  if (items.length === after.length && items.length > 0) {
    // Another item may be the first one behind a dash, and bring the comments above it along.
    if (isItem && !Bun.deepEquals(items[0], after[0])) touched.ranges.push(whole);
    tree.items.forEach(({ value, from: dash }, i) =>
      touch(value, after[i]!, { path: [...path, i], from: dash, isItem: true, touched }),
    );
    return;
  }
  const left = items.map((item) => after.some((each) => Bun.deepEquals(each, item)));
  if (isItem || tree.style === "flow" || !left.includes(true)) {
    touched.ranges.push(whole);
  }
  const removed = items.length - after.length;
  for (const [i, item] of items.entries()) {
    const twins = items.filter((each) => Bun.deepEquals(each, item)).length;
    const stay = after.filter((each) => Bun.deepEquals(each, item)).length;
    if (removed > 0 && stay < twins) touched.gone.push([...path, i]);
  }
}

function plainAt(tree: Tree): Plain {
  if (tree.kind === "scalar") return tree.value;
  if (tree.kind === "map") return new Map(tree.entries.map(({ name, value }) => [name, plainAt(value)]));
  if (tree.kind === "list") return tree.items.map(({ value }) => plainAt(value));
  return tree.target === undefined ? null : plainAt(tree.target);
}

/** Damage to the new text other than a changed meaning; undefined if there is none. */
export function damage({ tree, document: { text: before } }: Moment, now: Moment): string | undefined {
  const after = now.document.text;
  if (tree === undefined) return undefined;
  const touched: Touched = { gone: [], ranges: [] };
  touch(tree, now.data, { path: [], from: tree.start, isItem: false, touched });
  const gone = ownRanges(before, tree, touched.gone);
  const lost = lostComments(before, after, gone);
  if (lost.length > 0) return `lost comments ${JSON.stringify(lost)}`;
  return lostLine(before, after, [...gone, ...touched.ranges]);
}

function lostLine(
  before: string,
  after: string,
  ranges: readonly (readonly [number, number])[],
): string | undefined {
  const now = new Map<string, number>();
  for (const line of after.split("\n")) now.set(line, (now.get(line) ?? 0) + 1);
  let offset = 0;
  for (const line of before.split("\n")) {
    const [from, to] = [offset, offset + line.length + 1];
    offset = to;
    if (line.trim() === "" || ranges.some((range) => range[0] < to && from < range[1])) continue;
    const count = now.get(line) ?? 0;
    if (count === 0) return `lost the line ${JSON.stringify(line)}`;
    now.set(line, count - 1);
  }
  return undefined;
}

function commentsIn(text: string): { readonly at: number; readonly words: string }[] {
  return yamlTokensOf(text, documentLimits)
    .tokens.filter(({ type }) => type === "comment")
    .map(({ from, to }) => ({ at: from, words: text.slice(from, to).trim() }));
}

/** Comments that are missing although the thing they describe still exists, and comments that no author wrote. */
function lostComments(text: string, next: string, own: readonly (readonly [number, number])[]): string[] {
  const count = (words: string, comments: readonly { readonly words: string }[]): number =>
    comments.filter((each) => each.words === words).length;
  const [before, after] = [commentsIn(text), commentsIn(next)];
  const mayGo = before.filter(({ at }) => own.some(([from, to]) => from <= at && at < to));
  return [...new Set([...before, ...after].map(({ words }) => words))].filter((words) => {
    const lost = count(words, before) - count(words, after);
    return lost < 0 || lost > count(words, mayGo);
  });
}

/** Damage by a renaming: only lines with the name may differ, and the comments in them may not. */
export function renameDamage(
  before: string,
  after: string,
  { old, to }: { old: string; to: string },
): string | undefined {
  const [lines, now] = [before.split("\n"), after.split("\n")];
  if (lines.length !== now.length) return `${lines.length} lines became ${now.length}`;
  const isOther = (line: string, i: number): boolean =>
    line !== now[i] && !(line.includes(old) && (now[i] ?? "").includes(to));
  const other = lines.findIndex(isOther);
  if (other >= 0) return `changed the line ${JSON.stringify(lines[other])} to ${JSON.stringify(now[other])}`;
  const lost = lostComments(before, after, []);
  return lost.length === 0 ? undefined : `lost comments ${JSON.stringify(lost)}`;
}
