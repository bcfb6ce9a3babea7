// API keys: keys of accounts, shown once and stored as hashes.

import { and, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { firstUse } from "../audit-chain.ts";
import type { KeyStore } from "../port/account-store.ts";
import { addRow, changeRow } from "./own-rows.ts";
import { all, type Executor, first, lookup, run, type Tx, type Work } from "./work.ts";

export function keysIn({ execute, note, transact, erase }: Executor): KeyStore {
  return {
    add: (key, keysMax, entries = []) =>
      transact((tx) => {
        const { apiKeys: table } = tx.tables;
        const of = and(eq(table.accountId, key.accountId), isNull(table.revokedAt));
        return addRow(tx, { table, row: key, of, max: keysMax }, entries);
      }),
    list: (accountId) =>
      execute(({ db, tables: { apiKeys } }) => {
        const { id, label, prefix, createdAt, lastUsedAt, revokedAt } = apiKeys;
        const isOwn = and(eq(apiKeys.accountId, accountId), isNull(revokedAt));
        const rows = db.select({ id, label, prefix, createdAt, lastUsedAt }).from(apiKeys).where(isOwn);
        return all(rows.orderBy(desc(createdAt), desc(id)));
      }),
    revoke: ({ accountId, keyId, at }, entries = []) =>
      erase((tx) => {
        const { apiKeys: table } = tx.tables;
        const where = and(eq(table.id, keyId), eq(table.accountId, accountId), isNull(table.revokedAt));
        return changeRow(tx, { table, set: { revokedAt: at }, where }, entries);
      }),
    isLive: (keyId) => execute((tx) => isLiveKey(tx, keyId)),
    revokedAmong: (keyIds) =>
      execute(function* ({ db, tables: { apiKeys } }) {
        const { id, revokedAt } = apiKeys;
        const isRevoked = and(inArray(id, [...keyIds]), isNotNull(revokedAt));
        return (yield* all(db.select({ id }).from(apiKeys).where(isRevoked))).map((row) => row.id);
      }),
    async use(hash, { at, notedEveryMs, from }) {
      const [row] = await execute((tx) => usedKey(tx, { hash }));
      if (row === undefined) return undefined;
      const key = { accountId: row.accountId, keyId: row.id };
      if (at - (row.lastUsedAt ?? 0) >= notedEveryMs)
        await note(function* ({ db, tables: { apiKeys }, append }) {
          const isIt = eq(apiKeys.id, key.keyId);
          const set = { lastUsedAt: at };
          const isFirst = and(isIt, isNull(apiKeys.lastUsedAt));
          const used = db.update(apiKeys).set(set).where(isFirst).returning({ id: apiKeys.id });
          if ((yield* first(used)) === undefined) yield* run(db.update(apiKeys).set(set).where(isIt));
          else if (from !== undefined) yield* append([firstUse(key, from, at)]);
        });
      return key;
    },
  };
}

const liveKey = lookup(({ db, tables: { apiKeys } }) => {
  const { id, revokedAt } = apiKeys;
  return db
    .select({ id })
    .from(apiKeys)
    .where(and(eq(id, sql.placeholder("id")), isNull(revokedAt)));
});

const usedKey = lookup(({ db, tables: { accounts, apiKeys } }) => {
  const { id, accountId, lastUsedAt, hash, revokedAt } = apiKeys;
  const isIt = and(eq(hash, sql.placeholder("hash")), isNull(revokedAt), isNull(accounts.closedAt));
  const rows = db.select({ id, accountId, lastUsedAt }).from(apiKeys);
  return rows.innerJoin(accounts, eq(accounts.id, accountId)).where(isIt);
});

export function* isLiveKey(tx: Tx, id: string): Work<boolean> {
  return (yield* liveKey(tx, { id })).length > 0;
}
