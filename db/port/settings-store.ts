// Settings store: an account's providers, their keys, secrets, hooks and assistants. Secrets arrive sealed. Each
// operation is one transaction, which also appends its audit entries if it succeeded.

import type { AuditDraft } from "./audit-store.ts";
import type { JsonObject, ProviderKind, StoredFallback } from "./stored-rows.ts";

/** A null name is the server's, a null model its provider's default. */
export interface ProviderSettingsRow {
  readonly stt: string | null;
  readonly tts: string | null;
  readonly llm: string | null;
  readonly sttModel: string | null;
  readonly ttsModel: string | null;
  readonly llmModel: string | null;
  readonly ttsVoice: string | null;
  /** Replacements after a failure of that provider, in order. */
  readonly sttFallback: readonly StoredFallback[] | null;
  readonly ttsFallback: readonly StoredFallback[] | null;
  readonly llmFallback: readonly StoredFallback[] | null;
}

export type ProviderNames = Pick<ProviderSettingsRow, ProviderKind>;

export interface SealedKey {
  readonly kind: ProviderKind;
  readonly provider: string;
  readonly sealed: Uint8Array;
}

export interface StoredProviders {
  /** Undefined for an account without choices. */
  readonly chosen: ProviderSettingsRow | undefined;
  readonly keys: readonly SealedKey[];
}

export interface ProviderWrite {
  readonly accountId: string;
  /** Provider names at the time of reading: the change applies to these. */
  readonly since: ProviderNames;
  /** An absent field stays. */
  readonly set: Partial<ProviderSettingsRow>;
  /** `sealed` null deletes the key. */
  readonly keys: readonly (Omit<SealedKey, "sealed"> & { readonly sealed: Uint8Array | null })[];
  readonly at: number;
}

export interface ProviderStore {
  read(accountId: string): Promise<StoredProviders>;
  /** False, without writing, if the names have changed. */
  change(write: ProviderWrite, entries?: readonly AuditDraft[]): Promise<boolean>;
}

export interface SecretEntry {
  readonly name: string;
  /** `host` or `host:port`; none: it is sent nowhere and can only sign. */
  readonly hosts: readonly string[];
}

export interface SecretKey {
  readonly accountId: string;
  readonly name: string;
}

export interface SealedSecret {
  readonly sealed: Uint8Array;
  readonly hosts: readonly string[];
}

export interface SecretStore {
  /** Sorted by name. */
  list(accountId: string): Promise<readonly SecretEntry[]>;
  /** Sets a secret or replaces it whole. False if it is new and the account has `secretsMax` secrets. */
  put(
    secret: SecretKey & SealedSecret & { readonly at: number },
    secretsMax: number,
    entries?: readonly AuditDraft[],
  ): Promise<boolean>;
  /** False if there is no such secret. Works on a full disk too. */
  remove(key: SecretKey, entries?: readonly AuditDraft[]): Promise<boolean>;
  find(key: SecretKey): Promise<SealedSecret | undefined>;
}

export interface HookEntry {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly createdAt: number;
}

export interface HookKey {
  readonly accountId: string;
  readonly id: string;
}

export interface HookStore {
  /** False when the account has `hooksMax` hooks. */
  add(
    hook: HookEntry & { readonly accountId: string; readonly sealed: Uint8Array },
    hooksMax: number,
    entries?: readonly AuditDraft[],
  ): Promise<boolean>;
  /** Newest first. */
  list(accountId: string): Promise<readonly HookEntry[]>;
  /** An undefined field is unchanged. Undefined if the account has no hook of that id. */
  change(
    key: HookKey,
    set: { readonly url?: string | undefined; readonly events?: readonly string[] | undefined },
    entries?: readonly AuditDraft[],
  ): Promise<HookEntry | undefined>;
  /** False if the account has no hook of that id. Works on a full disk too. */
  remove(key: HookKey, entries?: readonly AuditDraft[]): Promise<boolean>;
  /** Sealed signing secret; undefined for a deleted hook. */
  sealed(key: HookKey): Promise<Uint8Array | undefined>;
}

/** null: the deployment's value. */
export interface AssistantSettings {
  readonly systemPrompt: string | null;
  /** Tools by name, as written by the account. */
  readonly tools: Readonly<Record<string, JsonObject>> | null;
  readonly model: string | null;
  readonly voice: string | null;
}

export interface AssistantKey {
  readonly accountId: string;
  /** Id; of the default assistant, used by sessions that name none, the account's id. */
  readonly id: string;
}

export interface AssistantRow extends AssistantKey, AssistantSettings {
  /** Name; empty for the default assistant. */
  readonly name: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type AssistantChange = Omit<AssistantRow, "id" | "accountId" | "createdAt">;

export interface AssistantStore {
  /** Newest first, without the default one. */
  list(accountId: string): Promise<readonly AssistantRow[]>;
  /** Undefined for an account without settings. */
  read(key: AssistantKey): Promise<AssistantRow | undefined>;
  /**
   * Adds an assistant, or replaces it whole. False if it is new and the account has `assistantsMax` of them, including
   * the default one.
   */
  put(row: AssistantRow, assistantsMax: number, entries?: readonly AuditDraft[]): Promise<boolean>;
  /** False if the account has no assistant of that id. */
  change(key: AssistantKey, set: AssistantChange, entries?: readonly AuditDraft[]): Promise<boolean>;
  /** False if the account has no assistant of that id. Works on a full disk too. */
  remove(key: AssistantKey, entries?: readonly AuditDraft[]): Promise<boolean>;
}
