// Links between flows: which flows a flow calls and includes. They are found by the ids in its document, at revisions
// that are fixed when it is stored.

import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/open-database.ts";
import { flowLinks, flowRevisions, flows } from "../../db/tables.ts";

export interface FlowRef {
  readonly flowId: string;
  readonly revision: number;
}

/** By the ids in documents: those that it names itself, and those that they name. */
export type FlowLinks = ReadonlyMap<string, FlowRef>;

interface Found extends FlowRef {
  readonly source: string;
}

/** The account's flow that calls itself so in its document; the last changed, if several do. */
export function newestFlow(db: Db, accountId: string, documentId: string): Found | undefined {
  if (documentId === "") return undefined;
  return db
    .select({ flowId: flows.id, revision: flows.revision, source: flowRevisions.source })
    .from(flows)
    .innerJoin(
      flowRevisions,
      and(eq(flowRevisions.flowId, flows.id), eq(flowRevisions.revision, flows.revision)),
    )
    .where(and(eq(flows.accountId, accountId), eq(flows.documentId, documentId)))
    .orderBy(desc(flows.updatedAt), desc(flows.id))
    .limit(1)
    .get();
}

/** Undefined when it has been deleted. */
export function textOf(db: Db, { flowId, revision }: FlowRef): string | undefined {
  return db
    .select({ source: flowRevisions.source })
    .from(flowRevisions)
    .where(and(eq(flowRevisions.flowId, flowId), eq(flowRevisions.revision, revision)))
    .get()?.source;
}

export function linksOf(db: Db, { flowId, revision }: FlowRef): FlowLinks {
  const rows = db
    .select()
    .from(flowLinks)
    .where(and(eq(flowLinks.flowId, flowId), eq(flowLinks.revision, revision)))
    .all();
  return new Map(rows.map((row) => [row.documentId, { flowId: row.linkedId, revision: row.linkedRevision }]));
}

/** What is fixed already stays. Does nothing for a revision that is gone. */
export function fixLinks(db: Db, { flowId, revision }: FlowRef, links: FlowLinks): void {
  if (links.size === 0 || textOf(db, { flowId, revision }) === undefined) return;
  const rows = [...links].map(([documentId, linked]) => ({
    flowId,
    revision,
    documentId,
    linkedId: linked.flowId,
    linkedRevision: linked.revision,
  }));
  db.insert(flowLinks).values(rows).onConflictDoNothing().run();
}

export function sameLinks(a: FlowLinks, b: FlowLinks): boolean {
  return (
    a.size === b.size &&
    [...a].every(([id, { flowId, revision }]) => {
      const other = b.get(id);
      return other?.flowId === flowId && other.revision === revision;
    })
  );
}

/** Whether the current revision of a flow needs this revision of another. */
export const isLinked = sql`exists (
  select 1 from ${flowLinks} l join ${flows} f on f.id = l.flow_id and f.revision = l.revision
  where l.linked_id = ${flowRevisions.flowId} and l.linked_revision = ${flowRevisions.revision}
)`;

/** Names the flows that were stored before their names were kept. For the start of the server. */
export function nameDocuments(db: Db, documentIdOf: (text: string) => string): void {
  const unnamed = db.select({ id: flows.id, revision: flows.revision }).from(flows);
  for (const { id, revision } of unnamed.where(isNull(flows.documentId)).all()) {
    const documentId = documentIdOf(textOf(db, { flowId: id, revision }) ?? "");
    db.update(flows).set({ documentId }).where(eq(flows.id, id)).run();
  }
}
