// Deliveries in the file: how they are added and claimed by one process.

import { and, asc, eq, inArray, isNotNull, isNull, lte, or } from "drizzle-orm";
import { inParts } from "../knowledge-rows.ts";
import { deliveryColumns, type OutboxStatements } from "../operations/outbox-in-store.ts";
import { all, run } from "../operations/work.ts";

export const outboxStatements: OutboxStatements = {
  *add({ db, tables: { hookDeliveries } }, deliveries) {
    const { queue } = hookDeliveries;
    for (const some of inParts(deliveries)) {
      const queues = [...new Set(some.map((delivery) => delivery.queue))];
      const rows = db.selectDistinct({ queue }).from(hookDeliveries).where(inArray(queue, queues));
      const waiting = new Set((yield* all(rows)).map((row) => row.queue));
      const timed = some.map((delivery) => {
        const nextAt = waiting.has(delivery.queue) ? null : delivery.createdAt;
        waiting.add(delivery.queue);
        return { ...delivery, nextAt };
      });
      yield* run(db.insert(hookDeliveries).values(timed).onConflictDoNothing());
    }
  },
  *claim({ db, tables }, { url, at, limit, nodeId, until }) {
    const { hookDeliveries } = tables;
    const { id, nextAt, claimedBy, claimedUntil } = hookDeliveries;
    const isFree = or(isNull(claimedUntil), lte(claimedUntil, at), eq(claimedBy, nodeId));
    const isDue = and(eq(hookDeliveries.url, url), isNotNull(nextAt), lte(nextAt, at), isFree);
    const rows = db.select(deliveryColumns(tables)).from(hookDeliveries).where(isDue);
    const due = yield* all(rows.orderBy(asc(nextAt), asc(id)).limit(limit));
    const set = { claimedBy: nodeId, claimedUntil: until };
    const ids = due.map((delivery) => delivery.id);
    yield* run(db.update(hookDeliveries).set(set).where(inArray(id, ids)));
    return due;
  },
  *lockQueues() {},
  *announce() {},
};
