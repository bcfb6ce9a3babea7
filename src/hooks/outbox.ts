// The outbox as a table: deliveries wait in queues, and only the first of a queue has a time. What is taken or given up
// leaves it, and the next one's time is now.

import { and, asc, count, eq, gt, isNotNull, lte, min, sql } from "drizzle-orm";
import type { Db } from "../../db/open.ts";
import { hookDeliveries } from "../../db/schema.ts";

export type Delivery = typeof hookDeliveries.$inferSelect;

export type NewDelivery = Pick<
  Delivery,
  "accountId" | "queue" | "url" | "signer" | "messageId" | "body" | "createdAt"
>;

export type Signer = Pick<Delivery, "accountId" | "signer">;

/** One insert's rows; SQLite counts parameters. */
const rowsAtOnce = 500;

export interface Load {
  readonly accountId: string;
  readonly rows: number;
  readonly chars: number;
}

/** Answers with how many there are. */
export function addDeliveries(tx: Db, deliveries: readonly NewDelivery[]): number {
  const known = new Set<string>();
  const rows = deliveries.map((delivery) => {
    const { queue, createdAt } = delivery;
    const isFirst = !known.has(queue) && firstOf(tx, queue) === undefined;
    known.add(queue);
    return { ...delivery, nextAt: isFirst ? createdAt : null };
  });
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    tx.insert(hookDeliveries)
      .values(rows.slice(at, at + rowsAtOnce))
      .run();
  return rows.length;
}

/** The receivers with something to do at `at`. */
export function dueReceivers(db: Db, at: number): { readonly url: string; readonly accountId: string }[] {
  return db
    .selectDistinct({ url: hookDeliveries.url, accountId: hookDeliveries.accountId })
    .from(hookDeliveries)
    .where(and(isNotNull(hookDeliveries.nextAt), lte(hookDeliveries.nextAt, at)))
    .all();
}

/** The first of each queue of one receiver that is due, longest due first. */
export function dueDeliveries(
  db: Db,
  { url, accountId, at, limit }: { url: string; accountId: string; at: number; limit: number },
): Delivery[] {
  const { nextAt } = hookDeliveries;
  return db
    .select()
    .from(hookDeliveries)
    .where(
      and(
        eq(hookDeliveries.url, url),
        eq(hookDeliveries.accountId, accountId),
        isNotNull(nextAt),
        lte(nextAt, at),
      ),
    )
    .orderBy(asc(nextAt), asc(hookDeliveries.id))
    .limit(limit)
    .all();
}

/** When something is due that is not so at `at` already. */
export function nextDueAt(db: Db, at: number): number | undefined {
  const { nextAt } = hookDeliveries;
  const row = db
    .select({ first: min(nextAt) })
    .from(hookDeliveries)
    .where(and(isNotNull(nextAt), gt(nextAt, at)))
    .get();
  return row?.first ?? undefined;
}

/** It was taken or given up: the next of its queue is due. False when it was gone already. */
export function removeDelivery(tx: Db, { id, queue }: Delivery, at: number): boolean {
  const { id: column } = hookDeliveries;
  const gone = tx.delete(hookDeliveries).where(eq(column, id)).returning({ id: column }).get();
  const next = firstOf(tx, queue);
  if (next !== undefined)
    tx.update(hookDeliveries).set({ nextAt: at }).where(eq(hookDeliveries.id, next)).run();
  return gone !== undefined;
}

/** Nobody wants them any more. */
export function removeDeliveriesOf(
  tx: Db,
  { accountId, signer }: Signer,
): { accountId: string; body: string }[] {
  return tx
    .delete(hookDeliveries)
    .where(and(eq(hookDeliveries.accountId, accountId), eq(hookDeliveries.signer, signer)))
    .returning({ accountId: hookDeliveries.accountId, body: hookDeliveries.body })
    .all();
}

export function postponeDelivery(tx: Db, { id, attempts }: Delivery, nextAt: number): void {
  tx.update(hookDeliveries)
    .set({ attempts: attempts + 1, nextAt })
    .where(eq(hookDeliveries.id, id))
    .run();
}

/** What waits, by account. */
export function loads(db: Db): Load[] {
  const chars = sql<number>`sum(length(${hookDeliveries.body}))`;
  return db
    .select({ accountId: hookDeliveries.accountId, rows: count(), chars })
    .from(hookDeliveries)
    .groupBy(hookDeliveries.accountId)
    .all();
}

function firstOf(tx: Db, queue: string): number | undefined {
  return tx
    .select({ id: hookDeliveries.id })
    .from(hookDeliveries)
    .where(eq(hookDeliveries.queue, queue))
    .orderBy(asc(hookDeliveries.id))
    .limit(1)
    .get()?.id;
}
