// Sessions in the file: their rows and events, written together with the ledger.

import { and, eq, inArray, isNull, ne, or } from "drizzle-orm";
import type { DataFile, Db } from "../open-database.ts";
import type {
  AdoptedSession,
  BeginningSession,
  NewSession,
  SessionBatch,
  SessionPatch,
  SessionStore,
  SettledSession,
  SettlingSession,
  StoredSessionEvent,
  SweepOrder,
  Swept,
} from "../port/session-store.ts";
import type { JsonObject } from "../port/stored-rows.ts";
import { holds, hookDeliveries, nodes, sessionEvents, sessionSnapshots, sessions } from "../schema.ts";
import { isClosed } from "../operations/accounts-in-store.ts";
import { isSpent } from "../operations/budgets-in-store.ts";
import { mayBegin, mayGoOn, noteBegun } from "../operations/embeds-in-store.ts";
import { summarise } from "../operations/call-sums.ts";
import { isLiveKey } from "../operations/keys-in-store.ts";
import type { SessionLists } from "../operations/session-lists.ts";
import { countOf } from "../operations/own-rows.ts";
import type { Tx, Work } from "../operations/work.ts";
import { doneOn } from "./file-executor.ts";
import { immediate } from "./immediate.ts";
import { endLeases, extend, heldOf, hold, settle } from "./ledger-rows.ts";
import { crashedWithHooks, crashPatch, newSessionRow } from "../row-values.ts";

/** Rows per insert; SQLite limits parameters. */
const eventsAtOnce = 500;

export function sessionsIn({ durable: db, live }: DataFile): Omit<SessionStore, keyof SessionLists> {
  return {
    async begin(begun) {
      const { row, holdMicros: micros, fromLease, embed } = begun;
      const { id: sessionId, accountId, at } = row;
      const lender = fromLease === true ? row.home : undefined;
      return db.transaction((tx) => {
        const refused = doneOn(tx, (on) => refusalOf(on, begun));
        if (refused !== undefined) return refused;
        if (!hold(tx, { accountId, sessionId, micros, at, lender })) return "credits";
        insert(tx, row);
        if (embed !== undefined) doneOn(tx, (on) => noteBegun(on, { ...embed, sessionId, micros, at }));
        return undefined;
      }, immediate);
    },
    async write(batch) {
      return live.transaction((tx) => (isNew(tx, batch) ? write(tx, batch) : []), immediate);
    },
    async settle(settlings) {
      return db.transaction((tx) => settlings.map((settling) => settleRow(tx, settling)), immediate);
    },
    async adopt(adoption) {
      return db.transaction((tx) => adopt(tx, adoption), immediate);
    },
    async sweep(sweeping) {
      return db.transaction((tx) => sweep(tx, sweeping), immediate);
    },
  };
}

function* refusalOf(tx: Tx, { row, holdMicros: micros, keyId, sessionsMax, embed }: BeginningSession) {
  const { accountId, at } = row;
  if (keyId !== undefined && !(yield* isLiveKey(tx, keyId))) return "key";
  if (yield* isClosed(tx, accountId)) return "closed";
  if (sessionsMax !== undefined && (yield* openOf(tx, accountId)) >= sessionsMax) return "limit";
  if (yield* isSpent(tx, accountId, at)) return "budget";
  return embed && (yield* mayBegin(tx, { ...embed, micros, at }));
}

function openOf(tx: Tx, accountId: string): Work<number> {
  return countOf(tx, sessions, and(eq(sessions.accountId, accountId), ne(sessions.status, "ended")));
}

/** False for a batch that was written before. A node without a row shares nothing. */
function isNew(tx: Db, { home, number }: SessionBatch): boolean {
  const last = tx.select({ batch: nodes.batch }).from(nodes).where(eq(nodes.id, home)).get();
  if (last === undefined) return true;
  if (last.batch >= number) return false;
  tx.update(nodes).set({ batch: number }).where(eq(nodes.id, home)).run();
  return true;
}

function write(tx: Db, { home, rows, patches, events, snapshots }: SessionBatch): readonly string[] {
  const moved = new Set<string>();
  for (const row of rows) insert(tx, row);
  for (const [id, each] of patches) if (!patch(tx, { id, home, set: each })) moved.add(id);
  for (let at = 0; at < events.length; at += eventsAtOnce) addEvents(tx, events.slice(at, at + eventsAtOnce));
  for (const [sessionId, data] of snapshots) {
    if (isOpenAt(tx, sessionId, home)) keepSnapshot(tx, sessionId, data);
    else moved.add(sessionId);
  }
  return [...moved];
}

function isOpenAt(tx: Db, id: string, home: string): boolean {
  const open = and(eq(sessions.id, id), eq(sessions.home, home), ne(sessions.status, "ended"));
  return tx.select({ id: sessions.id }).from(sessions).where(open).get() !== undefined;
}

function keepSnapshot(tx: Db, sessionId: string, data: JsonObject): void {
  tx.insert(sessionSnapshots)
    .values({ sessionId, data })
    .onConflictDoUpdate({ target: sessionSnapshots.sessionId, set: { data } })
    .run();
}

