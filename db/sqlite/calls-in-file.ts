// Calls in the file: searchable sessions, and the figures of days.

import { and, asc, desc, eq, getTableColumns, gte, inArray, type SQL, sql } from "drizzle-orm";
import {
  assistants,
  callDayLatencies,
  callDays,
  callFlowDays,
  callTags,
  callWords,
  flows,
  ledgerEntries,
  sessions,
} from "../schema.ts";
import {
  choiceBesideWords,
  chosenIn,
  dayRows,
  fewCalls,
  flowFigures,
  numbersPerMs,
  searchedTerms,
  withTags,
} from "../ended-call.ts";
import type { DataFile, Db } from "../open-database.ts";
import type { CallChoice, CallPage, CallRow, CallStore } from "../port/call-store.ts";
import { immediate } from "./immediate.ts";

export function callsIn({ durable: db, erase }: DataFile): CallStore {
  return {
    async page(page) {
      return db.transaction((tx) => rowsOf(tx, idsOf(tx, page)));
    },
    async find({ accountId, sessionId }) {
      return db.transaction((tx) => {
        const [row] = rowsOf(tx, [sessionId]);
        return row?.accountId === accountId ? row : undefined;
      });
    },
    // The text of the earlier note is overwritten.
    async remark({ accountId, sessionId }, { note, tags }) {
      return erase((durable) =>
        durable.transaction((tx) => {
          const isOwn = and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId));
          const row = tx.select({ hasWords: sessions.hasWords }).from(sessions).where(isOwn).get();
          if (row === undefined) return false;
          if (typeof note === "string" && row.hasWords === 0) return "expired";
          if (note !== undefined) tx.update(sessions).set({ note }).where(isOwn).run();
          if (tags !== undefined) {
            tx.delete(callTags).where(eq(callTags.sessionId, sessionId)).run();
            const rows = tags.map((tag) => ({ sessionId, tag, accountId }));
            if (rows.length > 0) tx.insert(callTags).values(rows).onConflictDoNothing().run();
          }
          return true;
        }, immediate),
      );
    },
    async entries({ accountId, sessionId }) {
      const isOwn = and(eq(ledgerEntries.sessionId, sessionId), eq(ledgerEntries.accountId, accountId));
      return db.select().from(ledgerEntries).where(isOwn).orderBy(asc(ledgerEntries.id)).all();
    },
    async figures(accountId, fromDay) {
      return db.transaction((tx) => {
        // By the index of open ones: another index reads all sessions ever.
        const [now] = tx.all<{ number: number }>(sql`
          SELECT count(*) AS number FROM sessions INDEXED BY sessions_account_open
          WHERE account_id = ${accountId} AND status <> 'ended' AND status = 'running'`);
        const { accountId: of, day } = callDays;
        const days = tx
          .select()
          .from(callDays)
          .where(and(eq(of, accountId), gte(day, fromDay)))
          .orderBy(asc(day))
          .all();
        const since = and(eq(callDayLatencies.accountId, accountId), gte(callDayLatencies.day, fromDay));
        const latencies = tx
          .select()
          .from(callDayLatencies)
          .where(since)
          .orderBy(asc(callDayLatencies.day), asc(callDayLatencies.uptoMs))
          .all();
        return { running: now?.number ?? 0, days: dayRows(days, latencies) };
      });
    },
    async flowFigures(accountId, fromDay) {
      const { flowId, revision, day, costMicros } = callFlowDays;
      return db
        .select({ flowId, revision, ...flowSums(callFlowDays) })
        .from(callFlowDays)
        .where(and(eq(callFlowDays.accountId, accountId), gte(day, fromDay)))
        .groupBy(flowId, revision)
        .orderBy(desc(sql`sum(${costMicros})`), asc(flowId), desc(revision))
        .all()
        .map(flowFigures);
    },
  };
}

