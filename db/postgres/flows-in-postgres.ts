// Flows in Postgres: flows with their revisions and links.

import { and, desc, eq, lte, ne, not, notLike, sql } from "drizzle-orm";
import {
  type FlowChange,
  type FlowKey,
  type FlowLinks,
  type FlowRef,
  type FlowRefusal,
  type FlowStore,
  type OwnedFlow,
  type StoredFlow,
  layoutAfter,
  withRevision,
} from "../port/flow-store.ts";
import { appendEntries } from "./audit-in-postgres.ts";
import { countOf, lockAccount } from "./own-rows-in-postgres.ts";
import type { Connections, Db } from "./postgres-connections.ts";
import { text } from "./postgres-values.ts";
import { flowLinks, flowRevisions, flows } from "./postgres-tables.ts";
import { linkRows, linksIn, sameLinks } from "../row-values.ts";

const isCurrent = and(eq(flowRevisions.flowId, flows.id), eq(flowRevisions.revision, flows.revision));
const isLive = and(
  eq(flowRevisions.flowId, flows.id),
  eq(flowRevisions.revision, sql`coalesce(${flows.published}, ${flows.revision})`),
);

const { id, name, createdAt, documentId } = flows;
const listed = { id, name, createdAt, documentId };

const isIt = ({ flowId, revision }: FlowRef) =>
  and(eq(flowRevisions.flowId, flowId), eq(flowRevisions.revision, revision));

export function flowsIn(pg: Connections): FlowStore {
  return {
    add: ({ id, accountId, name, source, documentId, links, layout, at }, flowsMax, entry) =>
      pg.transact(async (tx) => {
        await lockAccount(tx, accountId);
        if ((await countOf(tx, flows, eq(flows.accountId, accountId))) >= flowsMax) return undefined;
        const row = { id, accountId, name, documentId, revision: 1, createdAt: at, updatedAt: at };
        await tx.insert(flows).values(row);
        await tx.insert(flowRevisions).values({ flowId: id, revision: 1, source, layout, createdAt: at });
        await fixLinks(tx, { flowId: id, revision: 1 }, links);
        const flow = await find(tx, { accountId, flowId: id });
        await appendEntries(tx, withRevision(entry, 1));
        return flow;
      }),
    list: (accountId) =>
      pg.run((db) =>
        db
          .select(listed)
          .from(flows)
          .where(eq(flows.accountId, accountId))
          .orderBy(desc(flows.createdAt), desc(flows.id)),
      ),
    find: (key) => pg.run((db) => find(db, key)),
    ...revisionsIn(pg),
    ...contractsIn(pg),
    change: (key, change, revisionsKept) => pg.transact((tx) => save(tx, key, { change, revisionsKept })),
    remove: (key, entry) =>
      pg.transact(async (tx) => {
        const flow = await findToChange(tx, key);
        const refused = refusalOf(flow, key);
        if (refused !== undefined || flow === undefined) return refused ?? "missing";
        await tx.delete(flows).where(eq(flows.id, key.flowId));
        await appendEntries(tx, withRevision(entry, flow.revision));
        return undefined;
      }),
    async newest(accountId, documentId) {
      const rows = await pg.run((db) =>
        db
          .select({ flowId: flows.id, revision: flowRevisions.revision, source: flowRevisions.source })
          .from(flows)
          .innerJoin(flowRevisions, isLive)
          .where(and(eq(flows.accountId, accountId), eq(flows.documentId, documentId)))
          .orderBy(desc(flows.updatedAt), desc(flows.id))
          .limit(1),
      );
      return rows[0];
    },
    text: (of) => pg.run((db) => textOf(db, of)),
    links: (of) => pg.run((db) => linksOf(db, of)),
    async fixLinks(of, links) {
      // Most calls find all links fixed already, and write nothing.
      if (links.size > 0) await pg.transact((tx) => fixLinks(tx, of, links));
    },
  };
}

/** Live revision among the stored ones. */
function revisionsIn(pg: Connections): Pick<FlowStore, "live" | "revisions" | "publish"> {
  return {
    live: (key) => pg.run((db) => find(db, key, isLive)),
    revisions({ accountId, flowId }) {
      const { revision, createdAt, source } = flowRevisions;
      return pg.run((db) =>
        db
          .select({ revision, createdAt, chars: sql<number>`length(${source})` })
          .from(flowRevisions)
          .innerJoin(flows, and(eq(flows.id, flowRevisions.flowId), eq(flows.accountId, accountId)))
          .where(eq(flowRevisions.flowId, flowId))
          .orderBy(desc(revision)),
      );
    },
    publish: (key, revision, entry) =>
      pg.transact(async (tx) => {
        const flow = await findToChange(tx, key);
        const refused = refusalOf(flow, key);
        if (refused !== undefined || flow === undefined) return refused ?? "missing";
        if (revision !== null && (await textOf(tx, { flowId: flow.id, revision })) === undefined)
          return "gone";
        await tx.update(flows).set({ published: revision }).where(eq(flows.id, flow.id));
        await appendEntries(tx, withRevision(entry, revision ?? flow.revision));
        return undefined;
      }),
  };
}

