// Retention in the file: retention times and deletions, slice by slice.

import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, like, lt, or, type SQL, sql } from "drizzle-orm";
import type { DataFile, Db } from "../open-database.ts";
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
import {
  accounts,
  erasedSessions,
  erasures,
  retentionRules,
  sessionEvents,
  sessions,
  storageTotals,
} from "../schema.ts";
import { recordedMsMax, recordedTotal } from "../row-values.ts";
import { forgetWords } from "./call-rows.ts";
import { forgetBodies } from "./done-deliveries.ts";
import { immediate } from "./immediate.ts";
import { prepared } from "./prepared.ts";

export function retentionIn(file: DataFile): RetentionStore {
  return { ...rulesIn(file), ...removalIn(file), ...erasuresIn(file) };
}

type Rules = Pick<RetentionStore, "rules" | "setRules" | "accounts">;
type Erasing = "addErasure" | "countErased" | "finishErasure" | "erasures" | "erasure" | "runningErasures";

const rulesOf = prepared((db) =>
  db
    .select(shown)
    .from(retentionRules)
    .where(eq(retentionRules.accountId, sql.placeholder("accountId")))
    .prepare(),
);

function rulesIn({ durable: db }: DataFile): Rules {
  return {
    async rules(accountId) {
      return rulesOf(db).get({ accountId });
    },
    async setRules(accountId, { at, ...rules }) {
      const set = { ...rules, updatedAt: at };
      db.insert(retentionRules)
        .values({ accountId, ...set })
        .onConflictDoUpdate({ target: retentionRules.accountId, set })
        .run();
    },
    async accounts({ after, limit }) {
      const rows = db
        .select({ accountId: accounts.id, rules: retentionRules })
        .from(accounts)
        .leftJoin(retentionRules, eq(retentionRules.accountId, accounts.id))
        .where(gt(accounts.id, after))
        .orderBy(asc(accounts.id))
        .limit(limit)
        .all();
      return rows.map(({ accountId, rules }) => ({
        accountId,
        rules: rules === null ? undefined : said(rules),
      }));
    },
  };
}

function removalIn({
  durable: db,
  live,
  disk,
  erase,
  emptyLog,
}: DataFile): Omit<RetentionStore, keyof Rules | Erasing> {
  const slice = (due: Due): ExpiredSlice => {
    const work = (tx: Db): ExpiredSlice => tx.transaction((inner) => expire(inner, due), immediate);
    // The caller waits for the disk only when it is full.
    return disk.full ? erase(work) : work(live);
  };
  return {
    async expire(expiry) {
      return slice(expiry);
    },
    async expireByFlow(expiry) {
      return slice(expiry);
    },
    async owners(sessionIds) {
      const ids = [...sessionIds];
      const owner = { sessionId: sessions.id, accountId: sessions.accountId, audioDays: sessions.audioDays };
      const there = db.select(owner).from(sessions).where(inArray(sessions.id, ids)).all();
      const gone = db.select().from(erasedSessions).where(inArray(erasedSessions.sessionId, ids)).all();
      return [
        ...there.map((row) => ({ ...row, isErased: false })),
        ...gone.map((row) => ({
          sessionId: row.sessionId,
          accountId: null,
          audioDays: null,
          isErased: true,
        })),
      ];
    },
    async setRecorded(place, recorded) {
      live.transaction((tx) => setRecorded(tx, recordedTotal + place, recorded), immediate);
    },
    async sessionsOf({ accountId, subjectHash, after, limit }) {
      const isOwn = and(eq(sessions.accountId, accountId), eq(sessions.subjectHash, subjectHash));
      const rows = db
        .select()
        .from(sessions)
        .where(and(isOwn, gt(sessions.id, after)));
      return rows.orderBy(asc(sessions.id)).limit(limit).all();
    },
    async remove(removal) {
      return erase((durable) => durable.transaction((tx) => remove(tx, removal), immediate));
    },
    async forgetErasures(before) {
      const { id, state, finishedAt } = erasures;
      const old = and(eq(state, "done"), lt(finishedAt, before));
      const some = live.select({ id }).from(erasures).where(old).limit(receiptsAtOnce);
      live.delete(erasures).where(inArray(id, some)).run();
    },
    async forgetErased(before) {
      live.delete(erasedSessions).where(lt(erasedSessions.at, before)).run();
    },
    async clean() {
      return emptyLog();
    },
  };
}

