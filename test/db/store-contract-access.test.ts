// The contract of a store: what opens accounts, and whose the deployment is.

import { describe, expect, test } from "bun:test";
import type { NewLink } from "../../db/port/access-store.ts";
import type { NewAccount } from "../../db/port/account-store.ts";
import type { AuditDraft } from "../../db/port/audit-store.ts";
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

  test("owner: there is none until one is named, and never two", async () => {
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

  test("links: make one account each, in time, and none once they are revoked", async () => {
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

  test("links: a taken email uses none up, and what was over for a month is forgotten", async () => {
    await using opened = await open();
    const { accounts, access } = opened.store;
    await newAccount(opened.store, "acc_1");
    await access.addLink(link("a", { expiresAt: 40 * day }));
    expect(await accounts.add({ ...person("acc_2", 1_500, "a"), email: "acc_1@example.com" })).toBe("email");
    expect(await accounts.add(person("acc_2", 1_500, "a"))).toBeUndefined();
    await access.addLink(link("b", { createdAt: 71 * day, expiresAt: 80 * day }));
    expect((await access.links("signup", 9)).map(({ id }) => id)).toEqual(["b"]);
  });

  test("links: of two that make the owner the first one does", async () => {
    await using opened = await open();
    const { accounts, access } = opened.store;
    for (const id of ["a", "b", "c"]) await access.addLink(link(id, { purpose: "owner" }));
    expect(await accounts.add(person("acc_1", 1_500, "a"))).toBeUndefined();
    expect((await accounts.owner())?.id).toBe("acc_1");
    expect(await accounts.add(person("acc_2", 1_500, "b"))).toBe("link");
    expect(await accounts.byId("acc_2")).toBeUndefined();
    expect(await access.links("signup", 9)).toEqual([]);
  });
});
