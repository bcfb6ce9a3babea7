// API keys: 40 random characters, shown once and stored as a hash. A revoked one stops at once, because every use
// looks it up.

import type { KeyEntry, KeyOwner, KeyStore, KeyUser } from "../../db/port/account-store.ts";
import type { AuditAuthor } from "../../db/port/audit-store.ts";
import type { Store } from "../../db/port/store.ts";
import { Fault } from "../base/fault.ts";
import { newId } from "../base/id.ts";
import { entriesOf } from "./audit-trail.ts";
import { hashOf, randomText } from "./random-secret.ts";

export const keyPrefix = "vfk_";
/** Challenge of a 401. */
export const keyChallenge = 'ServiceKey realm="voice-flow", header="X-Service-Key"';
const randomChars = 40;
const shownChars = 12;
const keysMax = 50;
/** Precision of "last used": storing it at each use would cost more than the use. */
const notedEveryMs = 60_000;

interface NewApiKey {
  readonly accountId: string;
  readonly label: string;
  readonly at: number;
  readonly by?: AuditAuthor | undefined;
}

/** Creates a key; only the result contains the key itself. Throws `account/limit`. */
export async function createKey(
  store: Pick<Store, "of">,
  { accountId, label, at, by }: NewApiKey,
): Promise<KeyEntry & { readonly key: string }> {
  const key = keyPrefix + randomText(randomChars);
  const prefix = key.slice(0, shownChars);
  const entry = { id: newId("key", at), label, prefix, createdAt: at };
  const entries = entriesOf({ by, at }, { accountId, action: "key.made", target: entry.id });
  const stored = { ...entry, accountId, hash: hashOf(key) };
  const added = await store.of(accountId).keys.add(stored, keysMax, entries);
  if (!added)
    throw new Fault("account/limit", `An account has at most ${keysMax} API keys: revoke one first.`);
  return { ...entry, lastUsedAt: null, key };
}

/** Throws `account/key-not-found`, also for another account's. */
export async function revokeKey(
  store: Pick<Store, "of">,
  { by, ...key }: KeyOwner & { readonly at: number; readonly by?: AuditAuthor },
): Promise<void> {
  const { accountId, keyId: target, at } = key;
  const entries = entriesOf({ by, at }, { accountId, action: "key.revoked", target });
  if (await store.of(accountId).keys.revoke(key, entries)) return;
  throw new Fault(
    "account/key-not-found",
    "There is no such API key, or it was revoked: GET /auth/api-keys lists them by key_id.",
  );
}

/** Account of a key, and the key's own id; `undefined` for an unknown or revoked key. */
export async function ownerOfKey(
  keys: Pick<KeyStore, "use">,
  key: string,
  use: { readonly at: number; readonly from?: KeyUser },
): Promise<KeyOwner | undefined> {
  if (!key.startsWith(keyPrefix)) return undefined;
  return keys.use(hashOf(key), { ...use, notedEveryMs });
}
