// Data access of commands: place of the data, opening beside a server, and refusals as sentences.

import { inMemory } from "../../db/in-memory.ts";
import type { StoreLocation } from "../../db/open-database.ts";
import { sentenceOf, StoreError } from "../../db/open-refusal.ts";
import { StoreAway } from "../../db/port/store-away.ts";
import type { Store } from "../../db/port/store.ts";
import type { DatabaseLocation } from "../../db/postgres/open-postgres.ts";
import { assetPath } from "../base/asset.ts";
import { wallClock } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import { findAccount } from "../cloud/accounts.ts";
import { sealAudit } from "../cloud/audit/audit-sealing.ts";
import { deriveKey, keyProblem, keyWith, type MasterKey } from "../cloud/master-key.ts";
import type { Config } from "../config.ts";

export function placeOf({ dataDir }: Pick<Config, "dataDir">): StoreLocation {
  if (dataDir === inMemory)
    throw new StoreError("DATA_DIR is :memory:, which stores nothing. Set it to a folder.");
  return { directory: dataDir, migrations: assetPath("migrations", "sqlite") };
}

/** Undefined if the data is a file. */
export function databaseOf({ database }: Pick<Config, "database">): DatabaseLocation | undefined {
  return database && { ...database, migrations: assetPath("migrations", "postgres") };
}

/** Opens beside running servers, or without one. Throws StoreError. */
export async function openBeside(config: Pick<Config, "dataDir" | "database">): Promise<Store> {
  const database = databaseOf(config);
  // Not loaded by a server, which only needs the sentences of this file.
  if (database === undefined)
    return (await import("../../db/sqlite/file-store.ts")).openStoreBeside(placeOf(config));
  return await (await import("../../db/postgres/open-postgres.ts")).openPostgresBeside(database);
}

/** Sentence of an error that the operator can repair; undefined for a bug of ours. */
export function refusalIn(error: unknown, { dataDir }: Pick<Config, "dataDir">): string | undefined {
  const { path = dataDir } = error as { path?: string };
  if (error instanceof StoreAway)
    return "The database cannot be reached or refuses requests. Check it, then try again.";
  return error instanceof Fault ? error.message : sentenceOf(error, path);
}

/** Runs the command's work; a refusal is printed and becomes exit code 1. */
export async function orSay(config: Config, work: () => number | Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    const refusal = refusalIn(error, config);
    if (refusal === undefined) throw error;
    console.error(refusal);
    return 1;
  }
}

/** Runs on the data, beside a server or without one. */
export async function withStore(config: Config, work: (store: Store) => Promise<number>): Promise<number> {
  using store = await openBeside(config);
  return await work(store);
}

/** Runs work that changes data: its entries in the audit log are sealed, unless the master key is elsewhere. */
export function changing(config: Config, work: (store: Store) => Promise<number>): Promise<number> {
  return withStore(config, async (store) => {
    const code = await work(store);
    try {
      const { key } = await masterKeyOf(store, config);
      if (key !== undefined)
        await sealAudit(store.audit, { key: deriveKey(key, "audit"), at: wallClock.wall() });
    } catch (error) {
      const why = refusalIn(error, config);
      if (why === undefined) throw error;
      // An operator who reads of a failure repeats the command, and grants twice.
      console.error(`Done, but the entries in the audit log are not sealed yet. ${why}`);
    }
    return code;
  });
}

/** Key of the data; undefined, with the reason printed, if it is missing. */
export async function masterKeyOf(
  { seals }: Pick<Store, "seals">,
  { dataDir, database, masterKey: given }: Pick<Config, "dataDir" | "database" | "masterKey">,
): Promise<{ readonly key?: MasterKey | undefined; readonly problem?: string | undefined }> {
  const source = { directory: database === undefined ? dataDir : "the database", given };
  const fingerprint = await seals.fingerprint();
  if (fingerprint === undefined)
    return { problem: "The data has no master key yet. The first start of a server creates it." };
  return { key: keyWith(fingerprint, source), problem: keyProblem(fingerprint, source) };
}

/** Changes the account with this id or email. */
export function withAccount(
  config: Config,
  name: string,
  work: (store: Store, account: { readonly id: string; readonly email: string }) => Promise<number>,
): Promise<number> {
  return changing(config, async (store) => {
    const account = await findAccount(store.accounts, name);
    if (account !== undefined) return await work(store, account);
    console.error(`${noAccount(name)}.`);
    return 1;
  });
}

export function noAccount(name: string): string {
  return `There is no account "${name}". Give its id (acc_…) or its email`;
}
