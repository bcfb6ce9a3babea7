// Knowledge terms in Postgres: rows in parts, and a source that takes its passages and terms along.

import { and, inArray } from "drizzle-orm";
import { inParts } from "../knowledge-rows.ts";
import { isSource, type TermStatements } from "../operations/knowledge-in-store.ts";
import { all, first, run } from "../operations/work.ts";

export const termStatements: TermStatements = {
  *add({ db, tables: { knowledgeTerms } }, sliceKey, terms) {
    const rows = terms.map(([term, postings]) => ({ ...sliceKey, term, postings: Buffer.from(postings) }));
    for (const part of inParts(rows)) yield* run(db.insert(knowledgeTerms).values(part));
  },
  *find({ db, tables: { knowledgeTerms } }, sourceIds, terms) {
    if (sourceIds.length === 0 || terms.length === 0) return [];
    const { sourceId, slice, term, postings } = knowledgeTerms;
    const isWanted = and(inArray(sourceId, [...sourceIds]), inArray(term, [...terms]));
    return yield* all(db.select({ sourceId, slice, term, postings }).from(knowledgeTerms).where(isWanted));
  },
  *remove({ db, tables }, key) {
    const { id } = tables.knowledgeSources;
    const gone = db.delete(tables.knowledgeSources).where(isSource(tables, key)).returning({ id });
    return (yield* first(gone)) === undefined ? "missing" : "gone";
  },
};
