// Retention in Postgres: retention times and deletions, slice by slice.

import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, like, lt, or, type SQL, sql } from "drizzle-orm";
import {
  addCounts,
  type ErasedCounts,
  type ExpiredSlice,
  type Expiry,
  type FlowExpiry,
  nothingErased,
  receiptsAtOnce,
  type RecordedBytes,
  type RemovedSlice,
  type RetentionRules,
  type RetentionStore,
  type SessionRemoval,
  wordTypes,
} from "../port/retention-store.ts";
import { inParts } from "../knowledge-rows.ts";
import { recordedMsMax, recordedTotal } from "../row-values.ts";
import { forgetWords } from "./calls/call-rows-in-postgres.ts";
import { forgetBodies } from "./calls/done-deliveries-in-postgres.ts";
import type { Connections, Db } from "./postgres-connections.ts";
import {
  accounts,
  erasedSessions,
  erasures,
  retentionRules,
  sessionEvents,
  sessions,
  storageTotals,
} from "./postgres-tables.ts";

/** `clean` gives up the room of deleted data. */
export function retentionIn(pg: Connections, clean: () => Promise<void>): RetentionStore {
  return { ...rulesIn(pg), ...removalIn(pg, clean), ...erasuresIn(pg) };
}

type Rules = Pick<RetentionStore, "rules" | "setRules" | "accounts">;
type Erasing = "addErasure" | "countErased" | "finishErasure" | "erasures" | "erasure" | "runningErasures";

function rulesIn(pg: Connections): Rules {
  return {
    async rules(accountId) {
      const isOwn = eq(retentionRules.accountId, accountId);
      return (await pg.run((db) => db.select(shown).from(retentionRules).where(isOwn)))[0];
    },
    async setRules(accountId, { at, ...rules }) {
      const set = { ...rules, updatedAt: at };
      const row = { accountId, ...set };
      await pg.run((db) =>
        db.insert(retentionRules).values(row).onConflictDoUpdate({ target: retentionRules.accountId, set }),
      );
    },
    async accounts({ after, limit }) {
      const rows = await pg.run((db) =>
        db
          .select({ accountId: accounts.id, rules: retentionRules })
          .from(accounts)
          .leftJoin(retentionRules, eq(retentionRules.accountId, accounts.id))
          .where(gt(accounts.id, after))
          .orderBy(asc(accounts.id))
          .limit(limit),
      );
      return rows.map(({ accountId, rules }) => ({
        accountId,
        rules: rules === null ? undefined : said(rules),
      }));
    },
  };
}

function removalIn(pg: Connections, clean: () => Promise<void>): Omit<RetentionStore, keyof Rules | Erasing> {
  return {
    expire: (expiry) => pg.transact((tx) => expire(tx, expiry)),
    expireByFlow: (expiry) => pg.transact((tx) => expire(tx, expiry)),
    owners: (sessionIds) => {
      const ids = [...sessionIds];
      const owner = { sessionId: sessions.id, accountId: sessions.accountId, audioDays: sessions.audioDays };
      return pg.readAtOnce(async (tx) => {
        const there = await tx.select(owner).from(sessions).where(inArray(sessions.id, ids));
        const gone = await tx.select().from(erasedSessions).where(inArray(erasedSessions.sessionId, ids));
        return [
          ...there.map((row) => ({ ...row, isErased: false })),
          ...gone.map((row) => ({
            sessionId: row.sessionId,
            accountId: null,
            audioDays: null,
            isErased: true,
          })),
        ];
      });
    },
    setRecorded: (place, recorded) => pg.transact((tx) => setRecorded(tx, recordedTotal + place, recorded)),
    sessionsOf: ({ accountId, subjectHash, after, limit }) => {
      const isOwn = and(eq(sessions.accountId, accountId), eq(sessions.subjectHash, subjectHash));
      const page = and(isOwn, gt(sessions.id, after));
      return pg.run((db) => db.select().from(sessions).where(page).orderBy(asc(sessions.id)).limit(limit));
    },
    remove: (removal) => pg.transact((tx) => remove(tx, removal)),
    async forgetErasures(before) {
      const { id, state, finishedAt } = erasures;
      const old = and(eq(state, "done"), lt(finishedAt, before));
      await pg.run((db) => {
        const some = db.select({ id }).from(erasures).where(old).limit(receiptsAtOnce);
        return db.delete(erasures).where(inArray(id, some));
      });
    },
    async forgetErased(before) {
      await pg.run((db) => db.delete(erasedSessions).where(lt(erasedSessions.at, before)));
    },
    async clean() {
      await clean();
      return true;
    },
  };
}

