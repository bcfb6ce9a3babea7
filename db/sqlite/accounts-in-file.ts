// Accounts in the file: accounts and their API keys.

import { and, desc, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { AccountStore, KeyOwner, KeyStore, KeyUser, StoredAccount } from "../port/account-store.ts";
import type { AccountRole } from "../port/stored-rows.ts";
import {
  accounts,
  apiKeys,
  embeds,
  flowRevisions,
  flows,
  hooks,
  knowledgeSources,
  links,
  logins,
  secrets,
  storageTotals,
} from "../schema.ts";
import { firstUse } from "../audit-chain.ts";
import { isStorageFull } from "../disk-full.ts";
import type { DataFile, Db } from "../open-database.ts";
import { shutAccount, storedBytesOf } from "../row-values.ts";
import { isUsable } from "./access-in-file.ts";
import { appendEntries } from "./audit-in-file.ts";
import { grant } from "./ledger-rows.ts";
import { immediate } from "./immediate.ts";
import { leavingIn } from "./leaving-in-file.ts";
import { addRow, changeRow } from "./own-rows-in-file.ts";
import { prepared } from "./prepared.ts";

export function accountsIn(file: DataFile): AccountStore {
  return { ...foundIn(file), ...endingIn(file), ...leavingIn(file) };
}

type Ending = Pick<AccountStore, "endLogins" | "confirm" | "close" | "shutAmong">;
type Apart = keyof Ending | keyof ReturnType<typeof leavingIn>;

function foundIn({ durable: db }: DataFile): Omit<AccountStore, Apart> {
  return {
    async byEmail(email) {
      return db
        .select(shown)
        .from(accounts)
        .where(there(eq(accounts.email, email)))
        .get();
    },
    async byId(id) {
      return db
        .select(shown)
        .from(accounts)
        .where(there(eq(accounts.id, id)))
        .get();
    },
    async owner() {
      return ownerIn(db);
    },
    async setOwner(id, entries = []) {
      const isIt = there(eq(accounts.id, id));
      return db.transaction((tx) => {
        if (tx.select({ id: accounts.id }).from(accounts).where(isIt).get() === undefined) return false;
        tx.update(accounts).set({ role: "member" }).where(eq(accounts.role, "owner")).run();
        tx.update(accounts).set({ role: "owner" }).where(isIt).run();
        appendEntries(tx, entries);
        return true;
      }, immediate);
    },
    async add({ id, email, passwordHash, confirmedAt = null, at, welcome, link }, entries = []) {
      return db.transaction((tx) => {
        const taken = tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email)).get();
        if (taken !== undefined) return "email";
        const role = link === undefined ? "member" : useLink(tx, { hash: link, id, at });
        if (role === undefined) return "link";
        tx.insert(accounts).values({ id, email, passwordHash, confirmedAt, createdAt: at, role }).run();
        grant(tx, { accountId: id, at, ...welcome });
        appendEntries(tx, entries);
        return undefined;
      }, immediate);
    },
    async page({ before, limit }) {
      return db
        .select(entry)
        .from(accounts)
        .where(there(before === undefined ? undefined : lt(accounts.id, before)))
        .orderBy(desc(accounts.id))
        .limit(limit)
        .all();
    },
    async storedBytes(id) {
      const counted = storedCount(db).get({ id })?.bytes ?? 0;
      return storedBytesOf(counted, storedTotals(db).all({ id }));
    },
  };
}

function endingIn({ durable: db, erase }: DataFile): Ending {
  return {
    async endLogins({ id, password }, entries = []) {
      const { tokenGeneration } = accounts;
      const was = password && "was" in password ? eq(accounts.passwordHash, password.was) : undefined;
      const set = { tokenGeneration: nextGeneration, ...(password && { passwordHash: password.is }) };
      return erase((durable) =>
        durable.transaction((tx) => {
          const isIt = there(and(eq(accounts.id, id), was));
          if (
            password &&
            "link" in password &&
            !useOwnLink(tx, ofAccount("password", id, password.at), { id, ...password, hash: password.link })
          )
            return undefined;
          const ended = tx.update(accounts).set(set).where(isIt).returning({ tokenGeneration }).get();
          if (ended === undefined) return undefined;
          tx.delete(logins).where(eq(logins.accountId, id)).run();
          if (password && "link" in password) endUnconfirmed(tx, { id, at: password.at });
          if (password)
            tx.update(links)
              .set({ revokedAt: password.at })
              .where(ofAccount("password", id, password.at))
              .run();
          appendEntries(tx, entries);
          return ended.tokenGeneration;
        }, immediate),
      );
    },
    async confirm({ id, link: hash, at }, entries = []) {
      return db.transaction((tx) => {
        const confirms = ofAccount("email", id, at);
        if (!useOwnLink(tx, confirms, { id, hash, at })) return false;
        tx.update(accounts).set({ confirmedAt: at }).where(eq(accounts.id, id)).run();
        tx.update(links).set({ revokedAt: at }).where(confirms).run();
        appendEntries(tx, entries);
        return true;
      }, immediate);
    },
    async close({ id, at, callsGoOn = false }, entries = []) {
      const isIt = there(and(eq(accounts.id, id), eq(accounts.role, "member")));
      const set = { closedAt: at, callsGoOn: callsGoOn ? 1 : 0, tokenGeneration: nextGeneration };
      return db.transaction((tx) => {
        const closed = tx.update(accounts).set(set).where(isIt).returning({ id: accounts.id }).get();
        if (closed === undefined) return false;
        tx.delete(logins).where(eq(logins.accountId, id)).run();
        appendEntries(tx, entries);
        return true;
      }, immediate);
    },
    async shutAmong(ids) {
      const { id, callsGoOn, deletedAt } = accounts;
      const shut = and(inArray(id, [...ids]), isNotNull(accounts.closedAt));
      return db.select({ id, callsGoOn, deletedAt }).from(accounts).where(shut).all().map(shutAccount);
    },
  };
}

