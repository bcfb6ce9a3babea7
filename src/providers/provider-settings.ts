// Provider settings: a client's settings, completed from the catalogue, for the server by its environment and
// for an account by its choice. Addresses come from the catalogue or the operator, never from an account.

import type { Secret } from "../base/secret.ts";
import type { CatalogRow, ProviderKind } from "./catalog/catalog-row.ts";
import { findProvider } from "./catalog/catalog.ts";
import type { ProviderSettings } from "./provider-contract.ts";

/** Chosen values; an absent or empty one is the catalogue's default. */
export interface ProviderWish {
  readonly baseUrl?: string | undefined;
  readonly apiKey?: Secret | undefined;
  readonly model?: string | undefined;
  readonly voice?: string | undefined;
  readonly language?: string | undefined;
}

const languageDefault = "en";

/** For an operator: without an address of their own, their server is expected at its default address. */
export function completeSettings(row: CatalogRow, wish: ProviderWish): ProviderSettings {
  return {
    provider: row.name,
    baseUrl: wish.baseUrl ?? row.address ?? row.ownAddress ?? "",
    apiKey: wish.apiKey,
    model: wish.model ?? row.models?.[0] ?? "",
    voice: wish.voice ?? row.voice ?? "",
    language: wish.language ?? languageDefault,
  };
}

/** The server's engines: its choice of each kind (undefined: the built-in one), and keys that it shares. */
export interface DeploymentProviders {
  readonly stt: ProviderSettings | undefined;
  readonly tts: ProviderSettings | undefined;
  readonly llm: ProviderSettings | undefined;
  /** Replacements after a failure, in order. */
  readonly fallbacks: Readonly<Record<ProviderKind, readonly (ProviderSettings | "builtin")[]>>;
  /** Keys by provider name: for accounts that choose another vendor without a key of their own. */
  readonly keys: ReadonlyMap<string, Secret>;
}

/** Whether calls speak with the built-in voice, by default or after others have failed. */
export function usesBuiltInVoice({
  tts,
  fallbacks,
}: Pick<DeploymentProviders, "tts" | "fallbacks">): boolean {
  return tts === undefined || fallbacks.tts.includes("builtin");
}

export interface AccountWish {
  readonly name: string;
  /** The account's own key. */
  readonly key: Secret | undefined;
  readonly model?: string | undefined;
  readonly voice?: string | undefined;
}

/** Why an account's choice cannot be used. */
export type Unusable = "no-address" | "no-key" | "no-price" | "no-model";

/** Variable that gives a kind the address of the operator's own server. */
export const operatorVariable: Readonly<Record<ProviderKind, string>> = {
  stt: "STT_URL",
  tts: "TTS_URL",
  llm: "LLM_BASE_URL",
};

/**
 * The settings of an account's choice; undefined for built-in engines. If the account chose no model or
 * voice, the server's is used, provided that the server has the same provider.
 */
export function accountSettings(
  kind: ProviderKind,
  wish: AccountWish,
  deployment: DeploymentProviders,
): ProviderSettings | Unusable | undefined {
  const row = findProvider(kind, wish.name);
  if (row === undefined || row.name === "builtin") return undefined;
  const shared = deployment[kind]?.provider === row.name ? deployment[kind] : undefined;
  if (row.address === undefined && shared === undefined) return "no-address";
  const apiKey = wish.key ?? shared?.apiKey ?? deployment.keys.get(row.name);
  if (row.key === "always" && apiKey === undefined) return "no-key";
  const settings = completeSettings(row, { ...shared, ...definedOf(wish), apiKey });
  return kind === "llm" && settings.model === "" ? "no-model" : settings;
}

function definedOf({ model, voice }: AccountWish): ProviderWish {
  return { ...(model === undefined ? {} : { model }), ...(voice === undefined ? {} : { voice }) };
}
