// Settings in the file: providers and their keys, secrets, hooks and the assistants of an account.

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
import type { DataFile, Db } from "../open-database.ts";
import { assistants, hooks, providerKeys, providerSettings, secrets } from "../schema.ts";
import { appendEntries } from "./audit-in-file.ts";
import { immediate } from "./immediate.ts";
import { addRow, changeRow, countOf, removeRow } from "./own-rows-in-file.ts";
import { prepared } from "./prepared.ts";

export function providersIn({ durable: db }: DataFile): ProviderStore {
  return {
    async read(accountId) {
      // One transaction: the keys belong to the names.
      return db.transaction((tx) => {
        const keys = keysOf(tx).all({ accountId });
        return { chosen: chosenBy(tx, accountId), keys };
      });
    },
    async change(write, entries = []) {
      return db.transaction((tx) => {
        if (!changeProviders(tx, write)) return false;
        appendEntries(tx, entries);
        return true;
      }, immediate);
    },
  };
}

const owner = sql.placeholder("accountId");

const keysOf = prepared((db) =>
  db
    .select({ kind: providerKeys.kind, provider: providerKeys.provider, sealed: providerKeys.sealed })
    .from(providerKeys)
    .where(eq(providerKeys.accountId, owner))
    .prepare(),
);
const settingsOf = prepared((db) =>
  db.select().from(providerSettings).where(eq(providerSettings.accountId, owner)).prepare(),
);

function chosenBy(db: Db, accountId: string) {
  return settingsOf(db).get({ accountId });
}

function changeProviders(tx: Db, { accountId, since, set, keys, at }: ProviderWrite): boolean {
  const { stt = null, tts = null, llm = null } = chosenBy(tx, accountId) ?? {};
  if (stt !== since.stt || tts !== since.tts || llm !== since.llm) return false;
  if (Object.keys(set).length > 0) {
    tx.insert(providerSettings)
      .values({ accountId, ...set })
      .onConflictDoUpdate({ target: providerSettings.accountId, set })
      .run();
  }
  const target = [providerKeys.accountId, providerKeys.kind, providerKeys.provider];
  for (const { kind, provider, sealed } of keys) {
    const isIt = and(
      eq(providerKeys.accountId, accountId),
      eq(providerKeys.kind, kind),
      eq(providerKeys.provider, provider),
    );
    const values = { sealed: Buffer.from(sealed ?? []), updatedAt: at };
    if (sealed === null) tx.delete(providerKeys).where(isIt).run();
    else
      tx.insert(providerKeys)
        .values({ accountId, kind, provider, ...values })
        .onConflictDoUpdate({ target, set: values })
        .run();
  }
  return true;
}

export function secretsIn(file: DataFile): SecretStore {
  const { durable: db } = file;
  return {
    async list(accountId) {
      return db
        .select({ name: secrets.name, hosts: secrets.hosts })
        .from(secrets)
        .where(eq(secrets.accountId, accountId))
        .orderBy(asc(secrets.name))
        .all();
    },
    async put({ accountId, name, sealed, hosts, at }, secretsMax, entries = []) {
      return db.transaction((tx) => {
        const isNew = findSecret(tx, { accountId, name }) === undefined;
        if (isNew && countOf(tx, secrets, eq(secrets.accountId, accountId)) >= secretsMax) return false;
        const set = { sealed: Buffer.from(sealed), hosts, updatedAt: at };
        tx.insert(secrets)
          .values({ accountId, name, ...set })
          .onConflictDoUpdate({ target: [secrets.accountId, secrets.name], set })
          .run();
        appendEntries(tx, entries);
        return true;
      }, immediate);
    },
    async remove(key, entries = []) {
      return removeRow(file, { table: secrets, where: isSecret(key) }, entries);
    },
    async find(key) {
      return findSecret(db, key);
    },
  };
}

function findSecret(db: Db, key: SecretKey) {
  return db.select({ sealed: secrets.sealed, hosts: secrets.hosts }).from(secrets).where(isSecret(key)).get();
}

function isSecret({ accountId, name }: SecretKey) {
  return and(eq(secrets.accountId, accountId), eq(secrets.name, name));
}

const shownHook = { id: hooks.id, url: hooks.url, events: hooks.events, createdAt: hooks.createdAt };

export function hooksIn(file: DataFile): HookStore {
  const { durable: db } = file;
  return {
    async add({ sealed, ...hook }, hooksMax, entries = []) {
      const row = { ...hook, sealed: Buffer.from(sealed) };
      return addRow(
        db,
        { table: hooks, row, of: eq(hooks.accountId, hook.accountId), max: hooksMax },
        entries,
      );
    },
    async list(accountId) {
      return db
        .select(shownHook)
        .from(hooks)
        .where(eq(hooks.accountId, accountId))
        .orderBy(desc(hooks.createdAt), desc(hooks.id))
        .all();
    },
    async change(key, { url, events }, entries = []) {
      return db.transaction((tx) => {
        const set = { ...(url !== undefined && { url }), ...(events !== undefined && { events }) };
        // An update sets something.
        const row =
          Object.keys(set).length === 0
            ? tx.select(shownHook).from(hooks).where(isHook(key)).get()
            : tx.update(hooks).set(set).where(isHook(key)).returning(shownHook).get();
        if (row !== undefined) appendEntries(tx, entries);
        return row;
      }, immediate);
    },
    async remove(key, entries = []) {
      return removeRow(file, { table: hooks, where: isHook(key) }, entries);
    },
    async sealed(key) {
      return db.select({ sealed: hooks.sealed }).from(hooks).where(isHook(key)).get()?.sealed;
    },
  };
}

function isHook({ accountId, id }: HookKey) {
  return and(eq(hooks.id, id), eq(hooks.accountId, accountId));
}

export function assistantsIn(file: DataFile): AssistantStore {
  const { durable: db } = file;
  return {
    async list(accountId) {
      const { createdAt, id } = assistants;
      const isOwn = and(eq(assistants.accountId, accountId), ne(id, accountId));
      return db.select().from(assistants).where(isOwn).orderBy(desc(createdAt), desc(id)).all();
    },
    async read(key) {
      return db.select().from(assistants).where(isAssistant(key)).get();
    },
    async put(row, assistantsMax, entries = []) {
      return db.transaction((tx) => {
        const isNew = countOf(tx, assistants, isAssistant(row)) === 0;
        if (isNew && countOf(tx, assistants, eq(assistants.accountId, row.accountId)) >= assistantsMax)
          return false;
        const { createdAt: _, ...set } = row;
        tx.insert(assistants).values(row).onConflictDoUpdate({ target: assistants.id, set }).run();
        appendEntries(tx, entries);
        return true;
      }, immediate);
    },
    async change(key, set, entries = []) {
      return changeRow(db, { table: assistants, set, where: isAssistant(key) }, entries);
    },
    async remove(key, entries = []) {
      return removeRow(file, { table: assistants, where: isAssistant(key) }, entries);
    },
  };
}

function isAssistant({ accountId, id }: HookKey) {
  return and(eq(assistants.id, id), eq(assistants.accountId, accountId));
}
