// Embeds in Postgres: public places of flows, their limits, and their refusals.

import { and, asc, count, desc, eq, getTableColumns, gt, gte, isNull, sql } from "drizzle-orm";
import { embedRefusal, embedWindows, minuteMs, reservedMs } from "../../embed-limits.ts";
import type { EmbedKey, EmbedStore, EmbedUse } from "../../port/embed-store.ts";
import type { BeginRefusal, BegunInPage } from "../../port/session-store.ts";
import { addRow, changeRow } from "../own-rows-in-postgres.ts";
import type { Connections, Db } from "../postgres-connections.ts";
import { accounts, embedRefusals, embedSessions, embeds, sessions } from "../postgres-tables.ts";

export function embedsIn(pg: Connections): EmbedStore {
  return {
    add(embed, embedsMax, entries = []) {
      const of = and(eq(embeds.accountId, embed.accountId), isNull(embeds.revokedAt));
      return addRow(pg, { table: embeds, row: embed, of, max: embedsMax }, entries);
    },
    list: (accountId) =>
      pg.run((db) =>
        db
          .select()
          .from(embeds)
          .where(eq(embeds.accountId, accountId))
          .orderBy(desc(embeds.createdAt), desc(embeds.id)),
      ),
    find: (key, at) =>
      pg.readAtOnce(async (tx) => {
        const [embed] = await tx.select().from(embeds).where(isOwn(key));
        if (embed === undefined) return undefined;
        const { reason, count: number, lastAt } = embedRefusals;
        const refusals = await tx
          .select({ reason, count: number, lastAt })
          .from(embedRefusals)
          .where(eq(embedRefusals.embedId, embed.id))
          .orderBy(asc(reason));
        return { embed, use: await useOf(tx, embed.id, at), refusals };
      }),
    change: (key, set, entries = []) =>
      changeRow(pg, { table: embeds, set: { ...set, id: key.id }, where: isValid(key) }, entries),
    revoke: ({ at, ...key }, entries = []) =>
      changeRow(pg, { table: embeds, set: { revokedAt: at }, where: isValid(key) }, entries),
    byToken: (token) => pg.run((db) => openEmbed(db, token)),
    async countRefusal({ id, reason, at }) {
      const set = { count: sql`${embedRefusals.count} + 1`, lastAt: at };
      const target = [embedRefusals.embedId, embedRefusals.reason];
      const row = { embedId: id, reason, count: 1, lastAt: at };
      await pg.run((db) => db.insert(embedRefusals).values(row).onConflictDoUpdate({ target, set }));
    },
    async pageOf(tokenHash) {
      const [row] = await pg.run((db) =>
        db
          .select({ origin: embedSessions.origin })
          .from(embedSessions)
          .innerJoin(sessions, eq(sessions.id, embedSessions.sessionId))
          .where(eq(sessions.tokenHash, tokenHash)),
      );
      return row?.origin ?? undefined;
    },
  };
}

async function openEmbed(db: Db, token: string) {
  const [row] = await db
    .select(getTableColumns(embeds))
    .from(embeds)
    .innerJoin(accounts, eq(accounts.id, embeds.accountId))
    .where(and(eq(embeds.token, token), isNull(accounts.closedAt)));
  return row;
}

function isOwn({ accountId, id }: EmbedKey) {
  return and(eq(embeds.id, id), eq(embeds.accountId, accountId));
}

function isValid(key: EmbedKey) {
  return and(isOwn(key), isNull(embeds.revokedAt));
}

async function useOf(tx: Db, embedId: string, at: number): Promise<EmbedUse> {
  const { hour, day } = embedWindows(at);
  const ofEmbed = eq(embedSessions.embedId, embedId);
  const [begun] = await tx
    .select({ sessions: count() })
    .from(embedSessions)
    .where(and(ofEmbed, gt(embedSessions.at, hour)));
  const [taken] = await tx
    .select({ ms: sql<string>`coalesce(sum(${reservedMs(sessions)}), 0)` })
    .from(embedSessions)
    .innerJoin(sessions, eq(sessions.id, embedSessions.sessionId))
    .where(and(ofEmbed, gte(embedSessions.at, day)));
  return { sessions: begun?.sessions ?? 0, reservedMs: Number(taken?.ms ?? 0) };
}

interface Minute {
  readonly sessionId: string;
  /** Amount held for it. */
  readonly micros: number;
  readonly at: number;
}

/**
 * Counts a session that has begun there, and returns the reason against it: then nothing of it stays. The embed is
 * locked after the account's sums, as in a settlement: no deadlock.
 */
export async function noteBegun(tx: Db, begun: BegunInPage & Minute): Promise<BeginRefusal | undefined> {
  const { sessionId, embedId, origin = null, micros, at } = begun;
  const used = { usedMicros: sql`${embeds.usedMicros} + ${micros}` };
  const [embed] = await tx.update(embeds).set(used).where(eq(embeds.id, embedId)).returning();
  if (embed === undefined) return "embed/revoked";
  await tx.insert(embedSessions).values({ sessionId, embedId, origin, at });
  const why = embedRefusal(embed, await useOf(tx, embedId, at), { at, sessions: 0, ms: 0, micros: 0 });
  return why && `embed/${why}`;
}

export async function isEmbedded(db: Db, sessionId: string): Promise<boolean> {
  const ofSession = eq(embedSessions.sessionId, sessionId);
  return (await db.select({ id: embedSessions.embedId }).from(embedSessions).where(ofSession)).length > 0;
}

/**
 * True if it may have one more minute. Sessions that ask at the same moment do not wait for each other, and may each
 * get it.
 */
export async function mayGoOn(db: Db, { sessionId, micros, at }: Minute): Promise<boolean> {
  const [begun] = await db
    .select({ embed: embeds })
    .from(embedSessions)
    .innerJoin(embeds, eq(embeds.id, embedSessions.embedId))
    .where(eq(embedSessions.sessionId, sessionId));
  if (begun === undefined) return true;
  const { embed } = begun;
  const wish = { at, ms: minuteMs, micros };
  return embedRefusal(embed, await useOf(db, embed.id, at), wish) === undefined;
}
