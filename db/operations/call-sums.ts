// Call sums: the end of a session updates lists and sums in its own transaction. All writers lock a day's sums after
// those of the account's money.

import { and, asc, eq, inArray, lt, gte, max, sql } from "drizzle-orm";
import { callChange, dayFigures, numbersPerMs, summaryOf, termsOf } from "../ended-call.ts";
import type { SessionPatch, SessionRow } from "../port/session-store.ts";
import { all, first, run, type Tables, type Tx, type Work } from "./work.ts";

/** `before`: its row before the patch, which is already written. */
export function* summarise(tx: Tx, before: SessionRow, patch: SessionPatch): Work<void> {
  const { db, tables } = tx;
  const { callDayLatencies, sessionEvents, sessions } = tables;
  const change = callChange(before, patch);
  if (change === undefined) return;
  const { accountId, day } = change;
  const { type, data, id } = sessionEvents;
  const rows = db.select({ type, data }).from(sessionEvents);
  const events = yield* all(rows.where(eq(sessionEvents.sessionId, before.id)).orderBy(asc(id)));
  yield* index(tx, before, termsOf(accountId, events));
  const summed = { accountId, day, flowId: before.flowId ?? "", revision: before.flowRevision ?? 0 };
  if (change.type === "finished") {
    const { costMicros } = change;
    return yield* addToDay(tx, summed, { calls: 0, failed: 0, connectedMs: 0, costMicros });
  }
  const summary = summaryOf(change.endReason, events);
  yield* run(db.update(sessions).set(summary.set).where(eq(sessions.id, before.id)));
  const figures = dayFigures(before, patch, summary);
  if (figures === undefined) return;
  yield* addToDay(tx, summed, figures);
  const latencies = [...summary.latencies].map(([uptoMs, answers]) => ({ accountId, day, uptoMs, answers }));
  if (latencies.length === 0) return;
  const { answers, accountId: of, day: on, uptoMs } = callDayLatencies;
  const set = { answers: sql`${answers} + excluded.answers` };
  const added = db.insert(callDayLatencies).values(latencies);
  yield* run(added.onConflictDoUpdate({ target: [of, on, uptoMs], set }));
}

/** Removes the search words of these sessions. */
export function forgetWords({ db, tables: { callWords } }: Tx, sessionIds: readonly string[]): Work<void> {
  return run(db.delete(callWords).where(inArray(callWords.sessionId, [...sessionIds])));
}

type Figures = NonNullable<ReturnType<typeof dayFigures>>;

/** Keys of the sums: the day, and within it the flow at its revision. */
interface Summed {
  readonly accountId: string;
  readonly day: string;
  readonly flowId: string;
  readonly revision: number;
}

function* addToDay({ db, tables }: Tx, { accountId, day, ...flow }: Summed, more: Figures): Work<void> {
  const { callDays, callFlowDays } = tables;
  const days = db.insert(callDays).values({ accountId, day, ...more });
  const target = [callDays.accountId, callDays.day];
  yield* run(days.onConflictDoUpdate({ target, set: sumOf(callDays) }));
  const { accountId: of, day: on, flowId, revision } = callFlowDays;
  const flowDays = db.insert(callFlowDays).values({ accountId, day, ...flow, ...more });
  const flowTarget = [of, on, flowId, revision];
  yield* run(flowDays.onConflictDoUpdate({ target: flowTarget, set: sumOf(callFlowDays) }));
}

function sumOf({ calls, failed, connectedMs, costMicros }: Tables["callDays" | "callFlowDays"]) {
  return {
    calls: sql`${calls} + excluded.calls`,
    failed: sql`${failed} + excluded.failed`,
    connectedMs: sql`${connectedMs} + excluded.connected_ms`,
    costMicros: sql`${costMicros} + excluded.cost_micros`,
  };
}

function* index(tx: Tx, { id, createdAt }: SessionRow, terms: readonly string[]): Work<void> {
  const { callWords } = tx.tables;
  const { number, sessionId } = callWords;
  if (terms.length === 0) return yield* forgetWords(tx, [id]);
  const set = { terms: terms.join(" ") };
  const updated = tx.db.update(callWords).set(set).where(eq(sessionId, id)).returning({ number });
  if ((yield* first(updated)) !== undefined) return;
  const from = createdAt * numbersPerMs;
  const isSameMs = and(gte(number, from), lt(number, from + numbersPerMs));
  // Another node may take the same number at the same time: then the insert fails, and the next number is tried.
  for (let isIn = false; !isIn;) {
    const last = yield* first(
      tx.db
        .select({ number: max(number) })
        .from(callWords)
        .where(isSameMs),
    );
    const row = { number: (last?.number ?? from - 1) + 1, sessionId: id, ...set };
    const added = tx.db.insert(callWords).values(row).onConflictDoNothing({ target: number });
    isIn = (yield* first(added.returning({ number }))) !== undefined;
  }
}
