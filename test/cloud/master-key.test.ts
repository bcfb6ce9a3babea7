// Master key: made once, readable for its owner only, refused when it does not fit the data, and the keys derived from
// it.

import { expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { openStore } from "../../db/sqlite/file-store.ts";
import { Secret } from "../../src/base/secret.ts";
import {
  adoptKey,
  deriveKey,
  fingerprintOf,
  newMasterKey,
  openMasterKey,
  prepareKey,
} from "../../src/cloud/master-key.ts";
import { Vault } from "../../src/cloud/vault.ts";
import { memoryStore, migrations, tempFolder } from "../support/servers/store.ts";

const given = new Secret("ab".repeat(32));

function open() {
  const folder = tempFolder();
  const store = openStore({ directory: folder.path, migrations });
  const stack = new DisposableStack();
  stack.use(folder);
  stack.use(store);
  const key = (from?: Secret) => openMasterKey(store.seals, { directory: folder.path, given: from });
  return { stack, folder, seals: store.seals, key };
}

test("master key: it is made once, readable for its owner alone", async () => {
  const { stack, folder, key } = open();
  using _ = stack;
  const made = (await key()).reveal();
  expect(made).toMatch(/^[0-9a-f]{64}$/);
  expect(readFileSync(folder.file("master.key"), "utf8")).toBe(`${made}\n`);
  expect(statSync(folder.file("master.key")).mode & 0o777).toBe(0o600);
  expect((await key()).reveal()).toBe(made);
});

test("master key: one from the environment is written nowhere", async () => {
  const { stack, folder, key } = open();
  using _ = stack;
  expect((await key(given)).reveal()).toBe(given.reveal());
  expect(existsSync(folder.file("master.key"))).toBe(false);
});

test("master key: a different one than the data's is refused", async () => {
  const { stack, folder, key } = open();
  using _ = stack;
  await key(given);
  expect(await key(newMasterKey()).catch(String)).toContain("MASTER_KEY is not the key");
  expect(await key().catch(String)).toContain("is missing: put master.key back");
  writeFileSync(folder.file("master.key"), newMasterKey().reveal());
  expect(await key().catch(String)).toContain("master.key is not the key");
  writeFileSync(folder.file("master.key"), "hello");
  expect(await key().catch(String)).toContain("does not hold 64 hexadecimal digits");
  rmSync(folder.file("master.key"));
  expect((await key(given)).reveal()).toBe(given.reveal());
});

test("master key: an in-memory key is new each time and stored nowhere", async () => {
  using store = memoryStore();
  expect(
    (await openMasterKey(store.seals, { directory: ":memory:", given: undefined })).reveal(),
  ).toHaveLength(64);
});

test("master key: an interrupted rotation is completed, before or after the change of the data", async () => {
  for (const changed of [false, true]) {
    const { stack, folder, seals, key } = open();
    using _ = stack;
    const [old, next] = [await key(), newMasterKey()];
    prepareKey(folder.path, next);
    if (changed) await seals.setFingerprint(fingerprintOf(next));
    expect((await key()).reveal()).toBe((changed ? next : old).reveal());
    expect(existsSync(folder.file("master.key.next"))).toBe(false);
    expect((await key()).reveal()).toBe((changed ? next : old).reveal());
  }
});

test("master key: the earlier key is kept for backups of its time", async () => {
  const { stack, folder, seals, key } = open();
  using _ = stack;
  const [old, next] = [await key(), newMasterKey()];
  prepareKey(folder.path, next);
  await seals.setFingerprint(fingerprintOf(next));
  adoptKey(folder.path);
  expect((await key()).reveal()).toBe(next.reveal());
  expect(readFileSync(folder.file("master.key.former"), "utf8").trim()).toBe(old.reveal());
});

test("master key: its derived keys differ, and stay the same", async () => {
  const child = (purpose: Parameters<typeof deriveKey>[1]) =>
    Buffer.from(deriveKey(given, purpose)).toString("hex");
  const children = [child("access-tokens"), child("provider-keys"), child("fingerprint")];
  expect(new Set(children).size).toBe(3);
  expect(child("access-tokens")).toBe(children[0]!);
  expect(children[0]).toHaveLength(64);
});

test("vault: it opens its sealed texts, at their place, unchanged, and never seals twice alike", async () => {
  const vault = new Vault(deriveKey(given, "provider-keys"));
  const secret = new Secret("sk-schlüssel-1");
  const sealed = vault.seal(secret, "acc_1/llm/x");
  expect(vault.open(sealed, "acc_1/llm/x").reveal()).toBe("sk-schlüssel-1");
  expect(sealed.includes(Buffer.from("schl"))).toBe(false);
  expect(vault.seal(secret, "acc_1/llm/x").equals(sealed)).toBe(false);
  expect(() => vault.open(sealed, "acc_2/llm/x")).toThrow();
  expect(() => new Vault(deriveKey(given, "fingerprint")).open(sealed, "acc_1/llm/x")).toThrow();
  for (let i = 0; i < sealed.length; i++) {
    const broken = Buffer.from(sealed);
    broken[i]! ^= 1;
    expect(() => vault.open(broken, "acc_1/llm/x")).toThrow();
  }
});
