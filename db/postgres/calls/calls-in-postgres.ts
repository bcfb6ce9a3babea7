// Calls in Postgres: searchable sessions, and the figures of days.

import { and, asc, count, desc, eq, getTableColumns, gte, inArray, type SQL, sql } from "drizzle-orm";
import {
  choiceBesideWords,
  chosenIn,
  dayRows,
  fewCalls,
  flowFigures,
  numbersPerMs,
  searchedTerms,
  withTags,
} from "../../ended-call.ts";
import type { CallChoice, CallPage, CallRow, CallStore } from "../../port/call-store.ts";
import {
  assistants,
  callDayLatencies,
  callDays,
  callFlowDays,
  callTags,
  flows,
  ledgerEntries,
  sessions,
} from "../postgres-tables.ts";
import type { Connections, Db } from "../postgres-connections.ts";
import { recordset, text } from "../postgres-values.ts";

export function callsIn(pg: Connections): CallStore {
  return {
    page: (page) => pg.readAtOnce(async (tx) => rowsOf(tx, await idsOf(tx, page))),
    find: ({ accountId, sessionId }) =>
      pg.readAtOnce(async (tx) => {
        const [row] = await rowsOf(tx, [sessionId]);
        return row?.accountId === accountId ? row : undefined;
      }),
    remark: ({ accountId, sessionId }, { note, tags }) =>
      pg.transact(async (tx) => {
        const isOwn = and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId));
        const query = tx.select({ hasWords: sessions.hasWords }).from(sessions).where(isOwn);
        const [row] = await query.for("no key update");
        if (row === undefined) return false;
        if (typeof note === "string" && row.hasWords === 0) return "expired";
        if (note !== undefined) await tx.update(sessions).set({ note }).where(isOwn);
        if (tags !== undefined) {
          await tx.delete(callTags).where(eq(callTags.sessionId, sessionId));
          const rows = tags.map((tag) => ({ sessionId, tag, accountId }));
          if (rows.length > 0) await tx.insert(callTags).values(rows).onConflictDoNothing();
        }
        return true;
      }),
    entries: ({ accountId, sessionId }) => {
      const isOwn = and(eq(ledgerEntries.sessionId, sessionId), eq(ledgerEntries.accountId, accountId));
      return pg.run((db) => db.select().from(ledgerEntries).where(isOwn).orderBy(asc(ledgerEntries.id)));
    },
    figures: (accountId, fromDay) =>
      pg.readAtOnce(async (tx) => {
        const running = and(eq(sessions.accountId, accountId), eq(sessions.status, "running"));
        const isOpen = sql`${sessions.status} <> 'ended'`;
        const [now] = await tx.select({ number: count() }).from(sessions).where(and(running, isOpen));
        const { accountId: of, day } = callDays;
        const days = await tx
          .select()
          .from(callDays)
          .where(and(eq(of, accountId), gte(day, fromDay)))
          .orderBy(asc(day));
        const since = and(eq(callDayLatencies.accountId, accountId), gte(callDayLatencies.day, fromDay));
        const latencies = await tx
          .select()
          .from(callDayLatencies)
          .where(since)
          .orderBy(asc(callDayLatencies.day), asc(callDayLatencies.uptoMs));
        return { running: now?.number ?? 0, days: dayRows(days, latencies) };
      }),
    async flowFigures(accountId, fromDay) {
      const { flowId, revision, day, costMicros } = callFlowDays;
      const rows = await pg.run((db) =>
        db
          .select({ flowId, revision, ...flowSums(callFlowDays) })
          .from(callFlowDays)
          .where(and(eq(callFlowDays.accountId, accountId), gte(day, fromDay)))
          .groupBy(flowId, revision)
          .orderBy(desc(sql`sum(${costMicros})`), asc(flowId), desc(revision)),
      );
      return rows.map(flowFigures);
    },
  };
}

/** Sums of integers are numerics there, which come as text. */
function flowSums({ calls, failed, connectedMs, costMicros }: typeof callFlowDays) {
  return {
    calls: sql<string>`sum(${calls})`,
    failed: sql<string>`sum(${failed})`,
    connectedMs: sql<string>`sum(${connectedMs})`,
    costMicros: sql<string>`sum(${costMicros})`,
  };
}

/** By the index alone, except for words, which have their own. */
async function idsOf(tx: Db, page: CallPage): Promise<readonly string[]> {
  const terms = searchedTerms(page);
  const { createdAt, id } = sessions;
  if (terms === undefined) {
    const { after } = page;
    const behind = after && sql`(${createdAt}, ${id}) < (${after.createdAt}, ${text(after.id)})`;
    const rows = await tx
      .select({ id })
      .from(sessions)
      .where(and(chosen(page), behind))
      .orderBy(desc(createdAt), desc(id))
      .limit(page.limit);
    return rows.map((row) => row.id);
  }
  return terms.length === 0 ? [] : idsByWords(tx, page, terms);
}

