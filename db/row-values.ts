// Row values: sessions and links of flows as rows, written and read alike by both databases.

import type { ShutAccount, StoredBytes } from "./port/account-store.ts";
import type { FlowLinks, FlowRef } from "./port/flow-store.ts";
import type { NewSession, SessionPatch, SessionRow, Swept } from "./port/session-store.ts";

/** End reason of a session that no side ended. */
const crashed = "crashed";

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
    direction: session.direction ?? null,
    parties: session.parties ?? null,
    callOutcome: session.callOutcome ?? null,
    audioDays: session.flowDays?.audio ?? null,
    wordsDays: session.flowDays?.words ?? null,
    valuesDays: session.flowDays?.values ?? null,
    numbersDays: session.flowDays?.numbers ?? null,
    status: "waiting" as const,
    createdAt: at,
    startedAt: at,
  };
}

/** Crashed sessions for hooks, from their earlier rows; none for a session without hooks. */
export function crashedWithHooks({ accountId, hookSeq, ...row }: SessionRow): Swept["withHooks"] {
  if (accountId === null || hookSeq === null) return [];
  const [wasOver, lacksOutcome] = [row.status === "ended", row.callOutcome === "pending"];
  return [{ ...row, accountId, hookSeq, wasOver, lacksOutcome }];
}

/** Change to a session after its process died. `at`: epoch milliseconds. */
export function crashPatch(row: SessionRow, at: number): SessionPatch {
  const { status, startedAt, heartbeatAt, callOutcome } = row;
  const isOver = status === "ended";
  return {
    ...(!isOver && { status: "ended", endedAt: heartbeatAt ?? startedAt ?? at, endReason: crashed }),
    ...(callOutcome === "pending" && { callOutcome: "failed" }),
  };
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

/** Keys of the totals: for sessions' data in the database, and the prefix of a place's name, for its files. */
const wordsTotal = "words";
export const recordedTotal = "recordings ";

/** An account with data keeps the reason of its first closing. */
export function shutAccount(row: {
  readonly id: string;
  readonly callsGoOn: number;
  readonly deletedAt: number | null;
}): ShutAccount {
  return { id: row.id, callsGoOn: row.callsGoOn === 1 && row.deletedAt === null };
}

export function storedBytesOf(
  counted: number,
  totals: readonly { readonly what: string; readonly bytes: number }[],
): StoredBytes {
  const sum = (isIt: (what: string) => boolean): number =>
    totals.filter(({ what }) => isIt(what)).reduce((all, { bytes }) => all + bytes, 0);
  return {
    kept: counted + sum((what) => what === wordsTotal),
    recorded: sum((what) => what.startsWith(recordedTotal)),
  };
}

/** A place without a check for this long is gone, with its files or without. */
export const recordedMsMax = 3 * 60 * 60_000;

/** True if this row triggers the deletion of old ones: a check at each would cost more than a few extra rows. */
export function isTrimmedAt(id: number, rowsMax: number): boolean {
  return id % Math.max(1, Math.floor(rowsMax / 100)) === 0;
}
