// Parsed text cache: parses the YAML once for each text, with source positions. While a text cannot be parsed, the
// last result stays.

import { type Fields, isFields } from "../../../src/flow/author/edit/data-at-path.ts";
import { compose } from "../../../src/flow/language/source/composer.ts";
import { documentLimits } from "../../../src/flow/language/source/splice.ts";
import { type MapTree, plainOf, type Tree } from "../../../src/flow/language/source/yaml-tree.ts";

export interface ParsedText {
  /** The text that it was read from: older than the present one when `isCurrent` is false. */
  readonly text: string;
  readonly tree: MapTree | undefined;
  readonly document: Fields;
  readonly isCurrent: boolean;
}

let asked: string | undefined;
let last: ParsedText = { text: "", tree: undefined, document: new Map(), isCurrent: true };

/** Parse result; the same object for the same text. */
export function parsedTextOf(text: string): ParsedText {
  if (text === asked) return last;
  asked = text;
  last = parse(text) ?? { ...last, isCurrent: false };
  return last;
}

function parse(text: string): ParsedText | undefined {
  if (text.trim() === "") return { text, tree: undefined, document: new Map(), isCurrent: true };
  const { root } = compose(text, documentLimits);
  if (root?.kind !== "map") return undefined;
  const document = plainOf(root);
  return isFields(document) ? { text, tree: root, document, isCurrent: true } : undefined;
}

/** The syntax tree at a path; undefined when there is none. YAML aliases are not followed. */
export function treeAt(tree: Tree | undefined, path: readonly (string | number)[]): Tree | undefined {
  let subtree = tree;
  for (const part of path) {
    if (subtree?.kind === "map") subtree = subtree.entries.find(({ name }) => name === part)?.value;
    else if (subtree?.kind === "list") subtree = subtree.items[Number(part)]?.value;
    else return undefined;
  }
  return subtree;
}
