// Access: logins and one-time links.

import { and, desc, eq, gt, gte, isNull, like, lt, notInArray, sql } from "drizzle-orm";
import { type AccessStore, linksKeptMs } from "../port/access-store.ts";
import { changeRow, removeRow } from "./own-rows.ts";
import { all, type Executor, first, lookup, run, type Tables } from "./work.ts";

export function accessIn(executor: Executor): AccessStore {
  return { ...loginsIn(executor), ...linksIn(executor) };
}

type Logins = Pick<AccessStore, "addLogin" | "useLogin" | "logins" | "endLogin">;

const lastUse = lookup(({ db, tables: { logins } }) => {
  const { id, accountId, lastUsedAt } = logins;
  const isIt = and(eq(id, sql.placeholder("id")), eq(accountId, sql.placeholder("accountId")));
  return db.select({ lastUsedAt }).from(logins).where(isIt);
});

const newestFirst = ({ createdAt, id }: Tables["logins" | "links"]) => [desc(createdAt), desc(id)];

function loginsIn({ execute, note, transact, erase }: Executor): Logins {
  return {
    addLogin: (login, { prefix, since, max }, entries = []) =>
      transact(function* ({ db, tables: { logins }, append }) {
        const isOwn = and(eq(logins.accountId, login.accountId), like(logins.id, `${prefix}%`));
        yield* run(db.delete(logins).where(and(isOwn, lt(logins.createdAt, since))));
        yield* run(db.insert(logins).values({ ...login, lastUsedAt: login.createdAt }));
        const rows = db.select({ id: logins.id }).from(logins).where(isOwn);
        const newest = rows.orderBy(...newestFirst(logins)).limit(max);
        yield* run(db.delete(logins).where(and(isOwn, notInArray(logins.id, newest))));
        yield* append(entries);
      }),
    async useLogin({ id, accountId }, { at, notedEveryMs }) {
      const [row] = await execute((tx) => lastUse(tx, { id, accountId }));
      if (row === undefined) return false;
      if (at - row.lastUsedAt >= notedEveryMs)
        await note(({ db, tables: { logins } }) =>
          run(db.update(logins).set({ lastUsedAt: at }).where(eq(logins.id, id))),
        );
      return true;
    },
    logins: (accountId, since) =>
      execute(({ db, tables: { logins } }) => {
        const { id, createdAt, lastUsedAt, address, agent } = logins;
        const isOwn = and(eq(logins.accountId, accountId), gte(createdAt, since));
        const rows = db.select({ id, createdAt, lastUsedAt, address, agent }).from(logins).where(isOwn);
        return all(rows.orderBy(...newestFirst(logins)));
      }),
    endLogin: ({ id, accountId }, entries = []) =>
      erase((tx) => {
        const { logins: table } = tx.tables;
        const where = and(eq(table.id, id), eq(table.accountId, accountId));
        return removeRow(tx, { table, where }, entries);
      }),
  };
}

function linksIn({ execute, transact, erase }: Executor): Omit<AccessStore, keyof Logins> {
  return {
    addLink: (link, entries = []) =>
      transact(function* ({ db, tables: { links }, append }) {
        yield* run(db.delete(links).where(lt(links.expiresAt, link.createdAt - linksKeptMs)));
        yield* run(db.insert(links).values(link));
        yield* append(entries);
      }),
    links: (purpose, limit, after = 0) =>
      execute(({ db, tables: { links } }) => {
        const isIt = and(eq(links.purpose, purpose), gt(links.createdAt, after));
        const rows = db.select(shownLink(links)).from(links).where(isIt);
        return all(rows.orderBy(...newestFirst(links)).limit(limit));
      }),
    usableLink: (hash, at) =>
      execute(({ db, tables: { links } }) => {
        const isIt = and(eq(links.hash, hash), isUsable(links, at));
        return first(db.select(shownLink(links)).from(links).where(isIt));
      }),
    revokeLink: ({ id, purpose, at }, entries = []) =>
      erase((tx) => {
        const { links: table } = tx.tables;
        const where = and(eq(table.id, id), eq(table.purpose, purpose), isUsable(table, at));
        return changeRow(tx, { table, set: { revokedAt: at }, where }, entries);
      }),
  };
}

export function isUsable({ usedAt, revokedAt, expiresAt }: Tables["links"], at: number) {
  return and(isNull(usedAt), isNull(revokedAt), gt(expiresAt, at));
}

function shownLink(links: Tables["links"]) {
  const { id, purpose, accountId, label, createdAt, expiresAt, usedAt, usedBy, revokedAt } = links;
  return { id, purpose, accountId, label, createdAt, expiresAt, usedAt, usedBy, revokedAt };
}
