// Settings in Postgres: providers and their keys, secrets, hooks and the assistants of an account.

import { and, asc, desc, eq, ne } from "drizzle-orm";
import type {
  AssistantStore,
  HookKey,
  HookStore,
  ProviderStore,
  ProviderWrite,
  SecretKey,
  SecretStore,
} from "../port/settings-store.ts";
import { appendEntries } from "./audit-in-postgres.ts";
import { addRow, changeRow, countOf, lockAccount, removeRow } from "./own-rows-in-postgres.ts";
import type { Connections, Db } from "./postgres-connections.ts";
import { accounts, assistants, hooks, providerKeys, providerSettings, secrets } from "./postgres-tables.ts";

export function providersIn(pg: Connections): ProviderStore {
  return {
    async read(accountId) {
      const { kind, provider, sealed } = providerKeys;
      // One statement: the keys belong to the names.
      const rows = await pg.run((db) =>
        db
          .select({ chosen: providerSettings, key: { kind, provider, sealed } })
          .from(accounts)
          .leftJoin(providerSettings, eq(providerSettings.accountId, accounts.id))
          .leftJoin(providerKeys, eq(providerKeys.accountId, accounts.id))
          .where(eq(accounts.id, accountId))
          .orderBy(asc(kind), asc(provider)),
      );
      const keys = rows.flatMap(({ key }) => (key === null ? [] : [key]));
      return { chosen: rows[0]?.chosen ?? undefined, keys };
    },
    change: (write, entries = []) =>
      pg.transact(async (tx) => {
        const isChanged = await changeProviders(tx, write);
        if (isChanged) await appendEntries(tx, entries);
        return isChanged;
      }),
  };
}

async function changeProviders(tx: Db, { accountId, since, set, keys, at }: ProviderWrite): Promise<boolean> {
  await lockAccount(tx, accountId);
  const isOwn = eq(providerSettings.accountId, accountId);
  const {
    stt = null,
    tts = null,
    llm = null,
  } = (await tx.select().from(providerSettings).where(isOwn))[0] ?? {};
  if (stt !== since.stt || tts !== since.tts || llm !== since.llm) return false;
  if (Object.keys(set).length > 0)
    await tx
      .insert(providerSettings)
      .values({ accountId, ...set })
      .onConflictDoUpdate({ target: providerSettings.accountId, set });
  const target = [providerKeys.accountId, providerKeys.kind, providerKeys.provider];
  for (const { kind, provider, sealed } of keys) {
    const isIt = and(
      eq(providerKeys.accountId, accountId),
      eq(providerKeys.kind, kind),
      eq(providerKeys.provider, provider),
    );
    const values = { sealed: Buffer.from(sealed ?? []), updatedAt: at };
    if (sealed === null) await tx.delete(providerKeys).where(isIt);
    else
      await tx
        .insert(providerKeys)
        .values({ accountId, kind, provider, ...values })
        .onConflictDoUpdate({ target, set: values });
  }
  return true;
}

export function secretsIn(pg: Connections): SecretStore {
  return {
    list: (accountId) =>
      pg.run((db) =>
        db
          .select({ name: secrets.name, hosts: secrets.hosts })
          .from(secrets)
          .where(eq(secrets.accountId, accountId))
          .orderBy(asc(secrets.name)),
      ),
    put: ({ accountId, name, sealed, hosts, at }, secretsMax, entries = []) =>
      pg.transact(async (tx) => {
        await lockAccount(tx, accountId);
        const isNew = (await findSecret(tx, { accountId, name })) === undefined;
        const isOwn = eq(secrets.accountId, accountId);
        if (isNew && (await countOf(tx, secrets, isOwn)) >= secretsMax) return false;
        const set = { sealed: Buffer.from(sealed), hosts, updatedAt: at };
        await tx
          .insert(secrets)
          .values({ accountId, name, ...set })
          .onConflictDoUpdate({ target: [secrets.accountId, secrets.name], set });
        await appendEntries(tx, entries);
        return true;
      }),
    remove: (key, entries = []) => removeRow(pg, { table: secrets, where: isSecret(key) }, entries),
    find: (key) => pg.run((db) => findSecret(db, key)),
  };
}

async function findSecret(db: Db, key: SecretKey) {
  const { sealed, hosts } = secrets;
  return (await db.select({ sealed, hosts }).from(secrets).where(isSecret(key)))[0];
}

function isSecret({ accountId, name }: SecretKey) {
  return and(eq(secrets.accountId, accountId), eq(secrets.name, name));
}

const shownHook = { id: hooks.id, url: hooks.url, events: hooks.events, createdAt: hooks.createdAt };

export function hooksIn(pg: Connections): HookStore {
  return {
    add({ sealed, ...hook }, hooksMax, entries = []) {
      const row = { ...hook, sealed: Buffer.from(sealed) };
      return addRow(
        pg,
        { table: hooks, row, of: eq(hooks.accountId, hook.accountId), max: hooksMax },
        entries,
      );
    },
    list: (accountId) =>
      pg.run((db) =>
        db
          .select(shownHook)
          .from(hooks)
          .where(eq(hooks.accountId, accountId))
          .orderBy(desc(hooks.createdAt), desc(hooks.id)),
      ),
    change: (key, { url, events }, entries = []) =>
      pg.transact(async (tx) => {
        const set = { ...(url !== undefined && { url }), ...(events !== undefined && { events }) };
        // An update sets something.
        const [row] =
          Object.keys(set).length === 0
            ? await tx.select(shownHook).from(hooks).where(isHook(key))
            : await tx.update(hooks).set(set).where(isHook(key)).returning(shownHook);
        if (row !== undefined) await appendEntries(tx, entries);
        return row;
      }),
    remove: (key, entries = []) => removeRow(pg, { table: hooks, where: isHook(key) }, entries),
    async sealed(key) {
      const rows = await pg.run((db) => db.select({ sealed: hooks.sealed }).from(hooks).where(isHook(key)));
      return rows[0]?.sealed;
    },
  };
}

function isHook({ accountId, id }: HookKey) {
  return and(eq(hooks.id, id), eq(hooks.accountId, accountId));
}

export function assistantsIn(pg: Connections): AssistantStore {
  return {
    list(accountId) {
      const { createdAt, id } = assistants;
      const isOwn = and(eq(assistants.accountId, accountId), ne(id, accountId));
      return pg.run((db) => db.select().from(assistants).where(isOwn).orderBy(desc(createdAt), desc(id)));
    },
    read: async (key) => (await pg.run((db) => db.select().from(assistants).where(isAssistant(key))))[0],
    put: (row, assistantsMax, entries = []) =>
      pg.transact(async (tx) => {
        await lockAccount(tx, row.accountId);
        const isNew = (await countOf(tx, assistants, isAssistant(row))) === 0;
        const isOwn = eq(assistants.accountId, row.accountId);
        if (isNew && (await countOf(tx, assistants, isOwn)) >= assistantsMax) return false;
        const { createdAt: _, ...set } = row;
        await tx.insert(assistants).values(row).onConflictDoUpdate({ target: assistants.id, set });
        await appendEntries(tx, entries);
        return true;
      }),
    change: (key, set, entries = []) =>
      changeRow(pg, { table: assistants, set, where: isAssistant(key) }, entries),
    remove: (key, entries = []) => removeRow(pg, { table: assistants, where: isAssistant(key) }, entries),
  };
}

function isAssistant({ accountId, id }: HookKey) {
  return and(eq(assistants.id, id), eq(assistants.accountId, accountId));
}
