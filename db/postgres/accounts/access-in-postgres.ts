// Access in Postgres: logins and one-time links.

import { and, desc, eq, gt, gte, isNull, like, lt, notInArray } from "drizzle-orm";
import { type AccessStore, linksKeptMs } from "../../port/access-store.ts";
import { StoreAway } from "../../port/store-away.ts";
import { appendEntries } from "../audit-in-postgres.ts";
import { changeRow, removeRow } from "../own-rows-in-postgres.ts";
import type { Connections } from "../postgres-connections.ts";
import { links, logins } from "../postgres-tables.ts";

export function accessIn(pg: Connections): AccessStore {
  return { ...loginsIn(pg), ...linksIn(pg) };
}

type Logins = Pick<AccessStore, "addLogin" | "useLogin" | "logins" | "endLogin">;

const newestFirst = [desc(logins.createdAt), desc(logins.id)];

function loginsIn(pg: Connections): Logins {
  return {
    addLogin: (login, { prefix, since, max }, entries = []) =>
      pg.transact(async (tx) => {
        const isOwn = and(eq(logins.accountId, login.accountId), like(logins.id, `${prefix}%`));
        await tx.delete(logins).where(and(isOwn, lt(logins.createdAt, since)));
        await tx.insert(logins).values({ ...login, lastUsedAt: login.createdAt });
        const newest = tx
          .select({ id: logins.id })
          .from(logins)
          .where(isOwn)
          .orderBy(...newestFirst)
          .limit(max);
        await tx.delete(logins).where(and(isOwn, notInArray(logins.id, newest)));
        await appendEntries(tx, entries);
      }),
    async useLogin({ id, accountId }, { at, notedEveryMs }) {
      const isIt = and(eq(logins.id, id), eq(logins.accountId, accountId));
      const { lastUsedAt } = logins;
      const [row] = await pg.run((db) => db.select({ lastUsedAt }).from(logins).where(isIt));
      if (row === undefined) return false;
      if (at - row.lastUsedAt >= notedEveryMs) await noteUse(pg, id, at);
      return true;
    },
    logins(accountId, since) {
      const { id, createdAt, lastUsedAt, address, agent } = logins;
      const isOwn = and(eq(logins.accountId, accountId), gte(createdAt, since));
      return pg.run((db) =>
        db
          .select({ id, createdAt, lastUsedAt, address, agent })
          .from(logins)
          .where(isOwn)
          .orderBy(...newestFirst),
      );
    },
    endLogin({ id, accountId }, entries = []) {
      const isIt = and(eq(logins.id, id), eq(logins.accountId, accountId));
      return removeRow(pg, { table: logins, where: isIt }, entries);
    },
  };
}

/** Skipped while the database takes no writes, so that reading still works. */
async function noteUse(pg: Connections, id: string, at: number): Promise<void> {
  try {
    await pg.run((db) => db.update(logins).set({ lastUsedAt: at }).where(eq(logins.id, id)));
  } catch (error) {
    if (!(error instanceof StoreAway)) throw error;
  }
}

function linksIn(pg: Connections): Omit<AccessStore, keyof Logins> {
  return {
    addLink: (link, entries = []) =>
      pg.transact(async (tx) => {
        await tx.delete(links).where(lt(links.expiresAt, link.createdAt - linksKeptMs));
        await tx.insert(links).values(link);
        await appendEntries(tx, entries);
      }),
    links: (purpose, limit, after = 0) =>
      pg.run((db) =>
        db
          .select(shown)
          .from(links)
          .where(and(eq(links.purpose, purpose), gt(links.createdAt, after)))
          .orderBy(desc(links.createdAt), desc(links.id))
          .limit(limit),
      ),
    async usableLink(hash, at) {
      const isIt = and(eq(links.hash, hash), isUsable(at));
      return (await pg.run((db) => db.select(shown).from(links).where(isIt)))[0];
    },
    revokeLink({ id, purpose, at }, entries = []) {
      const isIt = and(eq(links.id, id), eq(links.purpose, purpose), isUsable(at));
      return changeRow(pg, { table: links, set: { revokedAt: at }, where: isIt }, entries);
    },
  };
}

export function isUsable(at: number) {
  return and(isNull(links.usedAt), isNull(links.revokedAt), gt(links.expiresAt, at));
}

const { id, purpose, accountId, label, createdAt, expiresAt, usedAt, usedBy, revokedAt } = links;
const shown = { id, purpose, accountId, label, createdAt, expiresAt, usedAt, usedBy, revokedAt };
