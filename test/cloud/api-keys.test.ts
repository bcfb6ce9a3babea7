// API keys: random, shown once, kept as a hash, listed without the key, and invalid at once when revoked.

import { expect, test } from "bun:test";
import { createKey, ownerOfKey, revokeKey } from "../../src/cloud/api-keys.ts";
import { randomText } from "../../src/cloud/random-secret.ts";
import { chosenStore } from "../support/stores/chosen-store.ts";
import { bareAccount } from "../support/stores/new-account.ts";

async function open() {
  const opened = await chosenStore();
  return { ...opened, accountId: await bareAccount(opened.data, "acc_1") };
}

test("keys: they have 40 letters and digits, and only their hash is stored", async () => {
  await using opened = await open();
  const { store, data, accountId } = opened;
  const { key, prefix } = await createKey(store, { accountId, label: "x", at: 1 });
  expect(key).toMatch(/^vfk_[0-9A-Za-z]{40}$/);
  expect(prefix).toBe(key.slice(0, 12));
  const [row] = await data.rows("apiKeys");
  expect(JSON.stringify(row)).not.toContain(key.slice(12));
  expect(row?.hash).toBe(new Bun.CryptoHasher("sha256").update(key).digest("hex"));
});

test("keys: every character is about equally frequent", async () => {
  const counts = new Map<string, number>();
  for (const char of randomText(62_000)) counts.set(char, (counts.get(char) ?? 0) + 1);
  expect(counts.size).toBe(62);
  expect(Math.min(...counts.values())).toBeGreaterThan(800);
  expect(Math.max(...counts.values())).toBeLessThan(1_200);
});

test("keys: an account lists only its own, newest first, without revoked ones", async () => {
  await using opened = await open();
  const { store, data, accountId } = opened;
  await bareAccount(data, "acc_2");
  await createKey(store, { accountId: "acc_2", label: "other", at: 9 });
  const made = await Promise.all(
    ["a", "b", "c"].map((label, i) => createKey(store, { accountId, label, at: i + 1 })),
  );
  await revokeKey(store, { accountId, keyId: made[1]!.id, at: 5 });
  expect(await store.keys.list(accountId)).toEqual([
    { id: made[2]!.id, label: "c", prefix: made[2]!.prefix, createdAt: 3, lastUsedAt: null },
    { id: made[0]!.id, label: "a", prefix: made[0]!.prefix, createdAt: 1, lastUsedAt: null },
  ]);
});

test("keys: a key acts for its account until it is revoked", async () => {
  await using opened = await open();
  const { store, accountId } = opened;
  const { key, id } = await createKey(store, { accountId, label: "x", at: 1 });
  expect(await ownerOfKey(store.keys, key, { at: 100 })).toEqual({ accountId, keyId: id });
  expect(await ownerOfKey(store.keys, `${key.slice(0, -1)}!`, { at: 100 })).toBeUndefined();
  expect(await ownerOfKey(store.keys, "", { at: 100 })).toBeUndefined();
  expect([await store.keys.isLive(id), await store.keys.isLive("key_none")]).toEqual([true, false]);
  await revokeKey(store, { accountId, keyId: id, at: 200 });
  expect(await ownerOfKey(store.keys, key, { at: 201 })).toBeUndefined();
  expect(await store.keys.isLive(id)).toBe(false);
});

test("keys: the last use is stored to the minute", async () => {
  await using opened = await open();
  const { store, accountId } = opened;
  const { key } = await createKey(store, { accountId, label: "x", at: 1 });
  const used = async (at: number): Promise<number | null | undefined> => {
    await ownerOfKey(store.keys, key, { at });
    return (await store.keys.list(accountId))[0]?.lastUsedAt;
  };
  expect([await used(100_000), await used(159_999), await used(160_000)]).toEqual([
    100_000, 100_000, 160_000,
  ]);
});

test("keys: they cannot be revoked twice, nor by another account", async () => {
  await using opened = await open();
  const { store, data, accountId } = opened;
  await bareAccount(data, "acc_2");
  const { id } = await createKey(store, { accountId, label: "x", at: 1 });
  expect(await revokeKey(store, { accountId: "acc_2", keyId: id, at: 2 }).catch(String)).toContain(
    "no such API key",
  );
  await revokeKey(store, { accountId, keyId: id, at: 2 });
  expect(await revokeKey(store, { accountId, keyId: id, at: 3 }).catch(String)).toContain("no such API key");
});

test("keys: an account has at most fifty valid ones", async () => {
  await using opened = await open();
  const { store, accountId } = opened;
  const made = await Promise.all(
    Array.from({ length: 50 }, (_each, i) => createKey(store, { accountId, label: `${i}`, at: i })),
  );
  const more = () => createKey(store, { accountId, label: "more", at: 99 });
  expect(await more().catch(String)).toContain("at most 50 API keys");
  await revokeKey(store, { accountId, keyId: made[0]!.id, at: 100 });
  await more();
});
