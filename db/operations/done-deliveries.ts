// Done deliveries: results of hook deliveries, beside their calls.

import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, sql } from "drizzle-orm";
import type {
  Delivery,
  DoneDelivery,
  NewDelivery,
  OfSession,
  Outcome,
  Signer,
} from "../port/outbox-store.ts";
import { isTrimmedAt } from "../row-values.ts";
import { all, first, run, type Tables, type Tx, type Work } from "./work.ts";

/** Records results; stores nothing of a deleted session. An existing session stays until this is committed. */
export function* writeDown(
  { db, tables: { doneDeliveries, sessions }, locked }: Tx,
  delivery: Delivery,
  { at, ...outcome }: Outcome & { at: number },
): Work<void> {
  const { id, accountId, queue, url, signer, messageId, attempts } = delivery;
  const { sessionId, event, lastError, isKept, rowsMax } = outcome;
  const { hasWords, hasValues } = sessions;
  const rows = db.select({ hasWords, hasValues }).from(sessions).where(eq(sessions.id, sessionId));
  const session = yield* first(locked(rows, "key share"));
  if (session === undefined) return;
  const body = isKept && session.hasWords === 1 && session.hasValues === 1 ? delivery.body : null;
  const sent = { id, accountId, sessionId, queue, url, signer, messageId, event, body };
  const row = { ...sent, attempts: attempts + 1, lastError, doneAt: at };
  yield* run(db.insert(doneDeliveries).values(row).onConflictDoNothing());
  if (!isTrimmedAt(id, rowsMax)) return;
  const { id: column } = doneDeliveries;
  const isOwn = eq(doneDeliveries.accountId, accountId);
  const kept = db.select({ column }).from(doneDeliveries).where(isOwn).orderBy(desc(column));
  const isOld = sql`${column} <= ${kept.limit(1).offset(rowsMax)}`;
  yield* run(db.delete(doneDeliveries).where(and(isOwn, isOld)));
}

export function doneOf({ db, tables }: Tx, of: OfSession): Work<DoneDelivery[]> {
  const { sessionId: _session, ...columns } = getTableColumns(tables.doneDeliveries);
  const rows = db.select(columns).from(tables.doneDeliveries).where(isOfSession(tables, of));
  return all<DoneDelivery>(rows.orderBy(asc(columns.id)));
}

function isOfSession({ doneDeliveries }: Tables, { accountId, sessionId }: OfSession) {
  return and(eq(doneDeliveries.sessionId, sessionId), eq(doneDeliveries.accountId, accountId));
}

/** Removes a delivery from the table; returns it as a waiting one. */
export function* takeBack(
  { db, tables }: Tx,
  { id, at, ...of }: OfSession & { id: number; at: number },
): Work<NewDelivery | undefined> {
  const { id: column, body } = tables.doneDeliveries;
  const isIt = and(isOfSession(tables, of), eq(column, id), isNotNull(body));
  const gone = yield* first(db.delete(tables.doneDeliveries).where(isIt).returning());
  if (gone === undefined || gone.body === null) return undefined;
  const { accountId, queue, url, signer, messageId } = gone;
  return { accountId, queue, url, signer, messageId, body: gone.body, createdAt: at };
}

export function forgetBodies({ db, tables }: Tx, sessionIds: readonly string[]): Work<void> {
  const isOfThese = inArray(tables.doneDeliveries.sessionId, [...sessionIds]);
  return run(db.update(tables.doneDeliveries).set({ body: null }).where(isOfThese));
}

export function forgetBodiesOf({ db, tables }: Tx, { accountId, signer }: Signer): Work<void> {
  const { doneDeliveries } = tables;
  const isIt = and(eq(doneDeliveries.accountId, accountId), eq(doneDeliveries.signer, signer));
  return run(db.update(doneDeliveries).set({ body: null }).where(isIt));
}
