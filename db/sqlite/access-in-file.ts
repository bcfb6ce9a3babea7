// Access in the file: logins and one-time links.

import { and, desc, eq, gt, gte, isNull, like, lt, notInArray, sql } from "drizzle-orm";
import { links, logins } from "../schema.ts";
import { isStorageFull } from "../disk-full.ts";
import type { DataFile, Db } from "../open-database.ts";
import { type AccessStore, linksKeptMs } from "../port/access-store.ts";
import { appendEntries } from "./audit-in-file.ts";
import { immediate } from "./immediate.ts";
import { changeRow, removeRow } from "./own-rows-in-file.ts";
import { prepared } from "./prepared.ts";

export function accessIn(file: DataFile): AccessStore {
  return { ...loginsIn(file), ...linksIn(file) };
}

type Logins = Pick<AccessStore, "addLogin" | "useLogin" | "logins" | "endLogin">;

const usedLogin = prepared((db) =>
  db
    .select({ lastUsedAt: logins.lastUsedAt })
    .from(logins)
    .where(and(eq(logins.id, sql.placeholder("id")), eq(logins.accountId, sql.placeholder("accountId"))))
    .prepare(),
);

function loginsIn({ durable: db, live, erase }: DataFile): Logins {
  return {
    async addLogin(login, { prefix, since, max }, entries = []) {
      const isOwn = and(eq(logins.accountId, login.accountId), like(logins.id, `${prefix}%`));
      db.transaction((tx) => {
        tx.delete(logins)
          .where(and(isOwn, lt(logins.createdAt, since)))
          .run();
        tx.insert(logins)
          .values({ ...login, lastUsedAt: login.createdAt })
          .run();
        const newest = tx
          .select({ id: logins.id })
          .from(logins)
          .where(isOwn)
          .orderBy(...newestFirst)
          .limit(max);
        tx.delete(logins)
          .where(and(isOwn, notInArray(logins.id, newest)))
          .run();
        appendEntries(tx, entries);
      }, immediate);
    },
    async useLogin({ id, accountId }, { at, notedEveryMs }) {
      const row = usedLogin(db).get({ id, accountId });
      if (row === undefined) return false;
      if (at - row.lastUsedAt >= notedEveryMs) noteUse(live, id, at);
      return true;
    },
    async logins(accountId, since) {
      const { id, createdAt, lastUsedAt, address, agent } = logins;
      return db
        .select({ id, createdAt, lastUsedAt, address, agent })
        .from(logins)
        .where(and(eq(logins.accountId, accountId), gte(createdAt, since)))
        .orderBy(...newestFirst)
        .all();
    },
    async endLogin({ id, accountId }, entries = []) {
      const isIt = and(eq(logins.id, id), eq(logins.accountId, accountId));
      return removeRow({ erase }, { table: logins, where: isIt }, entries);
    },
  };
}

const newestFirst = [desc(logins.createdAt), desc(logins.id)];

/** Skipped on a full disk, so that reading still works. */
function noteUse(db: Db, id: string, at: number): void {
  try {
    db.update(logins).set({ lastUsedAt: at }).where(eq(logins.id, id)).run();
  } catch (error) {
    if (!isStorageFull(error)) throw error;
  }
}

function linksIn({ durable: db, erase }: DataFile): Omit<AccessStore, keyof Logins> {
  return {
    async addLink(link, entries = []) {
      db.transaction((tx) => {
        const before = link.createdAt - linksKeptMs;
        tx.delete(links).where(lt(links.expiresAt, before)).run();
        tx.insert(links).values(link).run();
        appendEntries(tx, entries);
      }, immediate);
    },
    async links(purpose, limit, after = 0) {
      return db
        .select(shown)
        .from(links)
        .where(and(eq(links.purpose, purpose), gt(links.createdAt, after)))
        .orderBy(desc(links.createdAt), desc(links.id))
        .limit(limit)
        .all();
    },
    async usableLink(hash, at) {
      return db
        .select(shown)
        .from(links)
        .where(and(eq(links.hash, hash), isUsable(at)))
        .get();
    },
    async revokeLink({ id, purpose, at }, entries = []) {
      const isIt = and(eq(links.id, id), eq(links.purpose, purpose), isUsable(at));
      const change = { table: links, set: { revokedAt: at }, where: isIt };
      return erase((durable) => changeRow(durable, change, entries));
    },
  };
}

export function isUsable(at: number) {
  return and(isNull(links.usedAt), isNull(links.revokedAt), gt(links.expiresAt, at));
}

const { id, purpose, accountId, label, createdAt, expiresAt, usedAt, usedBy, revokedAt } = links;
const shown = { id, purpose, accountId, label, createdAt, expiresAt, usedAt, usedBy, revokedAt };
