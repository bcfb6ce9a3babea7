// Knowledge rows: what sources of bases are as rows, which both databases write and read alike.

import type { BasePostings, StoredSource } from "./port/knowledge-store.ts";

/** Without whose it is. */
export function shownSource(row: StoredSource): StoredSource {
  const { base, id, kind, title, url, passages, isReady, createdAt } = row;
  return { base, id, kind, title, url, passages, isReady, createdAt };
}

/** Of sources that are searched together, with the rows that were found in them. */
export const postingsOf = (
  sources: readonly { readonly passages: number; readonly terms: number }[],
  rows: BasePostings["rows"],
): BasePostings => ({
  passages: sources.reduce((all, one) => all + one.passages, 0),
  terms: sources.reduce((all, one) => all + one.terms, 0),
  rows,
});

/** Rows in one statement, with far fewer parameters than either database takes. */
const rowsMax = 500;

export const inParts = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsMax) }, (_, at) =>
    rows.slice(at * rowsMax, (at + 1) * rowsMax),
  );
