// Flows: flows with their revisions and links.

import { and, desc, eq, lte, ne, not, notLike, type SQL, sql } from "drizzle-orm";
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
import { linkRows, linksIn, sameLinks } from "../row-values.ts";
import { countOf, lockAccount } from "./own-rows.ts";
import { all, type Executor, first, run, type Tables, type Tx, type Work } from "./work.ts";

export function flowsIn(executor: Executor): FlowStore {
  const { execute, transact, erase } = executor;
  return {
    add: ({ id, accountId, name, source, documentId, links, layout, at }, flowsMax, entry) =>
      transact(function* (tx) {
        const { flows, flowRevisions } = tx.tables;
        yield* lockAccount(tx, accountId);
        if ((yield* countOf(tx, flows, eq(flows.accountId, accountId))) >= flowsMax) return undefined;
        const row = { id, accountId, name, documentId, revision: 1, createdAt: at, updatedAt: at };
        yield* run(tx.db.insert(flows).values(row));
        const first = { flowId: id, revision: 1, source, layout, createdAt: at };
        yield* run(tx.db.insert(flowRevisions).values(first));
        yield* fixLinks(tx, { flowId: id, revision: 1 }, links);
        const flow = yield* find(tx, { accountId, flowId: id });
        yield* tx.append(withRevision(entry, 1));
        return flow;
      }),
    list: (accountId) =>
      execute(({ db, tables: { flows } }) => {
        const { id, name, createdAt, documentId } = flows;
        const rows = db.select({ id, name, createdAt, documentId }).from(flows);
        return all(rows.where(eq(flows.accountId, accountId)).orderBy(desc(createdAt), desc(id)));
      }),
    find: (key) => execute((tx) => find(tx, key)),
    ...revisionsIn(executor),
    ...contractsIn(executor),
    change: (key, change, revisionsKept) => transact((tx) => save(tx, key, { change, revisionsKept })),
    remove: (key, entry) =>
      erase(function* (tx) {
        const { flows } = tx.tables;
        const flow = yield* findToChange(tx, key);
        const refused = refusalOf(flow, key);
        if (refused !== undefined || flow === undefined) return refused ?? "missing";
        yield* run(tx.db.delete(flows).where(eq(flows.id, key.flowId)));
        yield* tx.append(withRevision(entry, flow.revision));
        return undefined;
      }),
    newest: (accountId, documentId) =>
      execute(({ db, tables }) => {
        const { flows } = tables;
        const { flowId, revision, source } = tables.flowRevisions;
        const isNamed = and(eq(flows.accountId, accountId), eq(flows.documentId, documentId));
        const rows = db.select({ flowId, revision, source }).from(flows);
        const live = rows.innerJoin(tables.flowRevisions, isLive(tables)).where(isNamed);
        return first(live.orderBy(desc(flows.updatedAt), desc(flows.id)).limit(1));
      }),
    text: (of) => execute((tx) => textOf(tx, of)),
    links: (of) => execute((tx) => linksOf(tx, of)),
    async fixLinks(of, links) {
      // Most calls find all links fixed already, and write nothing.
      if (links.size > 0) await transact((tx) => fixLinks(tx, of, links));
    },
  };
}

/** Live revision among the stored ones. */
function revisionsIn({ execute, transact }: Executor): Pick<FlowStore, "live" | "revisions" | "publish"> {
  return {
    live: (key) => execute((tx) => find(tx, key, isLive)),
    revisions: ({ accountId, flowId }) =>
      execute(({ db, tables: { flows, flowRevisions } }) => {
        const { revision, createdAt, source } = flowRevisions;
        const columns = { revision, createdAt, chars: sql<number>`length(${source})` };
        const isOwn = and(eq(flows.id, flowRevisions.flowId), eq(flows.accountId, accountId));
        const rows = db.select(columns).from(flowRevisions).innerJoin(flows, isOwn);
        return all(rows.where(eq(flowRevisions.flowId, flowId)).orderBy(desc(revision)));
      }),
    publish: (key, revision, entry) =>
      transact(function* (tx) {
        const { flows } = tx.tables;
        const flow = yield* findToChange(tx, key);
        const refused = refusalOf(flow, key);
        if (refused !== undefined || flow === undefined) return refused ?? "missing";
        if (revision !== null && (yield* textOf(tx, { flowId: flow.id, revision })) === undefined)
          return "gone";
        yield* run(tx.db.update(flows).set({ published: revision }).where(eq(flows.id, flow.id)));
        yield* tx.append(withRevision(entry, revision ?? flow.revision));
        return undefined;
      }),
  };
}

function contractsIn({
  execute,
  executeLive,
}: Executor): Pick<FlowStore, "contract" | "putContract" | "contracts"> {
  return {
    contract: (of) =>
      executeLive(function* ({ db, tables }) {
        const { contract } = tables.flowRevisions;
        const rows = db.select({ contract }).from(tables.flowRevisions).where(isIt(tables, of));
        return (yield* first(rows))?.contract;
      }),
    putContract: (of, before, after) =>
      executeLive(function* ({ db, tables }) {
        const { revision, contract } = tables.flowRevisions;
        const isSame = and(isIt(tables, of), sql`${contract} is not distinct from ${before}`);
        const put = db.update(tables.flowRevisions).set({ contract: after }).where(isSame);
        return (yield* all(put.returning({ revision }))).length > 0;
      }),
    contracts: (accountId, ending) =>
      execute(({ db, tables }) => {
        const { flows, flowRevisions } = tables;
        const { flowId, revision } = flowRevisions;
        const contract = sql<string>`${flowRevisions.contract}`;
        const isOwn = and(eq(flows.accountId, accountId), notLike(flowRevisions.contract, `%${ending}`));
        const rows = db.select({ flowId, revision, name: flows.name, contract }).from(flows);
        return all(rows.innerJoin(flowRevisions, isLive(tables)).where(isOwn));
      }),
  };
}