function erasuresIn(pg: Connections): Pick<RetentionStore, Erasing> {
  return {
    async addErasure({ at, ...erasure }) {
      const row = { ...erasure, state: "running", counts: nothingErased, createdAt: at } as const;
      await pg.run((db) => db.insert(erasures).values(row));
      return { ...row, finishedAt: null, receiptHash: null };
    },
    countErased: (id, more) => pg.transact((tx) => count(tx, id, more)),
    async finishErasure({ id, at, hash }) {
      const set = { state: "done", finishedAt: at, receiptHash: hash } as const;
      await pg.run((db) => db.update(erasures).set(set).where(eq(erasures.id, id)));
    },
    erasures: (accountId, limit) => {
      const newest = [desc(erasures.createdAt), desc(erasures.id)];
      const isOwn = eq(erasures.accountId, accountId);
      return pg.run((db) =>
        db
          .select()
          .from(erasures)
          .where(isOwn)
          .orderBy(...newest)
          .limit(limit),
      );
    },
    async erasure({ accountId, id }) {
      const isOwn = and(eq(erasures.id, id), eq(erasures.accountId, accountId));
      return (await pg.run((db) => db.select().from(erasures).where(isOwn)))[0];
    },
    runningErasures: () => {
      const oldest = [asc(erasures.createdAt), asc(erasures.id)];
      const running = eq(erasures.state, "running");
      return pg.run((db) =>
        db
          .select()
          .from(erasures)
          .where(running)
          .orderBy(...oldest),
      );
    },
  };
}

async function setRecorded(tx: Db, what: string, { at, accounts: all }: RecordedBytes): Promise<void> {
  const isOld = and(like(storageTotals.what, `${recordedTotal}%`), lt(storageTotals.at, at - recordedMsMax));
  await tx.delete(storageTotals).where(or(eq(storageTotals.what, what), isOld));
  const rows = all.map(({ accountId, bytes }) => ({ accountId, what, bytes, at }));
  for (const part of inParts(rows)) await tx.insert(storageTotals).values(part).onConflictDoNothing();
}

const { audioDays, wordsDays, valuesDays, numbersDays, redact } = retentionRules;
const shown = { audioDays, wordsDays, valuesDays, numbersDays, redact };

function said({
  accountId: _account,
  updatedAt: _at,
  ...rules
}: typeof retentionRules.$inferSelect): RetentionRules {
  return rules;
}

/** Columns that may hold words of callers: nothing else is deleted from. */
export const cleaning =
  "VACUUM sessions, session_events, call_words, call_tags, done_deliveries, session_snapshots, hook_deliveries, " +
  "retention_rules, erasures";

type Due = Expiry | FlowExpiry;

interface DueSessions {
  readonly which: SQL | undefined;
  /** Oldest first, as in the index. */
  readonly order: SQL | typeof sessions.endedAt | typeof sessions.createdAt;
}

// Written out, or the partial indexes are not used.
const has = {
  words: sql`${sessions.hasWords} = 1`,
  values: sql`${sessions.hasValues} = 1`,
  numbers: undefined,
};
const flowDue = {
  words: { days: sessions.wordsDays, at: sql`(${sessions.endedAt} + ${sessions.wordsDays} * 86400000)` },
  values: { days: sessions.valuesDays, at: sql`(${sessions.endedAt} + ${sessions.valuesDays} * 86400000)` },
  numbers: {
    days: sessions.numbersDays,
    at: sql`(${sessions.endedAt} + ${sessions.numbersDays} * 86400000)`,
  },
};

function dueOf(of: Expiry["of"], expiry: Omit<Due, "of">): DueSessions {
  if (!("before" in expiry)) {
    const { days, at } = flowDue[of];
    return { which: and(has[of], isNotNull(days), lt(at, expiry.at)), order: at };
  }
  const { accountId, before } = expiry as Expiry;
  const isOwn = accountId === null ? isNull(sessions.accountId) : eq(sessions.accountId, accountId);
  const old = lt(sessions.endedAt, before);
  if (of === "numbers")
    return { which: and(isOwn, lt(sessions.createdAt, before), old), order: sessions.createdAt };
  return { which: and(isOwn, has[of], old), order: sessions.endedAt };
}

