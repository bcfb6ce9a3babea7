// Accounts in Postgres: accounts and their API keys.

import { and, desc, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { AccountStore, KeyOwner, KeyStore, KeyUser, StoredAccount } from "../../port/account-store.ts";
import type { AccountRole } from "../../port/stored-rows.ts";
import { StoreAway } from "../../port/store-away.ts";
import { firstUse } from "../../audit-chain.ts";
import { appendEntries } from "../audit-in-postgres.ts";
import { grantStatement } from "../ledger-statements.ts";
import { addRow, changeRow } from "../own-rows-in-postgres.ts";
import type { Connections, Db } from "../postgres-connections.ts";
import { isDuplicate } from "../postgres-errors.ts";
import { shutAccount, storedBytesOf } from "../../row-values.ts";
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
} from "../postgres-tables.ts";
import { leavingIn } from "./leaving-in-postgres.ts";
import { isUsable } from "./access-in-postgres.ts";

export function accountsIn(pg: Connections): AccountStore {
  return { ...foundIn(pg), ...endingIn(pg), ...leavingIn(pg) };
}

type Ending = Pick<AccountStore, "endLogins" | "confirm" | "close" | "shutAmong">;
type Apart = keyof Ending | keyof ReturnType<typeof leavingIn>;

function foundIn(pg: Connections): Omit<AccountStore, Apart> {
  return {
    byEmail: (email) => pg.run((db) => accountBy(db, eq(accounts.email, email))),
    byId: (id) => pg.run((db) => accountBy(db, eq(accounts.id, id))),
    owner: () => pg.run((db) => accountBy(db, eq(accounts.role, "owner"))),
    setOwner: (id, entries = []) =>
      pg.transact(async (tx) => {
        const isIt = and(eq(accounts.id, id), isNull(accounts.deletedAt));
        const rows = await tx.select({ id: accounts.id }).from(accounts).where(isIt).for("update");
        if (rows.length === 0) return false;
        await tx.update(accounts).set({ role: "member" }).where(eq(accounts.role, "owner"));
        await tx.update(accounts).set({ role: "owner" }).where(isIt);
        await appendEntries(tx, entries);
        return true;
      }),
    async add({ id, email, passwordHash, confirmedAt = null, at, welcome, link }, entries = []) {
      try {
        return await pg.transact(async (tx) => {
          const role = link === undefined ? "member" : await useLink(tx, { hash: link, id, at });
          if (role === undefined) return "link";
          await tx.insert(accounts).values({ id, email, passwordHash, confirmedAt, createdAt: at, role });
          await tx.execute(grantStatement({ accountId: id, at, ...welcome }));
          await appendEntries(tx, entries);
          return undefined;
        });
      } catch (error) {
        if (isDuplicate(error, "accounts_email_unique")) return "email";
        // The second one of two printed links.
        if (isDuplicate(error, "accounts_owner")) return "link";
        throw error;
      }
    },
    page: ({ before, limit }) =>
      pg.run((db) =>
        db
          .select(entry)
          .from(accounts)
          .where(and(isNull(accounts.deletedAt), before === undefined ? undefined : lt(accounts.id, before)))
          .orderBy(desc(accounts.id))
          .limit(limit),
      ),
    async storedBytes(id) {
      const { source, layout } = flowRevisions;
      // Reads their lengths, not the texts.
      const bytes = sql<string>`(select coalesce(sum(octet_length(${source}) + coalesce(octet_length(${layout}::text), 0)), 0)
        from ${flowRevisions} join ${flows} on ${flows.id} = ${flowRevisions.flowId} where ${flows.accountId} = ${id})
        + (select coalesce(sum(octet_length(${secrets.sealed})), 0) from ${secrets} where ${secrets.accountId} = ${id})
        + (select coalesce(sum(${knowledgeSources.bytes}), 0) from ${knowledgeSources} where ${knowledgeSources.accountId} = ${id})`;
      const { what, bytes: total } = storageTotals;
      const ofAccount = eq(storageTotals.accountId, id);
      return await pg.readAtOnce(async (db) => {
        const [row] = await db.select({ bytes }).from(accounts).where(eq(accounts.id, id));
        const totals = await db.select({ what, bytes: total }).from(storageTotals).where(ofAccount);
        return storedBytesOf(Number(row?.bytes ?? 0), totals);
      });
    },
  };
}