function flowSums({ calls, failed, connectedMs, costMicros }: typeof callFlowDays) {
  return {
    calls: sql<number>`sum(${calls})`,
    failed: sql<number>`sum(${failed})`,
    connectedMs: sql<number>`sum(${connectedMs})`,
    costMicros: sql<number>`sum(${costMicros})`,
  };
}

/** By the index alone, except for words, which have their own. */
function idsOf(tx: Db, page: CallPage): readonly string[] {
  const terms = searchedTerms(page);
  const { createdAt, id } = sessions;
  if (terms === undefined) {
    const { after } = page;
    const behind = after && sql`(${createdAt}, ${id}) < (${after.createdAt}, ${after.id})`;
    return tx
      .select({ id })
      .from(sessions)
      .where(and(chosen(page), behind))
      .orderBy(desc(createdAt), desc(id))
      .limit(page.limit)
      .all()
      .map((row) => row.id);
  }
  if (terms.length === 0) return [];
  const few = fewIds(tx, page);
  return tx
    .all<{ id: string }>(
      sql`
    SELECT ${id} AS id FROM call_search
    CROSS JOIN ${callWords} ON ${callWords.number} = call_search.rowid
    CROSS JOIN ${sessions} ON ${id} = ${callWords.sessionId}
    WHERE call_search MATCH ${terms.map((term) => `"${term}"`).join(" ")}
      AND call_search.rowid >= ${(page.from ?? 0) * numbersPerMs} AND call_search.rowid < ${beforeNumber(page)}
      AND ${few === undefined ? chosen(page) : sql`call_search.rowid IN (${numbersOf(few)})`}
    ORDER BY call_search.rowid DESC LIMIT ${page.limit}`,
    )
    .map((row) => row.id);
}

/** All matches of the other filters, if they are few. */
function fewIds(tx: Db, page: CallPage): readonly string[] | undefined {
  const choice = choiceBesideWords(page);
  if (choice === undefined) return undefined;
  const { id, createdAt } = sessions;
  const rows = tx
    .select({ id })
    .from(sessions)
    .where(chosen(choice))
    .orderBy(desc(createdAt))
    .limit(fewCalls + 1)
    .all();
  return rows.length > fewCalls ? undefined : rows.map((row) => row.id);
}

function numbersOf(ids: readonly string[]): SQL {
  const { number, sessionId } = callWords;
  return sql`SELECT ${number} FROM ${callWords} WHERE ${inArray(sessionId, [...ids])}`;
}

/** Number of the last call of the previous page; if erased since, the number of its time. */
function beforeNumber({ after }: CallPage): SQL {
  if (after === undefined) return sql`${Number.MAX_SAFE_INTEGER}`;
  const { number, sessionId } = callWords;
  return sql`coalesce((SELECT ${number} FROM ${callWords} WHERE ${sessionId} = ${after.id}),
    ${after.createdAt * numbersPerMs})`;
}

const chosen = (choice: CallChoice): SQL | undefined => chosenIn({ sessions, callTags }, choice);

function rowsOf(tx: Db, ids: readonly string[]): readonly CallRow[] {
  const { createdAt, id } = sessions;
  const rows = tx
    .select({
      ...getTableColumns(sessions),
      flowName: sql<string | null>`coalesce(${flows.name}, ${assistants.name})`,
    })
    .from(sessions)
    .leftJoin(flows, and(eq(flows.id, sessions.flowId), eq(flows.accountId, sessions.accountId)))
    .leftJoin(
      assistants,
      and(eq(assistants.id, sessions.flowId), eq(assistants.accountId, sessions.accountId)),
    )
    .where(inArray(id, [...ids]))
    .orderBy(desc(createdAt), desc(id))
    .all();
  const tagged = inArray(callTags.sessionId, [...ids]);
  const tags = tx.select().from(callTags).where(tagged).orderBy(asc(callTags.tag)).all();
  return withTags(rows, tags);
}