async function expire(tx: Db, { of, ...expiry }: Due): Promise<ExpiredSlice> {
  const { which, order } = dueOf(of, expiry);
  const { rowsMax, sessionsMax, at } = expiry;
  if (of === "values") return expireValues(tx, { which, order, rowsMax });
  const due = await dueIds(tx, { which, order }, sessionsMax);
  if (due.length === 0) return { rows: 0, isAll: true };
  await forgetWords(tx, due);
  await forgetBodies(tx, due);
  const types = of === "words" ? inArray(sessionEvents.type, wordTypes) : undefined;
  const gone = await removeEvents(tx, and(inArray(sessionEvents.sessionId, due), types), rowsMax);
  const rows = gone.length;
  if (rows >= rowsMax) return { rows, isAll: false };
  const isDue = inArray(sessions.id, due);
  if (of === "words") await tx.update(sessions).set({ hasWords: 0, note: null }).where(isDue);
  else await removeRows(tx, due, at);
  return { rows: of === "words" ? rows : rows + due.length, isAll: due.length < sessionsMax };
}

async function expireValues(
  tx: Db,
  { which, order, rowsMax }: DueSessions & Pick<Expiry, "rowsMax">,
): Promise<ExpiredSlice> {
  const due = await dueIds(tx, { which, order }, rowsMax);
  const set = { hasValues: 0, context: {}, metadata: {}, parties: null };
  if (due.length > 0) {
    await tx.update(sessions).set(set).where(inArray(sessions.id, due));
    await forgetBodies(tx, due);
  }
  return { rows: due.length, isAll: due.length < rowsMax };
}

async function dueIds(tx: Db, { which, order }: DueSessions, max: number): Promise<readonly string[]> {
  const query = tx.select({ id: sessions.id }).from(sessions).where(which).orderBy(asc(order)).limit(max);
  return (await query).map(({ id }) => id);
}

async function removeRows(tx: Db, ids: readonly string[], at: number): Promise<void> {
  await tx.delete(sessions).where(inArray(sessions.id, [...ids]));
  const rows = ids.map((sessionId) => ({ sessionId, at }));
  await tx.insert(erasedSessions).values(rows).onConflictDoNothing();
}

/** Returns the types of the deleted ones. */
async function removeEvents(tx: Db, which: SQL | undefined, rowsMax: number): Promise<string[]> {
  const { id, type } = sessionEvents;
  const query = tx.select({ id }).from(sessionEvents).where(which).limit(rowsMax);
  const gone = await tx.delete(sessionEvents).where(inArray(id, query)).returning({ type });
  return gone.map((event) => event.type);
}

async function remove(
  tx: Db,
  { accountId, sessionId, rowsMax, at, erasureId }: SessionRemoval,
): Promise<RemovedSlice> {
  const isOwn = and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId));
  const [row] = await tx.select().from(sessions).where(isOwn).for("update");
  if (row === undefined) return "missing";
  // Running post-processing would write after the deletion.
  if (row.status !== "ended" || row.callOutcome === "pending") return "open";
  await forgetWords(tx, [sessionId]);
  const types = await removeEvents(tx, eq(sessionEvents.sessionId, sessionId), rowsMax);
  const words = types.filter((type) => wordTypes.includes(type)).length;
  const isGone = types.length < rowsMax;
  if (isGone) await removeRows(tx, [sessionId], at);
  const rest = isGone ? { sessions: 1, values: row.hasValues } : {};
  if (erasureId !== undefined) await count(tx, erasureId, { words, numbers: types.length - words, ...rest });
  return isGone ? "gone" : "more";
}

async function count(tx: Db, id: string, more: Partial<ErasedCounts>): Promise<void> {
  const isIt = eq(erasures.id, id);
  const [row] = await tx.select({ counts: erasures.counts }).from(erasures).where(isIt).for("update");
  if (row !== undefined)
    await tx
      .update(erasures)
      .set({ counts: addCounts(row.counts, more) })
      .where(isIt);
}
