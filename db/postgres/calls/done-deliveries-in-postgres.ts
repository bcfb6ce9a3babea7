// Done deliveries in Postgres: results of hook deliveries, beside their calls.

import { and, asc, eq, getTableColumns, inArray, isNotNull, sql } from "drizzle-orm";
import type {
  Delivery,
  DoneDelivery,
  NewDelivery,
  OfSession,
  Outcome,
  Signer,
} from "../../port/outbox-store.ts";
import { isTrimmedAt } from "../../row-values.ts";
import { doneDeliveries, sessions } from "../postgres-tables.ts";
import type { Db } from "../postgres-connections.ts";
import { number, text } from "../postgres-values.ts";

const { sessionId: _session, ...columns } = getTableColumns(doneDeliveries);

/** Stores nothing of a deleted session; an existing one stays until this is committed. */
export async function writeDown(
  tx: Db,
  delivery: Delivery,
  { at, ...outcome }: Outcome & { at: number },
): Promise<void> {
  const { id, accountId, queue, url, signer, messageId, attempts } = delivery;
  const { sessionId, event, lastError, isKept, rowsMax } = outcome;
  const { hasWords, hasValues } = sessions;
  const there = tx.select({ hasWords, hasValues }).from(sessions).where(eq(sessions.id, sessionId));
  const [session] = await there.for("key share");
  if (session === undefined) return;
  const body = isKept && session.hasWords === 1 && session.hasValues === 1 ? delivery.body : null;
  const sent = { id, accountId, sessionId, queue, url, signer, messageId, event, body };
  const row = { ...sent, attempts: attempts + 1, lastError, doneAt: at };
  await tx.insert(doneDeliveries).values(row).onConflictDoNothing();
  if (isTrimmedAt(id, rowsMax))
    await tx.execute(sql`
      DELETE FROM done_deliveries WHERE account_id = ${text(accountId)} AND id <= (
        SELECT id FROM done_deliveries WHERE account_id = ${text(accountId)}
        ORDER BY id DESC OFFSET ${number(rowsMax)} LIMIT 1)`);
}

export async function doneOf(db: Db, { accountId, sessionId }: OfSession): Promise<DoneDelivery[]> {
  const isOwn = and(eq(doneDeliveries.sessionId, sessionId), eq(doneDeliveries.accountId, accountId));
  return db.select(columns).from(doneDeliveries).where(isOwn).orderBy(asc(doneDeliveries.id));
}

/** Removes it from the table; returns it as a waiting one. */
export async function takeBack(
  tx: Db,
  { accountId, sessionId, id, at }: OfSession & { id: number; at: number },
): Promise<NewDelivery | undefined> {
  const { id: column, body } = doneDeliveries;
  const isOwn = and(eq(doneDeliveries.sessionId, sessionId), eq(doneDeliveries.accountId, accountId));
  const [gone] = await tx
    .delete(doneDeliveries)
    .where(and(isOwn, eq(column, id), isNotNull(body)))
    .returning();
  if (gone === undefined || gone.body === null) return undefined;
  const { queue, url, signer, messageId } = gone;
  return { accountId, queue, url, signer, messageId, body: gone.body, createdAt: at };
}

export async function forgetBodies(tx: Db, sessionIds: readonly string[]): Promise<void> {
  const ofSessions = inArray(doneDeliveries.sessionId, [...sessionIds]);
  await tx.update(doneDeliveries).set({ body: null }).where(ofSessions);
}

export async function forgetBodiesOf(tx: Db, { accountId, signer }: Signer): Promise<void> {
  const isOwn = and(eq(doneDeliveries.accountId, accountId), eq(doneDeliveries.signer, signer));
  await tx.update(doneDeliveries).set({ body: null }).where(isOwn);
}
