// Secrets and hooks at rest: each is sealed for its row, and readable after a change of the master key.

import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { Secret } from "../../src/base/secret.ts";
import { createHook, hookTargets, placeOfHook, signingSecret } from "../../src/hooks/account-hooks.ts";
import { placeOfSecret, putSecret, readSecret } from "../../src/cloud/account-secrets.ts";
import { Vault } from "../../src/cloud/vault.ts";
import { chosenStore } from "../support/stores/chosen-store.ts";
import { bareAccount } from "../support/stores/new-account.ts";

const accountId = "acc_1";
const signerOf = (name: string): string => `secret:${name}`;
const [vault, next] = [new Vault(new Uint8Array(32).fill(1)), new Vault(new Uint8Array(32).fill(2))];

async function bench() {
  const opened = await chosenStore();
  const { store, data } = opened;
  await bareAccount(data, accountId);
  await bareAccount(data, "acc_2");
  const secret = (name: string, value: string, owner = accountId) =>
    putSecret(store, vault, {
      accountId: owner,
      name,
      value: new Secret(value),
      hosts: ["a.example"],
      at: 0,
    });
  return { ...opened, secret };
}

test("secrets: their own account reads them back with their hosts", async () => {
  await using it = await bench();
  await it.secret("KEY", "s3cret");
  const read = await readSecret(it.store, vault, { accountId, name: "KEY" });
  expect([read?.value.reveal(), read?.hosts]).toEqual(["s3cret", ["a.example"]]);
  expect(await readSecret(it.store, vault, { accountId: "acc_2", name: "KEY" })).toBe(undefined);
  expect(await readSecret(it.store, vault, { accountId, name: "OTHER" })).toBe(undefined);
});

test("secrets: a sealed value moved to another place does not open there", async () => {
  await using it = await bench();
  await it.secret("ONE", "first");
  await it.secret("TWO", "second");
  await it.data.run(
    sql`UPDATE secrets SET sealed = (SELECT sealed FROM secrets WHERE name = 'ONE') WHERE name = 'TWO'`,
  );
  expect(await readSecret(it.store, vault, { accountId, name: "TWO" }).catch(String)).toContain("Error");
  const sealed = (await it.data.rows("secrets")).map((row) => Buffer.from(row.sealed));
  expect(sealed.map((bytes) => bytes.includes("first"))).toEqual([false, false]);
});

test("secrets, hooks: another master key opens all of them, and the earlier one opens none", async () => {
  await using it = await bench();
  await it.secret("KEY", "s3cret");
  await it.secret("KEY", "of another", "acc_2");
  const given = { accountId, url: "https://a.example/", events: ["session.ended"], at: 0 };
  const { id } = await createHook(it.store, vault, { ...given, secret: new Secret("whsec_AAAA") });
  const sealed = await it.store.seals.resealAll({
    fingerprint: "next",
    reseal: (bytes, at) => {
      if (at.type !== "secret" && at.type !== "hook") throw new Error("There is none");
      const place = at.type === "secret" ? placeOfSecret(at) : placeOfHook(at);
      return next.seal(vault.open(bytes, place), place);
    },
  });
  expect(sealed).toEqual({
    key: 0,
    secret: 2,
    hook: 1,
    number: 0,
    "phone-call": 0,
    parties: 0,
    subjects: 0,
  });
  expect(await it.store.seals.fingerprint()).toBe("next");
  const signing = async (signer: string, by: Vault) =>
    (await signingSecret(it.store, by, { accountId, signer }))?.reveal();
  expect([await signing(signerOf("KEY"), next), await signing(id, next)]).toEqual(["s3cret", "whsec_AAAA"]);
  for (const signer of [signerOf("KEY"), id])
    expect(await signing(signer, vault).catch(String)).toContain("Error");
});

test("hooks: only the account's own existing hook or secret signs", async () => {
  await using it = await bench();
  await it.secret("KEY", "s3cret");
  const given = { accountId, url: "https://a.example/", events: ["session.ended"], at: 0 };
  const { id } = await createHook(it.store, vault, { ...given, secret: new Secret("whsec_AAAA") });
  for (const signer of [id, signerOf("KEY")])
    expect(await signingSecret(it.store, vault, { accountId: "acc_2", signer })).toBe(undefined);
  await it.data.run(sql`DELETE FROM hooks WHERE id = ${id}`);
  expect(await signingSecret(it.store, vault, { accountId, signer: id })).toBe(undefined);
  expect(await signingSecret(it.store, vault, { accountId, signer: signerOf("GONE") })).toBe(undefined);
});

test("hooks: the account's and the flow's own hooks are listed, each with its signer", async () => {
  await using it = await bench();
  const given = { accountId, url: "https://a.example/", events: ["session.ended"], at: 0 };
  const { id } = await createHook(it.store, vault, { ...given, secret: new Secret("whsec_AAAA") });
  const declared = [{ url: "https://b.example/", events: ["plan.chosen"], secret: "KEY" }];
  expect(hookTargets(await it.store.hooks.list(accountId), declared)).toEqual([
    { url: "https://a.example/", events: ["session.ended"], signer: id },
    { url: "https://b.example/", events: ["plan.chosen"], signer: signerOf("KEY") },
  ]);
  expect(hookTargets(await it.store.hooks.list("acc_2"), [])).toEqual([]);
});
