// Knowledge terms in the file: many rows as one JSON parameter. Thousands of rows written by drizzle take ten times as
// long.

import { sql } from "drizzle-orm";
import { isSource, type TermStatements } from "../operations/knowledge-in-store.ts";
import { first, rowsOf, run } from "../operations/work.ts";
import type { BasePostings } from "../port/knowledge-store.ts";

/** Number of terms for each transaction: about 3 ms, in which no call is served. */
const termsDeletedMax = 800;
const passagesDeletedMax = 100;

export const termStatements: TermStatements = {
  *add({ tables: { knowledgeTerms } }, { sourceId, slice }, terms) {
    const rows = terms.map(([term, postings]) => [term, Buffer.from(postings).toString("hex")]);
    yield* rowsOf(sql`insert into ${knowledgeTerms} (source_id, term, slice, postings)
      select ${sourceId}, value ->> 0, ${slice}, unhex(value ->> 1) from json_each(${JSON.stringify(rows)})`);
  },
  find: ({ tables: { knowledgeTerms } }, sourceIds, terms) =>
    rowsOf<BasePostings["rows"][number]>(sql`
      select t.source_id as sourceId, t.slice, t.term, t.postings
      from json_each(${JSON.stringify(sourceIds)}) source
      cross join json_each(${JSON.stringify(terms)}) word
      cross join ${knowledgeTerms} t on t.source_id = source.value and t.term = word.value`),
  /** Its terms are deleted first, then its passages, and with the last of them the source. */
  *remove({ db, tables }, key) {
    const { knowledgeSources, knowledgeTerms, knowledgePassages } = tables;
    const isIt = isSource(tables, key);
    const hidden = db.update(knowledgeSources).set({ isReady: false }).where(isIt);
    if ((yield* first(hidden.returning())) === undefined) return "missing";
    for (const [table, rowsMax] of [
      [knowledgeTerms, termsDeletedMax],
      [knowledgePassages, passagesDeletedMax],
    ] as const) {
      const rowIds = sql`select rowid from ${table} where ${table.sourceId} = ${key.id}`;
      yield* rowsOf(sql`delete from ${table} where rowid in (${rowIds} limit ${rowsMax})`);
      if ((yield* rowsOf(sql`${rowIds} limit 1`)).length > 0) return "more";
    }
    yield* run(db.delete(knowledgeSources).where(isIt));
    return "gone";
  },
};
