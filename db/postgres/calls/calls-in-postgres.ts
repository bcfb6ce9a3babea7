// Calls in Postgres: sessions as somebody looks for them, and the figures of days.

import { and, asc, count, desc, eq, getTableColumns, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import {
  choiceBesideWords,
  dayRows,
  fewCalls,
  numbersPerMs,
  searchedTerms,
  withTags,
} from "../../ended-call.ts";
import type { CallChoice, CallPage, CallRow, CallStore } from "../../port/call-store.ts";
import { callDayLatencies, callDays, callTags } from "../postgres-call-tables.ts";
import type { Connections, Db } from "../postgres-connections.ts";
import { flows, ledgerEntries, sessions } from "../postgres-tables.ts";
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
        const own = and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId));
        const found = tx.select({ hasWords: sessions.hasWords }).from(sessions).where(own);
        const [row] = await found.for("no key update");
        if (row === undefined) return false;
        if (typeof note === "string" && row.hasWords === 0) return "expired";
        if (note !== undefined) await tx.update(sessions).set({ note }).where(own);
        if (tags !== undefined) {
          await tx.delete(callTags).where(eq(callTags.sessionId, sessionId));
          const rows = tags.map((tag) => ({ sessionId, tag, accountId }));
          if (rows.length > 0) await tx.insert(callTags).values(rows).onConflictDoNothing();
        }
        return true;
      }),
    entries: ({ accountId, sessionId }) => {
      const own = and(eq(ledgerEntries.sessionId, sessionId), eq(ledgerEntries.accountId, accountId));
      return pg.run((db) => db.select().from(ledgerEntries).where(own).orderBy(asc(ledgerEntries.id)));
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
  };
}

/** By the index alone, but for what was said: there the words lead. */
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
  if (terms.length === 0) return [];
  const few = await fewIds(tx, page);
  // How often a word was said decides the way: a plan that is kept for all words would read every call for a rare one.
  await tx.execute(sql`SET LOCAL plan_cache_mode = force_custom_plan`);
  // Sessions are looked up one by one: whatever Postgres believes of tables that it has not counted yet, words lead.
  const rows = (await tx.execute(sql`
    SELECT ${id} AS id FROM call_words AS word
    CROSS JOIN LATERAL (SELECT * FROM sessions AS own WHERE own.id = word.session_id OFFSET 0) AS sessions
    WHERE string_to_array(word.terms, ' ') @> ARRAY[${sql.join(terms.map(text), sql`, `)}]
      AND word.number >= ${(page.from ?? 0) * numbersPerMs} AND word.number < ${beforeNumber(page)}
      AND ${few === undefined ? chosen(page) : sql`word.session_id IN (${recordsOf(few)})`}
    ORDER BY word.number DESC LIMIT ${page.limit}`)) as unknown as readonly { readonly id: string }[];
  return rows.map((row) => row.id);
}

function recordsOf(ids: readonly string[]): SQL {
  const rows = recordset(ids.map((id) => ({ id })));
  return sql`SELECT few.id FROM json_to_recordset(${rows}) AS few(id text)`;
}

/** All that are chosen by all but words, if they are few. */
async function fewIds(tx: Db, page: CallPage): Promise<readonly string[] | undefined> {
  const choice = choiceBesideWords(page);
  if (choice === undefined) return undefined;
  const { id, createdAt } = sessions;
  const found = await tx
    .select({ id })
    .from(sessions)
    .where(chosen(choice))
    .orderBy(desc(createdAt))
    .limit(fewCalls + 1);
  return found.length > fewCalls ? undefined : found.map((row) => row.id);
}

/** The number of the last call of the page before; if that was erased since, of its moment. */
function beforeNumber({ after }: CallPage): SQL {
  if (after === undefined) return sql`${Number.MAX_SAFE_INTEGER}`;
  return sql`coalesce((SELECT last.number FROM call_words AS last WHERE last.session_id = ${text(after.id)}),
    ${after.createdAt * numbersPerMs})`;
}

function chosen(choice: CallChoice): SQL | undefined {
  const { accountId, flowId, status, endReason, outcome, transport, tag, failed, from, to } = choice;
  const tagged = and(eq(callTags.accountId, accountId), eq(callTags.tag, tag ?? ""));
  const is = <T>(value: T | undefined, by: (given: T) => SQL) =>
    value === undefined ? undefined : by(value);
  return and(
    eq(sessions.accountId, accountId),
    is(flowId, (value) => eq(sessions.flowId, value)),
    is(status, (value) => eq(sessions.status, value)),
    is(endReason, (value) => eq(sessions.endReason, value)),
    is(outcome, (value) => eq(sessions.outcome, value)),
    is(transport, (value) => eq(sessions.transport, value)),
    // Written out, or the index that has these alone is not used.
    is(failed, (value) => (value ? sql`${sessions.failed} = 1` : sql`${sessions.failed} = 0`)),
    is(from, (value) => gte(sessions.createdAt, value)),
    is(to, (value) => lt(sessions.createdAt, value)),
    is(tag, () => sql`${sessions.id} IN (SELECT ${callTags.sessionId} FROM ${callTags} WHERE ${tagged})`),
  );
}

async function rowsOf(tx: Db, ids: readonly string[]): Promise<readonly CallRow[]> {
  if (ids.length === 0) return [];
  const { createdAt, id } = sessions;
  const rows = await tx
    .select({ ...getTableColumns(sessions), flowName: flows.name })
    .from(sessions)
    .leftJoin(flows, and(eq(flows.id, sessions.flowId), eq(flows.accountId, sessions.accountId)))
    .where(inArray(id, [...ids]))
    .orderBy(desc(createdAt), desc(id));
  const tagged = inArray(callTags.sessionId, [...ids]);
  const tags = await tx.select().from(callTags).where(tagged).orderBy(asc(callTags.tag));
  return withTags(rows, tags);
}
