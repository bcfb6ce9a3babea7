// The master key: made once, kept for its owner, refused when it is another one, and what is derived from it.

import { expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { openStore } from "../../db/open-database.ts";
import { Secret } from "../../src/base/secret.ts";
import {
  adoptKey,
  deriveKey,
  newMasterKey,
  openMasterKey,
  prepareKey,
  writeFingerprint,
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
  const key = (from?: Secret) => openMasterKey(store.durable, { directory: folder.path, given: from });
  return { stack, folder, db: store.durable, key };
}

test("master key: is made once, for its owner alone", () => {
  const { stack, folder, key } = open();
  using _ = stack;
  const made = key().reveal();
  expect(made).toMatch(/^[0-9a-f]{64}$/);
  expect(readFileSync(folder.file("master.key"), "utf8")).toBe(`${made}\n`);
  expect(statSync(folder.file("master.key")).mode & 0o777).toBe(0o600);
  expect(key().reveal()).toBe(made);
});

test("master key: from the environment it is written nowhere", () => {
  const { stack, folder, key } = open();
  using _ = stack;
  expect(key(given).reveal()).toBe(given.reveal());
  expect(existsSync(folder.file("master.key"))).toBe(false);
});

test("master key: another one than the data was written with is refused", () => {
  const { stack, folder, key } = open();
  using _ = stack;
  key(given);
  expect(() => key(newMasterKey())).toThrow("MASTER_KEY is not the key");
  expect(() => key()).toThrow("with a master key that is not there");
  writeFileSync(folder.file("master.key"), newMasterKey().reveal());
  expect(() => key()).toThrow("master.key is not the key");
  writeFileSync(folder.file("master.key"), "hello");
  expect(() => key()).toThrow("does not hold 64 hexadecimal digits");
  rmSync(folder.file("master.key"));
  expect(key(given).reveal()).toBe(given.reveal());
});

test("master key: in memory it is made anew and kept nowhere", () => {
  using store = memoryStore();
  expect(openMasterKey(store.durable, { directory: ":memory:", given: undefined }).reveal()).toHaveLength(64);
});

test("master key: a rotation that was cut short before or after the data changed is made good", () => {
  for (const changed of [false, true]) {
    const { stack, folder, db, key } = open();
    using _ = stack;
    const [old, next] = [key(), newMasterKey()];
    prepareKey(folder.path, next);
    if (changed) writeFingerprint(db, next);
    expect(key().reveal()).toBe((changed ? next : old).reveal());
    expect(existsSync(folder.file("master.key.next"))).toBe(false);
    expect(key().reveal()).toBe((changed ? next : old).reveal());
  }
});

test("master key: the one before a rotation is kept for backups of that time", () => {
  const { stack, folder, db, key } = open();
  using _ = stack;
  const [old, next] = [key(), newMasterKey()];
  prepareKey(folder.path, next);
  writeFingerprint(db, next);
  adoptKey(folder.path);
  expect(key().reveal()).toBe(next.reveal());
  expect(readFileSync(folder.file("master.key.former"), "utf8").trim()).toBe(old.reveal());
});

test("master key: its children are different, and the same each time", () => {
  const child = (purpose: Parameters<typeof deriveKey>[1]) =>
    Buffer.from(deriveKey(given, purpose)).toString("hex");
  const children = [child("access-tokens"), child("provider-keys"), child("fingerprint")];
  expect(new Set(children).size).toBe(3);
  expect(child("access-tokens")).toBe(children[0]!);
  expect(children[0]).toHaveLength(64);
});

test("vault: opens what it sealed, at its place, unchanged, and never seals twice alike", () => {
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
