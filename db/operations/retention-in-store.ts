// Retention: retention times and deletions, slice by slice.

import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, like, lt, or, type SQL, sql } from "drizzle-orm";
import { inParts } from "../knowledge-rows.ts";
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
  type RetentionStore,
  type SessionRemoval,
  wordTypes,
} from "../port/retention-store.ts";
import { recordedMsMax, recordedTotal } from "../row-values.ts";
import { forgetWords } from "./call-sums.ts";
import { forgetBodies } from "./done-deliveries.ts";
import { all, type Executor, first, lookup, run, type Tables, type Tx, type Work } from "./work.ts";

/** `clean` gives up the room of deleted data; false: not yet. */
export function retentionIn(executor: Executor, clean: () => Promise<boolean>): RetentionStore {
  return {
    ...rulesIn(executor),
    ...removalIn(executor),
    ...listsIn(executor),
    ...erasuresIn(executor),
    clean,
  };
}

type Rules = Pick<RetentionStore, "rules" | "setRules" | "accounts">;
type Lists = Pick<RetentionStore, "owners" | "setRecorded" | "sessionsOf">;
type Removal = Pick<RetentionStore, "expire" | "expireByFlow" | "remove" | "forgetErasures" | "forgetErased">;
type Erasures = Omit<RetentionStore, keyof Rules | keyof Lists | keyof Removal | "clean">;

const rulesOf = lookup(({ db, tables: { retentionRules } }) => {
  const { accountId, audioDays, wordsDays, valuesDays, numbersDays, redact } = retentionRules;
  const columns = { audioDays, wordsDays, valuesDays, numbersDays, redact };
  return db
    .select(columns)
    .from(retentionRules)
    .where(eq(accountId, sql.placeholder("accountId")));
});

function rulesIn({ execute }: Executor): Rules {
  return {
    rules: async (accountId) => (await execute((tx) => rulesOf(tx, { accountId })))[0],
    setRules: (accountId, { at, ...rules }) =>
      execute(({ db, tables: { retentionRules } }) => {
        const set = { ...rules, updatedAt: at };
        const row = db.insert(retentionRules).values({ accountId, ...set });
        return run(row.onConflictDoUpdate({ target: retentionRules.accountId, set }));
      }),
    accounts: ({ after, limit }) =>
      execute(function* ({ db, tables: { accounts, retentionRules } }) {
        const rows = db.select({ accountId: accounts.id, rules: retentionRules }).from(accounts);
        const ofAccount = eq(retentionRules.accountId, accounts.id);
        const page = rows.leftJoin(retentionRules, ofAccount).where(gt(accounts.id, after));
        return (yield* all(page.orderBy(asc(accounts.id)).limit(limit))).map(({ accountId, rules }) => {
          if (rules === null) return { accountId, rules: undefined };
          const { accountId: _account, updatedAt: _at, ...days } = rules;
          return { accountId, rules: days };
        });
      }),
  };
}

function removalIn({ executeLive, erase, eraseLive }: Executor): Removal {
  return {
    expire: (expiry) => eraseLive((tx) => expire(tx, expiry)),
    expireByFlow: (expiry) => eraseLive((tx) => expire(tx, expiry)),
    remove: (removal) => erase((tx) => remove(tx, removal)),
    forgetErasures: (before) =>
      executeLive(({ db, tables: { erasures } }) => {
        const { id, state, finishedAt } = erasures;
        const isOld = and(eq(state, "done"), lt(finishedAt, before));
        const some = db.select({ id }).from(erasures).where(isOld).limit(receiptsAtOnce);
        return run(db.delete(erasures).where(inArray(id, some)));
      }),
    forgetErased: (before) =>
      executeLive(({ db, tables: { erasedSessions } }) =>
        run(db.delete(erasedSessions).where(lt(erasedSessions.at, before))),
      ),
  };
}