function endingIn(pg: Connections): Ending {
  return {
    endLogins({ id, password }, entries = []) {
      const { tokenGeneration } = accounts;
      const was = password && "was" in password ? eq(accounts.passwordHash, password.was) : undefined;
      const isIt = and(eq(accounts.id, id), isNull(accounts.deletedAt), was);
      const set = { tokenGeneration: nextGeneration, ...(password && { passwordHash: password.is }) };
      return pg.transact(async (tx) => {
        if (
          password &&
          "link" in password &&
          !(await useOwnLink(tx, ofAccount("password", id, password.at), {
            id,
            ...password,
            hash: password.link,
          }))
        )
          return undefined;
        const [ended] = await tx.update(accounts).set(set).where(isIt).returning({ tokenGeneration });
        if (ended === undefined) return undefined;
        await tx.delete(logins).where(eq(logins.accountId, id));
        if (password && "link" in password) await endUnconfirmed(tx, { id, at: password.at });
        if (password)
          await tx
            .update(links)
            .set({ revokedAt: password.at })
            .where(ofAccount("password", id, password.at));
        await appendEntries(tx, entries);
        return ended.tokenGeneration;
      });
    },
    confirm({ id, link: hash, at }, entries = []) {
      const confirms = ofAccount("email", id, at);
      return pg.transact(async (tx) => {
        if (!(await useOwnLink(tx, confirms, { id, hash, at }))) return false;
        await tx.update(accounts).set({ confirmedAt: at }).where(eq(accounts.id, id));
        await tx.update(links).set({ revokedAt: at }).where(confirms);
        await appendEntries(tx, entries);
        return true;
      });
    },
    close({ id, at, callsGoOn = false }, entries = []) {
      const isIt = and(eq(accounts.id, id), eq(accounts.role, "member"), isNull(accounts.deletedAt));
      const set = { closedAt: at, callsGoOn: callsGoOn ? 1 : 0, tokenGeneration: nextGeneration };
      return pg.transact(async (tx) => {
        const closed = await tx.update(accounts).set(set).where(isIt).returning({ id: accounts.id });
        if (closed.length === 0) return false;
        await tx.delete(logins).where(eq(logins.accountId, id));
        await appendEntries(tx, entries);
        return true;
      });
    },
    async shutAmong(ids) {
      const { id, callsGoOn, deletedAt } = accounts;
      const shut = and(inArray(id, [...ids]), isNotNull(accounts.closedAt));
      const rows = await pg.run((db) => db.select({ id, callsGoOn, deletedAt }).from(accounts).where(shut));
      return rows.map(shutAccount);
    },
  };
}

/**
 * Keys, hooks and embeds older than the confirmation may belong to another person, who had the account until then.
 */
async function endUnconfirmed(
  tx: Db,
  { id, at }: { readonly id: string; readonly at: number },
): Promise<void> {
  const confirmedAt = tx.select({ at: accounts.confirmedAt }).from(accounts).where(eq(accounts.id, id));
  const madeBefore = (table: typeof apiKeys | typeof hooks | typeof embeds): SQL | undefined =>
    and(eq(table.accountId, id), lt(table.createdAt, sql`(${confirmedAt})`));
  for (const table of [apiKeys, embeds])
    await tx
      .update(table)
      .set({ revokedAt: at })
      .where(and(madeBefore(table), isNull(table.revokedAt)));
  await tx.delete(hooks).where(madeBefore(hooks));
}

const nextGeneration = sql`${accounts.tokenGeneration} + 1`;

const entry = {
  id: accounts.id,
  email: accounts.email,
  role: accounts.role,
  closedAt: accounts.closedAt,
  createdAt: accounts.createdAt,
  // drizzle omits table names in a statement with one table.
  lastLoginAt: sql`(select max(created_at) from logins where account_id = accounts.id)`.mapWith(Number),
};

