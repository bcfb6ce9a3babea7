// Providers of an account: which ones it uses, and its own keys for them. A key belongs to a provider's name: another
// name never gets it, and the old name finds it again.

import { and, eq } from "drizzle-orm";
import type { Db } from "../../db/open-database.ts";
import { providerKeys, providerSettings, type StoredFallback } from "../../db/tables.ts";
import { Fault } from "../base/fault.ts";
import { Secret } from "../base/secret.ts";
import type { ProviderKind } from "../providers/catalog/catalog-row.ts";
import { catalog } from "../providers/catalog/catalog.ts";
import { readFallback } from "../providers/catalog/fallback-name.ts";
import type { Vault } from "./vault.ts";

export const providerKinds = ["stt", "tts", "llm"] as const satisfies readonly ProviderKind[];

export interface ProviderChoice {
  readonly name: string;
  /** The account's own; without one the service's is used, and charged. */
  readonly key: Secret | undefined;
  /** Undefined: the provider's default. */
  readonly model: string | undefined;
  /** Of voices only. */
  readonly voice: string | undefined;
}

/** With those that go on when it fails, in their order. */
export interface KindChoice extends ProviderChoice {
  readonly fallbacks: readonly ProviderChoice[];
}

export type ProviderChoices = Readonly<Record<ProviderKind, KindChoice>>;

/**
 * What is absent stays as it is, but for the model and the voice of a provider that changes: they were the other's.
 * `null` deletes a key, and makes a model or a voice the default again.
 */
export interface KindChange {
  readonly name?: string | undefined;
  readonly key?: Secret | null | undefined;
  readonly model?: string | null | undefined;
  readonly voice?: string | null | undefined;
  /** `name` or `name#model`; takes the place of the whole list. */
  readonly fallbacks?: readonly string[] | undefined;
  /** Keys of providers by their names, such as those of the list. */
  readonly keys?: ReadonlyMap<string, Secret | null> | undefined;
}

export type ProviderChange = Readonly<Partial<Record<ProviderKind, KindChange>>>;

export interface ProviderParts {
  readonly vault: Vault;
  /** What the deployment uses for accounts that chose nothing. */
  readonly defaults: Readonly<Record<ProviderKind, string>>;
}

export function readProviders(
  db: Db,
  accountId: string,
  { vault, defaults }: ProviderParts,
): ProviderChoices {
  const chosen = db.select().from(providerSettings).where(eq(providerSettings.accountId, accountId)).get();
  const keyOf = (kind: ProviderKind, provider: string): Secret | undefined => {
    const at = { accountId, kind, provider };
    const row = db.select().from(providerKeys).where(whereIs(at)).get();
    return row === undefined ? undefined : vault.open(row.sealed, placeOf(at));
  };
  const choice = (kind: ProviderKind): KindChoice => {
    const name = chosen?.[kind] ?? defaults[kind];
    return {
      name,
      key: keyOf(kind, name),
      model: chosen?.[`${kind}Model`] ?? undefined,
      voice: kind === "tts" ? (chosen?.ttsVoice ?? undefined) : undefined,
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

/** Names change first, so that a key goes to the name it came with. Throws `provider/unknown`. */
export function changeProviders(
  db: Db,
  { accountId, change, at }: { accountId: string; change: ProviderChange; at: number },
  parts: ProviderParts,
): ProviderChoices {
  checkNames(change);
  return db.transaction(
    (tx) => {
      for (const kind of providerKinds) {
        const { key, keys = new Map<string, Secret | null>(), ...rest } = change[kind] ?? {};
        const set = columnsOf(kind, rest, readProviders(tx, accountId, parts)[kind].name);
        if (Object.keys(set).length > 0) {
          tx.insert(providerSettings)
            .values({ accountId, ...set })
            .onConflictDoUpdate({ target: providerSettings.accountId, set })
            .run();
        }
        const { name } = readProviders(tx, accountId, parts)[kind];
        for (const [provider, one] of key === undefined ? keys : [...keys, [name, key] as const]) {
          const place = { accountId, kind, provider };
          if (one === null) tx.delete(providerKeys).where(whereIs(place)).run();
          else writeKey(tx, place, { sealed: parts.vault.seal(one, placeOf(place)), updatedAt: at });
        }
      }
      return readProviders(tx, accountId, parts);
    },
    { behavior: "immediate" },
  );
}

type Columns = Partial<typeof providerSettings.$inferInsert>;

/** What a change writes; `before`: the provider that the account uses until now. */
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

/** Seals every key anew. Belongs into the transaction that changes the master key. */
export function resealKeys(tx: Db, { from, to }: { readonly from: Vault; readonly to: Vault }): number {
  const rows = tx.select().from(providerKeys).all();
  for (const row of rows) {
    const sealed = to.seal(from.open(row.sealed, placeOf(row)), placeOf(row));
    tx.update(providerKeys).set({ sealed }).where(whereIs(row)).run();
  }
  return rows.length;
}

const bullets = "••••";
/** Of a shorter key, four characters would be too much. */
const charsToShow = 8;

/** What people may see of a key. */
export function maskOf(key: Secret | undefined): string | null {
  if (key === undefined) return null;
  const value = key.reveal();
  return value.length < charsToShow ? bullets : bullets + value.slice(-4);
}

/** The client sent back the masked key that it was shown: the key stays as it is. */
export function isMask(text: string): boolean {
  return text.startsWith(bullets);
}

interface ProviderKeyPlace {
  readonly accountId: string;
  readonly kind: ProviderKind;
  readonly provider: string;
}

function writeKey(tx: Db, place: ProviderKeyPlace, set: { sealed: Buffer; updatedAt: number }): void {
  const target = [providerKeys.accountId, providerKeys.kind, providerKeys.provider];
  tx.insert(providerKeys)
    .values({ ...place, ...set })
    .onConflictDoUpdate({ target, set })
    .run();
}

function whereIs({ accountId, kind, provider }: ProviderKeyPlace) {
  return and(
    eq(providerKeys.accountId, accountId),
    eq(providerKeys.kind, kind),
    eq(providerKeys.provider, provider),
  );
}

/** A sealed key that is moved to another row does not open there. */
function placeOf({ accountId, kind, provider }: ProviderKeyPlace): string {
  return `${accountId}/${kind}/${provider}`;
}

/** Names of the catalog only: an address is the operator's to choose. */
function checkNames(change: ProviderChange): void {
  const errors = providerKinds.flatMap((kind) => {
    const { name, fallbacks = [], keys = new Map<string, unknown>() } = change[kind] ?? {};
    const all = catalog.filter((row) => row.kind === kind).map((row) => row.name);
    // Nothing that is built in answers in the place of a language model.
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
