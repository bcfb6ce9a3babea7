// Comment finder: which YAML comment belongs to which part of the document, for readers of the data without its text.

import { pointerOf, type Path } from "./problem.ts";
import type { YamlToken } from "./yaml-tokens.ts";
import { LineIndex } from "./positions.ts";
import type { Tree } from "./yaml-tree.ts";

interface CommentTarget {
  readonly path: Path;
  readonly from: number;
  readonly to: number;
}

/** Comments by JSON pointer, without the `#`; several comments on one value are lines of one text. */
export function commentsOf(
  text: string,
  root: Tree,
  tokens: readonly YamlToken[],
): ReadonlyMap<string, string> {
  const lines = new LineIndex(text);
  const firstOfLine = new Map<number, CommentTarget>();
  const lastOfLine = new Map<number, CommentTarget>();
  for (const spot of targetsIn(root, [])) {
    const { line, endLine } = lines.rangeOf(spot.from, Math.max(spot.from, spot.to - 1));
    if (!firstOfLine.has(line)) firstOfLine.set(line, spot);
    if (!lastOfLine.has(endLine)) lastOfLine.set(endLine, spot);
  }
  const comments = tokens.filter(({ type }) => type === "comment");
  const ownLines = new Set<number>();
  const places = comments.map(({ from, to }) => {
    const { line, column } = lines.rangeOf(from, to);
    const isBehind = text.slice(from - (column - 1), from).trim() !== "";
    if (!isBehind) ownLines.add(line);
    return { line, isBehind, words: text.slice(from, to).replace(/^#+ ?/, "").trimEnd() };
  });
  const wordsByPointer = new Map<string, string>();
  for (const { line, isBehind, words } of places) {
    let below = line;
    while (!isBehind && ownLines.has(below)) below += 1;
    const spot = firstOfLine.get(below) ?? (isBehind ? lastOfLine.get(line) : undefined);
    const pointer = pointerOf(spot?.path ?? []);
    const earlier = wordsByPointer.get(pointer);
    wordsByPointer.set(pointer, earlier === undefined ? words : `${earlier}\n${words}`);
  }
  return wordsByPointer;
}

/** All values of a tree that can have comments, parents before children. */
function targetsIn(tree: Tree, path: Path): CommentTarget[] {
  if (tree.kind === "map") {
    return tree.entries.flatMap(({ name, from, value }) => {
      const to = Math.max(from, value.to);
      return [{ path: [...path, name], from, to }, ...targetsIn(value, [...path, name])];
    });
  }
  if (tree.kind !== "list") return [];
  return tree.items.flatMap(({ from, value }, i) => [
    { path: [...path, i], from, to: Math.max(from, value.to) },
    ...targetsIn(value, [...path, i]),
  ]);
}
