// Knowledge in Postgres: sources of bases with their passages and terms.

import { and, asc, count, countDistinct, eq, inArray, or, sql, sum } from "drizzle-orm";
import type {
  BasePostings,
  KnowledgeStore,
  NewSource,
  PassagePlace,
  PassageSlice,
  SearchedSources,
  SourceKey,
  SourceLimits,
} from "../port/knowledge-store.ts";
import { inParts, postingsOf, shownSource, sliceBytes } from "../knowledge-rows.ts";
import { lockAccount } from "./own-rows-in-postgres.ts";
import type { Connections, Db } from "./postgres-connections.ts";
import { knowledgePassages, knowledgeSources, knowledgeTerms } from "./postgres-tables.ts";

export function knowledgeIn(pg: Connections): KnowledgeStore {
  return {
    begin: ({ at, ...source }, limits) =>
      pg.transact(async (tx) => {
        await lockAccount(tx, source.accountId);
        const over = await overLimit(tx, source, limits);
        if (over === undefined) await tx.insert(knowledgeSources).values({ ...source, createdAt: at });
        return over;
      }),
    extend: (key, slice) => pg.transact((tx) => extend(tx, key, slice)),
    async finish(key) {
      const [done] = await pg.run((db) =>
        db.update(knowledgeSources).set({ isReady: true }).where(isSource(key)).returning(),
      );
      return done === undefined ? undefined : shownSource(done);
    },
    async list(accountId, base) {
      const rows = await pg.run((db) =>
        db
          .select()
          .from(knowledgeSources)
          .where(ofBase({ accountId, base }))
          .orderBy(asc(knowledgeSources.createdAt), asc(knowledgeSources.id)),
      );
      return rows.map(shownSource);
    },
    async remove(key) {
      const gone = await pg.run((db) =>
        db.delete(knowledgeSources).where(isSource(key)).returning({ id: knowledgeSources.id }),
      );
      return gone.length === 0 ? "missing" : "gone";
    },
    // In one transaction: the sizes belong to the terms.
    postings: (of, terms) => pg.readAtOnce((tx) => postingsIn(tx, of, terms)),
    passages: (accountId, places) =>
      places.length === 0 ? Promise.resolve([]) : pg.run((db) => passagesAt(db, accountId, places)),
  };
}

/** False if it was removed meanwhile. */
async function extend(tx: Db, key: SourceKey, part: PassageSlice): Promise<boolean> {
  const { slice, from = 0, passages, terms, termCount } = part;
  const { terms: termsColumn, bytes } = knowledgeSources;
  const changed = await tx
    .update(knowledgeSources)
    .set({ terms: sql`${termsColumn} + ${termCount}`, bytes: sql`${bytes} + ${sliceBytes(part)}::bigint` })
    .where(isSource(key))
    .returning({ id: knowledgeSources.id });
  if (changed.length === 0) return false;
  const sliceKey = { sourceId: key.id, slice };
  for (const part of inParts(passages.map((passage, at) => ({ ...sliceKey, place: from + at, ...passage }))))
    await tx.insert(knowledgePassages).values(part);
  const rows = terms.map(([term, postings]) => ({ ...sliceKey, term, postings: Buffer.from(postings) }));
  for (const part of inParts(rows)) await tx.insert(knowledgeTerms).values(part);
  return true;
}

async function postingsIn(tx: Db, of: SearchedSources, terms: readonly string[]): Promise<BasePostings> {
  const sources = await tx
    .select({ id: knowledgeSources.id, passages: knowledgeSources.passages, terms: knowledgeSources.terms })
    .from(knowledgeSources)
    .where(and(ofBase(of), isNamed(of), eq(knowledgeSources.isReady, true)));
  const ids = sources.map(({ id }) => id);
  if (ids.length === 0 || terms.length === 0) return postingsOf(sources, []);
  const { sourceId, slice, term, postings } = knowledgeTerms;
  const rows = await tx
    .select({ sourceId, slice, term, postings })
    .from(knowledgeTerms)
    .where(and(inArray(sourceId, ids), inArray(term, [...terms])));
  return postingsOf(sources, rows);
}

async function passagesAt(db: Db, accountId: string, places: readonly PassagePlace[]) {
  const { sourceId, slice, place, title, text, questions } = knowledgePassages;
  const isWanted = or(
    ...places.map((one) => and(eq(sourceId, one.sourceId), eq(slice, one.slice), eq(place, one.place))),
  );
  const rows = await db
    .select({ sourceId, slice, place, passage: { title, text, questions } })
    .from(knowledgePassages)
    .innerJoin(knowledgeSources, eq(knowledgeSources.id, sourceId))
    .where(and(eq(knowledgeSources.accountId, accountId), isWanted));
  const isAt = (row: PassagePlace, one: PassagePlace): boolean =>
    row.sourceId === one.sourceId && row.slice === one.slice && row.place === one.place;
  return places.flatMap((one) => rows.find((row) => isAt(row, one)) ?? []);
}

async function overLimit(
  tx: Db,
  { accountId, base, passages }: Omit<NewSource, "at">,
  limits: SourceLimits,
): Promise<keyof SourceLimits | undefined> {
  const [all] = await tx
    .select({ bases: countDistinct(knowledgeSources.base), passages: sum(knowledgeSources.passages) })
    .from(knowledgeSources)
    .where(eq(knowledgeSources.accountId, accountId));
  const [row] = await tx
    .select({ sources: count() })
    .from(knowledgeSources)
    .where(ofBase({ accountId, base }));
  const sources = row?.sources ?? 0;
  if (sources >= limits.sourcesMax) return "sourcesMax";
  if (sources === 0 && (all?.bases ?? 0) >= limits.basesMax) return "basesMax";
  return Number(all?.passages ?? 0) + passages > limits.passagesMax ? "passagesMax" : undefined;
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
