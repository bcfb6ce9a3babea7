// Done deliveries in the file: results of hook deliveries, beside their calls.

import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, lte } from "drizzle-orm";
import { doneDeliveries, sessions } from "../schema.ts";
import type { Db } from "../open-database.ts";
import type {
  Delivery,
  DoneDelivery,
  NewDelivery,
  OfSession,
  Outcome,
  Signer,
} from "../port/outbox-store.ts";
import { isTrimmedAt } from "../row-values.ts";

const { sessionId: _session, ...columns } = getTableColumns(doneDeliveries);

/** Stores nothing of a deleted session. */
export function writeDown(tx: Db, delivery: Delivery, { at, ...outcome }: Outcome & { at: number }): void {
  const { id, accountId, queue, url, signer, messageId, attempts } = delivery;
  const { sessionId, event, lastError, isKept, rowsMax } = outcome;
  const { hasWords, hasValues } = sessions;
  const row = tx.select({ hasWords, hasValues }).from(sessions).where(eq(sessions.id, sessionId)).get();
  if (row === undefined) return;
  const body = isKept && row.hasWords === 1 && row.hasValues === 1 ? delivery.body : null;
  const sent = { id, accountId, sessionId, queue, url, signer, messageId, event, body };
  tx.insert(doneDeliveries)
    .values({ ...sent, attempts: attempts + 1, lastError, doneAt: at })
    .onConflictDoNothing()
    .run();
  if (isTrimmedAt(id, rowsMax)) trim(tx, accountId, rowsMax);
}

function trim(tx: Db, accountId: string, rowsMax: number): void {
  const { id } = doneDeliveries;
  const of = eq(doneDeliveries.accountId, accountId);
  const first = tx.select({ id }).from(doneDeliveries).where(of).orderBy(desc(id)).limit(1).offset(rowsMax);
  const tooOld = first.get();
  if (tooOld !== undefined)
    tx.delete(doneDeliveries)
      .where(and(of, lte(id, tooOld.id)))
      .run();
}

export function doneOf(db: Db, { accountId, sessionId }: OfSession): DoneDelivery[] {
  const of = and(eq(doneDeliveries.sessionId, sessionId), eq(doneDeliveries.accountId, accountId));
  return db.select(columns).from(doneDeliveries).where(of).orderBy(asc(doneDeliveries.id)).all();
}

/** Removes it from the table; returns it as a waiting one. */
export function takeBack(
  tx: Db,
  { accountId, sessionId, id, at }: OfSession & { id: number; at: number },
): NewDelivery | undefined {
  const { id: column, body } = doneDeliveries;
  const of = and(eq(doneDeliveries.sessionId, sessionId), eq(doneDeliveries.accountId, accountId));
  const gone = tx
    .delete(doneDeliveries)
    .where(and(of, eq(column, id), isNotNull(body)))
    .returning()
    .get();
  if (gone === undefined || gone.body === null) return undefined;
  const { queue, url, signer, messageId } = gone;
  return { accountId, queue, url, signer, messageId, body: gone.body, createdAt: at };
}

export function forgetBodies(tx: Db, sessionIds: readonly string[]): void {
  tx.update(doneDeliveries)
    .set({ body: null })
    .where(inArray(doneDeliveries.sessionId, [...sessionIds]))
    .run();
}

export function forgetBodiesOf(tx: Db, { accountId, signer }: Signer): void {
  tx.update(doneDeliveries)
    .set({ body: null })
    .where(and(eq(doneDeliveries.accountId, accountId), eq(doneDeliveries.signer, signer)))
    .run();
}
