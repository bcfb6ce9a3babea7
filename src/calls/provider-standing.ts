// Provider standing: whether an account's chosen provider can work on this server, and if not, the field to correct.
// Pure: calls, the API, the console and the embeds all use it.

import { Fault } from "../base/fault.ts";
import type { PriceRow } from "../billing/price-table.ts";
import type { KindChoice, ProviderChoice } from "../cloud/account-providers.ts";
import type { Program } from "../flow/language/program.ts";
import type { ProviderKind } from "../providers/catalog/catalog-row.ts";
import { findProvider } from "../providers/catalog/catalog.ts";
import type { ProviderSettings } from "../providers/provider-contract.ts";
import {
  accountSettings,
  type DeploymentProviders,
  operatorVariable,
  type Unusable,
} from "../providers/provider-settings.ts";
import { isPayable } from "./provider-order.ts";

export interface StandingParts {
  readonly deployment: DeploymentProviders;
  /** Prices for the service's own keys. */
  readonly prices: readonly PriceRow[];
}

/** Reason why calls are refused, and its remedy. */
export interface Hindrance {
  readonly why: Unusable;
  /** After the kind and "_": name of the setting to correct. */
  readonly field: "provider" | "api_key" | "model";
  /** One sentence for the account's owner, for a page and an API alike. */
  readonly says: string;
  /** Variable that the operator must set; undefined: the account corrects it alone. */
  readonly operatorSets?: string;
}

export type ProviderStanding =
  /** `settings` undefined: the built-in ones, of which there is no language model. */
  | { readonly state: "ready"; readonly settings: ProviderSettings | undefined; readonly ownKey: boolean }
  | ({ readonly state: "refused" } & Hindrance);

export function standingOf(
  kind: ProviderKind,
  choice: ProviderChoice,
  { deployment, prices }: StandingParts,
): ProviderStanding {
  const ownKey = takesKey(kind, choice);
  const settings = accountSettings(kind, choice, deployment);
  if (typeof settings === "string") return { state: "refused", ...hindranceOf(kind, choice, settings) };
  if (settings !== undefined && !isPayable(kind, settings, { ownKey, prices }))
    return { state: "refused", ...hindranceOf(kind, choice, "no-price") };
  return { state: "ready", settings, ownKey };
}

/** True if the account's own key is used: a provider without keys gets none. */
export function takesKey(kind: ProviderKind, { name, key }: Pick<KindChoice, "name" | "key">): boolean {
  return key !== undefined && findProvider(kind, name)?.key !== "never";
}

function hindranceOf(kind: ProviderKind, { name }: ProviderChoice, why: Unusable): Hindrance {
  const title = findProvider(kind, name)?.title ?? name;
  const variable = operatorVariable[kind];
  switch (why) {
    case "no-key": {
      const says = `${title} needs a key of yours, because this server has none for it.`;
      return { why, field: "api_key", says };
    }
    case "no-price": {
      const says = `This server does not know the price of that model of ${title}: choose another model, or give a key of yours.`;
      return { why, field: "model", says };
    }
    case "no-model":
      return { why, field: "model", says: `${title} has no default model: name the model to use.` };
    case "no-address": {
      const says = `${title} runs on a server whose address only the operator of this service can give (${variable}), and none is given: choose another provider.`;
      return { why, field: "provider", says, operatorSets: variable };
    }
  }
}

/** Recogniser named by a flow, in place of its account's. */
type Named = NonNullable<Program["stt"]>;
/** Recogniser of the account. */
type Accounts = Pick<KindChoice, "name" | "key" | "model" | "keyOf">;

const noAccount: Accounts = { name: "", key: undefined, model: undefined };

/** Choice with the account's key for it, if any. */
export function namedChoice({ provider, model }: Named, account: Accounts = noAccount): ProviderChoice {
  const isAccounts = provider === account.name;
  return {
    name: provider,
    key: isAccounts ? account.key : account.keyOf?.(provider),
    model: model ?? (isAccounts ? account.model : undefined),
    voice: undefined,
  };
}

/** Throws `provider/unusable`. Undefined: the built-in one. */
export function namedSettings(choice: ProviderChoice, parts: StandingParts): ProviderSettings | undefined {
  const { name } = choice;
  const standing = standingOf("stt", choice, parts);
  if (findProvider("stt", name) !== undefined && standing.state === "ready") return standing.settings;
  const why =
    standing.state === "refused" ? standing.says : "GET /v1/providers/catalog has no such recogniser.";
  throw new Fault("provider/unusable", `The flow's defaults.stt.provider is "${name}". ${why}`);
}
