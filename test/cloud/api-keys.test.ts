// API keys: random, shown once, kept as a hash, listed without it, and dead at once when revoked.

import { expect, test } from "bun:test";
import { apiKeys } from "../../db/tables.ts";
import { createKey, keyIsLive, listKeys, ownerOfKey, revokeKey } from "../../src/cloud/api-keys.ts";
import { randomText } from "../../src/cloud/random-secret.ts";
import { addAccount, memoryStore } from "../support/servers/store.ts";

function open() {
  const store = memoryStore();
  return { store, db: store.durable, accountId: addAccount(store.durable, "acc_1") };
}

test("keys: have 40 letters and digits, and only their hash is stored", () => {
  const { store, db, accountId } = open();
  using _ = store;
  const { key, prefix } = createKey(db, { accountId, label: "x", at: 1 });
  expect(key).toMatch(/^vfk_[0-9A-Za-z]{40}$/);
  expect(prefix).toBe(key.slice(0, 12));
  const [row] = db.select().from(apiKeys).all();
  expect(JSON.stringify(row)).not.toContain(key.slice(12));
  expect(row?.hash).toBe(new Bun.CryptoHasher("sha256").update(key).digest("hex"));
});

test("keys: use every character about as often as any other", () => {
  const counts = new Map<string, number>();
  for (const char of randomText(62_000)) counts.set(char, (counts.get(char) ?? 0) + 1);
  expect(counts.size).toBe(62);
  expect(Math.min(...counts.values())).toBeGreaterThan(800);
  expect(Math.max(...counts.values())).toBeLessThan(1_200);
});

test("keys: are listed newest first, their own account's alone, without the revoked", () => {
  const { store, db, accountId } = open();
  using _ = store;
  addAccount(db, "acc_2");
  createKey(db, { accountId: "acc_2", label: "other", at: 9 });
  const made = ["a", "b", "c"].map((label, i) => createKey(db, { accountId, label, at: i + 1 }));
  revokeKey(db, { accountId, keyId: made[1]!.id, at: 5 });
  expect(listKeys(db, accountId)).toEqual([
    { id: made[2]!.id, label: "c", prefix: made[2]!.prefix, createdAt: 3, lastUsedAt: null },
    { id: made[0]!.id, label: "a", prefix: made[0]!.prefix, createdAt: 1, lastUsedAt: null },
  ]);
});

test("keys: speak for their account until they are revoked", () => {
  const { store, db, accountId } = open();
  using _ = store;
  const { key, id } = createKey(db, { accountId, label: "x", at: 1 });
  expect(ownerOfKey(db, key, 100)).toEqual({ accountId, keyId: id });
  expect(ownerOfKey(db, `${key.slice(0, -1)}!`, 100)).toBeUndefined();
  expect(ownerOfKey(db, "", 100)).toBeUndefined();
  expect([keyIsLive(db, id), keyIsLive(db, "key_none")]).toEqual([true, false]);
  revokeKey(db, { accountId, keyId: id, at: 200 });
  expect(ownerOfKey(db, key, 201)).toBeUndefined();
  expect(keyIsLive(db, id)).toBe(false);
});

test("keys: remember when they were used, to the minute", () => {
  const { store, db, accountId } = open();
  using _ = store;
  const { key } = createKey(db, { accountId, label: "x", at: 1 });
  const used = (at: number): number | null | undefined => {
    ownerOfKey(db, key, at);
    return listKeys(db, accountId)[0]?.lastUsedAt;
  };
  expect([used(100_000), used(159_999), used(160_000)]).toEqual([100_000, 100_000, 160_000]);
});

test("keys: cannot be revoked twice, nor by somebody else", () => {
  const { store, db, accountId } = open();
  using _ = store;
  addAccount(db, "acc_2");
  const { id } = createKey(db, { accountId, label: "x", at: 1 });
  expect(() => revokeKey(db, { accountId: "acc_2", keyId: id, at: 2 })).toThrow("no such API key");
  revokeKey(db, { accountId, keyId: id, at: 2 });
  expect(() => revokeKey(db, { accountId, keyId: id, at: 3 })).toThrow("no such API key");
});

test("keys: an account has at most fifty that live", () => {
  const { store, db, accountId } = open();
  using _ = store;
  const made = Array.from({ length: 50 }, (_each, i) => createKey(db, { accountId, label: `${i}`, at: i }));
  const more = () => createKey(db, { accountId, label: "more", at: 99 });
  expect(more).toThrow("at most 50 API keys");
  revokeKey(db, { accountId, keyId: made[0]!.id, at: 100 });
  more();
});
