// Text splicer: gives a YAML document another value by the smallest edits of its text. Unchanged parts keep their
// text, with comments, order and style. Pure, so that an editor's page can preview a change.

import type { Path } from "./problem.ts";
import { compose, type ParsedYaml } from "./composer.ts";
import { TreeDiff } from "./tree-diff.ts";
import { applyEdits, type TextEdit } from "./text-edit.ts";
import { blockLines, flowText } from "./yaml-writer.ts";
import { Fingerprints, plainFrom } from "./same-document.ts";
import type { Plain, Tree } from "./yaml-tree.ts";

/** Old name → new name, for nodes. They apply at once, so that two nodes can swap names. */
export type Renames = Readonly<Record<string, string>>;

export interface SpliceResult {
  readonly text: string;
  /** True if the document was written anew without its comments, because no edits could give the wanted value. */
  readonly rewritten: boolean;
}

/** As deep as JSON bodies may be, so that every stored document can be edited; sized so that reading stays fast. */
export const documentLimits = { tokensMax: 120_000, depthMax: 64 };

/**
 * The edits that give a document the wanted value, which is a JSON object, or a Map if the order of keys matters.
 * Offsets refer to the old text, in order, without overlaps. Undefined if no edits can do it.
 *
 * @internal For an editor's page, which shows what a change does before it is made.
 */
export function editsFor(
  text: string,
  wanted: unknown,
  renames: Renames = {},
): readonly TextEdit[] | undefined {
  return editsBy(text, plainFrom(wanted), { renamed: keysOf(renames), read });
}

export interface RenamedKey {
  /** Path before the renaming; its last part is the old name. */
  readonly path: Path;
  readonly to: string;
}

export interface SpliceOrder {
  readonly renamed: readonly RenamedKey[];
  /** Reader of an editor, which caches the texts that it wrote last. */
  readonly read: (text: string) => ParsedYaml;
}

function keysOf(renames: Renames): readonly RenamedKey[] {
  return Object.entries(renames).map(([old, to]) => ({ path: ["nodes", old], to }));
}

function read(text: string): ParsedYaml {
  return compose(text, documentLimits);
}

function editsBy(
  text: string,
  wanted: Plain,
  { renamed, read }: SpliceOrder,
): readonly TextEdit[] | undefined {
  const { root } = read(text);
  if (root === undefined || !(wanted instanceof Map)) return undefined;
  const names = namesIn(root, renamed);
  for (const { prints, literals, words } of strategies) {
    const edits = new TreeDiff(text, { prints, names, literals, words }).edits(root, wanted);
    // Anchors are shared and YAML has many special cases, so edits count only if the result reads back as wanted.
    if (means(read(applyEdits(text, edits)), wanted)) return edits;
  }
  return undefined;
}

/** Old name → new name, by the map that contains the keys. */
function namesIn(root: Tree, renamed: readonly RenamedKey[]): ReadonlyMap<Tree, ReadonlyMap<string, string>> {
  const names = new Map<Tree, Map<string, string>>();
  for (const { path, to } of renamed) {
    const holder = treeAt(root, path.slice(0, -1));
    if (holder === undefined) continue;
    const newNames = names.get(holder) ?? new Map<string, string>();
    names.set(holder, newNames.set(String(path.at(-1)), to));
  }
  return names;
}

function treeAt(root: Tree, path: Path): Tree | undefined {
  let tree: Tree | undefined = root;
  for (const part of path) {
    if (tree?.kind === "map") tree = tree.entries.find(({ name }) => name === part)?.value;
    else tree = tree?.kind === "list" ? tree.items[Number(part)]?.value : undefined;
  }
  return tree;
}

const asMeant = new Fingerprints({ aliases: true });
const writtenOut = new Fingerprints({ aliases: false });

/** Strategies from the smallest edits to the coarsest; one whose result differs from the wanted value is skipped. */
const strategies = [
  { prints: asMeant, literals: true, words: true },
  { prints: asMeant, literals: true, words: false },
  { prints: asMeant, literals: false, words: false },
  { prints: writtenOut, literals: false, words: false },
];

/** The text of a document with another value; written anew if no edits can give it that value. */
export function splice(text: string, wanted: unknown, renames: Renames = {}): SpliceResult {
  return spliceBy(text, plainFrom(wanted), { renamed: keysOf(renames), read });
}

export function spliceBy(text: string, wanted: Plain, splicing: SpliceOrder): SpliceResult {
  const edits = editsBy(text, wanted, splicing);
  if (edits !== undefined) return { text: applyEdits(text, edits), rewritten: false };
  const { tokens } = splicing.read(text);
  return { text: freshText(wanted), rewritten: tokens.some(({ type }) => type === "comment") };
}

/** The text of a document that is written anew. */
function freshText(value: Plain): string {
  const lines = blockLines(value, { step: 2, literals: true, column: 0 });
  return lines.length === 0 ? `${flowText(value)}\n` : `${lines.join("\n")}\n`;
}

function means({ root }: ParsedYaml, wanted: Plain): boolean {
  return root !== undefined && asMeant.ofTree(root) === asMeant.of(wanted);
}
