// Outbox in Postgres: deliveries to hooks, in queues, for all nodes. A change of a queue's first delivery locks the
// queue before it reads: otherwise a delivery added while the only one before it is removed would never get a time.

import { and, asc, count, eq, getTableColumns, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Delivery, NewDelivery, OutboxStore } from "../port/outbox-store.ts";
import { doneOf, forgetBodiesOf, takeBack, writeDown } from "./calls/done-deliveries-in-postgres.ts";
import type { Connections, Db } from "./postgres-connections.ts";
import { hookDeliveries } from "./postgres-tables.ts";
import { databaseNow, number, recordset, storable, text } from "./postgres-values.ts";

type Claim = Parameters<OutboxStore["claim"]>[0];

/** Channel that announces a new delivery to nodes. */
export const addedChannel = "voice_flow_outbox";

const { claimedBy: _by, claimedUntil: _until, ...columns } = getTableColumns(hookDeliveries);

export function outboxIn(pg: Connections, onAdded: OutboxStore["onAdded"]): OutboxStore {
  return {
    ...leaving(pg),
    async add(deliveries) {
      if (deliveries.length > 0) await pg.transact((tx) => add(tx, deliveries));
    },
    receivers: (at) => pg.run((db) => receivers(db, at)),
    claim: (of) => pg.run((db) => claim(db, of)),
    ofSession: ({ accountId, sessionId }) => {
      const of = and(isAbout(sessionId), eq(hookDeliveries.accountId, accountId));
      return pg.run((db) =>
        db.select(columns).from(hookDeliveries).where(of).orderBy(asc(hookDeliveries.id)),
      );
    },
    hasten: ({ accountId, sessionId, id, at }) => {
      const of = and(eq(hookDeliveries.id, id), isAbout(sessionId), eq(hookDeliveries.accountId, accountId));
      return pg.transact(async (tx) => {
        const { nextAt } = hookDeliveries;
        const [row] = await tx.select({ nextAt }).from(hookDeliveries).where(of).for("no key update");
        if (row === undefined) return "missing";
        if (row.nextAt === null) return "behind";
        // Not later than before. Another node may send it.
        await tx
          .update(hookDeliveries)
          .set({ nextAt: Math.min(at, row.nextAt) })
          .where(of);
        await tx.execute(sql`SELECT pg_notify(${text(addedChannel)}, '')`);
        return "due";
      });
    },
    async postpone({ id, attempts }, nextAt) {
      const { id: column } = hookDeliveries;
      const set = { attempts: attempts + 1, nextAt, claimedBy: null, claimedUntil: null };
      const rows = await pg.run((db) =>
        db.update(hookDeliveries).set(set).where(eq(column, id)).returning({ id: column }),
      );
      return rows.length > 0;
    },
    async waiting() {
      const oldestAt = sql<string | null>`min(${hookDeliveries.createdAt})`;
      const [row] = await pg.run((db) => db.select({ rows: count(), oldestAt }).from(hookDeliveries));
      const { rows = 0, oldestAt: at = null } = row ?? {};
      return { rows, oldestAt: at === null ? null : Number(at) };
    },
    loads: () => {
      const chars = sql`sum(char_length(${hookDeliveries.body}))`.mapWith(Number);
      return pg.run((db) =>
        db
          .select({ accountId: hookDeliveries.accountId, rows: count(), chars })
          .from(hookDeliveries)
          .groupBy(hookDeliveries.accountId),
      );
    },
    onAdded,
  };
}

type Leaving = "remove" | "removeOf" | "removeOfSession" | "doneOf" | "again";

/** Removes finished deliveries, with their results. */
function leaving(pg: Connections): Pick<OutboxStore, Leaving> {
  return {
    remove: (delivery, at, outcome) =>
      pg.transact(async (tx) => {
        const isGone = await remove(tx, delivery, at);
        if (isGone && outcome !== undefined) await writeDown(tx, delivery, { ...outcome, at });
        return isGone;
      }),
    removeOf: ({ accountId, signer }) => {
      const of = and(eq(hookDeliveries.accountId, accountId), eq(hookDeliveries.signer, signer));
      return pg.transact(async (tx) => {
        await forgetBodiesOf(tx, { accountId, signer });
        return removeAll(tx, of);
      });
    },
    removeOfSession: (sessionId) => {
      return pg.transact((tx) => removeAll(tx, isAbout(sessionId)));
    },
    doneOf: (of) => pg.run((db) => doneOf(db, of)),
    again: (of) =>
      pg.transact(async (tx) => {
        const delivery = await takeBack(tx, of);
        if (delivery !== undefined) await add(tx, [delivery]);
        return delivery;
      }),
  };
}

/** Queues begin with their session's id and a space, which "!" follows. */
function isAbout(sessionId: string) {
  const { queue } = hookDeliveries;
  return and(gte(queue, `${sessionId} `), lt(queue, `${sessionId}!`));
}