type Which = (tables: Tables) => SQL | undefined;

const isCurrent: Which = ({ flows, flowRevisions }) =>
  and(eq(flowRevisions.flowId, flows.id), eq(flowRevisions.revision, flows.revision));

const isLive: Which = ({ flows, flowRevisions }) =>
  and(
    eq(flowRevisions.flowId, flows.id),
    eq(flowRevisions.revision, sql`coalesce(${flows.published}, ${flows.revision})`),
  );

function isIt({ flowRevisions }: Tables, { flowId, revision }: FlowRef) {
  return and(eq(flowRevisions.flowId, flowId), eq(flowRevisions.revision, revision));
}

function find({ db, tables }: Tx, { accountId, flowId }: OwnedFlow, which = isCurrent) {
  const { flows, flowRevisions } = tables;
  const { id, name, published, createdAt, updatedAt } = flows;
  const { source, layout, revision } = flowRevisions;
  const columns = { id, accountId: flows.accountId, name, source, layout, revision, published };
  const isOwn = accountId === undefined ? undefined : eq(flows.accountId, accountId);
  return first<StoredFlow>(
    db
      .select({ ...columns, createdAt, updatedAt })
      .from(flows)
      .innerJoin(flowRevisions, which(tables))
      .where(and(eq(id, flowId), isOwn)),
  );
}

/** Locks the flow first: the revision read then stays current until the transaction ends. */
function* findToChange(tx: Tx, key: FlowKey): Work<StoredFlow | undefined> {
  const { id } = tx.tables.flows;
  yield* tx.lock(tx.db.select({ id }).from(tx.tables.flows).where(eq(id, key.flowId)));
  return yield* find(tx, key);
}

function refusalOf(flow: StoredFlow | undefined, { revisions }: FlowKey): FlowRefusal | undefined {
  if (flow === undefined) return "missing";
  if (revisions === undefined || revisions.includes(flow.revision)) return undefined;
  return { atRevision: flow.revision };
}

function* save(
  tx: Tx,
  key: FlowKey,
  { change, revisionsKept }: { readonly change: FlowChange; readonly revisionsKept: number },
): Work<StoredFlow | FlowRefusal> {
  const { db, tables } = tx;
  const { flows, flowRevisions } = tables;
  const { name, source, documentId, links, at, entry } = change;
  const old = yield* findToChange(tx, key);
  const refused = refusalOf(old, key);
  if (refused !== undefined || old === undefined) return refused ?? "missing";
  const layout = layoutAfter(old.layout, change);
  const next = { ...old, name: name ?? old.name, source, layout: layout ?? old.layout };
  const flowId = old.id;
  const oldLinks = yield* linksOf(tx, { flowId, revision: old.revision });
  if (next.name === old.name && source === old.source && sameLinks(oldLinks, links)) {
    const isOld = isIt(tables, { flowId, revision: old.revision });
    if (layout !== undefined) yield* run(db.update(flowRevisions).set({ layout }).where(isOld));
    return next;
  }
  const revision = old.revision + 1;
  const set = { name: next.name, documentId, revision, updatedAt: at };
  yield* run(db.update(flows).set(set).where(eq(flows.id, flowId)));
  const row = { flowId, revision, source: next.source, layout: next.layout, createdAt: at };
  yield* run(db.insert(flowRevisions).values(row));
  yield* fixLinks(tx, { flowId, revision }, links);
  const isUnused = and(ne(flowRevisions.revision, old.published ?? revision), not(isLinked(tables)));
  const isOld = and(lte(flowRevisions.revision, revision - revisionsKept), isUnused);
  yield* run(db.delete(flowRevisions).where(and(eq(flowRevisions.flowId, flowId), isOld)));
  yield* tx.append(withRevision(entry, revision));
  return { ...next, revision, updatedAt: at };
}

function* textOf({ db, tables }: Tx, of: FlowRef): Work<string | undefined> {
  const { source } = tables.flowRevisions;
  return (yield* first(db.select({ source }).from(tables.flowRevisions).where(isIt(tables, of))))?.source;
}

function* linksOf({ db, tables: { flowLinks } }: Tx, { flowId, revision }: FlowRef): Work<FlowLinks> {
  const isOf = and(eq(flowLinks.flowId, flowId), eq(flowLinks.revision, revision));
  return linksIn(yield* all(db.select().from(flowLinks).where(isOf)));
}

function* fixLinks({ db, tables, locked }: Tx, of: FlowRef, links: FlowLinks): Work<void> {
  if (links.size === 0) return;
  const { flowId } = tables.flowRevisions;
  const revision = db.select({ flowId }).from(tables.flowRevisions).where(isIt(tables, of));
  // Locks the revision: it cannot be deleted before its links exist.
  if ((yield* first(locked(revision, "key share"))) === undefined) return;
  yield* run(db.insert(tables.flowLinks).values(linkRows(of, links)).onConflictDoNothing());
}

/** True if the present revision of a flow needs this revision of another. */
const isLinked = ({ flowLinks, flowRevisions, flows }: Tables): SQL => sql`exists (
  select 1 from ${flowLinks} l join ${flows} f on f.id = l.flow_id and f.revision = l.revision
  where l.linked_id = ${flowRevisions.flowId} and l.linked_revision = ${flowRevisions.revision}
)`;
