// Text edits: changes of a text as data, which an editor's page shows and a server applies.

/** Replaces the range `from` to `to` of the old text, in UTF-16 units; an empty range inserts. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Edits ordered by position; at the same position insertions come before replacements. */
export function inOrder(edits: readonly TextEdit[]): readonly TextEdit[] {
  return edits
    .filter(({ from, to, text }) => from !== to || text !== "")
    .toSorted((a, b) => a.from - b.from || Number(a.to > a.from) - Number(b.to > b.from));
}

/** Applies edits, which must be in order and free of overlaps. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { from, to, text: added } of edits) {
    parts.push(text.slice(done, from), added);
    done = to;
  }
  return parts.join("") + text.slice(done);
}
