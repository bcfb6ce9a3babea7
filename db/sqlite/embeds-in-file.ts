// Embeds in the file: public places of flows, their limits, and their refusals.

import { and, asc, count, desc, eq, getTableColumns, gt, gte, isNull, sql } from "drizzle-orm";
import type { DataFile, Db } from "../open-database.ts";
import { embedRefusal, embedWindows, type EmbedWish, minuteMs, reservedMs } from "../embed-limits.ts";
import { accounts, embedRefusals, embedSessions, embeds, sessions } from "../schema.ts";
import type { EmbedKey, EmbedRow, EmbedState, EmbedStore, EmbedUse } from "../port/embed-store.ts";
import type { BeginRefusal, BegunInPage } from "../port/session-store.ts";
import { addRow, changeRow } from "./own-rows-in-file.ts";

export function embedsIn({ durable: db, live, erase }: DataFile): EmbedStore {
  return {
    async add(embed, embedsMax, entries = []) {
      const of = and(eq(embeds.accountId, embed.accountId), isNull(embeds.revokedAt));
      return addRow(db, { table: embeds, row: embed, of, max: embedsMax }, entries);
    },
    async list(accountId) {
      const newest = [desc(embeds.createdAt), desc(embeds.id)];
      return db
        .select()
        .from(embeds)
        .where(eq(embeds.accountId, accountId))
        .orderBy(...newest)
        .all();
    },
    async find(key, at) {
      return db.transaction((tx) => find(tx, key, at));
    },
    async change(key, set, entries = []) {
      return changeRow(db, { table: embeds, set: { ...set, id: key.id }, where: isValid(key) }, entries);
    },
    async revoke({ at, ...key }, entries = []) {
      const change = { table: embeds, set: { revokedAt: at }, where: isValid(key) };
      return erase((durable) => changeRow(durable, change, entries));
    },
    async byToken(token) {
      const open = and(eq(embeds.token, token), isNull(accounts.closedAt));
      return db
        .select(getTableColumns(embeds))
        .from(embeds)
        .innerJoin(accounts, eq(accounts.id, embeds.accountId))
        .where(open)
        .get();
    },
    async countRefusal({ id, reason, at }) {
      const target = [embedRefusals.embedId, embedRefusals.reason];
      const set = { count: sql`${embedRefusals.count} + 1`, lastAt: at };
      const row = { embedId: id, reason, count: 1, lastAt: at };
      live.insert(embedRefusals).values(row).onConflictDoUpdate({ target, set }).run();
    },
    async pageOf(tokenHash) {
      const row = db
        .select({ origin: embedSessions.origin })
        .from(embedSessions)
        .innerJoin(sessions, eq(sessions.id, embedSessions.sessionId))
        .where(eq(sessions.tokenHash, tokenHash))
        .get();
      return row?.origin ?? undefined;
    },
  };
}

function find(tx: Db, key: EmbedKey, at: number): EmbedState | undefined {
  const embed = tx.select().from(embeds).where(isOwn(key)).get();
  if (embed === undefined) return undefined;
  const { reason, count: number, lastAt } = embedRefusals;
  const refusals = tx
    .select({ reason, count: number, lastAt })
    .from(embedRefusals)
    .where(eq(embedRefusals.embedId, embed.id))
    .orderBy(asc(reason))
    .all();
  return { embed, use: useOf(tx, embed.id, at), refusals };
}

function isOwn({ accountId, id }: EmbedKey) {
  return and(eq(embeds.id, id), eq(embeds.accountId, accountId));
}

function isValid(key: EmbedKey) {
  return and(isOwn(key), isNull(embeds.revokedAt));
}

function useOf(tx: Db, embedId: string, at: number): EmbedUse {
  const { hour, day } = embedWindows(at);
  const ofEmbed = eq(embedSessions.embedId, embedId);
  const begun = tx
    .select({ sessions: count() })
    .from(embedSessions)
    .where(and(ofEmbed, gt(embedSessions.at, hour)))
    .get();
  const taken = tx
    .select({ ms: sql<number>`coalesce(sum(${reservedMs(sessions)}), 0)` })
    .from(embedSessions)
    .innerJoin(sessions, eq(sessions.id, embedSessions.sessionId))
    .where(and(ofEmbed, gte(embedSessions.at, day)))
    .get();
  return { sessions: begun?.sessions ?? 0, reservedMs: taken?.ms ?? 0 };
}

interface Wish extends EmbedWish {
  readonly embedId: string;
  readonly at: number;
}

function refusalOf(tx: Db, { embedId, ...wish }: Wish) {
  const embed: EmbedRow | undefined = tx.select().from(embeds).where(eq(embeds.id, embedId)).get();
  return embed === undefined ? "revoked" : embedRefusal(embed, useOf(tx, embedId, wish.at), wish);
}

interface Minute {
  readonly sessionId: string;
  /** Amount held for it. */
  readonly micros: number;
  readonly at: number;
}

/** Reason against a session there; undefined: it may begin. */
export function mayBegin(tx: Db, begun: BegunInPage & Omit<Minute, "sessionId">): BeginRefusal | undefined {
  const { embedId, micros, at } = begun;
  const why = refusalOf(tx, { embedId, at, sessions: 1, ms: minuteMs, micros });
  return why && `embed/${why}`;
}

/** Counts a session that began there. */
export function noteBegun(tx: Db, begun: BegunInPage & Minute): void {
  const { sessionId, embedId, origin = null, micros, at } = begun;
  tx.insert(embedSessions).values({ sessionId, embedId, origin, at }).run();
  tx.update(embeds)
    .set({ usedMicros: sql`${embeds.usedMicros} + ${micros}` })
    .where(eq(embeds.id, embedId))
    .run();
}

/** True if a session may have one more minute; always for one outside pages. */
export function mayGoOn(tx: Db, { sessionId, micros, at }: Minute): boolean {
  const ofSession = eq(embedSessions.sessionId, sessionId);
  const begun = tx.select({ embedId: embedSessions.embedId }).from(embedSessions).where(ofSession).get();
  return begun === undefined || refusalOf(tx, { ...begun, at, ms: minuteMs, micros }) === undefined;
}
