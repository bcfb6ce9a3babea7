// Calls: searchable sessions, and the figures of days.

import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  type SQL,
  sql,
  type SQLWrapper,
} from "drizzle-orm";
import {
  choiceBesideWords,
  chosenIn,
  dayRows,
  fewCalls,
  flowFigures,
  searchedTerms,
  withTags,
} from "../ended-call.ts";
import type { CallChoice, CallPage, CallRow, CallStore } from "../port/call-store.ts";
import { all, type Executor, first, rowsOf, run, type Tables, type Tx, type Work } from "./work.ts";

export interface WordSearch {
  readonly terms: readonly string[];
  /** All calls that match the other filters, if there are few. */
  readonly few: readonly string[] | undefined;
}

/** Ids of calls with all words, the newest first, by the store's own index of words. */
export type IdsByWords = (tx: Tx, page: CallPage, search: WordSearch) => Work<readonly string[]>;

export function callsIn({ execute, readAtOnce, erase }: Executor, idsByWords: IdsByWords): CallStore {
  return {
    page: (page) =>
      readAtOnce(function* (tx) {
        return yield* callsOf(tx, yield* idsOf(tx, page, idsByWords));
      }),
    find: ({ accountId, sessionId }) =>
      readAtOnce(function* (tx) {
        const [row] = yield* callsOf(tx, [sessionId]);
        return row?.accountId === accountId ? row : undefined;
      }),
    // The text of the earlier note is overwritten.
    remark: ({ accountId, sessionId }, { note, tags }) =>
      erase(function* ({ db, tables: { callTags, sessions }, locked }) {
        const isOwn = and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId));
        const present = db.select({ hasWords: sessions.hasWords }).from(sessions).where(isOwn);
        const row = yield* first(locked(present, "no key update"));
        if (row === undefined) return false;
        if (typeof note === "string" && row.hasWords === 0) return "expired";
        if (note !== undefined) yield* run(db.update(sessions).set({ note }).where(isOwn));
        if (tags !== undefined) {
          yield* run(db.delete(callTags).where(eq(callTags.sessionId, sessionId)));
          const rows = tags.map((tag) => ({ sessionId, tag, accountId }));
          if (rows.length > 0) yield* run(db.insert(callTags).values(rows).onConflictDoNothing());
        }
        return true;
      }),
    entries: ({ accountId, sessionId }) =>
      execute(({ db, tables: { ledgerEntries } }) => {
        const { id } = ledgerEntries;
        const isOwn = and(eq(ledgerEntries.sessionId, sessionId), eq(ledgerEntries.accountId, accountId));
        return all(db.select().from(ledgerEntries).where(isOwn).orderBy(asc(id)));
      }),
    figures: (accountId, fromDay) => readAtOnce((tx) => figuresOf(tx, accountId, fromDay)),
    flowFigures: (accountId, fromDay) =>
      execute(function* ({ db, tables: { callFlowDays } }) {
        const { flowId, revision, day, costMicros } = callFlowDays;
        const sums = db.select({ flowId, revision, ...flowSums(callFlowDays) }).from(callFlowDays);
        const rows = sums
          .where(and(eq(callFlowDays.accountId, accountId), gte(day, fromDay)))
          .groupBy(flowId, revision)
          .orderBy(desc(sql`sum(${costMicros})`), asc(flowId), desc(revision));
        return (yield* all(rows)).map(flowFigures);
      }),
  };
}

function flowSums({ calls, failed, connectedMs, costMicros }: Tables["callFlowDays"]) {
  const sumOf = (column: SQLWrapper) => sql`sum(${column})`.mapWith(Number);
  return {
    calls: sumOf(calls),
    failed: sumOf(failed),
    connectedMs: sumOf(connectedMs),
    costMicros: sumOf(costMicros),
  };
}

function* figuresOf({ db, tables, openSessions }: Tx, accountId: string, fromDay: string) {
  const { callDays, callDayLatencies: latencies } = tables;
  const [now] = yield* rowsOf<{ readonly number: number | string }>(sql`
    SELECT count(*) AS number FROM ${openSessions}
    WHERE account_id = ${accountId} AND status <> 'ended' AND status = 'running'`);
  const isSince = and(eq(callDays.accountId, accountId), gte(callDays.day, fromDay));
  const days = yield* all(db.select().from(callDays).where(isSince).orderBy(asc(callDays.day)));
  const areSince = and(eq(latencies.accountId, accountId), gte(latencies.day, fromDay));
  const rows = db.select().from(latencies).where(areSince);
  const ordered = yield* all(rows.orderBy(asc(latencies.day), asc(latencies.uptoMs)));
  return { running: Number(now?.number ?? 0), days: dayRows(days, ordered) };
}

/** Ids by the index of calls alone; words have an index of their own. */
function* idsOf(tx: Tx, page: CallPage, idsByWords: IdsByWords): Work<readonly string[]> {
  const terms = searchedTerms(page);
  if (terms?.length === 0) return [];
  if (terms !== undefined) return yield* idsByWords(tx, page, { terms, few: yield* fewIds(tx, page) });
  const { createdAt, id } = tx.tables.sessions;
  const { after, limit } = page;
  const isBehind = after && sql`(${createdAt}, ${id}) < (${after.createdAt}, ${after.id})`;
  const rows = tx.db.select({ id }).from(tx.tables.sessions);
  const match = rows.where(and(chosen(tx.tables, page), isBehind));
  return (yield* all(match.orderBy(desc(createdAt), desc(id)).limit(limit))).map((row) => row.id);
}

function* fewIds({ db, tables }: Tx, page: CallPage): Work<readonly string[] | undefined> {
  const choice = choiceBesideWords(page);
  if (choice === undefined) return undefined;
  const { id, createdAt } = tables.sessions;
  const match = db.select({ id }).from(tables.sessions).where(chosen(tables, choice));
  const rows = yield* all(match.orderBy(desc(createdAt)).limit(fewCalls + 1));
  return rows.length > fewCalls ? undefined : rows.map((row) => row.id);
}

export function chosen({ sessions, callTags }: Tables, choice: CallChoice): SQL | undefined {
  return chosenIn({ sessions, callTags }, choice);
}

function* callsOf({ db, tables }: Tx, ids: readonly string[]): Work<readonly CallRow[]> {
  if (ids.length === 0) return [];
  const { assistants, callTags, flows, sessions } = tables;
  const { createdAt, id, flowId, accountId } = sessions;
  const flowName = sql<string | null>`coalesce(${flows.name}, ${assistants.name})`;
  const rows = yield* all(
    db
      .select({ ...getTableColumns(sessions), flowName })
      .from(sessions)
      .leftJoin(flows, and(eq(flows.id, flowId), eq(flows.accountId, accountId)))
      .leftJoin(assistants, and(eq(assistants.id, flowId), eq(assistants.accountId, accountId)))
      .where(inArray(id, [...ids]))
      .orderBy(desc(createdAt), desc(id)),
  );
  const isTagged = inArray(callTags.sessionId, [...ids]);
  return withTags(rows, yield* all(db.select().from(callTags).where(isTagged).orderBy(asc(callTags.tag))));
}