function contractsIn(pg: Connections): Pick<FlowStore, "contract" | "putContract" | "contracts"> {
  const { flowId, revision, contract } = flowRevisions;
  return {
    contract: (of) =>
      pg.run(async (db) => (await db.select({ contract }).from(flowRevisions).where(isIt(of)))[0]?.contract),
    putContract(of, before, after) {
      const isSame = and(isIt(of), sql`${contract} is not distinct from ${text(before)}`);
      return pg.transact(async (tx) => {
        const put = tx.update(flowRevisions).set({ contract: after }).where(isSame);
        return (await put.returning({ revision })).length > 0;
      });
    },
    contracts(accountId, ending) {
      const isOwn = and(eq(flows.accountId, accountId), notLike(contract, `%${ending}`));
      const columns = { flowId, revision, name, contract: sql<string>`${contract}` };
      return pg.run((db) => db.select(columns).from(flows).innerJoin(flowRevisions, isLive).where(isOwn));
    },
  };
}

async function find(
  db: Db,
  { accountId, flowId }: OwnedFlow,
  which = isCurrent,
): Promise<StoredFlow | undefined> {
  const owned = accountId === undefined ? undefined : eq(flows.accountId, accountId);
  const rows = await db
    .select({
      id: flows.id,
      accountId: flows.accountId,
      name: flows.name,
      source: flowRevisions.source,
      layout: flowRevisions.layout,
      revision: flowRevisions.revision,
      published: flows.published,
      createdAt: flows.createdAt,
      updatedAt: flows.updatedAt,
    })
    .from(flows)
    .innerJoin(flowRevisions, which)
    .where(and(eq(flows.id, flowId), owned));
  return rows[0];
}

/** Locks it first: the revision read then stays current until the transaction ends. */
async function findToChange(tx: Db, key: FlowKey): Promise<StoredFlow | undefined> {
  await tx.select({ id: flows.id }).from(flows).where(eq(flows.id, key.flowId)).for("update");
  return find(tx, key);
}

function refusalOf(flow: StoredFlow | undefined, { revisions }: FlowKey): FlowRefusal | undefined {
  if (flow === undefined) return "missing";
  if (revisions === undefined || revisions.includes(flow.revision)) return undefined;
  return { atRevision: flow.revision };
}

async function save(
  tx: Db,
  key: FlowKey,
  { change, revisionsKept }: { readonly change: FlowChange; readonly revisionsKept: number },
): Promise<StoredFlow | FlowRefusal> {
  const { name, source, documentId, links, at, entry } = change;
  const old = await findToChange(tx, key);
  const refused = refusalOf(old, key);
  if (refused !== undefined || old === undefined) return refused ?? "missing";
  const layout = layoutAfter(old.layout, change);
  const next = { ...old, name: name ?? old.name, source, layout: layout ?? old.layout };
  const flowId = old.id;
  const isLinkedSame = sameLinks(await linksOf(tx, { flowId, revision: old.revision }), links);
  if (next.name === old.name && source === old.source && isLinkedSame) {
    if (layout !== undefined)
      await tx
        .update(flowRevisions)
        .set({ layout })
        .where(isIt({ ...old, flowId }));
    return next;
  }
  const revision = old.revision + 1;
  await tx
    .update(flows)
    .set({ name: next.name, documentId, revision, updatedAt: at })
    .where(eq(flows.id, flowId));
  await tx
    .insert(flowRevisions)
    .values({ flowId, revision, source: next.source, layout: next.layout, createdAt: at });
  await fixLinks(tx, { flowId, revision }, links);
  const isUnused = and(ne(flowRevisions.revision, old.published ?? revision), not(isLinked));
  const tooOld = and(lte(flowRevisions.revision, revision - revisionsKept), isUnused);
  await tx.delete(flowRevisions).where(and(eq(flowRevisions.flowId, flowId), tooOld));
  await appendEntries(tx, withRevision(entry, revision));
  return { ...next, revision, updatedAt: at };
}

async function textOf(db: Db, of: FlowRef): Promise<string | undefined> {
  const { source } = flowRevisions;
  return (await db.select({ source }).from(flowRevisions).where(isIt(of)))[0]?.source;
}

async function linksOf(db: Db, { flowId, revision }: FlowRef): Promise<FlowLinks> {
  const rows = await db
    .select()
    .from(flowLinks)
    .where(and(eq(flowLinks.flowId, flowId), eq(flowLinks.revision, revision)));
  return linksIn(rows);
}

async function fixLinks(tx: Db, { flowId, revision }: FlowRef, links: FlowLinks): Promise<void> {
  if (links.size === 0) return;
  // Locked, so that it is not deleted before its links exist.
  const there = await tx
    .select({ flowId: flowRevisions.flowId })
    .from(flowRevisions)
    .where(isIt({ flowId, revision }))
    .for("key share");
  if (there.length === 0) return;
  const rows = linkRows({ flowId, revision }, links);
  await tx.insert(flowLinks).values(rows).onConflictDoNothing();
}

/** True if the present revision of a flow needs this revision of another. */
const isLinked = sql`exists (
  select 1 from ${flowLinks} l join ${flows} f on f.id = l.flow_id and f.revision = l.revision
  where l.linked_id = ${flowRevisions.flowId} and l.linked_revision = ${flowRevisions.revision}
)`;