/**
 * The newest calls examined one by one: words in one call of a hundred fill a page there. The word index has all
 * calls with a word, but not in order, so it serves rare words.
 */
const newestLooked = 6_000;

/**
 * The path is not left to Postgres: it guesses the frequency of words, and a wrong guess reads every call. So nothing
 * is planned for words in general, and each statement has one possible path.
 */
async function idsByWords(tx: Db, page: CallPage, terms: readonly string[]): Promise<readonly string[]> {
  await tx.execute(
    sql`SELECT set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true)`,
  );
  const few = await fewIds(tx, page);
  if (few !== undefined) return idsAmong(tx, page, { terms, words: wordsOf(few) });
  const newest = await idsAmong(tx, page, { terms, words: newestWords(page) });
  if (newest.length === page.limit) return newest;
  return idsAmong(tx, page, { terms, words: wordsWith(terms) });
}

interface WordSearch {
  readonly terms: readonly string[];
  /** Rows of words to look through. */
  readonly words: SQL;
}

async function idsAmong(tx: Db, page: CallPage, { terms, words }: WordSearch): Promise<readonly string[]> {
  const rows = (await tx.execute(sql`
    SELECT sessions.id
    FROM (SELECT number, session_id FROM (${words}) AS looked
      WHERE ${and(...terms.map(isAmong))} AND number >= ${fromNumber(page)} AND number < ${beforeNumber(page)}
      ORDER BY number DESC OFFSET 0) AS word
    CROSS JOIN LATERAL (SELECT * FROM sessions AS own WHERE own.id = word.session_id OFFSET 0) AS sessions
    WHERE ${chosen(page)} ORDER BY word.number DESC LIMIT ${page.limit}`)) as unknown as readonly {
    readonly id: string;
  }[];
  return rows.map((row) => row.id);
}

/** All have one length: none matches across two of them. */
const isAmong = (term: string): SQL => sql`strpos(terms, ${text(term)}) > 0`;

/** By the index of sessions. */
function wordsOf(ids: readonly string[]): SQL {
  const rows = recordset(ids.map((id) => ({ id })));
  return sql`SELECT own.* FROM json_to_recordset(${rows}) AS few(id text)
    CROSS JOIN LATERAL (SELECT * FROM call_words AS each WHERE each.session_id = few.id OFFSET 0) AS own`;
}

/** By the index of numbers. */
function newestWords(page: CallPage): SQL {
  return sql`SELECT * FROM call_words AS each
    WHERE each.number >= ${fromNumber(page)} AND each.number < ${beforeNumber(page)}
    ORDER BY each.number DESC LIMIT ${newestLooked}`;
}

/** By the index of words: the fence keeps other conditions away. */
function wordsWith(terms: readonly string[]): SQL {
  return sql`SELECT * FROM call_words 
    WHERE string_to_array(terms, ' ') @> ARRAY[${sql.join(terms.map(text), sql`, `)}] OFFSET 0`;
}

/** All matches of the other filters, if they are few. */
async function fewIds(tx: Db, page: CallPage): Promise<readonly string[] | undefined> {
  const choice = choiceBesideWords(page);
  if (choice === undefined) return undefined;
  const { id, createdAt } = sessions;
  const rows = await tx
    .select({ id })
    .from(sessions)
    .where(chosen(choice))
    .orderBy(desc(createdAt))
    .limit(fewCalls + 1);
  return rows.length > fewCalls ? undefined : rows.map((row) => row.id);
}

function fromNumber({ from }: CallPage): SQL {
  return sql`${(from ?? 0) * numbersPerMs}`;
}

/** Number of the last call of the previous page; if erased since, the number of its time. */
function beforeNumber({ after }: CallPage): SQL {
  if (after === undefined) return sql`${Number.MAX_SAFE_INTEGER}`;
  return sql`coalesce((SELECT last.number FROM call_words AS last WHERE last.session_id = ${text(after.id)}),
    ${after.createdAt * numbersPerMs})`;
}

const chosen = (choice: CallChoice): SQL | undefined => chosenIn({ sessions, callTags }, choice);

async function rowsOf(tx: Db, ids: readonly string[]): Promise<readonly CallRow[]> {
  if (ids.length === 0) return [];
  const { createdAt, id } = sessions;
  const rows = await tx
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
    .orderBy(desc(createdAt), desc(id));
  const tagged = inArray(callTags.sessionId, [...ids]);
  const tags = await tx.select().from(callTags).where(tagged).orderBy(asc(callTags.tag));
  return withTags(rows, tags);
}
