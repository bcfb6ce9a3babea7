// Embeds: public places of flows, their limits, and their refusals.

import { and, asc, count, desc, eq, getTableColumns, gt, gte, isNull, sql } from "drizzle-orm";
import { embedRefusal, embedWindows, type EmbedWish, minuteMs, reservedMs } from "../embed-limits.ts";
import type { EmbedKey, EmbedRow, EmbedStore, EmbedUse } from "../port/embed-store.ts";
import type { BeginRefusal, BegunInPage } from "../port/session-store.ts";
import { addRow, changeRow } from "./own-rows.ts";
import { all, type Executor, first, run, type Tables, type Tx, type Work } from "./work.ts";

export function embedsIn({ execute, executeLive, readAtOnce, transact, erase }: Executor): EmbedStore {
  return {
    add: (embed, embedsMax, entries = []) =>
      transact((tx) => {
        const { embeds: table } = tx.tables;
        const of = and(eq(table.accountId, embed.accountId), isNull(table.revokedAt));
        return addRow(tx, { table, row: embed, of, max: embedsMax }, entries);
      }),
    list: (accountId) =>
      execute(({ db, tables: { embeds } }) => {
        const rows = db.select().from(embeds).where(eq(embeds.accountId, accountId));
        return all(rows.orderBy(desc(embeds.createdAt), desc(embeds.id)));
      }),
    find: (key, at) =>
      readAtOnce(function* (tx) {
        const { embeds, embedRefusals } = tx.tables;
        const embed = yield* first(tx.db.select().from(embeds).where(isOwn(embeds, key)));
        if (embed === undefined) return undefined;
        const { reason, count: number, lastAt, embedId } = embedRefusals;
        const rows = tx.db.select({ reason, count: number, lastAt }).from(embedRefusals);
        const refusals = yield* all(rows.where(eq(embedId, embed.id)).orderBy(asc(reason)));
        return { embed, use: yield* useOf(tx, embed.id, at), refusals };
      }),
    change: (key, set, entries = []) =>
      transact((tx) => {
        const { embeds: table } = tx.tables;
        return changeRow(tx, { table, set: { ...set, id: key.id }, where: isValid(table, key) }, entries);
      }),
    revoke: ({ at, ...key }, entries = []) =>
      erase((tx) => {
        const { embeds: table } = tx.tables;
        return changeRow(tx, { table, set: { revokedAt: at }, where: isValid(table, key) }, entries);
      }),
    byToken: (token) =>
      execute(({ db, tables: { accounts, embeds } }) => {
        const rows = db.select(getTableColumns(embeds)).from(embeds);
        const withAccount = rows.innerJoin(accounts, eq(accounts.id, embeds.accountId));
        return first(withAccount.where(and(eq(embeds.token, token), isNull(accounts.closedAt))));
      }),
    countRefusal: ({ id, reason, at }) =>
      executeLive(({ db, tables: { embedRefusals } }) => {
        const target = [embedRefusals.embedId, embedRefusals.reason];
        const set = { count: sql`${embedRefusals.count} + 1`, lastAt: at };
        const row = { embedId: id, reason, count: 1, lastAt: at };
        return run(db.insert(embedRefusals).values(row).onConflictDoUpdate({ target, set }));
      }),
    pageOf: (tokenHash) =>
      execute(function* ({ db, tables: { embedSessions, sessions } }) {
        const rows = db.select({ origin: embedSessions.origin }).from(embedSessions);
        const withSession = rows.innerJoin(sessions, eq(sessions.id, embedSessions.sessionId));
        return (yield* first(withSession.where(eq(sessions.tokenHash, tokenHash))))?.origin ?? undefined;
      }),
  };
}

function isOwn(embeds: Tables["embeds"], { accountId, id }: EmbedKey) {
  return and(eq(embeds.id, id), eq(embeds.accountId, accountId));
}

function isValid(embeds: Tables["embeds"], key: EmbedKey) {
  return and(isOwn(embeds, key), isNull(embeds.revokedAt));
}

