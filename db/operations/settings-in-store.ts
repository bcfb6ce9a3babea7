// Settings: providers and their keys, secrets, hooks and the assistants of an account.

import { and, asc, desc, eq, ne, sql } from "drizzle-orm";
import type {
  AssistantStore,
  HookKey,
  HookStore,
  ProviderStore,
  ProviderWrite,
  SecretKey,
  SecretStore,
} from "../port/settings-store.ts";
import { addRow, changeRow, countOf, lockAccount, removeRow } from "./own-rows.ts";
import { all, type Executor, first, lookup, run, type Tables, type Tx, type Work } from "./work.ts";

export function providersIn({ execute, transact }: Executor): ProviderStore {
  return {
    async read(accountId) {
      const rows = await execute((tx) => chosenWithKeys(tx, { accountId }));
      const keys = rows.flatMap(({ key }) => (key === null ? [] : [key]));
      return { chosen: rows[0]?.chosen ?? undefined, keys };
    },
    change: (write, entries = []) =>
      transact(function* (tx) {
        const isChanged = yield* changeProviders(tx, write);
        if (isChanged) yield* tx.append(entries);
        return isChanged;
      }),
  };
}

/** One statement, because the keys belong to the names. */
const chosenWithKeys = lookup(({ db, tables: { accounts, providerKeys, providerSettings } }) => {
  const { kind, provider, sealed } = providerKeys;
  return db
    .select({ chosen: providerSettings, key: { kind, provider, sealed } })
    .from(accounts)
    .leftJoin(providerSettings, eq(providerSettings.accountId, accounts.id))
    .leftJoin(providerKeys, eq(providerKeys.accountId, accounts.id))
    .where(eq(accounts.id, sql.placeholder("accountId")))
    .orderBy(asc(kind), asc(provider));
});

function* changeProviders(tx: Tx, { accountId, since, set, keys, at }: ProviderWrite): Work<boolean> {
  const { db, tables } = tx;
  const { providerKeys, providerSettings } = tables;
  yield* lockAccount(tx, accountId);
  const isOwn = eq(providerSettings.accountId, accountId);
  const {
    stt = null,
    tts = null,
    llm = null,
  } = (yield* first(db.select().from(providerSettings).where(isOwn))) ?? {};
  if (stt !== since.stt || tts !== since.tts || llm !== since.llm) return false;
  if (Object.keys(set).length > 0) {
    const row = db.insert(providerSettings).values({ accountId, ...set });
    yield* run(row.onConflictDoUpdate({ target: providerSettings.accountId, set }));
  }
  const target = [providerKeys.accountId, providerKeys.kind, providerKeys.provider];
  for (const { kind, provider, sealed } of keys) {
    const isIt = and(
      eq(providerKeys.accountId, accountId),
      eq(providerKeys.kind, kind),
      eq(providerKeys.provider, provider),
    );
    const values = { sealed: Buffer.from(sealed ?? []), updatedAt: at };
    const row = { accountId, kind, provider, ...values };
    yield* run(
      sealed === null
        ? db.delete(providerKeys).where(isIt)
        : db.insert(providerKeys).values(row).onConflictDoUpdate({ target, set: values }),
    );
  }
  return true;
}

export function secretsIn({ execute, transact, erase }: Executor): SecretStore {
  return {
    list: (accountId) =>
      execute(({ db, tables: { secrets } }) => {
        const { name, hosts } = secrets;
        const rows = db.select({ name, hosts }).from(secrets).where(eq(secrets.accountId, accountId));
        return all(rows.orderBy(asc(name)));
      }),
    put: ({ accountId, name, sealed, hosts, at }, secretsMax, entries = []) =>
      transact(function* (tx) {
        const { secrets } = tx.tables;
        yield* lockAccount(tx, accountId);
        const isNew = (yield* findSecret(tx, { accountId, name })) === undefined;
        if (isNew && (yield* countOf(tx, secrets, eq(secrets.accountId, accountId))) >= secretsMax)
          return false;
        const set = { sealed: Buffer.from(sealed), hosts, updatedAt: at };
        const row = tx.db.insert(secrets).values({ accountId, name, ...set });
        yield* run(row.onConflictDoUpdate({ target: [secrets.accountId, secrets.name], set }));
        yield* tx.append(entries);
        return true;
      }),
    remove: (key, entries = []) =>
      erase((tx) => removeRow(tx, { table: tx.tables.secrets, where: isSecret(tx.tables, key) }, entries)),
    find: (key) => execute((tx) => findSecret(tx, key)),
  };
}

