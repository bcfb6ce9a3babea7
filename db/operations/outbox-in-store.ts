// Outbox: deliveries to hooks, in queues. A change of a queue's first delivery locks the queue before it reads:
// otherwise a delivery added while the only one before it is removed would never get a time.

import { and, asc, count, eq, getTableColumns, gte, lt, min, type SQL, sql } from "drizzle-orm";
import type { Delivery, Due, NewDelivery, OutboxStore } from "../port/outbox-store.ts";
import { doneOf, forgetBodiesOf, takeBack, writeDown } from "./done-deliveries.ts";
import { all, type Executor, first, rowsOf, run, type Tables, type Tx, type Work } from "./work.ts";

export type Claim = Parameters<OutboxStore["claim"]>[0];

/** Postgres serves several nodes: it locks queues, and announces deliveries to all at the commit. */
export interface OutboxStatements {
  add(tx: Tx, deliveries: readonly NewDelivery[]): Work<void>;
  claim(tx: Tx, of: Claim): Work<readonly Delivery[]>;
  lockQueues(of: readonly Pick<Delivery, "queue">[]): Work<void>;
  announce(): Work<unknown>;
}

export interface OutboxParts {
  readonly statements: OutboxStatements;
  readonly onAdded: OutboxStore["onAdded"];
  /** Receives due deliveries after the commit. */
  readonly added?: () => void;
}

export function outboxIn(executor: Executor, parts: OutboxParts): OutboxStore {
  const { execute, executeLive, transactLive } = executor;
  const { statements, onAdded, added } = parts;
  return {
    ...leaving(executor, parts),
    async add(deliveries) {
      if (deliveries.length > 0) await transactLive((tx) => statements.add(tx, deliveries));
      added?.();
    },
    receivers: (at) => executeLive(() => receivers(at)),
    claim: (of) => executeLive((tx) => statements.claim(tx, of)),
    ofSession: ({ accountId, sessionId }) =>
      execute(({ db, tables }) => {
        const isOwn = and(isAbout(tables, sessionId), eq(tables.hookDeliveries.accountId, accountId));
        const rows = db.select(deliveryColumns(tables)).from(tables.hookDeliveries).where(isOwn);
        return all(rows.orderBy(asc(tables.hookDeliveries.id)));
      }),
    async hasten({ accountId, sessionId, id, at }) {
      const hastened = await transactLive(function* ({ db, tables, locked }) {
        const { hookDeliveries: table } = tables;
        const isIt = and(eq(table.id, id), isAbout(tables, sessionId), eq(table.accountId, accountId));
        const rows = db.select({ nextAt: table.nextAt }).from(table).where(isIt);
        const row = yield* first(locked(rows, "no key update"));
        if (row === undefined) return "missing";
        if (row.nextAt === null) return "behind";
        // The delivery is due no later than before. Another node may send it.
        const set = { nextAt: Math.min(at, row.nextAt) };
        yield* run(db.update(table).set(set).where(isIt));
        yield* statements.announce();
        return "due";
      });
      if (hastened === "due") added?.();
      return hastened;
    },
    postpone: ({ id, attempts }, nextAt) =>
      executeLive(function* ({ db, tables: { hookDeliveries } }) {
        const { id: column } = hookDeliveries;
        const set = { attempts: attempts + 1, nextAt, claimedBy: null, claimedUntil: null };
        const rows = db.update(hookDeliveries).set(set).where(eq(column, id));
        return (yield* first(rows.returning({ column }))) !== undefined;
      }),
    waiting: () =>
      execute(function* ({ db, tables: { hookDeliveries } }) {
        const columns = { rows: count(), oldestAt: min(hookDeliveries.createdAt) };
        return (yield* first(db.select(columns).from(hookDeliveries))) ?? { rows: 0, oldestAt: null };
      }),
    loads: () =>
      execute(({ db, tables: { hookDeliveries } }) => {
        const { accountId, body } = hookDeliveries;
        const chars = sql`sum(length(${body}))`.mapWith(Number);
        return all(db.select({ accountId, rows: count(), chars }).from(hookDeliveries).groupBy(accountId));
      }),
    onAdded,
  };
}

