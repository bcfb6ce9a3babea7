// Text splicer: gives a YAML document another value by the smallest edits of its text. What stays the same keeps its
// text, with comments, order and style. Pure, so that an editor's page can preview a change.

import type { Path } from "./problem.ts";
import { compose, type ParsedYaml } from "./composer.ts";
import { TreeDiff } from "./tree-diff.ts";
import { applyEdits, type TextEdit } from "./text-edit.ts";
import { blockLines, flowText } from "./yaml-writer.ts";
import { Fingerprints, plainFrom } from "./same-document.ts";
import type { Plain, Tree } from "./yaml-tree.ts";

/** Old name to new name, of nodes. All at once, so that two can swap. */
export type Renames = Readonly<Record<string, string>>;

export interface Spliced {
  readonly text: string;
  /** Comments were lost, because no edit could say what was wanted. */
  readonly rewritten: boolean;
}

/** As deep as bodies of JSON may be, so that what can be stored can be edited; as long as reading takes no time. */
export const documentLimits = { tokensMax: 120_000, depthMax: 64 };

/**
 * The edits that make a document mean what is wanted: a mapping as JSON has it, or a Map that keeps its keys in order.
 * Offsets are of the old text, in order, without overlaps. Undefined when no edits can do it.
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
  /** As it was; the old name is the last of it. */
  readonly path: Path;
  readonly to: string;
}

export interface Splicing {
  readonly renamed: readonly RenamedKey[];
  /** Of an editor, which knows the texts already that it wrote last. */
  readonly read: (text: string) => ParsedYaml;
}

function keysOf(renames: Renames): readonly RenamedKey[] {
  return Object.entries(renames).map(([old, to]) => ({ path: ["nodes", old], to }));
}

function read(text: string): ParsedYaml {
  return compose(text, documentLimits);
}

function editsBy(text: string, wanted: Plain, { renamed, read }: Splicing): readonly TextEdit[] | undefined {
  const { root } = read(text);
  if (root === undefined || !(wanted instanceof Map)) return undefined;
  const names = namesIn(root, renamed);
  for (const { prints, literals, words } of strategies) {
    const edits = new TreeDiff(text, { prints, names, literals, words }).edits(root, wanted);
    // Anchors are shared, and YAML has more corners than we know: only what reads back as it was meant is taken.
    if (means(read(applyEdits(text, edits)), wanted)) return edits;
  }
  return undefined;
}

/** Old names and new ones, by the map that they stand in. */
function namesIn(root: Tree, renamed: readonly RenamedKey[]): ReadonlyMap<Tree, ReadonlyMap<string, string>> {
  const names = new Map<Tree, Map<string, string>>();
  for (const { path, to } of renamed) {
    const holder = treeAt(root, path.slice(0, -1));
    if (holder === undefined) continue;
    const known = names.get(holder) ?? new Map<string, string>();
    names.set(holder, known.set(String(path.at(-1)), to));
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

/** The nicest first. A way that leads elsewhere than wanted is not taken. */
const strategies = [
  { prints: asMeant, literals: true, words: true },
  { prints: asMeant, literals: true, words: false },
  { prints: asMeant, literals: false, words: false },
  { prints: writtenOut, literals: false, words: false },
];

export function splice(text: string, wanted: unknown, renames: Renames = {}): Spliced {
  return spliceBy(text, plainFrom(wanted), { renamed: keysOf(renames), read });
}

export function spliceBy(text: string, wanted: Plain, splicing: Splicing): Spliced {
  const edits = editsBy(text, wanted, splicing);
  if (edits !== undefined) return { text: applyEdits(text, edits), rewritten: false };
  const { tokens } = splicing.read(text);
  return { text: freshText(wanted), rewritten: tokens.some(({ type }) => type === "comment") };
}

/** A document that nobody has written yet. */
function freshText(value: Plain): string {
  const lines = blockLines(value, { step: 2, literals: true, column: 0 });
  return lines.length === 0 ? `${flowText(value)}\n` : `${lines.join("\n")}\n`;
}

function means({ root }: ParsedYaml, wanted: Plain): boolean {
  return root !== undefined && asMeant.ofTree(root) === asMeant.of(wanted);
}
