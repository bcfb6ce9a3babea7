// Secrets and hooks at rest: sealed in their place, and readable after another master key.

import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { hooks, secrets } from "../../db/tables.ts";
import { Secret } from "../../src/base/secret.ts";
import { createHook, hookTargets, resealHooks, signingSecret } from "../../src/cloud/account-hooks.ts";
import { putSecret, readSecret, resealSecrets } from "../../src/cloud/account-secrets.ts";
import { Vault } from "../../src/cloud/vault.ts";
import { addAccount, memoryStore } from "../support/servers/store.ts";

const accountId = "acc_1";
const signerOf = (name: string): string => `secret:${name}`;
const [vault, next] = [new Vault(new Uint8Array(32).fill(1)), new Vault(new Uint8Array(32).fill(2))];

function bench() {
  const store = memoryStore();
  const db = store.durable;
  addAccount(db, accountId);
  addAccount(db, "acc_2");
  const secret = (name: string, value: string, owner = accountId) =>
    putSecret(db, vault, { accountId: owner, name, value: new Secret(value), hosts: ["a.example"], at: 0 });
  return { db, secret, [Symbol.dispose]: () => store[Symbol.dispose]() };
}

test("secrets: are read back with their hosts, by their own account", () => {
  using it = bench();
  it.secret("KEY", "s3cret");
  const read = readSecret(it.db, vault, { accountId, name: "KEY" });
  expect([read?.value.reveal(), read?.hosts]).toEqual(["s3cret", ["a.example"]]);
  expect(readSecret(it.db, vault, { accountId: "acc_2", name: "KEY" })).toBe(undefined);
  expect(readSecret(it.db, vault, { accountId, name: "OTHER" })).toBe(undefined);
});

test("secrets: a sealed value that is moved to another place does not open there", () => {
  using it = bench();
  it.secret("ONE", "first");
  it.secret("TWO", "second");
  const row = it.db.select().from(secrets).where(eq(secrets.name, "ONE")).get();
  it.db.update(secrets).set({ sealed: row?.sealed }).where(eq(secrets.name, "TWO")).run();
  expect(() => readSecret(it.db, vault, { accountId, name: "TWO" })).toThrow();
  expect(Buffer.from(row?.sealed ?? []).includes("first")).toBe(false);
});

test("secrets, hooks: another master key opens all of them, and the one before none", () => {
  using it = bench();
  it.secret("KEY", "s3cret");
  it.secret("KEY", "of another", "acc_2");
  const given = { accountId, url: "https://a.example/", events: ["session.ended"], at: 0 };
  const { id } = createHook(it.db, vault, { ...given, secret: new Secret("whsec_AAAA") });
  expect([
    resealSecrets(it.db, { from: vault, to: next }),
    resealHooks(it.db, { from: vault, to: next }),
  ]).toEqual([2, 1]);
  const signing = (signer: string, by: Vault) => signingSecret(it.db, by, { accountId, signer })?.reveal();
  expect([signing(signerOf("KEY"), next), signing(id, next)]).toEqual(["s3cret", "whsec_AAAA"]);
  expect(() => signing(signerOf("KEY"), vault)).toThrow();
  expect(() => signing(id, vault)).toThrow();
});

test("hooks: nobody else's hook or secret signs, and none that is gone", () => {
  using it = bench();
  it.secret("KEY", "s3cret");
  const given = { accountId, url: "https://a.example/", events: ["session.ended"], at: 0 };
  const { id } = createHook(it.db, vault, { ...given, secret: new Secret("whsec_AAAA") });
  for (const signer of [id, signerOf("KEY")])
    expect(signingSecret(it.db, vault, { accountId: "acc_2", signer })).toBe(undefined);
  it.db.delete(hooks).where(eq(hooks.id, id)).run();
  expect(signingSecret(it.db, vault, { accountId, signer: id })).toBe(undefined);
  expect(signingSecret(it.db, vault, { accountId, signer: signerOf("GONE") })).toBe(undefined);
});

test("hooks: those of the account and those that a flow declares are told, each with its own signer", () => {
  using it = bench();
  const given = { accountId, url: "https://a.example/", events: ["session.ended"], at: 0 };
  const { id } = createHook(it.db, vault, { ...given, secret: new Secret("whsec_AAAA") });
  const declared = [{ url: "https://b.example/", events: ["plan.chosen"], secret: "KEY" }];
  expect(hookTargets(it.db, accountId, declared)).toEqual([
    { url: "https://a.example/", events: ["session.ended"], signer: id },
    { url: "https://b.example/", events: ["plan.chosen"], signer: signerOf("KEY") },
  ]);
  expect(hookTargets(it.db, "acc_2", [])).toEqual([]);
});
