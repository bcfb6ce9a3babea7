// Accounts: people with their roles, passwords and closings.

import { and, desc, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { AccountStore, StoredAccount } from "../port/account-store.ts";
import type { AccountRole } from "../port/stored-rows.ts";
import { shutAccount, storedBytesOf } from "../row-values.ts";
import { isUsable } from "./access-in-store.ts";
import { leavingIn, nextGeneration } from "./leaving-in-store.ts";
import { all, type Executor, first, lookup, run, type Tables, type Tx, type Work } from "./work.ts";

export function accountsIn(executor: Executor): AccountStore {
  return { ...foundIn(executor), ...endingIn(executor), ...leavingIn(executor) };
}

type Ending = Pick<AccountStore, "endLogins" | "confirm" | "close" | "shutAmong">;
type Apart = keyof Ending | keyof ReturnType<typeof leavingIn>;

function foundIn({ execute, readAtOnce, transact }: Executor): Omit<AccountStore, Apart> {
  return {
    byEmail: (email) => execute((tx) => accountBy(tx, eq(tx.tables.accounts.email, email))),
    byId: (id) => execute((tx) => accountBy(tx, eq(tx.tables.accounts.id, id))),
    owner: () => execute(owner),
    setOwner: (id, entries = []) =>
      transact(function* ({ db, tables: { accounts }, locked, append }) {
        const isIt = and(eq(accounts.id, id), isNull(accounts.deletedAt));
        const rows = db.select({ id: accounts.id }).from(accounts).where(isIt);
        if ((yield* first(locked(rows))) === undefined) return false;
        yield* run(db.update(accounts).set({ role: "member" }).where(eq(accounts.role, "owner")));
        yield* run(db.update(accounts).set({ role: "owner" }).where(isIt));
        yield* append(entries);
        return true;
      }),
    add: ({ id, email, passwordHash, confirmedAt = null, at, welcome, link }, entries = []) =>
      transact(function* (tx) {
        const { db, tables } = tx;
        const { accounts } = tables;
        const taken = db.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email));
        if ((yield* first(taken)) !== undefined) return "email";
        const role = link === undefined ? "member" : yield* useLink(tx, { hash: link, id, at });
        if (role === undefined) return "link";
        const row = { id, email, passwordHash, confirmedAt, createdAt: at, role };
        yield* run(db.insert(accounts).values(row));
        yield* tx.grant({ accountId: id, at, ...welcome });
        yield* tx.append(entries);
        return undefined;
      }),
    page: ({ before, limit }) =>
      execute(({ db, tables: { accounts } }) => {
        const { id, email, role, closedAt, createdAt, deletedAt } = accounts;
        // drizzle omits table names in a statement with one table.
        const lastLogin = sql`(select max(created_at) from logins where account_id = accounts.id)`;
        const columns = { id, email, role, closedAt, createdAt, lastLoginAt: lastLogin.mapWith(Number) };
        const isIt = and(isNull(deletedAt), before === undefined ? undefined : lt(id, before));
        return all(db.select(columns).from(accounts).where(isIt).orderBy(desc(id)).limit(limit));
      }),
    storedBytes: (id) =>
      readAtOnce(function* (tx) {
        const [row] = yield* storedCount(tx, { id });
        return storedBytesOf(row?.bytes ?? 0, yield* storedTotals(tx, { id }));
      }),
  };
}

/** Bytes of an account's flows with their revisions, secrets and documents. Reads their lengths, not the texts. */
const storedCount = lookup(({ db, tables: { accounts, flowRevisions, flows, secrets, ...rest } }) => {
  const { source, layout } = flowRevisions;
  const { knowledgeSources } = rest;
  const id = sql.placeholder("id");
  const bytes = sql`(select coalesce(sum(octet_length(${source}) + coalesce(octet_length(${layout}), 0)), 0)
    from ${flowRevisions} join ${flows} on ${flows.id} = ${flowRevisions.flowId} where ${flows.accountId} = ${id})
    + (select coalesce(sum(octet_length(${secrets.sealed})), 0) from ${secrets} where ${secrets.accountId} = ${id})
    + (select coalesce(sum(${knowledgeSources.bytes}), 0) from ${knowledgeSources} where ${knowledgeSources.accountId} = ${id})`;
  return db
    .select({ bytes: bytes.mapWith(Number) })
    .from(accounts)
    .where(eq(accounts.id, id));
});

const storedTotals = lookup(({ db, tables: { storageTotals } }) => {
  const { what, bytes, accountId } = storageTotals;
  return db
    .select({ what, bytes })
    .from(storageTotals)
    .where(eq(accountId, sql.placeholder("id")));
});

