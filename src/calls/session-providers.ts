// Providers of a session: which engines it uses and who pays for them, by what the account chose, with its own keys
// where it has some.

import type { Db } from "../../db/open-database.ts";
import type { JsonObject } from "../../db/tables.ts";
import type { Secret } from "../base/secret.ts";
import type { MeteredProvider } from "../billing/price.ts";
import { providerKinds, type ProviderParts, readProviders } from "../cloud/account-providers.ts";
import { findProvider } from "../providers/catalog/catalog.ts";
import type { Llm } from "../providers/provider-contract.ts";

export interface SessionProviders {
  readonly llm: Llm | undefined;
  readonly metered: readonly MeteredProvider[];
  /** For the record: names by kind, and whose key was used. */
  readonly names: JsonObject;
}

export interface ProvidersOptions extends ProviderParts {
  readonly db: Db;
  /** The deployment's model, by the key that is given or by its own. */
  readonly llm: (key: Secret | undefined) => Llm | undefined;
}

/** Without an account: the deployment's. */
export function providersOf(accountId: string | undefined, options: ProvidersOptions): SessionProviders {
  const { db, defaults, llm } = options;
  if (accountId === undefined) return { llm: llm(undefined), metered: [], names: defaults };
  const chosen = readProviders(db, accountId, options);
  const used = providerKinds.map((kind) => {
    const { name, key } = chosen[kind];
    const { key: wants = "never", microsPerMinute = 0 } = findProvider(kind, name) ?? {};
    return { kind, name, microsPerMinute, ownKey: wants !== "never" && key !== undefined };
  });
  return {
    llm: chosen.llm.name === "builtin" ? undefined : llm(chosen.llm.key),
    metered: used,
    names: Object.fromEntries(used.map(({ kind, name, ownKey }) => [kind, { name, own_key: ownKey }])),
  };
}