/** Deleted accounts are not found. */
async function accountBy(db: Db, which: SQL): Promise<StoredAccount | undefined> {
  const { id, email, passwordHash, tokenGeneration, role, closedAt, createdAt, confirmedAt } = accounts;
  const shown = { id, email, passwordHash, tokenGeneration, role, closedAt, createdAt, confirmedAt };
  return (
    await db
      .select(shown)
      .from(accounts)
      .where(and(which, isNull(accounts.deletedAt)))
  )[0];
}

/** Uses up a link of an account. */
async function useOwnLink(tx: Db, which: SQL | undefined, { id, hash, at }: UsedLink): Promise<boolean> {
  const isIt = and(eq(links.hash, hash), which);
  const used = tx.update(links).set({ usedAt: at, usedBy: id }).where(isIt);
  return (await used.returning({ id: links.id })).length > 0;
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

/** Uses up a link and returns its role; undefined: unusable. */
async function useLink(tx: Db, { hash, id, at }: UsedLink): Promise<AccountRole | undefined> {
  const isIt = and(eq(links.hash, hash), inArray(links.purpose, ["owner", "signup"]), isUsable(at));
  const set = tx.update(links).set({ usedAt: at, usedBy: id }).where(isIt);
  const [used] = await set.returning({ purpose: links.purpose });
  return used && (used.purpose === "owner" ? "owner" : "member");
}

export function keysIn(pg: Connections): KeyStore {
  return {
    add(key, keysMax, entries = []) {
      const of = and(eq(apiKeys.accountId, key.accountId), isNull(apiKeys.revokedAt));
      return addRow(pg, { table: apiKeys, row: key, of, max: keysMax }, entries);
    },
    async revokedAmong(keyIds) {
      const revoked = and(inArray(apiKeys.id, [...keyIds]), isNotNull(apiKeys.revokedAt));
      const rows = await pg.run((db) => db.select({ id: apiKeys.id }).from(apiKeys).where(revoked));
      return rows.map(({ id }) => id);
    },
    list: (accountId) => {
      const { id, label, prefix, createdAt, lastUsedAt } = apiKeys;
      return pg.run((db) =>
        db
          .select({ id, label, prefix, createdAt, lastUsedAt })
          .from(apiKeys)
          .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
          .orderBy(desc(createdAt), desc(id)),
      );
    },
    revoke({ accountId, keyId, at }, entries = []) {
      const live = and(eq(apiKeys.id, keyId), eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt));
      return changeRow(pg, { table: apiKeys, set: { revokedAt: at }, where: live }, entries);
    },
    async isLive(keyId) {
      const live = and(eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt));
      const rows = await pg.run((db) => db.select({ id: apiKeys.id }).from(apiKeys).where(live));
      return rows.length > 0;
    },
    async use(hash, { at, notedEveryMs, from }) {
      const live = and(eq(apiKeys.hash, hash), isNull(apiKeys.revokedAt), isNull(accounts.closedAt));
      const { id, accountId, lastUsedAt } = apiKeys;
      const [key] = await pg.run((db) =>
        db
          .select({ id, accountId, lastUsedAt })
          .from(apiKeys)
          .innerJoin(accounts, eq(accounts.id, accountId))
          .where(live),
      );
      if (key === undefined) return undefined;
      const owner = { accountId: key.accountId, keyId: key.id };
      if (at - (key.lastUsedAt ?? 0) >= notedEveryMs) await noteUse(pg, owner, { at, from });
      return owner;
    },
  };
}

/** Skipped while the database takes no writes, so that reading still works. */
async function noteUse(
  pg: Connections,
  key: KeyOwner,
  { at, from }: { readonly at: number; readonly from: KeyUser | undefined },
): Promise<void> {
  const isIt = eq(apiKeys.id, key.keyId);
  const set = { lastUsedAt: at };
  try {
    await pg.transact(async (tx) => {
      const isFirst = and(isIt, isNull(apiKeys.lastUsedAt));
      const first = await tx.update(apiKeys).set(set).where(isFirst).returning({ id: apiKeys.id });
      if (first.length === 0) await tx.update(apiKeys).set(set).where(isIt);
      else if (from !== undefined) await appendEntries(tx, [firstUse(key, from, at)]);
    });
  } catch (error) {
    if (!(error instanceof StoreAway)) throw error;
  }
}
