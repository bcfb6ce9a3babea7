// Nodes in the file: the processes of one machine that share it, their exclusive jobs, and their common counts.

import { and, desc, eq, gt, inArray, lt, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { DataFile, Db } from "../open-database.ts";
import type { NodeRow, NodeStore } from "../port/node-store.ts";
import type { RateStore } from "../port/rate-store.ts";
import { nodes, rateCounts, singletons } from "../schema.ts";
import { immediate } from "./immediate.ts";
import { changeRow } from "./own-rows-in-file.ts";

/** Time for which a dead node is still listed and stored. */
const goneShownMs = 24 * 3_600_000;

export function nodesIn({ live: db }: DataFile): NodeStore {
  return {
    async join({ at, ...node }) {
      db.insert(nodes)
        .values({ ...node, state: "starting", startedAt: at, beatAt: at })
        .run();
    },
    async beat({ id, at, calls, callsMax, lagMs, speechQueueMs }) {
      return db.transaction((tx) => {
        const isIt = and(eq(nodes.id, id), ne(nodes.state, "gone"));
        const set = { beatAt: at, calls, callsMax, lagMs, speechQueueMs };
        const row = tx.update(nodes).set(set).where(isIt).returning({ id: nodes.id }).get();
        return row === undefined ? undefined : { at, nodes: listed(tx, at, ne(nodes.state, "gone")) };
      }, immediate);
    },
    async setState({ id, from, to, silentMs, at }, entries = []) {
      const isSilent = silentMs === undefined ? undefined : lte(nodes.beatAt, at - silentMs);
      const isIt = and(eq(nodes.id, id), inArray(nodes.state, [...from]), isSilent);
      // The last beat shows when a node went; a node that was given up went with its own.
      const isGoodbye = to === "gone" && silentMs === undefined;
      const set = isGoodbye ? { state: to, beatAt: at } : { state: to };
      return changeRow(db, { table: nodes, set, where: isIt }, entries);
    },
    async list(at) {
      return listed(db, at, or(ne(nodes.state, "gone"), gt(nodes.beatAt, at - goneShownMs)));
    },
    async forget(at) {
      const isOld = lte(nodes.beatAt, at - goneShownMs);
      db.delete(nodes)
        .where(and(eq(nodes.state, "gone"), isOld))
        .run();
    },
    lead: async ({ name, ...lead }) => leadAll(db, { ...lead, names: [name] }).length > 0,
    leadAll: async (lead) => leadAll(db, lead),
  };
}

function leadAll(db: Db, { names, nodeId, forMs, at }: Parameters<NodeStore["leadAll"]>[0]): string[] {
  if (names.length === 0) return [];
  const set = { nodeId, until: at + forMs };
  const isFree = sql`${singletons.nodeId} = ${nodeId} or ${singletons.until} < ${at}`;
  const rows = db
    .insert(singletons)
    .values(names.map((name) => ({ name, ...set })))
    .onConflictDoUpdate({ target: singletons.name, set, setWhere: isFree })
    .returning({ name: singletons.name })
    .all();
  return rows.map(({ name }) => name);
}

function listed(db: Db, at: number, which: SQL | undefined): NodeRow[] {
  return db
    .select()
    .from(nodes)
    .where(which)
    .orderBy(desc(nodes.startedAt), desc(nodes.id))
    .all()
    .map(({ startedAt, beatAt, batch: _batch, ...node }) => ({
      ...node,
      ageMs: at - startedAt,
      silentMs: at - beatAt,
    }));
}

export function ratesIn({ live: db }: DataFile): RateStore {
  return {
    async exchange({ nodeId, window, own }) {
      if (own.length === 0) return [];
      return db.transaction((tx) => {
        // The previous one stays: another node may reach its end a moment later.
        tx.delete(rateCounts)
          .where(lt(rateCounts.window, window - 1))
          .run();
        const target = [rateCounts.key, rateCounts.window, rateCounts.nodeId];
        tx.insert(rateCounts)
          .values(own.map(({ key, count }) => ({ key, window, nodeId, count })))
          .onConflictDoUpdate({ target, set: { count: sql`excluded.count` } })
          .run();
        return tx
          .select({ key: rateCounts.key, count: sql<number>`sum(${rateCounts.count})` })
          .from(rateCounts)
          .where(
            and(
              inArray(
                rateCounts.key,
                own.map(({ key }) => key),
              ),
              eq(rateCounts.window, window),
              ne(rateCounts.nodeId, nodeId),
            ),
          )
          .groupBy(rateCounts.key)
          .all();
      }, immediate);
    },
  };
}
