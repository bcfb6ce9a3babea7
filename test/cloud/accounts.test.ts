// Accounts: one for each email in any spelling, with its welcome letter in the same transaction.

import { expect, test } from "bun:test";
import type { Fault } from "../../src/base/fault.ts";
import { changePassword, findAccount, logIn, normalEmail, signUp } from "../../src/cloud/accounts.ts";
import { Passwords } from "../../src/cloud/passwords.ts";
import { failureOf } from "../support/failure-of.ts";
import { chosenStore } from "../support/stores/chosen-store.ts";

const passwords = new Passwords(1);
const at = 5_000;
const welcome = { micros: 200, note: "welcome" };

test("accounts: an email is trimmed and lower-cased at sign-up and login", async () => {
  await using opened = await chosenStore();
  const { store, data } = opened;
  const id = await signUp(
    store.accounts,
    { email: "  Ada@Example.COM\n", password: "12345678", at },
    { passwords, welcome },
  );
  expect(id).toMatch(/^acc_[0-9A-Z]{26}$/);
  expect(await data.rows("accounts")).toMatchObject([{ id, email: "ada@example.com", createdAt: at }]);
  const login = { email: "ADA@example.com ", password: "12345678" };
  expect((await logIn(store.accounts, login, passwords)).id).toBe(id);
  expect(await findAccount(store.accounts, "Ada@example.com")).toMatchObject({
    id,
    email: "ada@example.com",
  });
  expect((await findAccount(store.accounts, id))?.id).toBe(id);
  expect(await findAccount(store.accounts, "acc_none")).toBeUndefined();
});

test.each([
  "",
  "ada",
  "@",
  "ada@",
  "@example.com",
  "a@b@c",
  "a b@c",
  "a@b c",
  "a\u0007@b",
  `${"a".repeat(250)}@b.cd`,
  "\ud800@b",
  "boss@b.example\u200d",
  "a\u202eb@b.example",
  "bo\u00adss@b.example",
  "\u3164boss@b.example",
  "boss\ufe0f@b.example",
  "boss\u2800@b.example",
  "boss@b.example..",
  "boss@b..example",
  "boss@.b.example",
])("accounts: %j is an invalid email", async (email) => {
  await using opened = await chosenStore();
  const { store } = opened;
  const attempt = signUp(store.accounts, { email, password: "12345678", at }, { passwords, welcome });
  expect(await attempt.catch((error: unknown) => error)).toMatchObject({
    code: "request/invalid",
    options: { errors: [{ pointer: "/email" }] },
  });
});

test.each([
  "\uff42oss@b.example",
  "boss@b.example.",
  "boss\uff20b\uff0eexample",
  "boss@b\u3002example\uff61",
  "\u{1d41b}oss@b.example",
  "\u3000boss@b.example ",
])("accounts: %j is the account of boss@b.example", async (email) => {
  await using opened = await chosenStore();
  const { store } = opened;
  const sign = (as: string) =>
    signUp(store.accounts, { email: as, password: "12345678", at }, { passwords, welcome });
  const id = await sign("boss@b.example");
  expect(await sign(email).catch((error: unknown) => error)).toMatchObject({ code: "account/email-taken" });
  expect((await logIn(store.accounts, { email, password: "12345678" }, passwords)).id).toBe(id);
});

test("accounts: a dotted capital I, as in İ, becomes an i", () => {
  expect(["İDA@b.example", "i\u0307da@b.example"].map(normalEmail)).toEqual([
    "ida@b.example",
    "ida@b.example",
  ]);
});

test("accounts: an email that an earlier version stored in capitals still finds its account", async () => {
  await using opened = await chosenStore();
  const { accounts } = opened.store;
  const passwordHash = await passwords.hash("12345678");
  const add = (id: string, email: string) => accounts.add({ id, email, passwordHash, at, welcome }, []);
  await add("acc_dotted", "boss@b.example.");
  await add("acc_plain", "boss@b.example");
  const find = async (email: string) =>
    (await logIn(accounts, { email, password: "12345678" }, passwords)).id;
  expect([await find("Boss@b.example. "), await find("boss@b.example")]).toEqual(["acc_dotted", "acc_plain"]);
});

