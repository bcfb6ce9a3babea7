// Settings in the file: providers and their keys, secrets, hooks and the assistant of an account.

import { and, asc, count, desc, eq, sql } from "drizzle-orm";
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
import { assistants, hooks, providerKeys, providerSettings, secrets } from "../tables.ts";
import { appendEntries } from "./audit-in-file.ts";
import { immediate } from "./immediate.ts";
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

export function secretsIn({ durable: db, erase }: DataFile): SecretStore {
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
        if (findSecret(tx, { accountId, name }) === undefined) {
          const own = tx
            .select({ number: count() })
            .from(secrets)
            .where(eq(secrets.accountId, accountId))
            .get();
          if ((own?.number ?? 0) >= secretsMax) return false;
        }
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
      return erase((durable) =>
        durable.transaction((tx) => {
          const gone = tx.delete(secrets).where(isSecret(key)).returning({ name: secrets.name }).get();
          if (gone !== undefined) appendEntries(tx, entries);
          return gone !== undefined;
        }, immediate),
      );
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

export function hooksIn({ durable: db, erase }: DataFile): HookStore {
  return {
    async add({ sealed, ...hook }, hooksMax, entries = []) {
      return db.transaction((tx) => {
        const own = tx
          .select({ number: count() })
          .from(hooks)
          .where(eq(hooks.accountId, hook.accountId))
          .get();
        if ((own?.number ?? 0) >= hooksMax) return false;
        tx.insert(hooks)
          .values({ ...hook, sealed: Buffer.from(sealed) })
          .run();
        appendEntries(tx, entries);
        return true;
      }, immediate);
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
      return erase((durable) =>
        durable.transaction((tx) => {
          const gone = tx.delete(hooks).where(isHook(key)).returning({ id: hooks.id }).get();
          if (gone !== undefined) appendEntries(tx, entries);
          return gone !== undefined;
        }, immediate),
      );
    },
    async sealed(key) {
      return db.select({ sealed: hooks.sealed }).from(hooks).where(isHook(key)).get()?.sealed;
    },
  };
}

function isHook({ accountId, id }: HookKey) {
  return and(eq(hooks.id, id), eq(hooks.accountId, accountId));
}

export function assistantsIn({ durable: db }: DataFile): AssistantStore {
  return {
    async read(accountId) {
      return db
        .select({
          systemPrompt: assistants.systemPrompt,
          tools: assistants.tools,
          model: assistants.model,
          voice: assistants.voice,
        })
        .from(assistants)
        .where(eq(assistants.accountId, accountId))
        .get();
    },
    async put(accountId, { at, ...set }, entries = []) {
      const row = { ...set, updatedAt: at };
      db.transaction((tx) => {
        tx.insert(assistants)
          .values({ accountId, ...row })
          .onConflictDoUpdate({ target: assistants.accountId, set: row })
          .run();
        appendEntries(tx, entries);
      }, immediate);
    },
  };
}