function listsIn({ execute, readAtOnce, transactLive }: Executor): Lists {
  return {
    owners: (sessionIds) =>
      readAtOnce(function* ({ db, tables: { sessions, erasedSessions } }) {
        const ids = [...sessionIds];
        const { id: sessionId, accountId, audioDays } = sessions;
        const rows = db.select({ sessionId, accountId, audioDays }).from(sessions);
        const present = yield* all(rows.where(inArray(sessionId, ids)));
        const { sessionId: erasedId } = erasedSessions;
        const erased = yield* all(db.select().from(erasedSessions).where(inArray(erasedId, ids)));
        const nobodys = { accountId: null, audioDays: null, isErased: true };
        return [
          ...present.map((row) => ({ ...row, isErased: false })),
          ...erased.map((row) => ({ sessionId: row.sessionId, ...nobodys })),
        ];
      }),
    setRecorded: (place, recorded) => transactLive((tx) => setRecorded(tx, recordedTotal + place, recorded)),
    sessionsOf: ({ accountId, subjectHash, after, limit }) =>
      execute(({ db, tables: { sessions } }) => {
        const { id } = sessions;
        const isOwn = and(eq(sessions.accountId, accountId), eq(sessions.subjectHash, subjectHash));
        const rows = db.select().from(sessions);
        return all(
          rows
            .where(and(isOwn, gt(id, after)))
            .orderBy(asc(id))
            .limit(limit),
        );
      }),
  };
}

function erasuresIn({ execute, transact, erase }: Executor): Erasures {
  return {
    addErasure: ({ at, ...erasure }) =>
      erase(function* ({ db, tables: { erasures } }) {
        const row = { ...erasure, state: "running", counts: nothingErased, createdAt: at } as const;
        yield* run(db.insert(erasures).values(row));
        return { ...row, finishedAt: null, receiptHash: null };
      }),
    countErased: (id, more) => transact((tx) => count(tx, id, more)),
    finishErasure: ({ id, at, hash }) =>
      execute(({ db, tables: { erasures } }) => {
        const set = { state: "done", finishedAt: at, receiptHash: hash } as const;
        return run(db.update(erasures).set(set).where(eq(erasures.id, id)));
      }),
    erasures: (accountId, limit) =>
      execute(({ db, tables: { erasures } }) => {
        const rows = db.select().from(erasures).where(eq(erasures.accountId, accountId));
        return all(rows.orderBy(desc(erasures.createdAt), desc(erasures.id)).limit(limit));
      }),
    erasure: ({ accountId, id }) =>
      execute(({ db, tables: { erasures } }) => {
        const isOwn = and(eq(erasures.id, id), eq(erasures.accountId, accountId));
        return first(db.select().from(erasures).where(isOwn));
      }),
    runningErasures: () =>
      execute(({ db, tables: { erasures } }) => {
        const rows = db.select().from(erasures).where(eq(erasures.state, "running"));
        return all(rows.orderBy(asc(erasures.createdAt), asc(erasures.id)));
      }),
  };
}

function* setRecorded(
  { db, tables: { storageTotals } }: Tx,
  what: string,
  { at, accounts }: RecordedBytes,
): Work<void> {
  const isRecorded = like(storageTotals.what, `${recordedTotal}%`);
  const isOld = and(isRecorded, lt(storageTotals.at, at - recordedMsMax));
  yield* run(db.delete(storageTotals).where(or(eq(storageTotals.what, what), isOld)));
  const rows = accounts.map(({ accountId, bytes }) => ({ accountId, what, bytes, at }));
  for (const part of inParts(rows)) yield* run(db.insert(storageTotals).values(part).onConflictDoNothing());
}

type Due = Expiry | FlowExpiry;

interface DueSessions {
  readonly which: SQL | undefined;
  /** Order of deletion: oldest first, as in the index. */
  readonly order: SQL | Tables["sessions"]["endedAt" | "createdAt"];
}

function dueOf({ sessions }: Tables, of: Expiry["of"], expiry: Omit<Due, "of">): DueSessions {
  const { accountId, createdAt, endedAt, hasWords, hasValues } = sessions;
  // The conditions are written out; otherwise the partial indexes would not be used.
  const has = { words: sql`${hasWords} = 1`, values: sql`${hasValues} = 1`, numbers: undefined }[of];
  if (!("before" in expiry)) {
    const days = sessions[`${of}Days`];
    const at = sql`(${endedAt} + ${days} * 86400000)`;
    return { which: and(has, isNotNull(days), lt(at, expiry.at)), order: at };
  }
  const { accountId: owner, before } = expiry as Expiry;
  const isOwn = owner === null ? isNull(accountId) : eq(accountId, owner);
  const isOld = lt(endedAt, before);
  if (of === "numbers") return { which: and(isOwn, lt(createdAt, before), isOld), order: createdAt };
  return { which: and(isOwn, has, isOld), order: endedAt };
}