test("accounts: two spellings of a domain are one email, also for older accounts", async () => {
  await using opened = await chosenStore();
  const { accounts } = opened.store;
  const make = (email: string) =>
    signUp(accounts, { email, password: "12345678", at }, { passwords, welcome });
  const find = async (email: string) =>
    (await logIn(accounts, { email, password: "12345678" }, passwords)).id;
  const taken = "An account with this email exists: log in instead.";
  const ada = await make("ada@exämple.com");
  expect([await find("ada@xn--exmple-cua.com"), await find("Ada@EXÄMPLE.com")]).toEqual([ada, ada]);
  expect(await failureOf(make("ada@xn--exmple-cua.com"))).toBe(taken);
  const passwordHash = await passwords.hash("12345678");
  await accounts.add({ id: "acc_bob", email: "bob@exämple.com", passwordHash, at, welcome }, []);
  expect([await find("bob@exämple.com"), await find("bob@xn--exmple-cua.com")]).toEqual([
    "acc_bob",
    "acc_bob",
  ]);
  expect(await failureOf(make("bob@exämple.com"))).toBe(taken);
});

test("accounts: an email has at most 254 characters", async () => {
  await using opened = await chosenStore();
  const { store, data } = opened;
  const email = `${"a".repeat(242)}@example.com`;
  await signUp(store.accounts, { email, password: "12345678", at }, { passwords, welcome });
  expect(await data.rows("accounts")).toHaveLength(1);
});

test("accounts: one of many simultaneous signups with one email succeeds, with one welcome", async () => {
  await using opened = await chosenStore();
  const { store, data } = opened;
  const attempts = Array.from({ length: 20 }, (_, i) =>
    signUp(
      store.accounts,
      { email: i % 2 ? "ada@b.c" : "Ada@B.c", password: "12345678", at },
      { passwords, welcome },
    ),
  );
  const outcomes = await Promise.allSettled(attempts);
  const won = outcomes.filter((each) => each.status === "fulfilled");
  expect(won).toHaveLength(1);
  for (const each of outcomes) {
    if (each.status === "rejected") expect(each.reason).toMatchObject({ code: "account/email-taken" });
  }
  expect((await store.ledger.balance(won[0]?.value ?? "")).balanceMicros).toBe(200);
  expect(await data.rows("balances")).toHaveLength(1);
});

test("accounts: without its welcome the account is not created", async () => {
  await using opened = await chosenStore();
  const { store, data } = opened;
  await using _ = await data.refuse({ what: "BEFORE INSERT ON ledger_entries", words: "no money today" });
  const attempt = signUp(
    store.accounts,
    { email: "a@b.c", password: "12345678", at },
    { passwords, welcome },
  );
  expect(await attempt.catch((error: unknown) => Bun.inspect(error))).toContain("no money today");
  expect(await data.rows("accounts")).toEqual([]);
});

test("accounts: a wrong password and an unknown email get the same refusal", async () => {
  await using opened = await chosenStore();
  const { store } = opened;
  await signUp(store.accounts, { email: "a@b.c", password: "12345678", at }, { passwords, welcome });
  const refusal = async (email: string): Promise<unknown> =>
    await logIn(store.accounts, { email, password: "12345679" }, passwords).catch((error: Fault) => [
      error.code,
      error.message,
      error.options,
    ]);
  const [wrong, unknown] = [await refusal("a@b.c"), await refusal("x@b.c")];
  expect(wrong).toEqual(unknown);
  expect(wrong).toContain("auth/invalid-credentials");
});

test("accounts: one of two simultaneous password changes succeeds, the other gets a wrong old password", async () => {
  await using opened = await chosenStore();
  const { accounts } = opened.store;
  await signUp(accounts, { email: "a@b.c", password: "12345678", at }, { passwords, welcome });
  const account = await logIn(accounts, { email: "a@b.c", password: "12345678" }, passwords);
  const change = (password: string) =>
    changePassword(accounts, { account, password }, { passwords, doing: { at } });
  const outcomes = await Promise.allSettled([change("one of them"), change("the other")]);
  const refused = outcomes.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
  expect(refused).toMatchObject([{ code: "auth/invalid-credentials" }]);
  expect((await accounts.byId(account.id))?.tokenGeneration).toBe(1);
});
