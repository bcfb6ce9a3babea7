// Nodes in Postgres: the processes that share it, their exclusive jobs, and their common counts. Ages come from the
// database's clock, because those of nodes differ.

import { and, asc, desc, eq, gt, inArray, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { NodeRow, NodeStore } from "../port/node-store.ts";
import type { RateStore } from "../port/rate-store.ts";
import { changeRow } from "./own-rows-in-postgres.ts";
import type { Connections, Db } from "./postgres-connections.ts";
import { nodes, rateCounts, singletons } from "./postgres-tables.ts";
import { databaseNow, firstRow, number, recordset, text } from "./postgres-values.ts";

/** Time for which a dead node is still listed. */
const goneShownMs = 24 * 3_600_000;

export function nodesIn(pg: Connections): NodeStore {
  return {
    async join({ id, address, publicUrl, region, version, callsMax }) {
      const node = { id, address, publicUrl, region, version, callsMax };
      const row = { ...node, state: "starting", startedAt: databaseNow, beatAt: databaseNow } as const;
      await pg.run((db) => db.insert(nodes).values(row));
    },
    beat: ({ id, calls, callsMax, lagMs, speechQueueMs }) =>
      pg.transact(async (tx) => {
        const isIt = and(eq(nodes.id, id), ne(nodes.state, "gone"));
        const set = { beatAt: databaseNow, calls, callsMax, lagMs, speechQueueMs };
        const rows = await tx.update(nodes).set(set).where(isIt).returning({ id: nodes.id });
        if (rows.length === 0) return undefined;
        const now = await firstRow<{ at: string }>(tx, sql`SELECT ${databaseNow} AS at`);
        return { nodes: await listed(tx, ne(nodes.state, "gone")), at: Number(now?.at) };
      }),
    setState({ id, from, to, silentMs = 0 }, entries = []) {
      const isSilent = lte(nodes.beatAt, sql`${databaseNow} - ${silentMs}::bigint`);
      const isIt = and(
        eq(nodes.id, id),
        inArray(nodes.state, [...from]),
        silentMs > 0 ? isSilent : undefined,
      );
      // The last beat shows when a node went; a node that was given up went with its own.
      const isGoodbye = to === "gone" && silentMs === 0;
      const set = isGoodbye ? { state: to, beatAt: databaseNow } : { state: to };
      return changeRow(pg, { table: nodes, set, where: isIt }, entries);
    },
    list: () => {
      const isShown = or(
        ne(nodes.state, "gone"),
        gt(nodes.beatAt, sql`${databaseNow} - ${goneShownMs}::bigint`),
      );
      return pg.run((db) => listed(db, isShown));
    },
    async forget() {
      const isOld = lte(nodes.beatAt, sql`${databaseNow} - ${goneShownMs}::bigint`);
      await pg.run((db) => db.delete(nodes).where(and(eq(nodes.state, "gone"), isOld)));
    },
    lead: async ({ name, ...lead }) => (await leadAll(pg, { ...lead, names: [name] })).length > 0,
    leadAll: (lead) => leadAll(pg, lead),
  };
}

async function leadAll(
  pg: Connections,
  { names, nodeId, forMs }: Parameters<NodeStore["leadAll"]>[0],
): Promise<string[]> {
  if (names.length === 0) return [];
  const set = { nodeId, until: sql`${databaseNow} + ${number(forMs)}` };
  const isFree = sql`${singletons.nodeId} = ${text(nodeId)} or ${singletons.until} < ${databaseNow}`;
  const rows = await pg.run((db) =>
    db
      .insert(singletons)
      .values(names.map((name) => ({ name, ...set })))
      .onConflictDoUpdate({ target: singletons.name, set, setWhere: isFree })
      .returning({ name: singletons.name }),
  );
  return rows.map(({ name }) => name);
}

async function listed(db: Db, which: SQL | undefined): Promise<NodeRow[]> {
  const rows = await db
    .select({ node: nodes, now: sql<string>`${databaseNow}` })
    .from(nodes)
    .where(which)
    .orderBy(desc(nodes.startedAt), desc(nodes.id));
  return rows.map(({ node: { startedAt, beatAt, batch: _batch, ...node }, now }) => ({
    ...node,
    ageMs: Number(now) - startedAt,
    silentMs: Number(now) - beatAt,
  }));
}

export function ratesIn(pg: Connections): RateStore {
  return {
    async exchange({ nodeId, window, own }) {
      if (own.length === 0) return [];
      return pg.transact(async (tx) => {
        // Does not wait for another node that deletes them too.
        await tx.execute(sql`
          DELETE FROM rate_counts WHERE (key, "window", node_id) IN (
            SELECT key, "window", node_id FROM rate_counts WHERE "window" < ${number(window)}
            FOR UPDATE SKIP LOCKED)`);
        await tx.execute(sql`
          INSERT INTO rate_counts (key, "window", node_id, count)
          SELECT key, ${number(window)}, ${text(nodeId)}, count
          FROM json_to_recordset(${recordset(own)}) AS own(key text, count bigint)
          ON CONFLICT (key, "window", node_id) DO UPDATE SET count = excluded.count`);
        const keys = own.map(({ key }) => key);
        const others = and(
          inArray(rateCounts.key, keys),
          eq(rateCounts.window, window),
          ne(rateCounts.nodeId, nodeId),
        );
        return tx
          .select({ key: rateCounts.key, count: sql`sum(${rateCounts.count})`.mapWith(Number) })
          .from(rateCounts)
          .where(others)
          .groupBy(rateCounts.key)
          .orderBy(asc(rateCounts.key));
      });
    },
  };
}