function adopt(tx: Db, { id, from, home }: Parameters<SessionStore["adopt"]>[0]): AdoptedSession | undefined {
  const snapshot = tx.select().from(sessionSnapshots).where(eq(sessionSnapshots.sessionId, id)).get();
  if (snapshot === undefined) return undefined;
  const isThere = from === null ? isNull(sessions.home) : eq(sessions.home, from);
  const open = and(eq(sessions.id, id), isThere, ne(sessions.status, "ended"));
  const row = tx.update(sessions).set({ home }).where(open).returning().get();
  return row && { row, snapshot: snapshot.data, openMicros: heldOf(tx, id) };
}

function insert(tx: Db, session: NewSession): void {
  tx.insert(sessions).values(newSessionRow(session)).run();
  if (session.snapshot !== undefined) keepSnapshot(tx, session.id, session.snapshot);
}

interface Patching {
  readonly id: string;
  readonly home: string | null;
  readonly set: SessionPatch;
}

/** False when the session has another home. */
function patch(tx: Db, { id, home, set }: Patching): boolean {
  const isThere = home === null ? isNull(sessions.home) : eq(sessions.home, home);
  const isIt = and(eq(sessions.id, id), isThere);
  return tx.update(sessions).set(set).where(isIt).returning({ id: sessions.id }).get() !== undefined;
}

/** Late events of an erased session are left out. */
function addEvents(tx: Db, events: readonly StoredSessionEvent[]): void {
  const ids = [...new Set(events.map(({ sessionId }) => sessionId))];
  const rows = tx.select({ id: sessions.id }).from(sessions).where(inArray(sessions.id, ids)).all();
  const there = new Set(rows.map(({ id }) => id));
  const kept = events.filter(({ sessionId }) => there.has(sessionId));
  if (kept.length > 0) tx.insert(sessionEvents).values(kept).run();
}

function settleRow(tx: Db, settling: SettlingSession): SettledSession {
  const { id: sessionId, home, patch: set, totalMicros, at, close, extendMicros, fromLease } = settling;
  const row = tx.select().from(sessions).where(eq(sessions.id, sessionId)).get();
  if (row !== undefined && row.home !== home) return { extended: false, moved: true, writtenOffMicros: 0 };
  if (Object.keys(set).length > 0) patch(tx, { id: sessionId, home, set });
  const { writtenOffMicros } = settle(tx, { sessionId, totalMicros, at, close });
  if (row !== undefined) doneOn(tx, (on) => summarise(on, row, set));
  if (close) tx.delete(sessionSnapshots).where(eq(sessionSnapshots.sessionId, sessionId)).run();
  const lender = fromLease === true ? home : undefined;
  const goesOn =
    extendMicros !== undefined && doneOn(tx, (on) => mayGoOn(on, { sessionId, micros: extendMicros, at }));
  const extended = goesOn && extend(tx, { sessionId, micros: extendMicros, at, lender });
  return { extended, moved: false, writtenOffMicros };
}

function sweep(tx: Db, { at, ...which }: SweepOrder): Swept {
  const homes = "homes" in which ? which.homes : [];
  // Leases end first, because borrowed money pays for use.
  for (const home of homes) if (home !== null) endLeases(tx, home, at);
  const nodeIds = homes.filter((home) => home !== null);
  const theirs =
    "ids" in which
      ? and(eq(sessions.home, which.home), inArray(sessions.id, [...which.ids]))
      : or(inArray(sessions.home, nodeIds), homes.includes(null) ? isNull(sessions.home) : undefined);
  // Two queries, each with its own index.
  const open = tx
    .select()
    .from(sessions)
    .where(and(ne(sessions.status, "ended"), theirs))
    .all();
  const unfinished = and(eq(sessions.callOutcome, "pending"), eq(sessions.status, "ended"), theirs);
  const left = [...open, ...tx.select().from(sessions).where(unfinished).all()];
  for (const row of left) {
    const { id, home, costMicros } = row;
    const set = crashPatch(row, at);
    patch(tx, { id, home, set });
    settle(tx, { sessionId: id, totalMicros: costMicros, at, close: true });
    doneOn(tx, (on) => summarise(on, row, set));
    tx.delete(sessionSnapshots).where(eq(sessionSnapshots.sessionId, id)).run();
  }
  if (homes.includes(null)) settleForgotten(tx, at);
  const claimed = inArray(hookDeliveries.claimedBy, nodeIds);
  tx.update(hookDeliveries).set({ claimedBy: null, claimedUntil: null }).where(claimed).run();
  return { sessions: open.length, withHooks: left.flatMap(crashedWithHooks) };
}

/** Holds whose session is missing or already ended: a crash of an older version came between the two. */
function settleForgotten(tx: Db, at: number): void {
  // Running post-processing must still be paid.
  const isMade = or(isNull(sessions.callOutcome), ne(sessions.callOutcome, "pending"));
  const isDone = and(eq(sessions.status, "ended"), isMade);
  const forgotten = tx
    .select({ hold: holds, costMicros: sessions.costMicros })
    .from(holds)
    .leftJoin(sessions, eq(sessions.id, holds.sessionId))
    .where(and(isNull(holds.closedAt), or(isNull(sessions.id), isDone)))
    .all();
  for (const {
    hold: { sessionId, settledMicros },
    costMicros,
  } of forgotten)
    settle(tx, { sessionId, totalMicros: costMicros ?? settledMicros, at, close: true });
}
