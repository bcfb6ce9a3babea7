// Deliveries in Postgres: how they are added and claimed by several nodes.

import { sql } from "drizzle-orm";
import { deliveryColumns, type OutboxStatements } from "../operations/outbox-in-store.ts";
import { all, rowsOf, type Work } from "../operations/work.ts";
import { databaseNow, number, recordset, storable, text } from "./postgres-values.ts";

/** Channel that announces a new delivery to nodes. */
export const addedChannel = "voice_flow_outbox";

/** Locks queues until the end of the transaction; in one order, so that no two transactions wait for each other. */
function* lockQueues(of: readonly { readonly queue: string }[]): Work<void> {
  const queues = [...new Set(of.map(({ queue }) => storable(queue)))].sort();
  yield* rowsOf(sql`
    SELECT pg_advisory_xact_lock(hashtextextended(queue, 0))
    FROM (SELECT queue FROM json_to_recordset(${recordset(queues.map((queue) => ({ queue })))}) AS each(queue text)
      ORDER BY queue COLLATE "C" OFFSET 0) AS sorted`);
}

export const outboxStatements: OutboxStatements = {
  *add(_tx, deliveries) {
    yield* lockQueues(deliveries);
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
    // Only the first delivery of a queue gets a time. Nodes are notified once, at the commit.
    yield* rowsOf(sql`
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
  },

  /** Skips deliveries that another node is about to take. The database's clock decides the time of the claim. */
  *claim({ db, tables }, { url, at, limit, nodeId, until }) {
    const { hookDeliveries } = tables;
    const due = sql`ARRAY(
    SELECT id FROM hook_deliveries
    WHERE url = ${text(url)} AND next_at IS NOT NULL AND next_at <= ${number(at)}
      AND (claimed_until IS NULL OR claimed_until <= ${databaseNow} OR claimed_by = ${text(nodeId)})
    ORDER BY next_at, id LIMIT ${number(limit)} FOR UPDATE SKIP LOCKED)`;
    const set = { claimedBy: nodeId, claimedUntil: sql`${databaseNow} + ${number(until - at)}` };
    const claimed = db
      .update(hookDeliveries)
      .set(set)
      .where(sql`${hookDeliveries.id} = ANY(${due})`);
    const rows = yield* all(claimed.returning(deliveryColumns(tables)));
    return rows.sort((a, b) => (a.nextAt ?? 0) - (b.nextAt ?? 0) || a.id - b.id);
  },
  lockQueues,
  announce: () => rowsOf(sql`SELECT pg_notify(${text(addedChannel)}, '')`),
};
