// Three-way merge: joins two changed versions of a text line by line.

import { diff3Merge } from "node-diff3";

export type MergeResult =
  | { readonly text: string }
  /** Lines that both changed, as line numbers of `mine` from 1. */
  | { readonly conflicts: readonly number[] };

/** A diff3 merge by lines; `mine` and `theirs` both derive from `base`. */
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
