// Accounts in the file: accounts and their API keys.

import { and, count, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { AccountStore, KeyOwner, KeyStore, KeyUser } from "../port/account-store.ts";
import { firstUse } from "../audit-chain.ts";
import { isStorageFull } from "../disk-full.ts";
import type { DataFile, Db } from "../open-database.ts";
import { knowledgeSources } from "../knowledge-tables.ts";
import { storageTotals } from "../retention-tables.ts";
import { storedBytesOf } from "../row-values.ts";
import { accounts, apiKeys, flowRevisions, flows, secrets } from "../tables.ts";
import { appendEntries } from "./audit-in-file.ts";
import { grant } from "./ledger-rows.ts";
import { immediate } from "./immediate.ts";
import { prepared } from "./prepared.ts";

export function accountsIn({ durable: db, erase }: DataFile): AccountStore {
  return {
    async byEmail(email) {
      return db.select(shown).from(accounts).where(eq(accounts.email, email)).get();
    },
    async byId(id) {
      return db.select(shown).from(accounts).where(eq(accounts.id, id)).get();
    },
    async add({ id, email, passwordHash, at, welcome }, entries = []) {
      return db.transaction((tx) => {
        const taken = tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email)).get();
        if (taken !== undefined) return false;
        tx.insert(accounts).values({ id, email, passwordHash, createdAt: at }).run();
        grant(tx, { accountId: id, at, ...welcome });
        appendEntries(tx, entries);
        return true;
      }, immediate);
    },
    async endLogins({ id, password }, entries = []) {
      const { tokenGeneration } = accounts;
      const generation = sql`${tokenGeneration} + 1`;
      const isIt = and(eq(accounts.id, id), password && eq(accounts.passwordHash, password.was));
      const set = { tokenGeneration: generation, ...(password && { passwordHash: password.is }) };
      return erase((durable) =>
        durable.transaction((tx) => {
          const ended = tx.update(accounts).set(set).where(isIt).returning({ tokenGeneration }).get();
          if (ended !== undefined) appendEntries(tx, entries);
          return ended?.tokenGeneration;
        }, immediate),
      );
    },
    async storedBytes(id) {
      const counted = storedCount(db).get({ id })?.bytes ?? 0;
      return storedBytesOf(counted, storedTotals(db).all({ id }));
    },
  };
}

const owner = sql.placeholder("id");

/** Bytes of an account's flows with their revisions, secrets and documents. */
const storedCount = prepared((db) => {
  const { source, layout } = flowRevisions;
  const bytes = sql<number>`(select coalesce(sum(octet_length(${source}) + coalesce(octet_length(${layout}), 0)), 0)
    from ${flowRevisions} join ${flows} on ${flows.id} = ${flowRevisions.flowId} where ${flows.accountId} = ${owner})
    + (select coalesce(sum(length(${secrets.sealed})), 0) from ${secrets} where ${secrets.accountId} = ${owner})
    + (select coalesce(sum(${knowledgeSources.bytes}), 0) from ${knowledgeSources} where ${knowledgeSources.accountId} = ${owner})`;
  return db.select({ bytes }).from(accounts).where(eq(accounts.id, owner)).prepare();
});

const storedTotals = prepared((db) => {
  const { what, bytes } = storageTotals;
  return db.select({ what, bytes }).from(storageTotals).where(eq(storageTotals.accountId, owner)).prepare();
});

const liveKey = prepared((db) =>
  db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, owner), isNull(apiKeys.revokedAt)))
    .prepare(),
);

const usedKey = prepared((db) =>
  db
    .select({ id: apiKeys.id, accountId: apiKeys.accountId, lastUsedAt: apiKeys.lastUsedAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.hash, sql.placeholder("hash")), isNull(apiKeys.revokedAt)))
    .prepare(),
);

const shown = {
  id: accounts.id,
  email: accounts.email,
  passwordHash: accounts.passwordHash,
  tokenGeneration: accounts.tokenGeneration,
};

export function keysIn({ durable: db, erase }: DataFile): KeyStore {
  return {
    async add(key, keysMax, entries = []) {
      return db.transaction((tx) => {
        const live = and(eq(apiKeys.accountId, key.accountId), isNull(apiKeys.revokedAt));
        const keys = tx.select({ number: count() }).from(apiKeys).where(live).get();
        if ((keys?.number ?? 0) >= keysMax) return false;
        tx.insert(apiKeys).values(key).run();
        appendEntries(tx, entries);
        return true;
      }, immediate);
    },
    async list(accountId) {
      return db
        .select({
          id: apiKeys.id,
          label: apiKeys.label,
          prefix: apiKeys.prefix,
          createdAt: apiKeys.createdAt,
          lastUsedAt: apiKeys.lastUsedAt,
        })
        .from(apiKeys)
        .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
        .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
        .all();
    },
    async revoke({ accountId, keyId, at }, entries = []) {
      const live = and(eq(apiKeys.id, keyId), eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt));
      return erase((durable) =>
        durable.transaction((tx) => {
          const set = tx.update(apiKeys).set({ revokedAt: at }).where(live);
          if (set.returning({ id: apiKeys.id }).get() === undefined) return false;
          appendEntries(tx, entries);
          return true;
        }, immediate),
      );
    },
    async isLive(keyId) {
      return keyIsLive(db, keyId);
    },
    async revokedAmong(keyIds) {
      const revoked = and(inArray(apiKeys.id, [...keyIds]), isNotNull(apiKeys.revokedAt));
      return db
        .select({ id: apiKeys.id })
        .from(apiKeys)
        .where(revoked)
        .all()
        .map(({ id }) => id);
    },
    async use(hash, { at, notedEveryMs, from }) {
      const row = usedKey(db).get({ hash });
      if (row === undefined) return undefined;
      const key = { accountId: row.accountId, keyId: row.id };
      if (at - (row.lastUsedAt ?? 0) >= notedEveryMs) noteUse(db, key, { at, from });
      return key;
    },
  };
}

export function keyIsLive(db: Db, keyId: string): boolean {
  return liveKey(db).get({ id: keyId }) !== undefined;
}

/** On a full disk it is left out, so that reading still works. */
function noteUse(
  db: Db,
  key: KeyOwner,
  { at, from }: { readonly at: number; readonly from: KeyUser | undefined },
): void {
  const isIt = eq(apiKeys.id, key.keyId);
  const set = { lastUsedAt: at };
  try {
    db.transaction((tx) => {
      const isFirst = and(isIt, isNull(apiKeys.lastUsedAt));
      const first = tx.update(apiKeys).set(set).where(isFirst).returning({ id: apiKeys.id }).get();
      if (first === undefined) tx.update(apiKeys).set(set).where(isIt).run();
      else if (from !== undefined) appendEntries(tx, [firstUse(key, from, at)]);
    }, immediate);
  } catch (error) {
    if (!isStorageFull(error)) throw error;
  }
}
