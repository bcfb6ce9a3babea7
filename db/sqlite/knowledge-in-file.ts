// Knowledge in the file: sources of bases with their passages and terms.

import { and, asc, count, countDistinct, eq, inArray, sql, sum } from "drizzle-orm";
import type {
  BasePostings,
  KnowledgeStore,
  NewSource,
  PassagePlace,
  PassageSlice,
  SearchedSources,
  SourceKey,
  SourceLimits,
  StoredPassage,
} from "../port/knowledge-store.ts";
import type { DataFile, Db } from "../open-database.ts";
import { inParts, postingsOf, shownSource, sliceBytes } from "../knowledge-rows.ts";
import { knowledgePassages, knowledgeSources, knowledgeTerms } from "../schema.ts";
import { immediate } from "./immediate.ts";

/** Per transaction: about 3 ms, in which no call is served. */
const termsDeletedMax = 800;
const passagesDeletedMax = 100;

export function knowledgeIn({ durable: db, live, erase }: DataFile): KnowledgeStore {
  return {
    async begin({ at, ...source }, limits) {
      return db.transaction((tx) => {
        const over = overLimit(tx, source, limits);
        if (over === undefined)
          tx.insert(knowledgeSources)
            .values({ ...source, createdAt: at })
            .run();
        return over;
      }, immediate);
    },
    async extend(key, slice) {
      // Parts do not count before the end, which waits for the disk.
      return live.transaction((tx) => extend(tx, key, slice), immediate);
    },
    async finish(key) {
      const done = db.update(knowledgeSources).set({ isReady: true }).where(isSource(key)).returning().get();
      return done === undefined ? undefined : shownSource(done);
    },
    async list(accountId, base) {
      const rows = db
        .select()
        .from(knowledgeSources)
        .where(ofBase({ accountId, base }))
        .orderBy(asc(knowledgeSources.createdAt), asc(knowledgeSources.id))
        .all();
      return rows.map(shownSource);
    },
    async remove(key) {
      return erase((durable) => durable.transaction((tx) => removePart(tx, key), immediate));
    },
    async postings(of, terms) {
      // One transaction: the sizes belong to the terms.
      return db.transaction((tx) => postingsIn(tx, of, terms));
    },
    async passages(accountId, places) {
      return places.flatMap((place) => {
        const passage = passageAt(db, accountId, place);
        return passage === undefined ? [] : [{ ...place, passage }];
      });
    },
  };
}

/** False if it was removed meanwhile. */
function extend(tx: Db, key: SourceKey, part: PassageSlice): boolean {
  const { slice, from = 0, passages, terms, termCount } = part;
  const { terms: termsColumn, bytes } = knowledgeSources;
  const changed = tx
    .update(knowledgeSources)
    .set({ terms: sql`${termsColumn} + ${termCount}`, bytes: sql`${bytes} + ${sliceBytes(part)}` })
    .where(isSource(key))
    .returning({ id: knowledgeSources.id })
    .get();
  if (changed === undefined) return false;
  const sliceKey = { sourceId: key.id, slice };
  for (const part of inParts(passages.map((passage, at) => ({ ...sliceKey, place: from + at, ...passage }))))
    tx.insert(knowledgePassages).values(part).run();
  // One statement with one parameter: thousands of rows written by drizzle take ten times as long.
  const rows = JSON.stringify(terms.map(([term, postings]) => [term, Buffer.from(postings).toString("hex")]));
  tx.run(sql`insert into ${knowledgeTerms} (source_id, term, slice, postings)
    select ${key.id}, value ->> 0, ${slice}, unhex(value ->> 1) from json_each(${rows})`);
  return true;
}

type FoundRow = readonly [sourceId: string, slice: number, term: string, postings: Uint8Array];

function postingsIn(tx: Db, of: SearchedSources, terms: readonly string[]): BasePostings {
  const { id, passages, terms: number } = knowledgeSources;
  const sources = tx
    .select({ id, passages, terms: number })
    .from(knowledgeSources)
    .where(and(ofBase(of), isNamed(of), eq(knowledgeSources.isReady, true)))
    .all();
  const rows = tx.values<[...FoundRow]>(sql`
    select t.source_id, t.slice, t.term, t.postings
    from json_each(${JSON.stringify(sources.map((source) => source.id))}) source
    cross join json_each(${JSON.stringify(terms)}) word
    cross join ${knowledgeTerms} t on t.source_id = source.value and t.term = word.value`);
  return postingsOf(
    sources,
    rows.map(([sourceId, slice, term, postings]) => ({ sourceId, slice, term, postings })),
  );
}

function passageAt(db: Db, accountId: string, at: PassagePlace): StoredPassage | undefined {
  const { sourceId, slice, place, title, text, questions } = knowledgePassages;
  return db
    .select({ title, text, questions })
    .from(knowledgePassages)
    .innerJoin(knowledgeSources, eq(knowledgeSources.id, sourceId))
    .where(
      and(
        eq(knowledgeSources.accountId, accountId),
        eq(sourceId, at.sourceId),
        eq(slice, at.slice),
        eq(place, at.place),
      ),
    )
    .get();
}

function overLimit(
  tx: Db,
  { accountId, base, passages }: Omit<NewSource, "at">,
  limits: SourceLimits,
): keyof SourceLimits | undefined {
  const all = tx
    .select({ bases: countDistinct(knowledgeSources.base), passages: sum(knowledgeSources.passages) })
    .from(knowledgeSources)
    .where(eq(knowledgeSources.accountId, accountId))
    .get();
  const row = tx.select({ sources: count() }).from(knowledgeSources).where(ofBase({ accountId, base })).get();
  const sources = row?.sources ?? 0;
  if (sources >= limits.sourcesMax) return "sourcesMax";
  if (sources === 0 && (all?.bases ?? 0) >= limits.basesMax) return "basesMax";
  return Number(all?.passages ?? 0) + passages > limits.passagesMax ? "passagesMax" : undefined;
}

/** Its terms are deleted first, then its passages, and with the last of them the source. */
function removePart(tx: Db, key: SourceKey): "missing" | "more" | "gone" {
  const source = tx.update(knowledgeSources).set({ isReady: false }).where(isSource(key)).returning().get();
  if (source === undefined) return "missing";
  for (const [table, rowsMax] of [
    [knowledgeTerms, termsDeletedMax],
    [knowledgePassages, passagesDeletedMax],
  ] as const) {
    const rowIds = sql`select rowid from ${table} where ${table.sourceId} = ${key.id}`;
    tx.run(sql`delete from ${table} where rowid in (${rowIds} limit ${rowsMax})`);
    if (tx.get(sql`${rowIds} limit 1`) !== undefined) return "more";
  }
  tx.delete(knowledgeSources).where(isSource(key)).run();
  return "gone";
}

const ofBase = ({ accountId, base }: { accountId: string; base: string | undefined }) =>
  base === undefined
    ? eq(knowledgeSources.accountId, accountId)
    : and(eq(knowledgeSources.accountId, accountId), eq(knowledgeSources.base, base));

const isNamed = ({ sources }: Pick<SearchedSources, "sources">) =>
  sources === undefined
    ? undefined
    : inArray(sql`coalesce(${knowledgeSources.url}, ${knowledgeSources.title})`, [...sources]);

const isSource = ({ accountId, base, id }: SourceKey) =>
  and(ofBase({ accountId, base }), eq(knowledgeSources.id, id));
