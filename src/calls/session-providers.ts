// Providers of a session: which engines it uses and who pays for them, by what the account chose, with its own keys
// where it has some.

import type { Db } from "../../db/open-database.ts";
import type { JsonObject } from "../../db/tables.ts";
import { Fault } from "../base/fault.ts";
import type { MeteredProvider } from "../billing/price.ts";
import {
  type ProviderChoice,
  providerKinds,
  type ProviderParts,
  readProviders,
} from "../cloud/account-providers.ts";
import type { ProviderKind } from "../providers/catalog/catalog-row.ts";
import { findProvider } from "../providers/catalog/catalog.ts";
import type { Llm, ProviderSettings, Stt, Tts } from "../providers/provider-contract.ts";
import { accountSettings, type DeploymentProviders, type Unusable } from "../providers/provider-settings.ts";

export interface SessionProviders {
  /** Undefined: the built-in recogniser, and the built-in voice. */
  readonly stt: Stt | undefined;
  readonly tts: Tts | undefined;
  readonly llm: Llm | undefined;
  readonly metered: readonly MeteredProvider[];
  /** For the record: names by kind, and whose key was used. */
  readonly names: JsonObject;
}

/** From settings to clients. */
export interface ProviderClients {
  readonly stt: (settings: ProviderSettings) => Stt;
  readonly tts: (settings: ProviderSettings) => Tts;
  readonly llm: (settings: ProviderSettings) => Llm;
}

export interface ProvidersOptions extends ProviderParts {
  readonly db: Db;
  readonly deployment: DeploymentProviders;
  readonly clients: ProviderClients;
}

/** Whose session it is, and what is spoken in it. */
export interface ProviderAsker {
  readonly accountId: string | undefined;
  /** Of the flow; absent: the deployment's. */
  readonly language: string | undefined;
}

/** Without an account: the deployment's. Throws `provider/unusable`. */
export function providersOf(
  { accountId, language }: ProviderAsker,
  options: ProvidersOptions,
): SessionProviders {
  const { db, defaults, deployment, clients } = options;
  const spoken = (settings: ProviderSettings): ProviderSettings => ({
    ...settings,
    language: language ?? settings.language,
  });
  const open = (settings: Readonly<Record<ProviderKind, ProviderSettings | undefined>>) => ({
    stt: settings.stt && clients.stt(spoken(settings.stt)),
    tts: settings.tts && clients.tts(spoken(settings.tts)),
    llm: settings.llm && clients.llm(settings.llm),
  });
  if (accountId === undefined) return { ...open(deployment), metered: [], names: defaults };
  const chosen = readProviders(db, accountId, options);
  const used = providerKinds.map((kind) => {
    const { name, key } = chosen[kind];
    const { key: wants = "never", microsPerMinute = 0 } = findProvider(kind, name) ?? {};
    return { kind, name, microsPerMinute, ownKey: wants !== "never" && key !== undefined };
  });
  const settingsOf = (kind: ProviderKind): ProviderSettings | undefined => {
    const settings = accountSettings(kind, chosen[kind], deployment);
    if (typeof settings === "string") throw unusable(kind, chosen[kind], settings);
    return settings;
  };
  return {
    ...open({ stt: settingsOf("stt"), tts: settingsOf("tts"), llm: settingsOf("llm") }),
    metered: used,
    names: Object.fromEntries(used.map(({ kind, name, ownKey }) => [kind, { name, own_key: ownKey }])),
  };
}

const ways: Readonly<Record<Unusable, (kind: ProviderKind) => string>> = {
  "no-key": (kind) => `it needs a key: send ${kind}_api_key to PATCH /v1/providers, or choose another`,
  "no-address": (kind) =>
    `this service has no server of that kind: choose another ${kind}_provider with PATCH /v1/providers`,
};

function unusable(kind: ProviderKind, { name }: ProviderChoice, why: Unusable): Fault {
  return new Fault(
    "provider/unusable",
    `The account's ${kind}_provider is "${name}", but ${ways[why](kind)}.`,
  );
}
