// The text of a document with another value in it, by the smallest edits: what stays the same stays the same text, with
// its comments, its order and its way of writing. Pure, so that an editor's page can show what a change would do.

import { compose, type Composed } from "./compose.ts";
import { Differ } from "./differ.ts";
import { applyEdits, type Edit } from "./edit.ts";
import { blockLines, flowText } from "./emit.ts";
import { Prints, plainFrom } from "./same.ts";
import type { Plain } from "./tree.ts";

/** Old name to new name, of nodes. All at once, so that two can swap. */
export type Renames = Readonly<Record<string, string>>;

export interface Spliced {
  readonly text: string;
  /** Comments were lost, because no edit could say what was wanted. */
  readonly rewritten: boolean;
}

/** As deep as bodies of JSON may be, so that what can be stored can be edited; as long as reading takes no time. */
export const documentLimits = { piecesMax: 120_000, depthMax: 64 };

/**
 * The edits that make a document mean what is wanted: a mapping as JSON has it, or a Map that keeps its keys in order.
 * Offsets are of the old text, in order, without overlaps. Undefined when no edits can do it.
 *
 * @internal For an editor's page, which shows what a change does before it is made.
 */
export function editsFor(text: string, wanted: unknown, renames: Renames = {}): readonly Edit[] | undefined {
  return editsBy(text, wanted, { renames, read });
}

export interface Splicing {
  readonly renames: Renames;
  /** Of an editor, which knows the texts already that it wrote last. */
  readonly read: (text: string) => Composed;
}

function read(text: string): Composed {
  return compose(text, documentLimits);
}

function editsBy(text: string, wanted: unknown, { renames, read }: Splicing): readonly Edit[] | undefined {
  const { root } = read(text);
  const value = plainFrom(wanted);
  if (root === undefined || !(value instanceof Map)) return undefined;
  for (const { aliases, literals } of ways) {
    const edits = new Differ(text, { prints: new Prints({ aliases }), renames, literals }).edits(root, value);
    // Anchors are shared, and YAML has more corners than we know: only what reads back as it was meant is taken.
    if (means(read(applyEdits(text, edits)), value)) return edits;
  }
  return undefined;
}

/** The nicest first. A way that leads elsewhere than wanted is not taken. */
const ways = [
  { aliases: true, literals: true },
  { aliases: true, literals: false },
  { aliases: false, literals: false },
];

export function splice(text: string, wanted: unknown, renames: Renames = {}): Spliced {
  return spliceBy(text, wanted, { renames, read });
}

export function spliceBy(text: string, wanted: unknown, splicing: Splicing): Spliced {
  const edits = editsBy(text, wanted, splicing);
  if (edits !== undefined) return { text: applyEdits(text, edits), rewritten: false };
  const { pieces } = splicing.read(text);
  return { text: freshText(wanted), rewritten: pieces.some(({ type }) => type === "comment") };
}

/** A document that nobody has written yet. */
function freshText(wanted: unknown): string {
  const value = plainFrom(wanted);
  const lines = blockLines(value, { step: 2, literals: true, column: 0 });
  return lines.length === 0 ? `${flowText(value)}\n` : `${lines.join("\n")}\n`;
}

function means({ root }: Composed, wanted: Plain): boolean {
  const prints = new Prints({ aliases: true });
  return root !== undefined && prints.ofTree(root) === prints.of(wanted);
}