function* useOf({ db, tables }: Tx, embedId: string, at: number): Work<EmbedUse> {
  const { embedSessions, sessions } = tables;
  const { hour, day } = embedWindows(at);
  const ofEmbed = eq(embedSessions.embedId, embedId);
  const begun = db.select({ sessions: count() }).from(embedSessions);
  const number = yield* first(begun.where(and(ofEmbed, gt(embedSessions.at, hour))));
  const ms = sql`coalesce(sum(${reservedMs(sessions)}), 0)`.mapWith(Number);
  const taken = db.select({ ms }).from(embedSessions);
  const withSessions = taken.innerJoin(sessions, eq(sessions.id, embedSessions.sessionId));
  const sum = yield* first(withSessions.where(and(ofEmbed, gte(embedSessions.at, day))));
  return { sessions: number?.sessions ?? 0, reservedMs: sum?.ms ?? 0 };
}

interface Minute {
  readonly sessionId: string;
  /** Amount held for the session. */
  readonly micros: number;
  readonly at: number;
}

type Begun = BegunInPage & Minute;

/** Reason against a session at the embed; undefined: it may begin. */
export function* mayBegin(tx: Tx, { embedId, micros, at }: Omit<Begun, "sessionId">) {
  const { embeds } = tx.tables;
  const embed = yield* first(tx.db.select().from(embeds).where(eq(embeds.id, embedId)));
  return yield* refusalOf(tx, embed, { at, sessions: 1, ms: minuteMs, micros });
}

/** Reason against a session that `noteBegun` has counted. */
export function mayHaveBegun(tx: Tx, embed: EmbedRow | undefined, at: number) {
  return refusalOf(tx, embed, { at, sessions: 0, ms: 0, micros: 0 });
}

function* refusalOf(
  tx: Tx,
  embed: EmbedRow | undefined,
  wish: EmbedWish & { readonly at: number },
): Work<BeginRefusal | undefined> {
  if (embed === undefined) return "embed/revoked";
  const why = embedRefusal(embed, yield* useOf(tx, embed.id, wish.at), wish);
  return why && `embed/${why}`;
}

/**
 * Counts a session that has begun at the embed. The embed is locked after the account's sums, as in a settlement: no
 * deadlock.
 */
export function* noteBegun({ db, tables }: Tx, begun: Begun): Work<EmbedRow | undefined> {
  const { embeds, embedSessions } = tables;
  const { sessionId, embedId, origin = null, micros, at } = begun;
  const used = { usedMicros: sql`${embeds.usedMicros} + ${micros}` };
  const embed = yield* first(db.update(embeds).set(used).where(eq(embeds.id, embedId)).returning());
  if (embed !== undefined) yield* run(db.insert(embedSessions).values({ sessionId, embedId, origin, at }));
  return embed;
}

export function* isEmbedded({ db, tables: { embedSessions } }: Tx, sessionId: string): Work<boolean> {
  const ofSession = eq(embedSessions.sessionId, sessionId);
  const rows = db.select({ id: embedSessions.embedId }).from(embedSessions).where(ofSession);
  return (yield* first(rows)) !== undefined;
}

/**
 * True if a session may have one more minute; always for a session outside of pages. Sessions that ask at the same
 * moment do not wait for each other, and may each get the minute.
 */
export function* mayGoOn(tx: Tx, { sessionId, micros, at }: Minute): Work<boolean> {
  const { embeds, embedSessions } = tx.tables;
  const rows = tx.db.select({ embed: embeds }).from(embedSessions);
  const withEmbed = rows.innerJoin(embeds, eq(embeds.id, embedSessions.embedId));
  const begun = yield* first(withEmbed.where(eq(embedSessions.sessionId, sessionId)));
  if (begun === undefined) return true;
  return (yield* refusalOf(tx, begun.embed, { at, ms: minuteMs, micros })) === undefined;
}
