// Nodes: the processes that share the data, their exclusive jobs, and their common counts.

import { and, asc, desc, eq, gt, inArray, lt, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { NodeRow, NodeStore } from "../port/node-store.ts";
import type { RateStore } from "../port/rate-store.ts";
import { changeRow } from "./own-rows.ts";
import { all, type Executor, first, rowsOf, run, type Tx, type Work } from "./work.ts";

/** Time for which a dead node is still listed and stored. */
const goneShownMs = 24 * 3_600_000;

export function nodesIn({ executeLive, transactLive }: Executor): NodeStore {
  return {
    join: ({ at, ...node }) =>
      executeLive(({ db, tables, now }) => {
        const row = { ...node, state: "starting", startedAt: now(at), beatAt: now(at) } as const;
        return run(db.insert(tables.nodes).values(row));
      }),
    beat: ({ id, at, calls, callsMax, lagMs, speechQueueMs }) =>
      transactLive(function* (tx) {
        const { nodes } = tx.tables;
        const isHere = ne(nodes.state, "gone");
        const set = { beatAt: tx.now(at), calls, callsMax, lagMs, speechQueueMs };
        const beaten = tx.db
          .update(nodes)
          .set(set)
          .where(and(eq(nodes.id, id), isHere));
        if ((yield* first(beaten.returning({ id: nodes.id }))) === undefined) return undefined;
        const [row] = yield* rowsOf<{ readonly at: number | string }>(sql`SELECT ${tx.now(at)} AS at`);
        return { at: Number(row?.at ?? at), nodes: yield* listed(tx, at, isHere) };
      }),
    setState: ({ id, from, to, silentMs, at }, entries = []) =>
      transactLive((tx) => {
        const { nodes: table } = tx.tables;
        const isSilent = silentMs === undefined ? undefined : lte(table.beatAt, before(tx, at, silentMs));
        const where = and(eq(table.id, id), inArray(table.state, [...from]), isSilent);
        // The last beat shows when a node left: a goodbye counts as one, and a given-up node left at its own.
        const isGoodbye = to === "gone" && silentMs === undefined;
        const set = isGoodbye ? { state: to, beatAt: tx.now(at) } : { state: to };
        return changeRow(tx, { table, set, where }, entries);
      }),
    list: (at) =>
      executeLive((tx) => {
        const { state, beatAt } = tx.tables.nodes;
        return listed(tx, at, or(ne(state, "gone"), gt(beatAt, before(tx, at, goneShownMs))));
      }),
    forget: (at) =>
      executeLive((tx) => {
        const { nodes } = tx.tables;
        const isOld = lte(nodes.beatAt, before(tx, at, goneShownMs));
        return run(tx.db.delete(nodes).where(and(eq(nodes.state, "gone"), isOld)));
      }),
    lead: async ({ name, ...lead }) =>
      (await executeLive((tx) => leadAll(tx, { ...lead, names: [name] }))).length > 0,
    leadAll: (lead) => executeLive((tx) => leadAll(tx, lead)),
  };
}

/** Time that is `ms` before the present. */
function before({ now }: Tx, at: number, ms: number): SQL {
  return sql`${now(at)} - cast(${ms} as bigint)`;
}

function* leadAll(
  { db, tables: { singletons }, now }: Tx,
  { names, nodeId, forMs, at }: Parameters<NodeStore["leadAll"]>[0],
): Work<string[]> {
  if (names.length === 0) return [];
  const set = { nodeId, until: sql`${now(at)} + cast(${forMs} as bigint)` };
  const isFree = sql`${singletons.nodeId} = ${nodeId} or ${singletons.until} < ${now(at)}`;
  const rows = db.insert(singletons).values(names.map((name) => ({ name, ...set })));
  const led = rows.onConflictDoUpdate({ target: singletons.name, set, setWhere: isFree });
  return (yield* all(led.returning({ name: singletons.name }))).map(({ name }) => name);
}

function* listed({ db, tables, now }: Tx, at: number, which: SQL | undefined): Work<NodeRow[]> {
  const { nodes } = tables;
  const rows = db
    .select({ node: nodes, now: now(at).mapWith(Number) })
    .from(nodes)
    .where(which)
    .orderBy(desc(nodes.startedAt), desc(nodes.id));
  return (yield* all(rows)).map(({ node: { startedAt, beatAt, batch: _batch, ...node }, now }) => ({
    ...node,
    ageMs: now - startedAt,
    silentMs: now - beatAt,
  }));
}

export function ratesIn({ transactLive }: Executor): RateStore {
  return {
    async exchange({ nodeId, window, own }) {
      if (own.length === 0) return [];
      return transactLive(function* ({ db, tables: { rateCounts }, locked }) {
        const { key, window: of, nodeId: node, count } = rateCounts;
        // The previous window stays: another node may reach its end a moment later, or delete old ones now.
        const old = db
          .select({ key, of, node })
          .from(rateCounts)
          .where(lt(of, window - 1));
        const isFree = sql`(${key}, ${of}, ${node}) in ${locked(old, "update", { skipLocked: true })}`;
        yield* run(db.delete(rateCounts).where(isFree));
        const rows = db.insert(rateCounts).values(own.map((each) => ({ ...each, window, nodeId })));
        const set = { count: sql`excluded.count` };
        yield* run(rows.onConflictDoUpdate({ target: [key, of, node], set }));
        const keys = own.map((each) => each.key);
        const others = and(inArray(key, keys), eq(of, window), ne(node, nodeId));
        const sums = db.select({ key, count: sql`sum(${count})`.mapWith(Number) }).from(rateCounts);
        return yield* all(sums.where(others).groupBy(key).orderBy(asc(key)));
      });
    },
  };
}
