// Call rows: the end of a session updates lists and sums in its own transaction.

import { and, eq, inArray, sql } from "drizzle-orm";
import { callDayLatencies, callDays, callFlowDays, callWords, sessionEvents, sessions } from "../schema.ts";
import { callChange, dayFigures, numbersPerMs, summaryOf, termsOf } from "../ended-call.ts";
import type { Db } from "../open-database.ts";
import type { SessionPatch, SessionRow } from "../port/session-store.ts";

/** `before`: its row before the patch, which is already written. */
export function summarise(tx: Db, before: SessionRow, patch: SessionPatch): void {
  const change = callChange(before, patch);
  if (change === undefined) return;
  const { accountId, day } = change;
  const { type, data } = sessionEvents;
  const ofCall = eq(sessionEvents.sessionId, before.id);
  const events = tx.select({ type, data }).from(sessionEvents).where(ofCall).orderBy(sessionEvents.id).all();
  index(tx, before, termsOf(accountId, events));
  const of = { accountId, day, flowId: before.flowId ?? "", revision: before.flowRevision ?? 0 };
  if (change.type === "finished") {
    addToDay(tx, of, { calls: 0, failed: 0, connectedMs: 0, costMicros: change.costMicros });
    return;
  }
  const summary = summaryOf(change.endReason, events);
  tx.update(sessions).set(summary.set).where(eq(sessions.id, before.id)).run();
  const figures = dayFigures(before, patch, summary);
  if (figures === undefined) return;
  addToDay(tx, of, figures);
  for (const [uptoMs, answers] of summary.latencies)
    tx.insert(callDayLatencies)
      .values({ accountId, day, uptoMs, answers })
      .onConflictDoUpdate({
        target: [callDayLatencies.accountId, callDayLatencies.day, callDayLatencies.uptoMs],
        set: { answers: sql`${callDayLatencies.answers} + ${answers}` },
      })
      .run();
}

/** The words of these are found no more. */
export function forgetWords(tx: Db, sessionIds: readonly string[]): void {
  tx.delete(callWords)
    .where(inArray(callWords.sessionId, [...sessionIds]))
    .run();
}

type Figures = NonNullable<ReturnType<typeof dayFigures>>;

/** The day, and within it the flow at its revision. */
interface Summed {
  readonly accountId: string;
  readonly day: string;
  readonly flowId: string;
  readonly revision: number;
}

function addToDay(tx: Db, { accountId, day, ...flow }: Summed, more: Figures): void {
  const { accountId: of, day: on, flowId, revision } = callFlowDays;
  tx.insert(callDays)
    .values({ accountId, day, ...more })
    .onConflictDoUpdate({ target: [callDays.accountId, callDays.day], set: sumOf(callDays, more) })
    .run();
  tx.insert(callFlowDays)
    .values({ accountId, day, ...flow, ...more })
    .onConflictDoUpdate({ target: [of, on, flowId, revision], set: sumOf(callFlowDays, more) })
    .run();
}

function sumOf(table: typeof callDays | typeof callFlowDays, more: Figures) {
  return {
    calls: sql`${table.calls} + ${more.calls}`,
    failed: sql`${table.failed} + ${more.failed}`,
    connectedMs: sql`${table.connectedMs} + ${more.connectedMs}`,
    costMicros: sql`${table.costMicros} + ${more.costMicros}`,
  };
}

function index(tx: Db, { id, createdAt }: SessionRow, terms: readonly string[]): void {
  if (terms.length === 0) return forgetWords(tx, [id]);
  const set = { terms: terms.join(" ") };
  const updated = tx.update(callWords).set(set).where(eq(callWords.sessionId, id)).returning().get();
  if (updated !== undefined) return;
  const from = createdAt * numbersPerMs;
  const { number } = callWords;
  const sameMs = and(sql`${number} >= ${from}`, sql`${number} < ${from + numbersPerMs}`);
  const last = tx
    .select({ number: sql<number | null>`max(${number})` })
    .from(callWords)
    .where(sameMs)
    .get();
  tx.insert(callWords)
    .values({ number: (last?.number ?? from - 1) + 1, sessionId: id, ...set })
    .run();
}