function* expire(tx: Tx, { of, ...expiry }: Due): Work<ExpiredSlice> {
  const { sessions, sessionEvents } = tx.tables;
  const dueSessions = dueOf(tx.tables, of, expiry);
  const { rowsMax, sessionsMax, at } = expiry;
  if (of === "values") return yield* expireValues(tx, { ...dueSessions, rowsMax });
  const due = yield* dueIds(tx, dueSessions, sessionsMax);
  if (due.length === 0) return { rows: 0, isAll: true };
  yield* forgetWords(tx, due);
  yield* forgetBodies(tx, due);
  const types = of === "words" ? inArray(sessionEvents.type, wordTypes) : undefined;
  const ofDue = and(inArray(sessionEvents.sessionId, due), types);
  const rows = (yield* removeEvents(tx, ofDue, rowsMax)).length;
  if (rows >= rowsMax) return { rows, isAll: false };
  const set = { hasWords: 0, note: null };
  if (of === "words") yield* run(tx.db.update(sessions).set(set).where(inArray(sessions.id, due)));
  else yield* removeRows(tx, due, at);
  return { rows: of === "words" ? rows : rows + due.length, isAll: due.length < sessionsMax };
}

function* expireValues(
  tx: Tx,
  { rowsMax, ...dueSessions }: DueSessions & Pick<Expiry, "rowsMax">,
): Work<ExpiredSlice> {
  const { sessions } = tx.tables;
  const due = yield* dueIds(tx, dueSessions, rowsMax);
  const set = { hasValues: 0, context: {}, metadata: {}, parties: null };
  if (due.length > 0) {
    yield* run(tx.db.update(sessions).set(set).where(inArray(sessions.id, due)));
    yield* forgetBodies(tx, due);
  }
  return { rows: due.length, isAll: due.length < rowsMax };
}

function* dueIds({ db, tables: { sessions } }: Tx, { which, order }: DueSessions, max: number) {
  const rows = db.select({ id: sessions.id }).from(sessions).where(which).orderBy(asc(order)).limit(max);
  return (yield* all(rows)).map(({ id }) => id);
}

function* removeRows({ db, tables }: Tx, ids: readonly string[], at: number): Work<void> {
  const { sessions, erasedSessions } = tables;
  yield* run(db.delete(sessions).where(inArray(sessions.id, [...ids])));
  const rows = ids.map((sessionId) => ({ sessionId, at }));
  yield* run(db.insert(erasedSessions).values(rows).onConflictDoNothing());
}

/** Removes events; returns their types. */
function* removeEvents({ db, tables }: Tx, which: SQL | undefined, rowsMax: number): Work<string[]> {
  const { id, type } = tables.sessionEvents;
  const some = db.select({ id }).from(tables.sessionEvents).where(which).limit(rowsMax);
  const gone = db.delete(tables.sessionEvents).where(inArray(id, some)).returning({ type });
  return (yield* all(gone)).map((event) => event.type);
}

function* remove(
  tx: Tx,
  { accountId, sessionId, rowsMax, at, erasureId }: SessionRemoval,
): Work<RemovedSlice> {
  const { sessions, sessionEvents } = tx.tables;
  const isOwn = and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId));
  const row = yield* first(tx.locked(tx.db.select().from(sessions).where(isOwn)));
  if (row === undefined) return "missing";
  // Running post-processing would write after the deletion.
  if (row.status !== "ended" || row.callOutcome === "pending") return "open";
  yield* forgetWords(tx, [sessionId]);
  const types = yield* removeEvents(tx, eq(sessionEvents.sessionId, sessionId), rowsMax);
  const words = types.filter((type) => wordTypes.includes(type)).length;
  const isGone = types.length < rowsMax;
  if (isGone) yield* removeRows(tx, [sessionId], at);
  const rest = isGone ? { sessions: 1, values: row.hasValues } : {};
  if (erasureId !== undefined) yield* count(tx, erasureId, { words, numbers: types.length - words, ...rest });
  return isGone ? "gone" : "more";
}

function* count(
  { db, tables: { erasures }, locked }: Tx,
  id: string,
  more: Partial<ErasedCounts>,
): Work<void> {
  const isIt = eq(erasures.id, id);
  const row = yield* first(locked(db.select({ counts: erasures.counts }).from(erasures).where(isIt)));
  if (row === undefined) return;
  const set = { counts: addCounts(row.counts, more) };
  yield* run(db.update(erasures).set(set).where(isIt));
}
