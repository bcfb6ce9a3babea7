// Stored flows: texts with a name, a revision number, and an account that owns them. Whether they can run is not
// asked here.

import { and, count, desc, eq, lte, not } from "drizzle-orm";
import type { Db } from "../../db/open-database.ts";
import { type FlowLayout, flowRevisions, flows } from "../../db/tables.ts";
import { Fault } from "../base/fault.ts";
import { newId } from "../base/id.ts";
import { fixLinks, type FlowLinks, isLinked, linksOf, sameLinks } from "./flow-links.ts";

export interface FlowHead {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
}

export interface StoredFlow extends FlowHead {
  readonly accountId: string;
  readonly source: string;
  /** Null until an editor has said where it shows the nodes. */
  readonly layout: FlowLayout | null;
  /** Counts from 1. */
  readonly revision: number;
  readonly updatedAt: number;
}

export interface FlowKey {
  readonly accountId: string;
  readonly flowId: string;
  /** The change is made only if the flow still is at one of these; `undefined` makes it anyway. */
  readonly revisions?: readonly number[] | undefined;
}

/** A text that has been read. */
export interface FlowText {
  readonly source: string;
  /** What the document calls itself; empty when it does not. */
  readonly documentId: string;
  readonly links: FlowLinks;
}

export interface NewFlow extends FlowText {
  readonly accountId: string;
  readonly name: string;
  readonly layout: FlowLayout | null;
  readonly at: number;
}

export interface FlowChange extends FlowText {
  readonly name?: string | undefined;
  readonly layout?: FlowLayout | null | undefined;
  readonly at: number;
}

const flowsMax = 1_000;
/** Enough to find what was lost last week; each may be as long as a flow. What other flows call is kept besides. */
const revisionsKept = 50;

const immediate = { behavior: "immediate" } as const;

/** Throws `account/limit`. */
export function createFlow(
  db: Db,
  { accountId, name, source, documentId, links, layout, at }: NewFlow,
): StoredFlow {
  const id = newId("flow", at);
  return db.transaction((tx) => {
    const stored = tx.select({ number: count() }).from(flows).where(eq(flows.accountId, accountId)).get();
    if ((stored?.number ?? 0) >= flowsMax) {
      throw new Fault("account/limit", `An account has at most ${flowsMax} flows: delete one first.`);
    }
    const row = { id, accountId, name, documentId, revision: 1, createdAt: at, updatedAt: at };
    tx.insert(flows).values(row).run();
    tx.insert(flowRevisions).values({ flowId: id, revision: 1, source, layout, createdAt: at }).run();
    fixLinks(tx, { flowId: id, revision: 1 }, links);
    return { id, accountId, name, source, layout, revision: 1, createdAt: at, updatedAt: at };
  }, immediate);
}

/** Newest first. */
export function listFlows(db: Db, accountId: string): FlowHead[] {
  return db
    .select({ id: flows.id, name: flows.name, createdAt: flows.createdAt })
    .from(flows)
    .where(eq(flows.accountId, accountId))
    .orderBy(desc(flows.createdAt), desc(flows.id))
    .all();
}

/** Throws `flow/not-found`, also for another account's. */
export function getFlow(db: Db, { accountId, flowId }: FlowKey): StoredFlow {
  const flow = findFlow(db, { accountId, flowId });
  if (flow !== undefined) return flow;
  throw new Fault("flow/not-found", "There is no such flow in this account: GET /v1/flows lists them.");
}

/** Without an account: that of any account, for calls that belong to none. */
export function findFlow(
  db: Db,
  { accountId, flowId }: { readonly accountId: string | undefined; readonly flowId: string },
): StoredFlow | undefined {
  const owned = accountId === undefined ? undefined : eq(flows.accountId, accountId);
  return db
    .select({
      id: flows.id,
      accountId: flows.accountId,
      name: flows.name,
      source: flowRevisions.source,
      layout: flowRevisions.layout,
      revision: flows.revision,
      createdAt: flows.createdAt,
      updatedAt: flows.updatedAt,
    })
    .from(flows)
    .innerJoin(
      flowRevisions,
      and(eq(flowRevisions.flowId, flows.id), eq(flowRevisions.revision, flows.revision)),
    )
    .where(and(eq(flows.id, flowId), owned))
    .get();
}

/**
 * A change that changes nothing, or only the layout, makes no revision; one that calls other revisions of other flows
 * does. Throws `flow/not-found` and `request/precondition`.
 */
export function saveFlow(
  db: Db,
  key: FlowKey,
  { name, source, documentId, links, layout, at }: FlowChange,
): StoredFlow {
  return db.transaction((tx) => {
    const old = getFlow(tx, key);
    checkRevision(old, key);
    const next = {
      ...old,
      name: name ?? old.name,
      source,
      layout: layout === undefined ? old.layout : layout,
    };
    const flowId = old.id;
    const isLinkedSame = sameLinks(linksOf(tx, { flowId, revision: old.revision }), links);
    if (next.name === old.name && source === old.source && isLinkedSame) {
      const current = and(eq(flowRevisions.flowId, flowId), eq(flowRevisions.revision, old.revision));
      if (layout !== undefined) tx.update(flowRevisions).set({ layout }).where(current).run();
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
    const tooOld = and(lte(flowRevisions.revision, revision - revisionsKept), not(isLinked));
    tx.delete(flowRevisions)
      .where(and(eq(flowRevisions.flowId, flowId), tooOld))
      .run();
    return { ...next, revision, updatedAt: at };
  }, immediate);
}

/** With all its revisions. A session that runs has its own copy. Throws like `saveFlow`. */
export function deleteFlow(db: Db, key: FlowKey): void {
  db.transaction((tx) => {
    const flow = getFlow(tx, key);
    checkRevision(flow, key);
    tx.delete(flows).where(eq(flows.id, flow.id)).run();
  }, immediate);
}

function checkRevision({ revision }: StoredFlow, { revisions }: FlowKey): void {
  if (revisions === undefined || revisions.includes(revision)) return;
  throw new Fault(
    "request/precondition",
    `The flow is at revision ${revision} now: read it again, or send the change without If-Match.`,
  );
}
