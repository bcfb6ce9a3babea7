// Session rows of tests: open in the store, as if a node had begun them.

import type { FileStore } from "../../../db/sqlite/file-store.ts";
import type { SessionPatch } from "../../../db/port/session-store.ts";

export interface TestSession {
  readonly id: string;
  readonly home: string;
  readonly accountId?: string;
  readonly hookSeq?: number;
}

/** Without money, like at an open engine. */
export async function beginTestSession(
  store: Pick<FileStore, "sessions">,
  { id, home, accountId, hookSeq }: TestSession,
): Promise<void> {
  const row = {
    id,
    accountId,
    flowId: undefined,
    flowRevision: undefined,
    context: {},
    metadata: {},
    providers: {},
    home,
    at: 0,
  };
  const patches = new Map<string, SessionPatch>(hookSeq === undefined ? [] : [[id, { hookSeq }]]);
  // No real node has written so many batches.
  const number = Number.MAX_SAFE_INTEGER;
  await store.sessions.write({ home, number, rows: [row], patches, events: [], snapshots: new Map() });
}
