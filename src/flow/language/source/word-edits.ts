// Word edits: changes some words of a YAML text where they stand, so that its lines, folds and escapes stay as
// written.

import type { TextEdit } from "./text-edit.ts";
import { alignmentOf } from "./positions.ts";
import type { ScalarTree } from "./yaml-tree.ts";

/** Words that need no quoting or escaping in any YAML style. */
const tame = /^[\p{L}\p{N}_]*$/u;

/**
 * The edits that turn a scalar into the wanted text; undefined if more than words differ, or a new word needs
 * quoting.
 */
export function wordEdits(text: string, scalar: ScalarTree, wanted: string): readonly TextEdit[] | undefined {
  const old = String(scalar.value);
  const [words, fresh] = [old, wanted].map((each) => each.split(/(\s+)/));
  if (words === undefined || words.length !== fresh?.length) return undefined;
  const offsets = alignmentOf(text, scalar);
  const edits: TextEdit[] = [];
  let at = 0;
  for (const [i, word] of words.entries()) {
    const now = fresh[i] ?? "";
    const edit = word === now ? undefined : coreEdit({ word, now, offsets, text, at });
    if (word !== now && edit === undefined) return undefined;
    if (edit !== undefined) edits.push(edit);
    at += word.length;
  }
  return edits;
}

interface Word {
  readonly word: string;
  readonly now: string;
  readonly offsets: readonly number[];
  readonly text: string;
  /** Offset of the word in the value, in UTF-16 units. */
  readonly at: number;
}

/** An edit of the differing part of a word; undefined if that part is written with escapes. */
function coreEdit({ word, now, offsets, text, at }: Word): TextEdit | undefined {
  const shorter = Math.min(word.length, now.length);
  let head = 0;
  while (head < shorter && word[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && word.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  // At least one old character must remain selected, to locate the edit in the text.
  if (head + tail === word.length) {
    if (head > 0) head -= 1;
    else if (tail > 0) tail -= 1;
  }
  const core = word.slice(head, word.length - tail);
  const added = now.slice(head, now.length - tail);
  const from = offsets[at + head];
  if (from === undefined || core === "" || !tame.test(core) || !tame.test(added)) return undefined;
  return text.slice(from, from + core.length) === core
    ? { from, to: from + core.length, text: added }
    : undefined;
}
