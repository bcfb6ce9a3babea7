// Outbox in the file: deliveries to hooks, in queues.

import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  sql,
} from "drizzle-orm";
import type { DataFile, Db } from "../open-database.ts";
import type { Delivery, Due, HastenedDelivery, NewDelivery, OutboxStore } from "../port/outbox-store.ts";
import { hookDeliveries } from "../schema.ts";
import { doneOf, forgetBodiesOf, takeBack, writeDown } from "./done-deliveries.ts";
import { immediate } from "./immediate.ts";

type Claim = Parameters<OutboxStore["claim"]>[0];

const { claimedBy: _by, claimedUntil: _until, ...columns } = getTableColumns(hookDeliveries);
/** Rows per insert; SQLite limits parameters. */
const rowsAtOnce = 500;

export function outboxIn({ live: db, erase }: DataFile): OutboxStore {
  const waiting = new Set<() => void>();
  const told = (): void => {
    for (const fire of waiting) fire();
  };
  return {
    ...leaving({ live: db, erase }, told),
    async add(deliveries) {
      db.transaction((tx) => add(tx, deliveries), immediate);
      told();
    },
    async receivers(at) {
      return receivers(db, at);
    },
    async claim(of) {
      return db.transaction((tx) => claim(tx, of), immediate);
    },
    async ofSession({ accountId, sessionId }) {
      const isOwn = and(isAbout(sessionId), eq(hookDeliveries.accountId, accountId));
      return db.select(columns).from(hookDeliveries).where(isOwn).orderBy(asc(hookDeliveries.id)).all();
    },
    async hasten(wanted) {
      const hastened = db.transaction((tx) => hasten(tx, wanted), immediate);
      if (hastened === "due") told();
      return hastened;
    },
    async postpone({ id, attempts }, nextAt) {
      const { id: column } = hookDeliveries;
      const set = { attempts: attempts + 1, nextAt, claimedBy: null, claimedUntil: null };
      const row = db.update(hookDeliveries).set(set).where(eq(column, id)).returning({ id: column }).get();
      return row !== undefined;
    },
    async loads() {
      const chars = sql<number>`sum(length(${hookDeliveries.body}))`;
      return db
        .select({ accountId: hookDeliveries.accountId, rows: count(), chars })
        .from(hookDeliveries)
        .groupBy(hookDeliveries.accountId)
        .all();
    },
    async waiting() {
      const oldestAt = sql<number | null>`min(${hookDeliveries.createdAt})`;
      return db.select({ rows: count(), oldestAt }).from(hookDeliveries).get() ?? { rows: 0, oldestAt: null };
    },
    // This process may have added it for another.
    onAdded(fire) {
      waiting.add(fire);
      return { [Symbol.dispose]: () => void waiting.delete(fire) };
    },
  };
}

type Leaving = "remove" | "removeOf" | "removeOfSession" | "doneOf" | "again";

/** Removes finished deliveries, with their results. `told`: one waits again. */
function leaving(
  { live: db, erase }: Pick<DataFile, "live" | "erase">,
  told: () => void,
): Pick<OutboxStore, Leaving> {
  return {
    async remove(delivery, at, outcome) {
      return db.transaction((tx) => {
        const isGone = remove(tx, delivery, at);
        if (isGone && outcome !== undefined) writeDown(tx, delivery, { ...outcome, at });
        return isGone;
      }, immediate);
    },
    async removeOf({ accountId, signer }) {
      return erase((durable) =>
        durable.transaction((tx) => {
          forgetBodiesOf(tx, { accountId, signer });
          return tx
            .delete(hookDeliveries)
            .where(and(eq(hookDeliveries.accountId, accountId), eq(hookDeliveries.signer, signer)))
            .returning({ accountId: hookDeliveries.accountId, body: hookDeliveries.body })
            .all();
        }, immediate),
      );
    },
    async removeOfSession(sessionId) {
      return erase((durable) =>
        durable
          .delete(hookDeliveries)
          .where(isAbout(sessionId))
          .returning({ accountId: hookDeliveries.accountId, body: hookDeliveries.body })
          .all(),
      );
    },
    async doneOf(of) {
      return doneOf(db, of);
    },
    async again(wanted) {
      const waits = db.transaction((tx) => {
        const delivery = takeBack(tx, wanted);
        if (delivery !== undefined) add(tx, [delivery]);
        return delivery;
      }, immediate);
      if (waits !== undefined) told();
      return waits;
    },
  };
}

/** Queues begin with their session's id and a space, which "!" follows. */
function isAbout(sessionId: string) {
  return and(gte(hookDeliveries.queue, `${sessionId} `), lt(hookDeliveries.queue, `${sessionId}!`));
}

function hasten(
  tx: Db,
  { accountId, sessionId, id, at }: Parameters<OutboxStore["hasten"]>[0],
): HastenedDelivery {
  const isOwn = and(eq(hookDeliveries.id, id), isAbout(sessionId), eq(hookDeliveries.accountId, accountId));
  const row = tx.select({ nextAt: hookDeliveries.nextAt }).from(hookDeliveries).where(isOwn).get();
  if (row === undefined) return "missing";
  if (row.nextAt === null) return "behind";
  // Not later than before.
  const nextAt = Math.min(at, row.nextAt);
  tx.update(hookDeliveries).set({ nextAt }).where(isOwn).run();
  return "due";
}

function claim(tx: Db, { url, at, limit, nodeId, until }: Claim): Delivery[] {
  const { id, nextAt, claimedBy, claimedUntil } = hookDeliveries;
  const isFree = or(isNull(claimedUntil), lte(claimedUntil, at), eq(claimedBy, nodeId));
  const due = tx
    .select(columns)
    .from(hookDeliveries)
    .where(and(eq(hookDeliveries.url, url), isNotNull(nextAt), lte(nextAt, at), isFree))
    .orderBy(asc(nextAt), asc(id))
    .limit(limit)
    .all();
  const ids = due.map((each) => each.id);
  tx.update(hookDeliveries).set({ claimedBy: nodeId, claimedUntil: until }).where(inArray(id, ids)).run();
  return due;
}

function add(tx: Db, deliveries: readonly NewDelivery[]): void {
  for (let at = 0; at < deliveries.length; at += rowsAtOnce) {
    const some = deliveries.slice(at, at + rowsAtOnce);
    const waiting = waitingQueues(tx, new Set(some.map(({ queue }) => queue)));
    const rows = some.map((delivery) => {
      const nextAt = waiting.has(delivery.queue) ? null : delivery.createdAt;
      waiting.add(delivery.queue);
      return { ...delivery, nextAt };
    });
    tx.insert(hookDeliveries).values(rows).onConflictDoNothing().run();
  }
}

/** Jumps from receiver to receiver in the index, because a dead one may have thousands of queues. */
function receivers(db: Db, at: number): Due[] {
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

function remove(tx: Db, { id, queue }: Delivery, at: number): boolean {
  const { id: column } = hookDeliveries;
  const gone = tx.delete(hookDeliveries).where(eq(column, id)).returning({ id: column }).get();
  const next = firstOf(tx, queue);
  if (next !== undefined)
    tx.update(hookDeliveries).set({ nextAt: at }).where(eq(hookDeliveries.id, next)).run();
  return gone !== undefined;
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
