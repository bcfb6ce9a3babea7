// API keys: 40 random characters that are shown once and kept as a hash. A revoked one stops at once, because every
// use looks it up.

import { and, count, desc, eq, isNull } from "drizzle-orm";
import { isStorageFull } from "../../db/disk-full.ts";
import type { Db } from "../../db/open-database.ts";
import { apiKeys } from "../../db/tables.ts";
import { Fault } from "../base/fault.ts";
import { newId } from "../base/id.ts";
import { hashOf, randomText } from "./random-secret.ts";

export interface KeyEntry {
  readonly id: string;
  readonly label: string;
  readonly prefix: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

export const keyPrefix = "vfk_";
const randomChars = 40;
const shownChars = 12;
const keysMax = 50;
/** How exact "last used" is: writing it down at each use would cost more than the use. */
const usedEveryMs = 60_000;

/** The key itself is in the answer and nowhere else. Throws `account/limit`. */
export function createKey(
  db: Db,
  { accountId, label, at }: { readonly accountId: string; readonly label: string; readonly at: number },
): KeyEntry & { readonly key: string } {
  const key = keyPrefix + randomText(randomChars);
  const prefix = key.slice(0, shownChars);
  const entry = { id: newId("key", at), label, prefix, createdAt: at, lastUsedAt: null };
  db.transaction(
    (tx) => {
      const live = and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt));
      const keys = tx.select({ number: count() }).from(apiKeys).where(live).get();
      if ((keys?.number ?? 0) >= keysMax) {
        throw new Fault("account/limit", `An account has at most ${keysMax} API keys: revoke one first.`);
      }
      tx.insert(apiKeys)
        .values({ ...entry, accountId, hash: hashOf(key) })
        .run();
    },
    { behavior: "immediate" },
  );
  return { ...entry, key };
}

/** Newest first. */
export function listKeys(db: Db, accountId: string): KeyEntry[] {
  return db
    .select({
      id: apiKeys.id,
      label: apiKeys.label,
      prefix: apiKeys.prefix,
      createdAt: apiKeys.createdAt,
      lastUsedAt: apiKeys.lastUsedAt,
    })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .all();
}

/** Throws `account/key-not-found`, also for another account's. */
export function revokeKey(
  db: Db,
  { accountId, keyId, at }: { readonly accountId: string; readonly keyId: string; readonly at: number },
): void {
  const revoked = db
    .update(apiKeys)
    .set({ revokedAt: at })
    .where(and(eq(apiKeys.id, keyId), eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id })
    .get();
  if (revoked !== undefined) return;
  throw new Fault("account/key-not-found", "There is no such API key, or it has been revoked already.");
}

/** For a request that has waited since the key was looked up. */
export function keyIsLive(db: Db, keyId: string): boolean {
  const live = and(eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt));
  return db.select({ id: apiKeys.id }).from(apiKeys).where(live).get() !== undefined;
}

/** The account that a key speaks for, and the key's own id; `undefined` for a key that is unknown or revoked. */
export function ownerOfKey(
  db: Db,
  key: string,
  at: number,
): { readonly accountId: string; readonly keyId: string } | undefined {
  if (!key.startsWith(keyPrefix)) return undefined;
  const row = db
    .select({ id: apiKeys.id, accountId: apiKeys.accountId, lastUsedAt: apiKeys.lastUsedAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.hash, hashOf(key)), isNull(apiKeys.revokedAt)))
    .get();
  if (row === undefined) return undefined;
  if (at - (row.lastUsedAt ?? 0) >= usedEveryMs) noteUse(db, row.id, at);
  return { accountId: row.accountId, keyId: row.id };
}

/** On a full disk it is left out, so that reading still works. */
function noteUse(db: Db, id: string, at: number): void {
  try {
    db.update(apiKeys).set({ lastUsedAt: at }).where(eq(apiKeys.id, id)).run();
  } catch (error) {
    if (!isStorageFull(error)) throw error;
  }
}