function erasuresIn({ durable: db, erase }: DataFile): Pick<RetentionStore, Erasing> {
  return {
    async addErasure({ at, ...erasure }) {
      const row = { ...erasure, state: "running", counts: nothingErased, createdAt: at } as const;
      return erase((durable) => durable.insert(erasures).values(row).returning().get());
    },
    async countErased(id, more) {
      db.transaction((tx) => count(tx, id, more), immediate);
    },
    async finishErasure({ id, at, hash }) {
      const set = { state: "done", finishedAt: at, receiptHash: hash } as const;
      db.update(erasures).set(set).where(eq(erasures.id, id)).run();
    },
    async erasures(accountId, limit) {
      const rows = db.select().from(erasures).where(eq(erasures.accountId, accountId));
      return rows.orderBy(desc(erasures.createdAt), desc(erasures.id)).limit(limit).all();
    },
    async erasure({ accountId, id }) {
      const isOwn = and(eq(erasures.id, id), eq(erasures.accountId, accountId));
      return db.select().from(erasures).where(isOwn).get();
    },
    async runningErasures() {
      const running = db.select().from(erasures).where(eq(erasures.state, "running"));
      return running.orderBy(asc(erasures.createdAt), asc(erasures.id)).all();
    },
  };
}

function setRecorded(tx: Db, what: string, { at, accounts: all }: RecordedBytes): void {
  const isOld = and(like(storageTotals.what, `${recordedTotal}%`), lt(storageTotals.at, at - recordedMsMax));
  tx.delete(storageTotals)
    .where(or(eq(storageTotals.what, what), isOld))
    .run();
  for (const { accountId, bytes } of all)
    tx.insert(storageTotals).values({ accountId, what, bytes, at }).onConflictDoNothing().run();
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

function expire(tx: Db, { of, ...expiry }: Due): ExpiredSlice {
  const { which, order } = dueOf(of, expiry);
  const { rowsMax, sessionsMax, at } = expiry;
  if (of === "values") return expireValues(tx, { which, order, rowsMax });
  const due = dueIds(tx, { which, order }, sessionsMax);
  if (due.length === 0) return { rows: 0, isAll: true };
  forgetWords(tx, due);
  forgetBodies(tx, due);
  const types = of === "words" ? inArray(sessionEvents.type, wordTypes) : undefined;
  const rows = removeEvents(tx, and(inArray(sessionEvents.sessionId, due), types), rowsMax).length;
  if (rows >= rowsMax) return { rows, isAll: false };
  const isDue = inArray(sessions.id, due);
  if (of === "words") tx.update(sessions).set({ hasWords: 0, note: null }).where(isDue).run();
  else removeRows(tx, due, at);
  return { rows: of === "words" ? rows : rows + due.length, isAll: due.length < sessionsMax };
}

function expireValues(
  tx: Db,
  { which, order, rowsMax }: DueSessions & Pick<Expiry, "rowsMax">,
): ExpiredSlice {
  const due = dueIds(tx, { which, order }, rowsMax);
  if (due.length > 0) {
    const set = { hasValues: 0, context: {}, metadata: {}, parties: null };
    tx.update(sessions).set(set).where(inArray(sessions.id, due)).run();
    forgetBodies(tx, due);
  }
  return { rows: due.length, isAll: due.length < rowsMax };
}

function dueIds(tx: Db, { which, order }: DueSessions, max: number): readonly string[] {
  const query = tx.select({ id: sessions.id }).from(sessions).where(which).orderBy(asc(order)).limit(max);
  return query.all().map(({ id }) => id);
}

function removeRows(tx: Db, ids: readonly string[], at: number): void {
  tx.delete(sessions)
    .where(inArray(sessions.id, [...ids]))
    .run();
  tx.insert(erasedSessions)
    .values(ids.map((sessionId) => ({ sessionId, at })))
    .onConflictDoNothing()
    .run();
}

/** Returns the types of the deleted ones. */
function removeEvents(tx: Db, which: SQL | undefined, rowsMax: number): string[] {
  const { id, type } = sessionEvents;
  const rows = tx.select({ id, type }).from(sessionEvents).where(which).limit(rowsMax).all();
  const ids = rows.map((event) => event.id);
  if (ids.length > 0) tx.delete(sessionEvents).where(inArray(id, ids)).run();
  return rows.map((event) => event.type);
}

function remove(tx: Db, { accountId, sessionId, rowsMax, at, erasureId }: SessionRemoval): RemovedSlice {
  const isOwn = and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId));
  const row = tx.select().from(sessions).where(isOwn).get();
  if (row === undefined) return "missing";
  // Running post-processing would write after the deletion.
  if (row.status !== "ended" || row.callOutcome === "pending") return "open";
  forgetWords(tx, [sessionId]);
  const types = removeEvents(tx, eq(sessionEvents.sessionId, sessionId), rowsMax);
  const words = types.filter((type) => wordTypes.includes(type)).length;
  const isGone = types.length < rowsMax;
  if (isGone) removeRows(tx, [sessionId], at);
  const rest = isGone ? { sessions: 1, values: row.hasValues } : {};
  if (erasureId !== undefined) count(tx, erasureId, { words, numbers: types.length - words, ...rest });
  return isGone ? "gone" : "more";
}

function count(tx: Db, id: string, more: Partial<ErasedCounts>): void {
  const row = tx.select({ counts: erasures.counts }).from(erasures).where(eq(erasures.id, id)).get();
  if (row === undefined) return;
  const counts = addCounts(row.counts, more);
  tx.update(erasures).set({ counts }).where(eq(erasures.id, id)).run();
}
