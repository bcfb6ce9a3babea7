// Data access of commands: where the data lies, how it is opened beside a server, and refusals as sentences.

import { inMemory, openBeside, type Db, type StoreLocation } from "../../db/open-database.ts";
import { sentenceOf, StoreError } from "../../db/open-refusal.ts";
import { assetPath } from "../base/asset.ts";
import { Fault } from "../base/fault.ts";
import { findAccount } from "../cloud/accounts.ts";
import type { Config } from "../config.ts";

export function placeOf({ dataDir }: Pick<Config, "dataDir">): StoreLocation {
  if (dataDir === inMemory)
    throw new StoreError("DATA_DIR is :memory:, which keeps nothing: set it to a folder.");
  return { directory: dataDir, migrations: assetPath("migrations") };
}

/** The sentence of an error that the operator can do something about; undefined for a bug of ours. */
export function refusalIn(error: unknown, { dataDir }: Pick<Config, "dataDir">): string | undefined {
  const { path = dataDir } = error as { path?: string };
  return error instanceof Fault ? error.message : sentenceOf(error, path);
}

/** Runs the command's work; what is refused is said and becomes exit code 1. */
export function orSay(config: Config, work: () => number): number {
  try {
    return work();
  } catch (error) {
    const refusal = refusalIn(error, config);
    if (refusal === undefined) throw error;
    console.error(refusal);
    return 1;
  }
}

/** Runs on the data of the account that is named by id or email. */
export function withAccount(
  config: Config,
  name: string,
  work: (db: Db, account: { readonly id: string; readonly email: string }) => number,
): number {
  using data = openBeside(placeOf(config));
  const account = findAccount(data.db, name);
  if (account !== undefined) return work(data.db, account);
  console.error(`There is no account "${name}": name it by its id (acc_…) or its email.`);
  return 1;
}
