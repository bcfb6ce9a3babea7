// Providers of an account: its choices, and its own keys for them. A key belongs to a provider's name: another name
// never gets it, and the old name finds it again.

import type { StoredFallback } from "../../db/port/stored-rows.ts";
import type { AuditAuthor } from "../../db/port/audit-store.ts";
import type { ProviderSettingsRow, SealedKey, StoredProviders } from "../../db/port/settings-store.ts";
import type { Store } from "../../db/port/store.ts";
import { Fault } from "../base/fault.ts";
import { Secret } from "../base/secret.ts";
import type { ProviderKind } from "../providers/catalog/catalog-row.ts";
import { catalog } from "../providers/catalog/catalog.ts";
import { readFallback } from "../providers/catalog/fallback-name.ts";
import { type AuditedAct, entriesOf } from "./audit-trail.ts";
import type { Vault } from "./vault.ts";

export const providerKinds = ["stt", "tts", "llm"] as const satisfies readonly ProviderKind[];

export interface ProviderChoice {
  readonly name: string;
  /** The account's own; without one the service's is used and charged. */
  readonly key: Secret | undefined;
  /** Undefined: the provider's default. */
  readonly model: string | undefined;
  /** Voices only. */
  readonly voice: string | undefined;
}

/** Choice with its fallbacks, in order. */
export interface KindChoice extends ProviderChoice {
  readonly fallbacks: readonly ProviderChoice[];
  /** The account's key for another provider of that kind, by name. */
  readonly keyOf?: (provider: string) => Secret | undefined;
}

export type ProviderChoices = Readonly<Record<ProviderKind, KindChoice>>;

/**
 * An absent field stays, except the model and the voice of a changed provider: they were the other's. `null` deletes
 * a key, and resets a model or a voice to the default.
 */
export interface KindChange {
  readonly name?: string | undefined;
  readonly key?: Secret | null | undefined;
  readonly model?: string | null | undefined;
  readonly voice?: string | null | undefined;
  /** `name` or `name#model`; takes the place of the whole list. */
  readonly fallbacks?: readonly string[] | undefined;
  /** Keys of providers by name, such as those of the list. */
  readonly keys?: ReadonlyMap<string, Secret | null> | undefined;
}

export type ProviderChange = Readonly<Partial<Record<ProviderKind, KindChange>>>;

export interface ProviderParts {
  readonly vault: Vault;
  /** Providers for accounts without a choice. */
  readonly defaults: Readonly<Record<ProviderKind, string>>;
}

export async function readProviders(
  store: Pick<Store, "of">,
  accountId: string,
  parts: ProviderParts,
): Promise<ProviderChoices> {
  return choicesOf(accountId, await store.of(accountId).providers.read(accountId), parts);
}

function choicesOf(
  accountId: string,
  { chosen, keys }: StoredProviders,
  { vault, defaults }: ProviderParts,
): ProviderChoices {
  const keyOf = (kind: ProviderKind, provider: string): Secret | undefined => {
    const at = { accountId, kind, provider };
    const row = keys.find((key) => key.kind === kind && key.provider === provider);
    return row === undefined ? undefined : vault.open(row.sealed, placeOfKey(at));
  };
  const choice = (kind: ProviderKind): KindChoice => {
    const name = chosen?.[kind] ?? defaults[kind];
    return {
      name,
      key: keyOf(kind, name),
      model: chosen?.[`${kind}Model`] ?? undefined,
      voice: kind === "tts" ? (chosen?.ttsVoice ?? undefined) : undefined,
      keyOf: (provider) => keyOf(kind, provider),
      fallbacks: (chosen?.[`${kind}Fallback`] ?? []).map(({ provider, model }) => ({
        name: provider,
        key: keyOf(kind, provider),
        model,
        voice: undefined,
      })),
    };
  };
  return { stt: choice("stt"), tts: choice("tts"), llm: choice("llm") };
}

interface WantedChange {
  readonly accountId: string;
  readonly change: ProviderChange;
  readonly at: number;
  readonly by?: AuditAuthor;
  /** Rejects to refuse the resulting choices: then nothing is written. */
  readonly check?: (change: {
    readonly before: ProviderChoices;
    readonly after: ProviderChoices;
  }) => Promise<void>;
}

/** Names change first, so that a key goes to its own name. Throws `provider/unknown`. */
export async function changeProviders(
  store: Pick<Store, "of">,
  { accountId, change, at, by, check }: WantedChange,
  parts: ProviderParts,
): Promise<ProviderChoices> {
  checkNames(change);
  const { providers } = store.of(accountId);
  for (;;) {
    const before = await providers.read(accountId);
    const { chosen, keys: stored } = before;
    const { stt = null, tts = null, llm = null } = chosen ?? {};
    const names = {
      stt: stt ?? parts.defaults.stt,
      tts: tts ?? parts.defaults.tts,
      llm: llm ?? parts.defaults.llm,
    };
    const writes = providerKinds.map((kind) => writeOf(kind, change[kind] ?? {}, names[kind]));
    const keys = writes.flatMap(({ kind, keys: changedKeys }) =>
      changedKeys.map(([provider, key]) => {
        const place = placeOfKey({ accountId, kind, provider });
        return { kind, provider, sealed: key === null ? null : parts.vault.seal(key, place) };
      }),
    );
    const set = Object.assign({}, ...writes.map((each) => each.set)) as Columns;
    await check?.({
      before: choicesOf(accountId, before, parts),
      after: choicesOf(accountId, storedAfter(before, { set, keys }), parts),
    });
    // Another request may have changed a name since it was read: a key would go to the wrong one.
    const acts = actsOf({ set, keys, stored }).map((act) => ({ ...act, accountId }));
    const write = { accountId, since: { stt, tts, llm }, set, keys, at };
    if (await providers.change(write, entriesOf({ by, at }, ...acts)))
      return readProviders(store, accountId, parts);
  }
}

