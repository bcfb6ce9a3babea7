// Contract of a store: access of accounts, and the owner of the deployment.

import { describe, expect, test } from "bun:test";
import { getTableColumns, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as tables from "../../db/schema.ts";
import { ownedRows } from "../../db/port/owned-rows.ts";
import type { NewLink } from "../../db/port/access-store.ts";
import type { NewAccount } from "../../db/port/account-store.ts";
import type { AuditDraft } from "../../db/port/audit-store.ts";
import type { Store } from "../../db/port/store.ts";
import { eachStore, storeKinds } from "../support/stores/each-store.ts";
import { newAccount } from "../support/stores/new-account.ts";

const day = 24 * 3_600_000;

const link = (id: string, more: Partial<NewLink> = {}): NewLink => ({
  id,
  hash: `hash of ${id}`,
  purpose: "signup",
  accountId: null,
  label: `for ${id}`,
  createdAt: 1_000,
  expiresAt: 2_000,
  ...more,
});

const person = (id: string, at: number, linkId?: string): NewAccount => ({
  id,
  email: `${id}@example.com`,
  passwordHash: "h",
  at,
  welcome: { micros: 5, note: "welcome" },
  link: linkId && `hash of ${linkId}`,
});

const entry = (chain: string): AuditDraft => ({
  chain,
  at: 1,
  actor: { kind: "operator", id: null, address: null },
  action: "owner.named",
  target: chain,
  requestId: null,
  details: {},
});

describe.each(storeKinds)("%s", (kind) => {
  const open = eachStore[kind];

  test("owner: an installation has at most one, as soon as it is named", async () => {
    await using opened = await open();
    const { accounts, audit } = opened.store;
    await newAccount(opened.store, "acc_1");
    await newAccount(opened.store, "acc_2");
    expect(await accounts.owner()).toBeUndefined();
    expect(await accounts.setOwner("acc_9", [entry("acc_9")])).toBe(false);
    expect(await accounts.setOwner("acc_1", [entry("acc_1")])).toBe(true);
    expect(await accounts.owner()).toMatchObject({ id: "acc_1", role: "owner" });
    expect(await accounts.setOwner("acc_2")).toBe(true);
    expect([await accounts.owner(), await accounts.byId("acc_1")]).toMatchObject([
      { id: "acc_2", role: "owner" },
      { id: "acc_1", role: "member" },
    ]);
    expect([await audit.head("acc_1"), await audit.head("acc_9")]).toMatchObject([{ number: 1 }, undefined]);
  });

  test("links: each makes one account, in time, and none after it is revoked", async () => {
    await using opened = await open();
    const { accounts, access, ledger } = opened.store;
    for (const id of ["a", "b", "c"]) await access.addLink(link(id));
    expect(await accounts.add(person("acc_1", 1_500, "a"))).toBeUndefined();
    expect(await accounts.add(person("acc_2", 1_500, "a"))).toBe("link");
    expect(await accounts.add(person("acc_2", 1_500, "unknown"))).toBe("link");
    expect(await accounts.add(person("acc_2", 2_000, "b"))).toBe("link");
    const revoked = { id: "c", purpose: "signup", at: 1_600 } as const;
    expect(await access.revokeLink({ ...revoked, purpose: "owner" })).toBe(false);
    expect(await access.revokeLink(revoked, [entry("acc_1")])).toBe(true);
    expect(await access.revokeLink(revoked)).toBe(false);
    expect(await accounts.add(person("acc_2", 1_700, "c"))).toBe("link");
    expect(await accounts.byId("acc_2")).toBeUndefined();
    expect((await ledger.books("acc_2")).entries).toEqual([]);
    expect((await accounts.byId("acc_1"))?.role).toBe("member");
    const all = await access.links("signup", 9);
    expect(all.map(({ id, usedBy, revokedAt }) => [id, usedBy, revokedAt])).toEqual([
      ["c", null, 1_600],
      ["b", null, null],
      ["a", "acc_1", null],
    ]);
    expect(JSON.stringify(all)).not.toContain("hash");
    expect([
      await access.usableLink("hash of a", 1_500),
      await access.usableLink("hash of b", 1_999),
    ]).toMatchObject([undefined, { id: "b", label: "for b" }]);
  });

  test("links: the links of a purpose are read from a given time on", async () => {
    await using opened = await open();
    const { access } = opened.store;
    for (const [id, createdAt] of [
      ["a", 1_000],
      ["b", 1_001],
      ["c", 1_002],
    ] as const)
      await access.addLink(link(id, { createdAt, purpose: "email" }));
    await access.addLink(link("d", { createdAt: 1_003, purpose: "password" }));
    const found = async (limit: number, after: number): Promise<string[]> =>
      (await access.links("email", limit, after)).map(({ id }) => id);
    expect([await found(9, 1_000), await found(1, 1_000), await found(9, 1_002)]).toEqual([
      ["c", "b"],
      ["c"],
      [],
    ]);
  });

  test("links: a taken email uses none up, and those that ended a month ago are deleted", async () => {
    await using opened = await open();
    const { accounts, access } = opened.store;
    await newAccount(opened.store, "acc_1");
    await access.addLink(link("a", { expiresAt: 40 * day }));
    expect(await accounts.add({ ...person("acc_2", 1_500, "a"), email: "acc_1@example.com" })).toBe("email");
    expect(await accounts.add(person("acc_2", 1_500, "a"))).toBeUndefined();
    await access.addLink(link("b", { createdAt: 71 * day, expiresAt: 80 * day }));
    expect((await access.links("signup", 9)).map(({ id }) => id)).toEqual(["b"]);
  });

  test("links: one confirms the email of its account and voids the other confirmations", async () => {
    await using opened = await open();
    const { accounts, access, audit } = opened.store;
    for (const id of ["acc_1", "acc_2"]) await accounts.add(person(id, 1));
    await accounts.add({ ...person("acc_3", 1), confirmedAt: 1 });
    const own = { purpose: "email", accountId: "acc_1" } as const;
    for (const id of ["a", "b", "c"]) await access.addLink(link(id, own));
    await access.addLink(link("d", { ...own, purpose: "password" }));
    const confirm = (id: string, linkId: string, at = 1_500): Promise<boolean> =>
      accounts.confirm({ id, link: `hash of ${linkId}`, at }, [entry(id)]);
    const refused = [confirm("acc_2", "a"), confirm("acc_1", "a", 2_000), confirm("acc_1", "d")];
    expect(await Promise.all(refused)).toEqual([false, false, false]);
    expect(await confirm("acc_1", "b")).toBe(true);
    expect(await Promise.all([confirm("acc_1", "a"), confirm("acc_1", "b")])).toEqual([false, false]);
    const all = await Promise.all(["acc_1", "acc_2", "acc_3"].map((id) => accounts.byId(id)));
    expect(all.map((each) => each?.confirmedAt)).toEqual([1_500, null, 1]);
    expect((await access.links("password", 9))[0]?.revokedAt).toBeNull();
    expect((await audit.page({ chain: "acc_1", limit: 9, order: "up" })).length).toBe(1);
  });

  test("links: a password ends the keys older than the email's confirmation, and no others", async () => {
    await using opened = await open();
    const { accounts, access, keys } = opened.store;
    await accounts.add({ ...person("acc_1", 1), confirmedAt: 100 });
    await accounts.add(person("acc_2", 1));
    for (const [accountId, createdAt] of [
      ["acc_1", 99],
      ["acc_1", 100],
      ["acc_2", 99],
    ] as const) {
      const id = `${accountId} at ${createdAt}`;
      await keys.add({ id, accountId, label: "", prefix: "", hash: id, createdAt }, 9);
    }
    for (const accountId of ["acc_1", "acc_2"]) {
      await access.addLink(link(accountId, { purpose: "password", accountId }));
      await accounts.endLogins({
        id: accountId,
        password: { is: "p", at: 1_500, link: `hash of ${accountId}` },
      });
    }
    const left = await Promise.all(["acc_1", "acc_2"].map((id) => keys.list(id)));
    expect(left.flat().map(({ id }) => id)).toEqual(["acc_1 at 100", "acc_2 at 99"]);
  });

  test("links: the first of two owner links wins", async () => {
    await using opened = await open();
    const { accounts, access } = opened.store;
    for (const id of ["a", "b", "c"]) await access.addLink(link(id, { purpose: "owner" }));
    expect(await accounts.add(person("acc_1", 1_500, "a"))).toBeUndefined();
    expect((await accounts.owner())?.id).toBe("acc_1");
    expect(await accounts.add(person("acc_2", 1_500, "b"))).toBe("link");
    expect(await accounts.byId("acc_2")).toBeUndefined();
    expect(await access.links("signup", 9)).toEqual([]);
  });

  test("leaving: an account is no longer found at once, and its data is deleted slice by slice", async () => {
    await using opened = await open();
    const { store } = opened;
    for (const id of ["acc_1", "acc_2"]) await fill(store, id);
    await store.accounts.setOwner("acc_2");
    expect(await store.accounts.leave({ id: "acc_2", at: 5_000 })).toBe(false);
    expect(await store.accounts.leave({ id: "acc_9", at: 5_000 })).toBe(false);
    const gone = { ...entry("acc_1"), action: "account.deleted" } as const;
    expect(await store.accounts.leave({ id: "acc_1", at: 5_000 }, [gone])).toBe(true);
    expect(await store.accounts.leave({ id: "acc_1", at: 5_000 })).toBe(false);
    expect([
      await store.accounts.byId("acc_1"),
      await store.accounts.byEmail("acc_1@example.com"),
      await store.keys.use("hash of key acc_1", { at: 6_000, notedEveryMs: 1 }),
      await store.access.useLogin({ id: "log acc_1", accountId: "acc_1" }, { at: 6_000, notedEveryMs: 1 }),
      await store.access.usableLink("hash of link acc_1", 1_500),
    ]).toEqual([undefined, undefined, undefined, false, undefined]);
    // Mailed links still count after the deletion of their accounts.
    const kept = (await store.access.links("password", 9)).map(({ id, accountId }) => [id, accountId]);
    expect(kept).toContainEqual(["link acc_1", null]);
    expect(await store.keys.revokedAmong(["key acc_1", "key acc_2"])).toEqual(["key acc_1"]);
    expect((await store.accounts.page({ limit: 9 })).map(({ id }) => id)).toEqual(["acc_2"]);
    expect(await store.accounts.leaving()).toEqual([{ id: "acc_1", deletedAt: 5_000 }]);
    expect(await store.accounts.leftAmong(["acc_1", "acc_2", "acc_9"])).toEqual(["acc_1"]);
    // The email is free.
    expect(await store.accounts.add({ ...person("acc_3", 1), email: "acc_1@example.com" })).toBeUndefined();
    const shut = (): Promise<readonly object[]> => store.accounts.shutAmong(["acc_1", "acc_3", "acc_9"]);
    expect(await shut()).toEqual([{ id: "acc_1", callsGoOn: false }]);
    expect(await store.accounts.close({ id: "acc_3", at: 6_000, callsGoOn: true })).toBe(true);
    expect(await shut()).toContainEqual({ id: "acc_3", callsGoOn: true });
    expect(await store.accounts.close({ id: "acc_3", at: null })).toBe(true);
    expect(await shut()).toEqual([{ id: "acc_1", callsGoOn: false }]);

    let slices = 0;
    while (!(await store.accounts.erase({ id: "acc_1", rowsMax: 1 }))) slices += 1;
    expect(slices).toBeGreaterThanOrEqual(8);
    const other = await leftOf(store, "acc_2");
    expect(Object.keys(other)).toEqual(
      Object.entries(await leftOf(store, "acc_1")).flatMap(([name, left]) => (left === 0 ? [name] : [])),
    );
    expect(Object.entries(other).filter(([, left]) => left === 0)).toEqual([]);
    expect((await store.ledger.books("acc_1")).entries).toHaveLength(1);
    expect((await store.audit.head("acc_1"))?.number).toBe(1);
    await store.accounts.erased({ id: "acc_1", at: 9_000 }, [{ ...gone, action: "account.erased" }]);
    expect(await store.accounts.leaving()).toEqual([]);
    expect((await store.audit.head("acc_1"))?.number).toBe(2);
  });
});

/** Adds one of everything that an account may own. */
async function fill(store: Store, accountId: string): Promise<void> {
  await newAccount(store, accountId);
  const flow = { accountId, name: "F", layout: null, at: 1, source: "a: 1", documentId: "a" };
  for (const id of [`flow_1 ${accountId}`, `flow_2 ${accountId}`])
    await store.flows.add({ ...flow, id, links: new Map() }, 9);
  const key = { id: `key ${accountId}`, label: "l", prefix: "vk", hash: `hash of key ${accountId}` };
  await store.keys.add({ ...key, accountId, createdAt: 1 }, 9);
  await store.secrets.put({ accountId, name: "S", sealed: Buffer.alloc(8), hosts: [], at: 1 }, 9);
  const login = { accountId, createdAt: 1, address: null, agent: "a" };
  await store.access.addLogin({ ...login, id: `log ${accountId}` }, { prefix: "log", since: 0, max: 9 });
  await store.access.addLink(link(`link ${accountId}`, { purpose: "password", accountId }));
  const rules = { audioDays: 1, wordsDays: null, valuesDays: null, numbersDays: null, redact: [] };
  await store.retention.setRules(accountId, { ...rules, at: 1 });
  await store.retention.addErasure({ id: `era ${accountId}`, accountId, subjectHash: "h", at: 1 });
  await store.retention.setRecorded(accountId, { at: 1, accounts: [{ accountId, bytes: 7 }] });
  const delivery = { accountId, queue: `q ${accountId}`, url: "https://a.example", signer: "hook_1" };
  await store.outbox.add([{ ...delivery, messageId: "msg_1", body: "{}", createdAt: 1 }]);
}

/** Number of rows that are left of each. */
async function leftOf(store: Store, accountId: string): Promise<Record<string, number>> {
  const { recorded } = await store.accounts.storedBytes(accountId);
  return {
    flows: (await store.flows.list(accountId)).length,
    keys: (await store.keys.list(accountId)).length,
    secrets: (await store.secrets.list(accountId)).length,
    logins: (await store.access.logins(accountId, 0)).length,
    rules: (await store.retention.rules(accountId)) === undefined ? 0 : 1,
    erasures: (await store.retention.erasures(accountId, 9)).length,
    recorded,
  };
}

test("leaving: every table with accounts is emptied, except money and the audit log", () => {
  const stay = ["sessions", "callTags", "ledgerEntries", "balances", "holds"];
  const named = Object.entries(tables).flatMap(([name, table]) =>
    is(table, SQLiteTable) && "accountId" in getTableColumns(table) && !stay.includes(name) ? [name] : [],
  );
  expect(ownedRows.map(([name]): string => name).toSorted()).toEqual(named.toSorted());
});
