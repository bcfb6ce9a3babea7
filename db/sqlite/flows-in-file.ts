// Flows in the file: flows with their revisions and links.

import { and, desc, eq, lte, ne, not, notLike, sql } from "drizzle-orm";
import type { AuditDraft } from "../port/audit-store.ts";
import {
  type FlowChange,
  type FlowKey,
  type FlowLinks,
  type FlowRef,
  type FlowRefusal,
  type FlowStore,
  layoutAfter,
  type OwnedFlow,
  type StoredFlow,
  withRevision,
} from "../port/flow-store.ts";
import type { DataFile, Db } from "../open-database.ts";
import { flowLinks, flowRevisions, flows } from "../schema.ts";
import { appendEntries } from "./audit-in-file.ts";
import { immediate } from "./immediate.ts";
import { countOf } from "./own-rows-in-file.ts";
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

export function flowsIn({ durable: db, live, erase }: DataFile): FlowStore {
  return {
    async add({ id, accountId, name, source, documentId, links, layout, at }, flowsMax, entry) {
      return db.transaction((tx) => {
        if (countOf(tx, flows, eq(flows.accountId, accountId)) >= flowsMax) return undefined;
        const row = { id, accountId, name, documentId, revision: 1, createdAt: at, updatedAt: at };
        tx.insert(flows).values(row).run();
        tx.insert(flowRevisions).values({ flowId: id, revision: 1, source, layout, createdAt: at }).run();
        fixLinks(tx, { flowId: id, revision: 1 }, links);
        appendEntries(tx, withRevision(entry, 1));
        const times = { createdAt: at, updatedAt: at };
        return { id, accountId, name, source, layout, revision: 1, published: null, ...times };
      }, immediate);
    },
    async list(accountId) {
      const rows = db.select(listed).from(flows).where(eq(flows.accountId, accountId));
      return rows.orderBy(desc(flows.createdAt), desc(flows.id)).all();
    },
    async find(key) {
      return find(db, key);
    },
    ...revisionsIn(db),
    ...contractsIn(live),
    async change(key, change, revisionsKept) {
      return db.transaction((tx) => save(tx, key, { change, revisionsKept }), immediate);
    },
    async remove(key, entry) {
      return erase((durable) => durable.transaction((tx) => remove(tx, key, entry), immediate));
    },
    async newest(accountId, documentId) {
      const { flowId, revision, source } = flowRevisions;
      const isNamed = and(eq(flows.accountId, accountId), eq(flows.documentId, documentId));
      const named = db.select({ flowId, revision, source }).from(flows).innerJoin(flowRevisions, isLive);
      return named.where(isNamed).orderBy(desc(flows.updatedAt), desc(flows.id)).limit(1).get();
    },
    async text(of) {
      return textOf(db, of);
    },
    async links(of) {
      return linksOf(db, of);
    },
    async fixLinks(of, links) {
      // Most calls find all links fixed already, and write nothing.
      if (links.size > 0) db.transaction((tx) => fixLinks(tx, of, links), immediate);
    },
  };
}

/** Live revision among the stored ones. */
function revisionsIn(db: DataFile["durable"]): Pick<FlowStore, "live" | "revisions" | "publish"> {
  return {
    async live(key) {
      return find(db, key, isLive);
    },
    async revisions({ accountId, flowId }) {
      const { revision, createdAt, source } = flowRevisions;
      const columns = { revision, createdAt, chars: sql<number>`length(${source})` };
      const isOwn = and(eq(flows.id, flowRevisions.flowId), eq(flows.accountId, accountId));
      const kept = db.select(columns).from(flowRevisions).innerJoin(flows, isOwn);
      return kept.where(eq(flowRevisions.flowId, flowId)).orderBy(desc(revision)).all();
    },
    async publish(key, revision, entry) {
      return db.transaction((tx) => {
        const flow = find(tx, key);
        const refused = refusalOf(flow, key);
        if (refused !== undefined || flow === undefined) return refused ?? "missing";
        if (revision !== null && textOf(tx, { flowId: flow.id, revision }) === undefined) return "gone";
        tx.update(flows).set({ published: revision }).where(eq(flows.id, flow.id)).run();
        appendEntries(tx, withRevision(entry, revision ?? flow.revision));
        return undefined;
      }, immediate);
    },
  };
}

