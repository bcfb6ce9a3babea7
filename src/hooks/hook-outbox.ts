// Hook outbox: a table of queues of deliveries, in which only the first of a queue has a time. What is delivered or
// given up leaves it, and the next one is due at once.

import { and, asc, count, eq, inArray, isNotNull, lte, sql } from "drizzle-orm";
import type { Db } from "../../db/open-database.ts";
import { hookDeliveries } from "../../db/tables.ts";

export type Delivery = typeof hookDeliveries.$inferSelect;

export type NewDelivery = Pick<
  Delivery,
  "accountId" | "queue" | "url" | "signer" | "messageId" | "body" | "createdAt"
>;

export type Signer = Pick<Delivery, "accountId" | "signer">;

/** One insert's rows; SQLite counts parameters. */
const rowsAtOnce = 500;

export interface OutboxLoad {
  readonly accountId: string;
  readonly rows: number;
  readonly chars: number;
}

/** Answers with how many there are. */
export function addDeliveries(tx: Db, deliveries: readonly NewDelivery[]): number {
  for (let at = 0; at < deliveries.length; at += rowsAtOnce) {
    const some = deliveries.slice(at, at + rowsAtOnce);
    const waiting = waitingQueues(tx, new Set(some.map(({ queue }) => queue)));
    const rows = some.map((delivery) => {
      const nextAt = waiting.has(delivery.queue) ? null : delivery.createdAt;
      waiting.add(delivery.queue);
      return { ...delivery, nextAt };
    });
    tx.insert(hookDeliveries).values(rows).run();
  }
  return deliveries.length;
}

/** A receiver, and when it is to be sent something: for the first time, and for the first time after now. */
export interface Due {
  readonly url: string;
  readonly firstAt: number;
  readonly laterAt: number | null;
}

/** Jumps from receiver to receiver in the index, because one that is gone may have thousands of queues. */
export function receivers(db: Db, at: number): Due[] {
  return db.all<Due>(sql`
    WITH RECURSIVE receivers(url) AS (
      SELECT min(url) FROM hook_deliveries WHERE next_at IS NOT NULL
      UNION ALL
      SELECT (SELECT min(d.url) FROM hook_deliveries d WHERE d.next_at IS NOT NULL AND d.url > receivers.url)
      FROM receivers WHERE receivers.url IS NOT NULL
    )
    SELECT
      url,
      (SELECT min(d.next_at) FROM hook_deliveries d
        WHERE d.url = receivers.url AND d.next_at IS NOT NULL) AS firstAt,
      (SELECT min(d.next_at) FROM hook_deliveries d
        WHERE d.url = receivers.url AND d.next_at IS NOT NULL AND d.next_at > ${at}) AS laterAt
    FROM receivers WHERE url IS NOT NULL`);
}

/** The first of each queue of one receiver that is due, longest due first. */
export function dueDeliveries(
  db: Db,
  { url, at, limit }: { readonly url: string; readonly at: number; readonly limit: number },
): Delivery[] {
  const { nextAt } = hookDeliveries;
  return db
    .select()
    .from(hookDeliveries)
    .where(and(eq(hookDeliveries.url, url), isNotNull(nextAt), lte(nextAt, at)))
    .orderBy(asc(nextAt), asc(hookDeliveries.id))
    .limit(limit)
    .all();
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

/** Deletes the deliveries of a receiver that is gone. */
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

/** False when it is gone. */
export function postponeDelivery(tx: Db, { id, attempts }: Delivery, nextAt: number): boolean {
  const { id: column } = hookDeliveries;
  const set = { attempts: attempts + 1, nextAt };
  return (
    tx.update(hookDeliveries).set(set).where(eq(column, id)).returning({ id: column }).get() !== undefined
  );
}

/** What waits, by account. */
export function loads(db: Db): OutboxLoad[] {
  const chars = sql<number>`sum(length(${hookDeliveries.body}))`;
  return db
    .select({ accountId: hookDeliveries.accountId, rows: count(), chars })
    .from(hookDeliveries)
    .groupBy(hookDeliveries.accountId)
    .all();
}

function waitingQueues(tx: Db, queues: ReadonlySet<string>): Set<string> {
  const rows = tx
    .selectDistinct({ queue: hookDeliveries.queue })
    .from(hookDeliveries)
    .where(inArray(hookDeliveries.queue, [...queues]))
    .all();
  return new Set(rows.map(({ queue }) => queue));
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