/** Until the end of the transaction; in one order, so that no two wait for each other. */
async function lockQueues(tx: Db, of: readonly { readonly queue: string }[]): Promise<void> {
  const queues = [...new Set(of.map(({ queue }) => storable(queue)))].sort();
  await tx.execute(sql`
    SELECT pg_advisory_xact_lock(hashtextextended(queue, 0))
    FROM (SELECT queue FROM json_to_recordset(${recordset(queues.map((queue) => ({ queue })))}) AS each(queue text)
      ORDER BY queue COLLATE "C" OFFSET 0) AS sorted`);
}

async function add(tx: Db, deliveries: readonly NewDelivery[]): Promise<void> {
  await lockQueues(tx, deliveries);
  const rows = deliveries.map(({ queue, url, signer, body, ...each }, n) => ({
    n,
    account_id: each.accountId,
    queue: storable(queue),
    url: storable(url),
    signer: storable(signer),
    message_id: each.messageId,
    body: storable(body),
    created_at: each.createdAt,
  }));
  // Only the first of a queue gets a time. Nodes are notified once, at the commit.
  await tx.execute(sql`
    WITH given AS (
      SELECT *, row_number() OVER (PARTITION BY queue ORDER BY n) = 1
        AND NOT EXISTS (SELECT FROM hook_deliveries AS waiting WHERE waiting.queue = each.queue) AS is_first
      FROM json_to_recordset(${recordset(rows)}) AS each(n bigint, account_id text, queue text, url text, signer text,
        message_id text, body text, created_at bigint)),
    added AS (
      INSERT INTO hook_deliveries (account_id, queue, url, signer, message_id, body, next_at, created_at)
      SELECT account_id, queue, url, signer, message_id, body, CASE WHEN is_first THEN created_at END, created_at
      FROM given ORDER BY n
      ON CONFLICT DO NOTHING RETURNING id)
    SELECT pg_notify(${text(addedChannel)}, '') FROM added LIMIT 1`);
}

/** Skips deliveries that another node is about to take. The database's clock decides the time of the claim. */
async function claim(db: Db, { url, at, limit, nodeId, until }: Claim): Promise<readonly Delivery[]> {
  const due = sql`ARRAY(
    SELECT id FROM hook_deliveries
    WHERE url = ${text(url)} AND next_at IS NOT NULL AND next_at <= ${number(at)}
      AND (claimed_until IS NULL OR claimed_until <= ${databaseNow} OR claimed_by = ${text(nodeId)})
    ORDER BY next_at, id LIMIT ${number(limit)} FOR UPDATE SKIP LOCKED)`;
  const rows = await db
    .update(hookDeliveries)
    .set({ claimedBy: nodeId, claimedUntil: sql`${databaseNow} + ${number(until - at)}` })
    .where(sql`${hookDeliveries.id} = ANY(${due})`)
    .returning(columns);
  return rows.sort((a, b) => (a.nextAt ?? 0) - (b.nextAt ?? 0) || a.id - b.id);
}

async function remove(tx: Db, { id, queue }: Delivery, at: number): Promise<boolean> {
  await lockQueues(tx, [{ queue }]);
  const { id: column } = hookDeliveries;
  const gone = await tx.delete(hookDeliveries).where(eq(column, id)).returning({ id: column });
  await tx.execute(sql`
    UPDATE hook_deliveries SET next_at = ${number(at)}
    WHERE id = (SELECT min(id) FROM hook_deliveries WHERE queue = ${text(queue)})`);
  return gone.length > 0;
}

async function removeAll(tx: Db, which: SQL | undefined) {
  const { accountId, body, queue } = hookDeliveries;
  await lockQueues(tx, await tx.selectDistinct({ queue }).from(hookDeliveries).where(which));
  return tx.delete(hookDeliveries).where(which).returning({ accountId, body });
}

/** Jumps from receiver to receiver in the index, because a dead one may have thousands of queues. */
async function receivers(db: Db, at: number) {
  const rows = (await db.execute(sql`
    WITH RECURSIVE receivers(url) AS (
      (SELECT url FROM hook_deliveries WHERE next_at IS NOT NULL ORDER BY url LIMIT 1)
      UNION ALL
      SELECT (SELECT d.url FROM hook_deliveries d
        WHERE d.next_at IS NOT NULL AND d.url > receivers.url ORDER BY d.url LIMIT 1)
      FROM receivers WHERE receivers.url IS NOT NULL)
    SELECT
      url,
      (SELECT min(d.next_at) FROM hook_deliveries d
        WHERE d.url = receivers.url AND d.next_at IS NOT NULL) AS first_at,
      (SELECT min(d.next_at) FROM hook_deliveries d
        WHERE d.url = receivers.url AND d.next_at IS NOT NULL AND d.next_at > ${number(at)}) AS later_at
    FROM receivers WHERE url IS NOT NULL`)) as unknown as readonly {
    readonly url: string;
    readonly first_at: string;
    readonly later_at: string | null;
  }[];
  return rows.map((row) => ({
    url: row.url,
    firstAt: Number(row.first_at),
    laterAt: row.later_at === null ? null : Number(row.later_at),
  }));
}