/**
 * Keys, hooks and embeds older than the confirmation may belong to another person, who had the account until then.
 */
function endUnconfirmed(tx: Db, { id, at }: { readonly id: string; readonly at: number }): void {
  const confirmedAt = tx.select({ at: accounts.confirmedAt }).from(accounts).where(eq(accounts.id, id));
  const madeBefore = (table: typeof apiKeys | typeof hooks | typeof embeds): SQL | undefined =>
    and(eq(table.accountId, id), lt(table.createdAt, sql`(${confirmedAt})`));
  for (const table of [apiKeys, embeds])
    tx.update(table)
      .set({ revokedAt: at })
      .where(and(madeBefore(table), isNull(table.revokedAt)))
      .run();
  tx.delete(hooks).where(madeBefore(hooks)).run();
}

const nextGeneration = sql`${accounts.tokenGeneration} + 1`;

/** Deleted accounts are not found. */
function there(which: SQL | undefined): SQL | undefined {
  return and(which, isNull(accounts.deletedAt));
}

function ownerIn(db: Db): StoredAccount | undefined {
  return db.select(shown).from(accounts).where(eq(accounts.role, "owner")).get();
}

/** Uses up a link and returns its role; undefined: unusable. */
function useLink(tx: Db, { hash, id, at }: UsedLink): AccountRole | undefined {
  const isIt = and(eq(links.hash, hash), inArray(links.purpose, ["owner", "signup"]), isUsable(at));
  const { purpose } = links;
  const row = tx.select({ purpose }).from(links).where(isIt).get();
  // The second one of two printed links.
  if (row === undefined || (row.purpose === "owner" && ownerIn(tx) !== undefined)) return undefined;
  tx.update(links).set({ usedAt: at, usedBy: id }).where(isIt).run();
  return row.purpose === "owner" ? "owner" : "member";
}

/** Uses up a link of an account. */
function useOwnLink(tx: Db, which: SQL | undefined, { id, hash, at }: UsedLink): boolean {
  const isIt = and(eq(links.hash, hash), which);
  const used = tx.update(links).set({ usedAt: at, usedBy: id }).where(isIt);
  return used.returning({ id: links.id }).get() !== undefined;
}

/** Links that set the password of this account, or confirm its email. */
function ofAccount(purpose: "password" | "email", id: string, at: number): SQL | undefined {
  return and(eq(links.accountId, id), eq(links.purpose, purpose), isUsable(at));
}

interface UsedLink {
  readonly hash: string;
  readonly id: string;
  readonly at: number;
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
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(
      and(eq(apiKeys.hash, sql.placeholder("hash")), isNull(apiKeys.revokedAt), isNull(accounts.closedAt)),
    )
    .prepare(),
);

const shown = {
  id: accounts.id,
  email: accounts.email,
  passwordHash: accounts.passwordHash,
  tokenGeneration: accounts.tokenGeneration,
  role: accounts.role,
  closedAt: accounts.closedAt,
  createdAt: accounts.createdAt,
  confirmedAt: accounts.confirmedAt,
};

const entry = {
  id: accounts.id,
  email: accounts.email,
  role: accounts.role,
  closedAt: accounts.closedAt,
  createdAt: accounts.createdAt,
  // drizzle omits table names in a statement with one table.
  lastLoginAt: sql<number | null>`(select max(created_at) from logins where account_id = accounts.id)`,
};

export function keysIn({ durable: db, erase }: DataFile): KeyStore {
  return {
    async add(key, keysMax, entries = []) {
      const of = and(eq(apiKeys.accountId, key.accountId), isNull(apiKeys.revokedAt));
      return addRow(db, { table: apiKeys, row: key, of, max: keysMax }, entries);
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
      const change = { table: apiKeys, set: { revokedAt: at }, where: live };
      return erase((durable) => changeRow(durable, change, entries));
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

const closedAccount = prepared((db) =>
  db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, owner), isNotNull(accounts.closedAt)))
    .prepare(),
);

export function isClosed(db: Db, id: string): boolean {
  return closedAccount(db).get({ id }) !== undefined;
}

export function keyIsLive(db: Db, keyId: string): boolean {
  return liveKey(db).get({ id: keyId }) !== undefined;
}

/** Skipped on a full disk, so that reading still works. */
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
