// Which comment is about what, for readers that see the document and not its text.

import { pointerOf, type Path } from "../problem.ts";
import type { Piece } from "./pieces.ts";
import { lineStart, nextLine } from "./rows.ts";
import type { Tree } from "./tree.ts";

interface Spot {
  readonly path: Path;
  readonly from: number;
  readonly to: number;
}

/** By JSON pointer, without the `#`; several about one thing are lines of one text. */
export function commentsOf(text: string, root: Tree, pieces: readonly Piece[]): ReadonlyMap<string, string> {
  const spots = spotsIn(root, []);
  const firstOfLine = new Map<number, Spot>();
  const lastOfLine = new Map<number, Spot>();
  for (const spot of spots) {
    const line = lineStart(text, spot.from);
    if (!firstOfLine.has(line)) firstOfLine.set(line, spot);
    const end = lineStart(text, Math.max(spot.from, spot.to - 1));
    if (!lastOfLine.has(end)) lastOfLine.set(end, spot);
  }
  const found = new Map<string, string>();
  for (const { type, from, to } of pieces) {
    if (type !== "comment") continue;
    const line = lineStart(text, from);
    const isBehind = text.slice(line, from).trim() !== "";
    const spot = isBehind
      ? (firstOfLine.get(line) ?? lastOfLine.get(line))
      : firstOfLine.get(lineBelow(text, from));
    const pointer = pointerOf(spot?.path ?? []);
    const words = text.slice(from, to).replace(/^#+ ?/, "").trimEnd();
    const known = found.get(pointer);
    found.set(pointer, known === undefined ? words : `${known}\n${words}`);
  }
  return found;
}

/** The first line below that is no comment; an empty one says that the comment stands for itself. */
function lineBelow(text: string, offset: number): number {
  let at = nextLine(text, offset);
  while (at < text.length && text.slice(at, nextLine(text, at)).trimStart().startsWith("#"))
    at = nextLine(text, at);
  return at;
}

/** What is above comes before what is in it. */
function spotsIn(tree: Tree, path: Path): Spot[] {
  if (tree.kind === "map") {
    return tree.entries.flatMap(({ name, from, value }) => {
      const to = Math.max(from, value.to);
      return [{ path: [...path, name], from, to }, ...spotsIn(value, [...path, name])];
    });
  }
  if (tree.kind !== "list") return [];
  return tree.items.flatMap(({ from, value }, i) => [
    { path: [...path, i], from, to: Math.max(from, value.to) },
    ...spotsIn(value, [...path, i]),
  ]);
}