interface Written {
  readonly set: Columns;
  readonly keys: readonly (Omit<SealedKey, "sealed"> & { readonly sealed: Uint8Array | null })[];
  readonly stored: readonly SealedKey[];
}

const nothingChosen: ProviderSettingsRow = {
  stt: null,
  tts: null,
  llm: null,
  sttModel: null,
  ttsModel: null,
  llmModel: null,
  ttsVoice: null,
  sttFallback: null,
  ttsFallback: null,
  llmFallback: null,
};

function storedAfter(
  { chosen, keys: before }: StoredProviders,
  { set, keys }: Pick<Written, "set" | "keys">,
): StoredProviders {
  const isWritten = ({ kind, provider }: SealedKey): boolean =>
    keys.some((key) => key.kind === kind && key.provider === provider);
  const written = keys.flatMap(({ sealed, ...key }) => (sealed === null ? [] : [{ ...key, sealed }]));
  return {
    chosen: { ...(chosen ?? nothingChosen), ...set },
    keys: [...before.filter((key) => !isWritten(key)), ...written],
  };
}

/** Audit entries of a change: one for each key, and one for the rest. */
function actsOf({
  set,
  keys,
  stored,
}: Written): readonly Pick<AuditedAct, "action" | "target" | "details">[] {
  const isStored = ({ kind, provider }: Omit<SealedKey, "sealed">): boolean =>
    stored.some((key) => key.kind === kind && key.provider === provider);
  const ofKeys = keys
    .filter((key) => key.sealed !== null || isStored(key))
    .map(({ kind, provider, sealed }) => ({
      action: sealed === null ? ("provider-key.removed" as const) : ("provider-key.set" as const),
      target: provider,
      details: { kind, provider },
    }));
  const kinds = providerKinds.filter((kind) => Object.keys(set).some((column) => column.startsWith(kind)));
  const ofNames = kinds.map((kind) => {
    const provider = set[kind];
    const chosen = typeof provider === "string" ? { provider } : {};
    return { action: "providers.changed" as const, target: kind, details: { kind, ...chosen } };
  });
  return [...ofKeys, ...ofNames];
}

/** Write for a change of one kind; `before`: present provider of the account. */
function writeOf(kind: ProviderKind, { key, keys, ...rest }: KindChange, before: string) {
  const changedKeys: readonly (readonly [provider: string, key: Secret | null])[] = [
    ...(keys ?? []),
    ...(key === undefined ? [] : [[rest.name ?? before, key] as const]),
  ];
  return { kind, set: columnsOf(kind, rest, before), keys: changedKeys };
}

type Columns = Partial<ProviderSettingsRow>;

function columnsOf(
  kind: ProviderKind,
  { name, model, voice, fallbacks }: Omit<KindChange, "key" | "keys">,
  before: string,
): Columns {
  const isOther = name !== undefined && name !== before;
  const models = model === undefined && isOther ? null : model;
  const voices = voice === undefined && isOther ? null : voice;
  return {
    ...(name === undefined ? {} : { [kind]: name }),
    ...(models === undefined ? {} : { [`${kind}Model`]: models }),
    ...(voices === undefined || kind !== "tts" ? {} : { ttsVoice: voices }),
    ...(fallbacks === undefined ? {} : { [`${kind}Fallback`]: fallbacks.map(storedOf) }),
  };
}

function storedOf(text: string): StoredFallback {
  const { place, model } = readFallback(text);
  return { provider: place, ...(model === undefined ? {} : { model }) };
}

const bullets = "••••";
/** Keys shorter than this show no characters. */
const charsToShow = 8;

/** Visible part of a key. */
export function maskOf(key: Secret | undefined): string | null {
  if (key === undefined) return null;
  const value = key.reveal();
  return value.length < charsToShow ? bullets : bullets + value.slice(-4);
}

/** The client returned the masked key that it was shown: the key is unchanged. */
export function isMask(text: string): boolean {
  return text.startsWith(bullets);
}

interface ProviderKeyPlace {
  readonly accountId: string;
  readonly kind: ProviderKind;
  readonly provider: string;
}

/** A sealed key moved to another row does not open there. */
export function placeOfKey({ accountId, kind, provider }: ProviderKeyPlace): string {
  return `${accountId}/${kind}/${provider}`;
}

/** Names of the catalog only: an address is the operator's to choose. */
function checkNames(change: ProviderChange): void {
  const errors = providerKinds.flatMap((kind) => {
    const { name, fallbacks = [], keys = new Map<string, unknown>() } = change[kind] ?? {};
    const all = catalog.filter((row) => row.kind === kind).map((row) => row.name);
    // No built-in model replaces a language model.
    const others = kind === "llm" ? all.filter((each) => each !== "builtin") : all;
    const given = [
      ...(name === undefined ? [] : [{ pointer: `/${kind}_provider`, name, names: all }]),
      ...fallbacks.map((text, i) => ({
        pointer: `/${kind}_fallback/${i}`,
        name: readFallback(text).place,
        names: others,
      })),
      ...Array.from(keys.keys(), (each) => ({
        pointer: `/${kind}_fallback_keys`,
        name: each,
        names: others,
      })),
    ];
    return given
      .filter((each) => !each.names.includes(each.name))
      .map(({ pointer, names }) => ({ pointer, detail: `Must be one of ${names.join(", ")}.` }));
  });
  const [first] = errors;
  if (first === undefined) return;
  const message = `There is no such provider at "${first.pointer}": ${first.detail}`;
  throw new Fault("provider/unknown", message, { errors });
}