function findSecret({ db, tables }: Tx, key: SecretKey) {
  const { sealed, hosts } = tables.secrets;
  return first(db.select({ sealed, hosts }).from(tables.secrets).where(isSecret(tables, key)));
}

function isSecret({ secrets }: Tables, { accountId, name }: SecretKey) {
  return and(eq(secrets.accountId, accountId), eq(secrets.name, name));
}

function shownHook({ hooks: { id, url, events, createdAt } }: Tables) {
  return { id, url, events, createdAt };
}

export function hooksIn({ execute, transact, erase }: Executor): HookStore {
  return {
    add: ({ sealed, ...hook }, hooksMax, entries = []) =>
      transact((tx) => {
        const { hooks: table } = tx.tables;
        const row = { ...hook, sealed: Buffer.from(sealed) };
        const of = eq(table.accountId, hook.accountId);
        return addRow(tx, { table, row, of, max: hooksMax }, entries);
      }),
    list: (accountId) =>
      execute(({ db, tables }) => {
        const { hooks } = tables;
        const rows = db.select(shownHook(tables)).from(hooks).where(eq(hooks.accountId, accountId));
        return all(rows.orderBy(desc(hooks.createdAt), desc(hooks.id)));
      }),
    change: (key, { url, events }, entries = []) =>
      transact(function* ({ db, tables, append }) {
        const set = { ...(url !== undefined && { url }), ...(events !== undefined && { events }) };
        const [shown, isIt] = [shownHook(tables), isHook(tables, key)];
        // Only an update that sets something is a valid statement.
        const row = yield* first(
          Object.keys(set).length === 0
            ? db.select(shown).from(tables.hooks).where(isIt)
            : db.update(tables.hooks).set(set).where(isIt).returning(shown),
        );
        if (row !== undefined) yield* append(entries);
        return row;
      }),
    remove: (key, entries = []) =>
      erase((tx) => removeRow(tx, { table: tx.tables.hooks, where: isHook(tx.tables, key) }, entries)),
    sealed: (key) =>
      execute(function* ({ db, tables }) {
        const { sealed } = tables.hooks;
        return (yield* first(db.select({ sealed }).from(tables.hooks).where(isHook(tables, key))))?.sealed;
      }),
  };
}

function isHook({ hooks }: Tables, { accountId, id }: HookKey) {
  return and(eq(hooks.id, id), eq(hooks.accountId, accountId));
}

export function assistantsIn({ execute, transact, erase }: Executor): AssistantStore {
  return {
    list: (accountId) =>
      execute(({ db, tables: { assistants } }) => {
        const { createdAt, id } = assistants;
        const isOwn = and(eq(assistants.accountId, accountId), ne(id, accountId));
        return all(db.select().from(assistants).where(isOwn).orderBy(desc(createdAt), desc(id)));
      }),
    read: (key) =>
      execute(({ db, tables }) => first(db.select().from(tables.assistants).where(isAssistant(tables, key)))),
    put: (row, assistantsMax, entries = []) =>
      transact(function* (tx) {
        const { assistants } = tx.tables;
        yield* lockAccount(tx, row.accountId);
        const isNew = (yield* countOf(tx, assistants, isAssistant(tx.tables, row))) === 0;
        const isOwn = eq(assistants.accountId, row.accountId);
        if (isNew && (yield* countOf(tx, assistants, isOwn)) >= assistantsMax) return false;
        const { createdAt: _, ...set } = row;
        const inserted = tx.db.insert(assistants).values(row);
        yield* run(inserted.onConflictDoUpdate({ target: assistants.id, set }));
        yield* tx.append(entries);
        return true;
      }),
    change: (key, set, entries = []) =>
      transact((tx) =>
        changeRow(tx, { table: tx.tables.assistants, set, where: isAssistant(tx.tables, key) }, entries),
      ),
    remove: (key, entries = []) =>
      erase((tx) =>
        removeRow(tx, { table: tx.tables.assistants, where: isAssistant(tx.tables, key) }, entries),
      ),
  };
}

function isAssistant({ assistants }: Tables, { accountId, id }: HookKey) {
  return and(eq(assistants.id, id), eq(assistants.accountId, accountId));
}