type Leaving = "remove" | "removeOf" | "removeOfSession" | "doneOf" | "again";

/** Removes finished deliveries, with their results. */
function leaving(
  { execute, transactLive, erase }: Executor,
  { statements, added }: OutboxParts,
): Pick<OutboxStore, Leaving> {
  function* removeAll({ db, tables: { hookDeliveries } }: Tx, which: SQL | undefined) {
    const { accountId, body, queue } = hookDeliveries;
    yield* statements.lockQueues(yield* all(db.selectDistinct({ queue }).from(hookDeliveries).where(which)));
    return yield* all(db.delete(hookDeliveries).where(which).returning({ accountId, body }));
  }
  return {
    remove: (delivery, at, outcome) =>
      transactLive(function* (tx) {
        const { hookDeliveries } = tx.tables;
        const { id, queue } = hookDeliveries;
        yield* statements.lockQueues([delivery]);
        const isGone =
          (yield* first(tx.db.delete(hookDeliveries).where(eq(id, delivery.id)).returning({ id }))) !==
          undefined;
        const waiting = tx.db.select({ id: min(id) }).from(hookDeliveries);
        const next = sql`${id} = ${waiting.where(eq(queue, delivery.queue))}`;
        yield* run(tx.db.update(hookDeliveries).set({ nextAt: at }).where(next));
        if (isGone && outcome !== undefined) yield* writeDown(tx, delivery, { ...outcome, at });
        return isGone;
      }),
    removeOf: ({ accountId, signer }) =>
      erase(function* (tx) {
        const { hookDeliveries: table } = tx.tables;
        yield* forgetBodiesOf(tx, { accountId, signer });
        return yield* removeAll(tx, and(eq(table.accountId, accountId), eq(table.signer, signer)));
      }),
    removeOfSession: (sessionId) => erase((tx) => removeAll(tx, isAbout(tx.tables, sessionId))),
    doneOf: (of) => execute((tx) => doneOf(tx, of)),
    async again(wanted) {
      const waits = await transactLive(function* (tx) {
        const delivery = yield* takeBack(tx, wanted);
        if (delivery !== undefined) yield* statements.add(tx, [delivery]);
        return delivery;
      });
      if (waits !== undefined) added?.();
      return waits;
    },
  };
}

/** All columns except those of the claim. */
export function deliveryColumns({ hookDeliveries }: Tables) {
  const { claimedBy: _by, claimedUntil: _until, ...columns } = getTableColumns(hookDeliveries);
  return columns;
}

/** Queues begin with their session's id and a space, which "!" follows. */
function isAbout({ hookDeliveries: { queue } }: Tables, sessionId: string) {
  return and(gte(queue, `${sessionId} `), lt(queue, `${sessionId}!`));
}

interface ReceiverRow {
  readonly url: string;
  readonly first_at: number | string;
  readonly later_at: number | string | null;
}

/** Jumps from receiver to receiver in the index, because a dead one may have thousands of queues. */
function* receivers(at: number): Work<Due[]> {
  const rows = yield* rowsOf<ReceiverRow>(sql`
    WITH RECURSIVE receivers(url) AS (
      SELECT min(url) FROM hook_deliveries WHERE next_at IS NOT NULL
      UNION ALL
      SELECT (SELECT min(d.url) FROM hook_deliveries d WHERE d.next_at IS NOT NULL AND d.url > receivers.url)
      FROM receivers WHERE receivers.url IS NOT NULL
    )
    SELECT
      url,
      (SELECT min(d.next_at) FROM hook_deliveries d
        WHERE d.url = receivers.url AND d.next_at IS NOT NULL) AS first_at,
      (SELECT min(d.next_at) FROM hook_deliveries d
        WHERE d.url = receivers.url AND d.next_at IS NOT NULL AND d.next_at > ${at}) AS later_at
    FROM receivers WHERE url IS NOT NULL`);
  return rows.map((row) => ({
    url: row.url,
    firstAt: Number(row.first_at),
    laterAt: row.later_at === null ? null : Number(row.later_at),
  }));
}