function contractsIn(db: Db): Pick<FlowStore, "contract" | "putContract" | "contracts"> {
  const { flowId, revision, contract } = flowRevisions;
  return {
    contract: async (of) => db.select({ contract }).from(flowRevisions).where(isIt(of)).get()?.contract,
    async putContract(of, before, after) {
      const isSame = and(isIt(of), sql`${contract} is ${before}`);
      const put = db.update(flowRevisions).set({ contract: after }).where(isSame);
      return put.returning({ revision }).all().length > 0;
    },
    async contracts(accountId, ending) {
      const isOwn = and(eq(flows.accountId, accountId), notLike(contract, `%${ending}`));
      const columns = { flowId, revision, name, contract: sql<string>`${contract}` };
      return db.select(columns).from(flows).innerJoin(flowRevisions, isLive).where(isOwn).all();
    },
  };
}

function find(db: Db, { accountId, flowId }: OwnedFlow, which = isCurrent): StoredFlow | undefined {
  const owned = accountId === undefined ? undefined : eq(flows.accountId, accountId);
  return db
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
    .where(and(eq(flows.id, flowId), owned))
    .get();
}

function refusalOf(flow: StoredFlow | undefined, { revisions }: FlowKey): FlowRefusal | undefined {
  if (flow === undefined) return "missing";
  if (revisions === undefined || revisions.includes(flow.revision)) return undefined;
  return { atRevision: flow.revision };
}

function remove(tx: Db, key: FlowKey, entry: AuditDraft | undefined): FlowRefusal | undefined {
  const flow = find(tx, key);
  const refused = refusalOf(flow, key);
  if (refused !== undefined || flow === undefined) return refused ?? "missing";
  tx.delete(flows).where(eq(flows.id, key.flowId)).run();
  appendEntries(tx, withRevision(entry, flow.revision));
  return undefined;
}

function save(
  tx: Db,
  key: FlowKey,
  { change, revisionsKept }: { readonly change: FlowChange; readonly revisionsKept: number },
): StoredFlow | FlowRefusal {
  const { name, source, documentId, links, at, entry } = change;
  const old = find(tx, key);
  const refused = refusalOf(old, key);
  if (refused !== undefined || old === undefined) return refused ?? "missing";
  const layout = layoutAfter(old.layout, change);
  const next = { ...old, name: name ?? old.name, source, layout: layout ?? old.layout };
  const flowId = old.id;
  const isLinkedSame = sameLinks(linksOf(tx, { flowId, revision: old.revision }), links);
  if (next.name === old.name && source === old.source && isLinkedSame) {
    if (layout !== undefined)
      tx.update(flowRevisions)
        .set({ layout })
        .where(isIt({ ...old, flowId }))
        .run();
    return next;
  }
  const revision = old.revision + 1;
  tx.update(flows)
    .set({ name: next.name, documentId, revision, updatedAt: at })
    .where(eq(flows.id, flowId))
    .run();
  tx.insert(flowRevisions)
    .values({ flowId, revision, source: next.source, layout: next.layout, createdAt: at })
    .run();
  fixLinks(tx, { flowId, revision }, links);
  appendEntries(tx, withRevision(entry, revision));
  const isUnused = and(ne(flowRevisions.revision, old.published ?? revision), not(isLinked));
  const tooOld = and(lte(flowRevisions.revision, revision - revisionsKept), isUnused);
  tx.delete(flowRevisions)
    .where(and(eq(flowRevisions.flowId, flowId), tooOld))
    .run();
  return { ...next, revision, updatedAt: at };
}

function textOf(db: Db, of: FlowRef): string | undefined {
  const { source } = flowRevisions;
  return db.select({ source }).from(flowRevisions).where(isIt(of)).get()?.source;
}

function linksOf(db: Db, { flowId, revision }: FlowRef): FlowLinks {
  const isOf = and(eq(flowLinks.flowId, flowId), eq(flowLinks.revision, revision));
  return linksIn(db.select().from(flowLinks).where(isOf).all());
}

function fixLinks(tx: Db, { flowId, revision }: FlowRef, links: FlowLinks): void {
  if (links.size === 0 || textOf(tx, { flowId, revision }) === undefined) return;
  const rows = linkRows({ flowId, revision }, links);
  tx.insert(flowLinks).values(rows).onConflictDoNothing().run();
}

/** True if the present revision of a flow needs this revision of another. */
const isLinked = sql`exists (
  select 1 from ${flowLinks} l join ${flows} f on f.id = l.flow_id and f.revision = l.revision
  where l.linked_id = ${flowRevisions.flowId} and l.linked_revision = ${flowRevisions.revision}
)`;
