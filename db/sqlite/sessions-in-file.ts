// Sessions in the file: their rows and events, written together with the ledger.

import { and, asc, desc, eq, isNull, ne } from "drizzle-orm";
import type { DataFile, Db } from "../open-database.ts";
import type {
  BeginningSession,
  NewSession,
  SessionPatch,
  SessionRow,
  SessionStore,
  SettlingSession,
  StoredSessionEvent,
  Swept,
} from "../port/session-store.ts";
import { holds, sessionEvents, sessions } from "../tables.ts";
import { keyIsLive } from "./accounts-in-file.ts";
import { immediate } from "./immediate.ts";
import { extend, hold, settle } from "./ledger-rows.ts";

/** One insert's rows; SQLite counts parameters. */
const eventsAtOnce = 500;
/** Why a session ended that was not ended by anyone. */
const crashed = "crashed";

export function sessionsIn({ durable: db, live }: DataFile): SessionStore {
  return {
    async begin({ row, holdMicros, keyId }: BeginningSession) {
      const { id: sessionId, accountId, at } = row;
      return db.transaction((tx) => {
        if (keyId !== undefined && !keyIsLive(tx, keyId)) return "key";
        if (!hold(tx, { accountId, sessionId, micros: holdMicros, at })) return "credits";
        insert(tx, row);
        return undefined;
      }, immediate);
    },
    async write({ rows, patches, events }) {
      live.transaction((tx) => {
        for (const row of rows) insert(tx, row);
        for (const [id, each] of patches) patch(tx, id, each);
        for (let at = 0; at < events.length; at += eventsAtOnce)
          addEvents(tx, events.slice(at, at + eventsAtOnce));
      }, immediate);
    },
    async settle(settling) {
      return db.transaction((tx) => settleRow(tx, settling), immediate);
    },
    async list(accountId, limit) {
      return db
        .select()
        .from(sessions)
        .where(eq(sessions.accountId, accountId))
        .orderBy(desc(sessions.createdAt), desc(sessions.id))
        .limit(limit)
        .all();
    },
    async find({ accountId, sessionId }) {
      // One transaction: the events are those of the row.
      return db.transaction((tx) => {
        const own = and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId));
        const row = tx.select().from(sessions).where(own).get();
        return row === undefined ? undefined : { row, events: eventsOf(tx, sessionId) };
      });
    },
    async isKnown(tokenHash) {
      const known = eq(sessions.tokenHash, tokenHash);
      return db.select({ id: sessions.id }).from(sessions).where(known).get() !== undefined;
    },
    async sweep(at) {
      return db.transaction((tx) => sweep(tx, at), immediate);
    },
  };
}

function insert(tx: Db, { token, ...session }: NewSession): void {
  tx.insert(sessions)
    .values({
      id: session.id,
      accountId: session.accountId ?? null,
      tokenHash: token?.hash ?? null,
      tokenPrefix: token?.prefix ?? null,
      flowId: session.flowId ?? null,
      flowRevision: session.flowRevision ?? null,
      context: session.context,
      metadata: session.metadata,
      providers: session.providers,
      status: "waiting",
      createdAt: session.at,
      startedAt: session.at,
    })
    .run();
}

function patch(tx: Db, id: string, set: SessionPatch): void {
  tx.update(sessions).set(set).where(eq(sessions.id, id)).run();
}

function addEvents(tx: Db, events: readonly StoredSessionEvent[]): void {
  tx.insert(sessionEvents)
    .values([...events])
    .run();
}

function eventsOf(tx: Db, sessionId: string): readonly StoredSessionEvent[] {
  return tx
    .select()
    .from(sessionEvents)
    .where(eq(sessionEvents.sessionId, sessionId))
    .orderBy(asc(sessionEvents.id))
    .all();
}

function settleRow(tx: Db, settling: SettlingSession): { readonly extended: boolean } {
  const { id: sessionId, patch: set, totalMicros, at, close, extendMicros } = settling;
  if (Object.keys(set).length > 0) patch(tx, sessionId, set);
  settle(tx, { sessionId, totalMicros, at, close });
  return { extended: extendMicros !== undefined && extend(tx, { sessionId, micros: extendMicros, at }) };
}

function sweep(tx: Db, at: number): Swept {
  const left = tx.select().from(sessions).where(ne(sessions.status, "ended")).all();
  const costs = new Map(left.map(({ id, costMicros }) => [id, costMicros]));
  for (const { id, startedAt, heartbeatAt } of left)
    patch(tx, id, { status: "ended", endedAt: heartbeatAt ?? startedAt ?? at, endReason: crashed });
  // Also holds whose session is not there or already ended: the crash came between the two.
  for (const { sessionId, settledMicros } of tx.select().from(holds).where(isNull(holds.closedAt)).all()) {
    const row = tx.select().from(sessions).where(eq(sessions.id, sessionId)).get();
    const recorded = costs.get(sessionId) ?? row?.costMicros;
    settle(tx, { sessionId, totalMicros: recorded ?? settledMicros, at, close: true });
  }
  return { sessions: left.length, withHooks: left.flatMap(withHooks) };
}

function withHooks({ accountId, hookSeq, ...row }: SessionRow): Swept["withHooks"] {
  return accountId === null || hookSeq === null ? [] : [{ ...row, accountId, hookSeq }];
}