function endingIn({ execute, transact, erase }: Executor): Ending {
  return {
    endLogins: ({ id, password }, entries = []) =>
      erase(function* (tx) {
        const { db, tables } = tx;
        const { accounts, links, logins } = tables;
        const { tokenGeneration } = accounts;
        const was = password && "was" in password ? eq(accounts.passwordHash, password.was) : undefined;
        const set = { ...nextGeneration(tables), ...(password && { passwordHash: password.is }) };
        const ofPassword = password && isOwnLink(links, { purpose: "password", id, at: password.at });
        if (password && "link" in password) {
          const used = { id, hash: password.link, at: password.at };
          if (!(yield* useOwnLink(tx, ofPassword, used))) return undefined;
        }
        const isIt = and(eq(accounts.id, id), isNull(accounts.deletedAt), was);
        const ended = yield* first(db.update(accounts).set(set).where(isIt).returning({ tokenGeneration }));
        if (ended === undefined) return undefined;
        yield* run(db.delete(logins).where(eq(logins.accountId, id)));
        if (password && "link" in password) yield* endUnconfirmed(tx, { id, at: password.at });
        if (password) yield* run(db.update(links).set({ revokedAt: password.at }).where(ofPassword));
        yield* tx.append(entries);
        return ended.tokenGeneration;
      }),
    confirm: ({ id, link: hash, at }, entries = []) =>
      transact(function* (tx) {
        const { accounts, links } = tx.tables;
        const confirms = isOwnLink(links, { purpose: "email", id, at });
        if (!(yield* useOwnLink(tx, confirms, { id, hash, at }))) return false;
        yield* run(tx.db.update(accounts).set({ confirmedAt: at }).where(eq(accounts.id, id)));
        yield* run(tx.db.update(links).set({ revokedAt: at }).where(confirms));
        yield* tx.append(entries);
        return true;
      }),
    close: ({ id, at, callsGoOn = false }, entries = []) =>
      transact(function* ({ db, tables, append }) {
        const { accounts, logins } = tables;
        const isIt = and(eq(accounts.id, id), eq(accounts.role, "member"), isNull(accounts.deletedAt));
        const set = { closedAt: at, callsGoOn: callsGoOn ? 1 : 0, ...nextGeneration(tables) };
        const closed = db.update(accounts).set(set).where(isIt).returning({ id: accounts.id });
        if ((yield* first(closed)) === undefined) return false;
        yield* run(db.delete(logins).where(eq(logins.accountId, id)));
        yield* append(entries);
        return true;
      }),
    shutAmong: (ids) =>
      execute(function* ({ db, tables: { accounts } }) {
        const { id, callsGoOn, deletedAt, closedAt } = accounts;
        const isShut = and(inArray(id, [...ids]), isNotNull(closedAt));
        const rows = db.select({ id, callsGoOn, deletedAt }).from(accounts).where(isShut);
        return (yield* all(rows)).map(shutAccount);
      }),
  };
}

/**
 * Keys, hooks and embeds older than the confirmation may belong to another person, who had the account until then.
 */
function* endUnconfirmed(
  { db, tables: { accounts, apiKeys, embeds, hooks } }: Tx,
  { id, at }: { readonly id: string; readonly at: number },
): Work<void> {
  const confirmedAt = db.select({ at: accounts.confirmedAt }).from(accounts).where(eq(accounts.id, id));
  const isOlder = (table: typeof apiKeys | typeof hooks | typeof embeds): SQL | undefined =>
    and(eq(table.accountId, id), lt(table.createdAt, sql`(${confirmedAt})`));
  for (const table of [apiKeys, embeds]) {
    const isIt = and(isOlder(table), isNull(table.revokedAt));
    yield* run(db.update(table).set({ revokedAt: at }).where(isIt));
  }
  yield* run(db.delete(hooks).where(isOlder(hooks)));
}

function owner(tx: Tx): Work<StoredAccount | undefined> {
  return accountBy(tx, eq(tx.tables.accounts.role, "owner"));
}

/** Deleted accounts are not found. */
function accountBy({ db, tables: { accounts } }: Tx, which: SQL) {
  const { id, email, passwordHash, tokenGeneration, role, closedAt, createdAt, confirmedAt } = accounts;
  const columns = { id, email, passwordHash, tokenGeneration, role, closedAt, createdAt, confirmedAt };
  return first<StoredAccount>(
    db
      .select(columns)
      .from(accounts)
      .where(and(which, isNull(accounts.deletedAt))),
  );
}

interface UsedLink {
  readonly hash: string;
  readonly id: string;
  readonly at: number;
}

/** Uses up a link and returns its role; undefined: unusable. */
function* useLink(tx: Tx, { hash, id, at }: UsedLink): Work<AccountRole | undefined> {
  const { links } = tx.tables;
  const isIt = and(eq(links.hash, hash), inArray(links.purpose, ["owner", "signup"]), isUsable(links, at));
  const { purpose } = links;
  const row = yield* first(tx.locked(tx.db.select({ purpose }).from(links).where(isIt)));
  // A second printed link is unusable once there is an owner.
  if (row === undefined || (row.purpose === "owner" && (yield* owner(tx)) !== undefined)) return undefined;
  yield* run(tx.db.update(links).set({ usedAt: at, usedBy: id }).where(isIt));
  return row.purpose === "owner" ? "owner" : "member";
}

/** Uses up a link of an account. */
function* useOwnLink(
  { db, tables: { links } }: Tx,
  which: SQL | undefined,
  { id, hash, at }: UsedLink,
): Work<boolean> {
  const isIt = and(eq(links.hash, hash), which);
  const used = db.update(links).set({ usedAt: at, usedBy: id }).where(isIt);
  return (yield* first(used.returning({ id: links.id }))) !== undefined;
}

interface OwnLink {
  readonly purpose: "password" | "email";
  readonly id: string;
  readonly at: number;
}

/** Links that set the password of this account, or confirm its email. */
function isOwnLink(links: Tables["links"], { purpose, id, at }: OwnLink): SQL | undefined {
  return and(eq(links.accountId, id), eq(links.purpose, purpose), isUsable(links, at));
}

const closedAccount = lookup(({ db, tables: { accounts } }) => {
  const { id, closedAt } = accounts;
  return db
    .select({ id })
    .from(accounts)
    .where(and(eq(id, sql.placeholder("id")), isNotNull(closedAt)));
});

export function* isClosed(tx: Tx, id: string): Work<boolean> {
  return (yield* closedAccount(tx, { id })).length > 0;
}
