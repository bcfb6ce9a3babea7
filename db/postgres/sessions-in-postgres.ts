// Sessions in Postgres: their rows and events, written together with the ledger.

import { and, asc, eq, exists, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { assert } from "../../src/base/assert.ts";
import type {
  AdoptedSession,
  BeginningSession,
  BeginRefusal,
  BegunInPage,
  SessionBatch,
  SessionStore,
  SettledSession,
  SettlingSession,
  StoredSessionEvent,
  SweepOrder,
  Swept,
} from "../port/session-store.ts";
import type { JsonObject } from "../port/stored-rows.ts";
import type { SessionLists } from "../operations/session-lists.ts";
import { summarise } from "../operations/call-sums.ts";
import { isEmbedded, mayGoOn, mayHaveBegun, noteBegun } from "../operations/embeds-in-store.ts";
import { doneOn } from "./postgres-executor.ts";
import { endLeases } from "./leases-in-postgres.ts";
import { beginStatement, settleStatement } from "./ledger-statements.ts";
import type { Connections, Db } from "./postgres-connections.ts";
import { holds, hookDeliveries, sessions, sessionSnapshots } from "./postgres-tables.ts";
import { firstRow, number, recordset, storable, text } from "./postgres-values.ts";
import { patchedColumns, patchedRecord, patchRow } from "./session-columns.ts";
import { crashedWithHooks, crashPatch, newSessionRow } from "../row-values.ts";

async function settleOne(db: Db, settling: SettlingSession): Promise<SettledSession> {
  const { id, at, extendMicros, ...others } = settling;
  if (extendMicros === undefined || !(await doneOn(db, (on) => isEmbedded(on, id))))
    return settleAtOnce(db, settling);
  // The settlement comes first, because the embed's minutes and budget are read after it.
  const settled = await settleAtOnce(db, { id, at, ...others });
  const minute = { sessionId: id, micros: extendMicros, at };
  if (settled.moved || !(await doneOn(db, (on) => mayGoOn(on, minute)))) return settled;
  const { extended, moved, writtenOffMicros } = await settleAtOnce(db, { ...settling, patch: {} });
  return { extended, moved, writtenOffMicros: settled.writtenOffMicros + writtenOffMicros };
}

async function settleAtOnce(db: Db, settling: SettlingSession): Promise<SettledSession> {
  const row = await firstRow<{ moved: boolean; extended: boolean; written_off: string | null }>(
    db,
    settleStatement(settling),
  );
  const { moved = false, extended = false, written_off: writtenOff } = row ?? {};
  return { moved, extended, writtenOffMicros: Number(writtenOff ?? 0) };
}

/** The end of a session, and its post-processing, update lists and sums in the same transaction. */
async function settleCall(tx: Db, settling: SettlingSession): Promise<SettledSession> {
  if (!isOfEnd(settling)) return settleOne(tx, settling);
  const isIt = eq(sessions.id, settling.id);
  const [before] = await tx.select().from(sessions).where(isIt).for("no key update");
  const settled = await settleOne(tx, settling);
  if (before !== undefined && !settled.moved) await doneOn(tx, (on) => summarise(on, before, settling.patch));
  return settled;
}

/** While a session runs, no list or sum changes. */
function isOfEnd({ patch: { status, callOutcome } }: SettlingSession): boolean {
  return status === "ended" || callOutcome !== undefined;
}

export function sessionsIn(pg: Connections): Omit<SessionStore, keyof SessionLists> {
  return {
    begin: ({ embed, ...beginning }) =>
      embed === undefined ? pg.run((db) => begin(db, beginning)) : beginInPage(pg, beginning, embed),
    write: (batch) => pg.transact(async (tx) => ((await isNew(tx, batch)) ? await write(tx, batch) : [])),
    async settle(settlings) {
      const [only] = settlings;
      if (settlings.length === 1 && only !== undefined && !isOfEnd(only))
        return [await pg.run((db) => settleOne(db, only))];
      return pg.transact(async (tx) => {
        await lockInOrder(tx, settlings);
        // Pipelined: with an answer to wait for between any two, calls' writes would wait for all of them.
        return allDone(settlings.map((settling) => settleCall(tx, settling)));
      });
    },
    adopt: (adoption) => pg.transact((tx) => adopt(tx, adoption)),
    sweep: (sweeping) => pg.transact((tx) => sweep(tx, sweeping)),
  };
}

async function begin(db: Db, beginning: BeginningSession): Promise<BeginRefusal | undefined> {
  const statement = beginStatement(beginning);
  const row = await firstRow<{ why: BeginRefusal | null; begun: boolean }>(db, statement);
  return row?.why ?? (row?.begun === true ? undefined : "credits");
}

/** Begins the session and counts it at the embed; undoes both if that is too much. */
async function beginInPage(
  pg: Connections,
  beginning: BeginningSession,
  embed: BegunInPage,
): Promise<BeginRefusal | undefined> {
  const { row, holdMicros: micros } = beginning;
  return pg.transact(async (tx) => {
    await tx.execute(sql`SAVEPOINT begun`);
    // The account itself pays: a transaction with the lock of a loan waits for no later lock.
    const refused = await begin(tx, { ...beginning, fromLease: false });
    if (refused !== undefined) return refused;
    const why = await doneOn(tx, function* (on) {
      const counted = yield* noteBegun(on, { ...embed, sessionId: row.id, micros, at: row.at });
      return yield* mayHaveBegun(on, counted, row.at);
    });
    if (why !== undefined) await tx.execute(sql`ROLLBACK TO SAVEPOINT begun`);
    return why;
  });
}

/**
 * Results of works on one transaction, whose statements follow each other on its connection. Rejects after the last
 * one, with the first error: none continues after the transaction.
 */
async function allDone<T>(works: readonly Promise<T>[]): Promise<T[]> {
  let first: { readonly error: unknown } | undefined;
  const noted = works.map((work) => work.catch((error: unknown) => void (first ??= { error })));
  await Promise.all(noted);
  if (first !== undefined) throw first.error;
  return Promise.all(works);
}

/** Locks the rows before any change, in the order of all writers: no deadlock. */
async function lockRows(tx: Db, which: SQL | undefined): Promise<void> {
  const rows = tx.select({ id: sessions.id }).from(sessions).where(which);
  await rows.orderBy(asc(sessions.id)).for("no key update");
}

async function lockInOrder(tx: Db, settlings: readonly SettlingSession[]): Promise<void> {
  const ids = settlings.map(({ id }) => id);
  await lockRows(tx, inArray(sessions.id, ids));
  const held = tx.select({ id: holds.sessionId }).from(holds).where(inArray(holds.sessionId, ids));
  await held.orderBy(asc(holds.sessionId)).for("update");
}

/** False for a batch that was written before. A node without a row shares nothing. */
async function isNew(tx: Db, { home, number: batch }: SessionBatch): Promise<boolean> {
  const row = await firstRow<{ is_new: boolean }>(
    tx,
    sql`
    WITH noted AS (
      UPDATE nodes SET batch = ${number(batch)} WHERE id = ${text(home)} AND batch < ${number(batch)} RETURNING 1)
    SELECT EXISTS (SELECT FROM noted) OR NOT EXISTS (SELECT FROM nodes WHERE id = ${text(home)}) AS is_new`,
  );
  return row?.is_new === true;
}

/** Uses as many statements as kinds of data, however many sessions run. */
async function write(tx: Db, batch: SessionBatch): Promise<readonly string[]> {
  const { home, rows, patches, events, snapshots } = batch;
  if (rows.length > 0) await tx.insert(sessions).values(rows.map(newSessionRow));
  const moved = new Set<string>();
  const changed = [...new Set([...patches.keys(), ...snapshots.keys()])];
  if (changed.length > 0) await lockRows(tx, and(inArray(sessions.id, changed), eq(sessions.home, home)));
  if (patches.size > 0) {
    const patched = await patchRows(tx, home, patches);
    for (const id of patches.keys()) if (!patched.has(id)) moved.add(id);
  }
  if (events.length > 0) await addEvents(tx, events);
  const given = new Map(rows.flatMap(({ id, snapshot }) => (snapshot === undefined ? [] : [[id, snapshot]])));
  const all = new Map([...given, ...snapshots]);
  if (all.size > 0) {
    const kept = await keepSnapshots(tx, home, all);
    for (const id of snapshots.keys()) if (!kept.has(id)) moved.add(id);
  }
  return [...moved];
}

/** Returns the sessions at this home. */
async function patchRows(
  tx: Db,
  home: string,
  patches: SessionBatch["patches"],
): Promise<ReadonlySet<string>> {
  const rows = [...patches].map(([id, patch]) => patchRow(id, patch));
  return idsOf(
    tx,
    sql`
    UPDATE sessions AS row SET ${patchedColumns}
    FROM json_to_recordset(${recordset(rows)}) AS patch(${patchedRecord})
    WHERE row.id = patch.id AND row.home = ${text(home)} RETURNING row.id`,
  );
}

/** Adds events in order, because of their numbers. Late writes of an erased session are left out. */
async function addEvents(tx: Db, events: readonly StoredSessionEvent[]): Promise<void> {
  const rows = events.map(({ sessionId, atMs, type, data }, n) => ({
    n,
    session_id: sessionId,
    at_ms: atMs,
    type: storable(type),
    data: JSON.stringify(data),
  }));
  await tx.execute(sql`
    INSERT INTO session_events (session_id, at_ms, type, data)
    SELECT session_id, at_ms, type, data
    FROM json_to_recordset(${recordset(rows)}) AS event(n bigint, session_id text, at_ms bigint, type text, data text)
    WHERE EXISTS (SELECT FROM sessions WHERE sessions.id = event.session_id FOR KEY SHARE)
    ORDER BY n`);
}

/** Returns the open sessions at this home, which stay there until the end of the transaction. */
async function keepSnapshots(
  tx: Db,
  home: string,
  snapshots: ReadonlyMap<string, JsonObject>,
): Promise<ReadonlySet<string>> {
  const rows = [...snapshots].map(([id, data]) => ({ id, data: JSON.stringify(data) }));
  return idsOf(
    tx,
    sql`
    INSERT INTO session_snapshots (session_id, data)
    SELECT sessions.id, snapshot.data FROM sessions
    JOIN json_to_recordset(${recordset(rows)}) AS snapshot(id text, data text) ON snapshot.id = sessions.id
    WHERE sessions.home = ${text(home)} AND sessions.status <> 'ended' FOR SHARE OF sessions
    ON CONFLICT (session_id) DO UPDATE SET data = excluded.data RETURNING session_id AS id`,
  );
}

async function idsOf(tx: Db, statement: SQL): Promise<ReadonlySet<string>> {
  const rows = (await tx.execute(statement)) as unknown as readonly { readonly id: string }[];
  return new Set(rows.map(({ id }) => id));
}

/** Locks the row first, so that later reads see the old home's last write. */
async function adopt(
  tx: Db,
  { id, from, home }: Parameters<SessionStore["adopt"]>[0],
): Promise<AdoptedSession | undefined> {
  const isThere = from === null ? isNull(sessions.home) : eq(sessions.home, from);
  const ofSession = eq(sessionSnapshots.sessionId, id);
  const isKept = exists(
    tx
      .select({ one: sql`1` })
      .from(sessionSnapshots)
      .where(ofSession),
  );
  const open = and(eq(sessions.id, id), isThere, ne(sessions.status, "ended"), isKept);
  const [row] = await tx.update(sessions).set({ home }).where(open).returning();
  if (row === undefined) return undefined;
  const [kept] = await tx
    .select({ data: sessionSnapshots.data, openMicros: holds.openMicros })
    .from(sessionSnapshots)
    .leftJoin(holds, eq(holds.sessionId, sessionSnapshots.sessionId))
    .where(ofSession);
  assert(kept !== undefined, "only the end of a session takes what is kept of it");
  return { row, snapshot: kept.data, openMicros: kept.openMicros ?? 0 };
}

/** Locks all rows before it changes any, in the common order. */
async function sweep(tx: Db, { at, ...which }: SweepOrder): Promise<Swept> {
  const homes = "homes" in which ? which.homes : [];
  const nodeIds = homes.filter((home) => home !== null);
  const theirs =
    "ids" in which
      ? and(eq(sessions.home, which.home), inArray(sessions.id, [...which.ids]))
      : or(inArray(sessions.home, nodeIds), homes.includes(null) ? isNull(sessions.home) : undefined);
  const left = await tx
    .select()
    .from(sessions)
    .where(and(or(ne(sessions.status, "ended"), eq(sessions.callOutcome, "pending")), theirs))
    .orderBy(asc(sessions.id))
    .for("no key update");
  const ids = left.map(({ id }) => id);
  await tx
    .select({ id: holds.sessionId })
    .from(holds)
    .where(inArray(holds.sessionId, ids))
    .orderBy(asc(holds.sessionId))
    .for("update");
  // Leases end first, because borrowed money pays for use.
  for (const home of nodeIds) await endLeases(tx, home, at);
  await allDone(
    left.map(async (row) => {
      const { id, home, costMicros: totalMicros } = row;
      const patch = crashPatch(row, at);
      await tx.execute(settleStatement({ id, home, patch, totalMicros, at, close: true }));
      await doneOn(tx, (on) => summarise(on, row, patch));
    }),
  );
  if (homes.includes(null)) await settleForgotten(tx, at);
  const claimed = inArray(hookDeliveries.claimedBy, nodeIds);
  await tx.update(hookDeliveries).set({ claimedBy: null, claimedUntil: null }).where(claimed);
  const open = left.filter(({ status }) => status !== "ended");
  return { sessions: open.length, withHooks: left.flatMap(crashedWithHooks) };
}

/** Holds whose session is missing or already ended; holds of leases belong to their nodes. */
async function settleForgotten(tx: Db, at: number): Promise<void> {
  // Running post-processing must still be paid.
  const isMade = or(isNull(sessions.callOutcome), ne(sessions.callOutcome, "pending"));
  const isLost = or(isNull(sessions.id), and(eq(sessions.status, "ended"), isMade));
  const isSession = sql`not starts_with(${holds.sessionId}, 'lease_')`;
  const forgotten = await tx
    .select({ hold: holds, home: sessions.home, costMicros: sessions.costMicros })
    .from(holds)
    .leftJoin(sessions, eq(sessions.id, holds.sessionId))
    .where(and(isNull(holds.closedAt), isLost, isSession))
    .orderBy(asc(holds.sessionId));
  for (const { hold, home, costMicros } of forgotten) {
    const totalMicros = costMicros ?? hold.settledMicros;
    await tx.execute(settleStatement({ id: hold.sessionId, home, patch: {}, totalMicros, at, close: true }));
  }
}
