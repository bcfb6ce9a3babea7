// Three-way merge: joins two changed versions of a text line by line.

import { diff3Merge } from "node-diff3";

export type MergeResult =
  | { readonly text: string }
  /** Both changed these lines: numbers of the first text, from 1. */
  | { readonly conflicts: readonly number[] };

/** `mine` and `theirs` both came from `base`. */
export function merge(
  mine: string,
  { base, theirs }: { readonly base: string; readonly theirs: string },
): MergeResult {
  const lines = (text: string): string[] => text.split("\n");
  const regions = diff3Merge(lines(mine), lines(base), lines(theirs), { excludeFalseConflicts: true });
  const conflicts = regions.flatMap(({ conflict }) => (conflict === undefined ? [] : [conflict.aIndex + 1]));
  if (conflicts.length > 0) return { conflicts };
  return { text: regions.flatMap(({ ok }) => ok ?? []).join("\n") };
}
