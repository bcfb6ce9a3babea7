// Call rows in Postgres: the end of a session updates lists and sums in its own transaction. All writers lock a day's
// sums after those of the account's money.

import { and, eq, inArray, sql } from "drizzle-orm";
import { callChange, dayFigures, numbersPerMs, summaryOf, termsOf } from "../../ended-call.ts";
import type { SessionPatch, SessionRow } from "../../port/session-store.ts";
import {
  callDayLatencies,
  callDays,
  callFlowDays,
  callWords,
  sessionEvents,
  sessions,
} from "../postgres-tables.ts";
import type { Db } from "../postgres-connections.ts";

/** `before`: its row before the patch, which is already written. */
export async function summarise(tx: Db, before: SessionRow, patch: SessionPatch): Promise<void> {
  const change = callChange(before, patch);
  if (change === undefined) return;
  const { accountId, day } = change;
  const { type, data } = sessionEvents;
  const ofCall = eq(sessionEvents.sessionId, before.id);
  const events = await tx.select({ type, data }).from(sessionEvents).where(ofCall).orderBy(sessionEvents.id);
  await index(tx, before, termsOf(accountId, events));
  const summed = { accountId, day, flowId: before.flowId ?? "", revision: before.flowRevision ?? 0 };
  if (change.type === "finished") {
    const { costMicros } = change;
    await addToDay(tx, summed, { calls: 0, failed: 0, connectedMs: 0, costMicros });
    return;
  }
  const summary = summaryOf(change.endReason, events);
  await tx.update(sessions).set(summary.set).where(eq(sessions.id, before.id));
  const figures = dayFigures(before, patch, summary);
  if (figures === undefined) return;
  await addToDay(tx, summed, figures);
  const rows = [...summary.latencies].map(([uptoMs, answers]) => ({ accountId, day, uptoMs, answers }));
  if (rows.length === 0) return;
  const { answers, accountId: of, day: on, uptoMs } = callDayLatencies;
  const set = { answers: sql`${answers} + excluded.answers` };
  await tx
    .insert(callDayLatencies)
    .values(rows)
    .onConflictDoUpdate({ target: [of, on, uptoMs], set });
}

/** The words of these are found no more. */
export async function forgetWords(tx: Db, sessionIds: readonly string[]): Promise<void> {
  await tx.delete(callWords).where(inArray(callWords.sessionId, [...sessionIds]));
}

type Figures = NonNullable<ReturnType<typeof dayFigures>>;

/** The day, and within it the flow at its revision. */
interface Summed {
  readonly accountId: string;
  readonly day: string;
  readonly flowId: string;
  readonly revision: number;
}

async function addToDay(tx: Db, { accountId, day, ...flow }: Summed, more: Figures): Promise<void> {
  const { accountId: of, day: on, flowId, revision } = callFlowDays;
  await tx
    .insert(callDays)
    .values({ accountId, day, ...more })
    .onConflictDoUpdate({ target: [callDays.accountId, callDays.day], set: sumOf(callDays) });
  await tx
    .insert(callFlowDays)
    .values({ accountId, day, ...flow, ...more })
    .onConflictDoUpdate({ target: [of, on, flowId, revision], set: sumOf(callFlowDays) });
}

function sumOf({ calls, failed, connectedMs, costMicros }: typeof callDays | typeof callFlowDays) {
  return {
    calls: sql`${calls} + excluded.calls`,
    failed: sql`${failed} + excluded.failed`,
    connectedMs: sql`${connectedMs} + excluded.connected_ms`,
    costMicros: sql`${costMicros} + excluded.cost_micros`,
  };
}

async function index(tx: Db, { id, createdAt }: SessionRow, terms: readonly string[]): Promise<void> {
  if (terms.length === 0) return forgetWords(tx, [id]);
  const set = { terms: terms.join(" ") };
  const { number, sessionId } = callWords;
  const updated = await tx.update(callWords).set(set).where(eq(sessionId, id)).returning({ number });
  if (updated.length > 0) return;
  const from = createdAt * numbersPerMs;
  const sameMs = and(sql`${number} >= ${from}`, sql`${number} < ${from + numbersPerMs}`);
  // Another node may take the same number: then it exists when tried here, and the next is tried.
  for (let isIn = false; !isIn;) {
    const [last] = await tx
      .select({ number: sql<string | null>`max(${number})` })
      .from(callWords)
      .where(sameMs);
    const free = Number(last?.number ?? from - 1) + 1;
    const row = { number: free, sessionId: id, ...set };
    const added = await tx
      .insert(callWords)
      .values(row)
      .onConflictDoNothing({ target: number })
      .returning({ number });
    isIn = added.length > 0;
  }
}
