// Knowledge rows: sources of bases as rows, written and read alike by both databases.

import type { BasePostings, PassageSlice, StoredSource } from "./port/knowledge-store.ts";

/** Source without its owner. */
export function shownSource(row: StoredSource): StoredSource {
  const { base, id, kind, title, url, passages, isReady, createdAt } = row;
  return { base, id, kind, title, url, passages, isReady, createdAt };
}

/** Postings of sources that are searched together, from the matching rows. */
export const postingsOf = (
  sources: readonly { readonly passages: number; readonly terms: number }[],
  rows: BasePostings["rows"],
): BasePostings => ({
  passages: sources.reduce((all, one) => all + one.passages, 0),
  terms: sources.reduce((all, one) => all + one.terms, 0),
  rows,
});

/** Storage of a slice in its account's quota. */
export function sliceBytes({ passages, terms }: Pick<PassageSlice, "passages" | "terms">): number {
  const texts = passages.flatMap(({ title, text, questions }) => [
    title,
    text,
    ...(questions === null ? [] : [JSON.stringify(questions)]),
  ]);
  const ofTexts = texts.reduce((all, text) => all + Buffer.byteLength(text), 0);
  return terms.reduce((all, [term, postings]) => all + Buffer.byteLength(term) + postings.length, ofTexts);
}

/** Rows per statement, with far fewer parameters than either database takes. */
const rowsMax = 500;

export const inParts = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsMax) }, (_, at) =>
    rows.slice(at * rowsMax, (at + 1) * rowsMax),
  );
