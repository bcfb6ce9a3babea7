// Row values: what sessions and links of flows are as rows, which both databases write and read alike.

import type { FlowLinks, FlowRef } from "./port/flow-store.ts";
import type { NewSession, SessionRow, Swept } from "./port/session-store.ts";

/** Why a session ended that was not ended by anyone. */
export const crashed = "crashed";

export function newSessionRow({ token, at, ...session }: NewSession) {
  return {
    id: session.id,
    accountId: session.accountId ?? null,
    tokenHash: token?.hash ?? null,
    tokenPrefix: token?.prefix ?? null,
    flowId: session.flowId ?? null,
    flowRevision: session.flowRevision ?? null,
    context: session.context,
    metadata: session.metadata,
    providers: session.providers,
    home: session.home,
    subjectHash: session.subjectHash ?? null,
    status: "waiting" as const,
    createdAt: at,
    startedAt: at,
  };
}

/** As a crash leaves them to be told of; none for a session without hooks. */
export function crashedWithHooks({ accountId, hookSeq, ...row }: SessionRow): Swept["withHooks"] {
  return accountId === null || hookSeq === null ? [] : [{ ...row, accountId, hookSeq }];
}

export interface LinkRow extends FlowRef {
  readonly documentId: string;
  readonly linkedId: string;
  readonly linkedRevision: number;
}

export function linkRows({ flowId, revision }: FlowRef, links: FlowLinks): LinkRow[] {
  return [...links].map(([documentId, linked]) => ({
    flowId,
    revision,
    documentId,
    linkedId: linked.flowId,
    linkedRevision: linked.revision,
  }));
}

export function linksIn(rows: readonly LinkRow[]): FlowLinks {
  return new Map(rows.map((row) => [row.documentId, { flowId: row.linkedId, revision: row.linkedRevision }]));
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
