// Knowledge: sources of bases with their passages and terms.

import { and, asc, count, countDistinct, eq, inArray, or, sql, sum } from "drizzle-orm";
import { inParts, postingsOf, shownSource, sliceBytes } from "../knowledge-rows.ts";
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
import { lockAccount } from "./own-rows.ts";
import { all, type Executor, first, run, type Tables, type Tx, type Work } from "./work.ts";

/** Terms are thousands of rows, for which each store has its own fast way. */
export interface TermStatements {
  add(tx: Tx, slice: { readonly sourceId: string; readonly slice: number }, terms: Terms): Work<void>;
  /** No places without sources or terms. */
  find(tx: Tx, sourceIds: readonly string[], terms: readonly string[]): Work<BasePostings["rows"]>;
  /** Deletes a source, or a part of it. */
  remove(tx: Tx, key: SourceKey): Work<"missing" | "more" | "gone">;
}

type Terms = PassageSlice["terms"];

export function knowledgeIn(executor: Executor, statements: TermStatements): KnowledgeStore {
  const { execute, readAtOnce, transact, transactLive, erase } = executor;
  return {
    begin: ({ at, ...source }, limits) =>
      transact(function* (tx) {
        yield* lockAccount(tx, source.accountId);
        const over = yield* overLimit(tx, source, limits);
        const row = { ...source, createdAt: at };
        if (over === undefined) yield* run(tx.db.insert(tx.tables.knowledgeSources).values(row));
        return over;
      }),
    // Parts do not count before the end, which waits for the disk.
    extend: (key, slice) => transactLive((tx) => extend(tx, key, { ...slice, statements })),
    finish: (key) =>
      execute(function* ({ db, tables }) {
        const rows = db.update(tables.knowledgeSources).set({ isReady: true }).where(isSource(tables, key));
        const done = yield* first(rows.returning());
        return done === undefined ? undefined : shownSource(done);
      }),
    list: (accountId, base) =>
      execute(function* ({ db, tables }) {
        const { knowledgeSources } = tables;
        const { createdAt, id } = knowledgeSources;
        const rows = db.select().from(knowledgeSources).where(isOfBase(tables, { accountId, base }));
        return (yield* all(rows.orderBy(asc(createdAt), asc(id)))).map(shownSource);
      }),
    remove: (key) => erase((tx) => statements.remove(tx, key)),
    // Reads at one moment, because the sizes belong to the terms.
    postings: (of, terms) =>
      readAtOnce(function* (tx) {
        const { knowledgeSources } = tx.tables;
        const { id, passages, terms: number, isReady } = knowledgeSources;
        const isSearched = and(isOfBase(tx.tables, of), isNamed(tx.tables, of), eq(isReady, true));
        const rows = tx.db.select({ id, passages, terms: number }).from(knowledgeSources);
        const sources = yield* all(rows.where(isSearched));
        const ids = sources.map((source) => source.id);
        return postingsOf(sources, yield* statements.find(tx, ids, terms));
      }),
    async passages(accountId, places) {
      return places.length === 0 ? [] : execute((tx) => passagesAt(tx, accountId, places));
    },
  };
}

/** False if the source was removed meanwhile. */
function* extend(
  tx: Tx,
  key: SourceKey,
  part: PassageSlice & { readonly statements: TermStatements },
): Work<boolean> {
  const { db, tables } = tx;
  const { knowledgeSources: sources, knowledgePassages } = tables;
  const { slice, from = 0, passages, terms, termCount } = part;
  const set = {
    terms: sql`${sources.terms} + ${termCount}`,
    bytes: sql`${sources.bytes} + ${sliceBytes(part)}`,
  };
  const changed = db.update(sources).set(set).where(isSource(tables, key));
  if ((yield* first(changed.returning({ id: sources.id }))) === undefined) return false;
  const sliceKey = { sourceId: key.id, slice };
  const rows = passages.map((passage, at) => ({ ...sliceKey, place: from + at, ...passage }));
  for (const part of inParts(rows)) yield* run(db.insert(knowledgePassages).values(part));
  yield* part.statements.add(tx, sliceKey, terms);
  return true;
}

function* passagesAt({ db, tables }: Tx, accountId: string, places: readonly PassagePlace[]) {
  const { knowledgeSources, knowledgePassages } = tables;
  const { sourceId, slice, place, title, text, questions } = knowledgePassages;
  const isWanted = or(
    ...places.map((one) => and(eq(sourceId, one.sourceId), eq(slice, one.slice), eq(place, one.place))),
  );
  const rows = yield* all(
    db
      .select({ sourceId, slice, place, passage: { title, text, questions } })
      .from(knowledgePassages)
      .innerJoin(knowledgeSources, eq(knowledgeSources.id, sourceId))
      .where(and(eq(knowledgeSources.accountId, accountId), isWanted)),
  );
  const isAt = (row: PassagePlace, one: PassagePlace): boolean =>
    row.sourceId === one.sourceId && row.slice === one.slice && row.place === one.place;
  return places.flatMap((one) => rows.find((row) => isAt(row, one)) ?? []);
}

function* overLimit(
  { db, tables }: Tx,
  { accountId, base, passages }: Omit<NewSource, "at">,
  limits: SourceLimits,
): Work<keyof SourceLimits | undefined> {
  const { knowledgeSources } = tables;
  const sums = {
    bases: countDistinct(knowledgeSources.base),
    passages: sum(knowledgeSources.passages).mapWith(Number),
  };
  const isOwn = eq(knowledgeSources.accountId, accountId);
  const total = yield* first(db.select(sums).from(knowledgeSources).where(isOwn));
  const ofBase = isOfBase(tables, { accountId, base });
  const row = yield* first(db.select({ sources: count() }).from(knowledgeSources).where(ofBase));
  const sources = row?.sources ?? 0;
  if (sources >= limits.sourcesMax) return "sourcesMax";
  if (sources === 0 && (total?.bases ?? 0) >= limits.basesMax) return "basesMax";
  return (total?.passages ?? 0) + passages > limits.passagesMax ? "passagesMax" : undefined;
}

function isOfBase(
  { knowledgeSources }: Tables,
  { accountId, base }: { readonly accountId: string; readonly base: string | undefined },
) {
  const isOwn = eq(knowledgeSources.accountId, accountId);
  return base === undefined ? isOwn : and(isOwn, eq(knowledgeSources.base, base));
}

function isNamed({ knowledgeSources: { url, title } }: Tables, { sources }: SearchedSources) {
  return sources === undefined ? undefined : inArray(sql`coalesce(${url}, ${title})`, [...sources]);
}

export function isSource(tables: Tables, { accountId, base, id }: SourceKey) {
  return and(isOfBase(tables, { accountId, base }), eq(tables.knowledgeSources.id, id));
}
