// Contract of a store: operations on accounts and their settings.

import { describe, expect, test } from "bun:test";
import type { NewKey } from "../../db/port/account-store.ts";
import type { AuditDraft } from "../../db/port/audit-store.ts";
import type { FlowText } from "../../db/port/flow-store.ts";
import { failureOf } from "../support/failure-of.ts";
import { eachStore, storeKinds } from "../support/stores/each-store.ts";
import { newAccount } from "../support/stores/new-account.ts";

const key = (id: string, at = 1): NewKey => ({
  id,
  accountId: "acc_1",
  label: `label of ${id}`,
  prefix: "vk_1234",
  hash: `hash of ${id}`,
  createdAt: at,
});

const text = (source: string, documentId = ""): FlowText => ({ source, documentId, links: new Map() });

describe.each(storeKinds)("%s", (kind) => {
  const open = eachStore[kind];

  test("accounts: they are found by email and id, and an email is unique", async () => {
    await using opened = await open();
    const { accounts, ledger } = opened.store;
    const given = { id: "acc_1", email: "ann@example.com", passwordHash: "h" };
    const welcome = { micros: 500, note: "welcome" };
    expect(await accounts.add({ ...given, at: 1, welcome })).toBeUndefined();
    expect(await accounts.add({ ...given, id: "acc_2", at: 2, welcome })).toBe("email");
    const times = { closedAt: null, createdAt: 1, confirmedAt: null };
    const stored = { ...given, ...times, tokenGeneration: 0, role: "member" } as const;
    expect(await accounts.byEmail("ann@example.com")).toEqual(stored);
    expect(await accounts.byId("acc_1")).toEqual(stored);
    expect([await accounts.byId("acc_2"), await accounts.byEmail("bob@example.com")]).toEqual([
      undefined,
      undefined,
    ]);
    expect((await ledger.balance("acc_1")).availableMicros).toBe(500);
    expect((await ledger.books("acc_2")).entries).toEqual([]);
  });

  test("accounts: logins end with an entry, and a new password replaces the present one only", async () => {
    await using opened = await open();
    const { accounts, access, audit } = opened.store;
    await newAccount(opened.store, "acc_1");
    await newAccount(opened.store, "acc_2");
    const entry: AuditDraft = {
      chain: "acc_1",
      at: 1,
      actor: { kind: "user", id: "acc_1", address: null },
      action: "logins.ended",
      target: "acc_1",
      requestId: null,
      details: {},
    };
    const id = "acc_1";
    const link = { purpose: "password", label: "", createdAt: 0, expiresAt: 9, hash: "h1" } as const;
    await access.addLink({ ...link, id: "link_1", accountId: "acc_1" });
    await access.addLink({ ...link, id: "link_2", accountId: "acc_1", hash: "h2" });
    await access.addLink({ ...link, id: "link_3", accountId: "acc_2", hash: "h3" });
    await access.addLink({ ...link, id: "link_4", accountId: null, hash: "h4", purpose: "signup" });
    const usable = async () => {
      const all = ["h1", "h2", "h3", "h4"].map((hash) => access.usableLink(hash, 1));
      return (await Promise.all(all)).map((found) => found?.id);
    };
    expect(await accounts.endLogins({ id }, [entry])).toBe(1);
    expect(await usable()).toEqual(["link_1", "link_2", "link_3", "link_4"]);
    expect(await accounts.endLogins({ id, password: { was: "none", is: "new", at: 1 } }, [entry])).toBe(2);
    const late = { id, password: { was: "none", is: "newer", at: 1 } };
    expect(await accounts.endLogins(late, [entry])).toBeUndefined();
    // Links mailed earlier cannot set the password again.
    expect(await usable()).toEqual([undefined, undefined, "link_3", "link_4"]);
    const other = { id: "acc_2", password: { link: "h1", is: "newer", at: 1 } };
    expect(await accounts.endLogins(other, [entry])).toBeUndefined();
    expect(await accounts.endLogins({ id: "acc_9" }, [entry])).toBeUndefined();
    expect(await accounts.byId("acc_1")).toMatchObject({ passwordHash: "new", tokenGeneration: 2 });
    expect(await accounts.byId("acc_2")).toMatchObject({ passwordHash: "none", tokenGeneration: 0 });
    expect((await audit.head("acc_1"))?.number).toBe(2);
  });

  test("accounts: storage is counted in bytes, with old revisions, layouts and secrets, without other accounts'", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, "acc_1");
    await newAccount(store, "acc_2");
    const storedBytes = async (id: string) => (await store.accounts.storedBytes(id)).kept;
    expect([await storedBytes("acc_1"), await storedBytes("acc_9")]).toEqual([0, 0]);
    const flow = { id: "flow_1", accountId: "acc_1", name: "n", layout: null, at: 1, ...text("äöü") };
    await store.flows.add(flow, 9);
    expect(await storedBytes("acc_1")).toBe(6);
    await store.flows.change({ accountId: "acc_1", flowId: "flow_1" }, { ...text("1234"), at: 2 }, 9);
    expect(await storedBytes("acc_1")).toBe(10);
    const secret = { accountId: "acc_1", name: "s", sealed: Buffer.alloc(32), hosts: [], at: 3 };
    await store.secrets.put(secret, 9);
    expect([await storedBytes("acc_1"), await storedBytes("acc_2")]).toEqual([42, 0]);
    const layout = { a: [1, 2] } as const;
    await store.flows.change({ accountId: "acc_1", flowId: "flow_1" }, { ...text("1234"), layout, at: 4 }, 9);
    expect(await storedBytes("acc_1")).toBeGreaterThan(42 + 10);
    await store.flows.remove({ accountId: "acc_1", flowId: "flow_1" });
    expect(await storedBytes("acc_1")).toBe(32);
  });

  test("keys: they are listed newest first, counted, revoked once, and noted when used", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, "acc_1");
    expect(await store.keys.add(key("key_1", 1), 2)).toBe(true);
    expect(await store.keys.add(key("key_2", 2), 2)).toBe(true);
    expect(await store.keys.add(key("key_3", 3), 2)).toBe(false);
    expect((await store.keys.list("acc_1")).map(({ id, lastUsedAt }) => [id, lastUsedAt])).toEqual([
      ["key_2", null],
      ["key_1", null],
    ]);
    const owner = { accountId: "acc_1", keyId: "key_1" };
    const noting = { at: 1_000_000, notedEveryMs: 60_000 };
    expect(await store.keys.use("hash of key_1", noting)).toEqual(owner);
    expect(await store.keys.use("hash of key_1", { ...noting, at: 1_030_000 })).toEqual(owner);
    expect((await store.keys.list("acc_1")).at(-1)?.lastUsedAt).toBe(1_000_000);
    expect(await store.keys.revoke({ ...owner, accountId: "acc_2", at: 5 })).toBe(false);
    expect(await store.keys.isLive("key_1")).toBe(true);
    expect(await store.keys.revoke({ ...owner, at: 5 })).toBe(true);
    expect(await store.keys.revoke({ ...owner, at: 5 })).toBe(false);
    expect(await store.keys.isLive("key_1")).toBe(false);
    expect(await store.keys.use("hash of key_1", noting)).toBeUndefined();
    expect(await store.keys.add(key("key_3", 3), 2)).toBe(true);
  });

  test("hooks: given fields change, in one's own account only", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, "acc_1");
    const hook = { id: "hook_1", url: "https://a.example", events: ["session.ended"], createdAt: 1 };
    await store.hooks.add({ ...hook, accountId: "acc_1", sealed: Buffer.alloc(1) }, 9);
    const key = { accountId: "acc_1", id: "hook_1" };
    expect(await store.hooks.change(key, { url: "https://b.example" })).toEqual({
      ...hook,
      url: "https://b.example",
    });
    const changed = { ...hook, url: "https://b.example", events: ["node.entered"] };
    expect(await store.hooks.change(key, { events: ["node.entered"] })).toEqual(changed);
    expect(await store.hooks.change(key, {})).toEqual(changed);
    expect(await store.hooks.change({ ...key, accountId: "acc_2" }, { url: "x" })).toBeUndefined();
    expect(await store.hooks.list("acc_1")).toEqual([changed]);
  });

  test("flows: calls get the published revision, which stays, or else the newest", async () => {
    await using opened = await open();
    const { flows, audit } = opened.store;
    await newAccount(opened.store, "acc_1");
    const own = { accountId: "acc_1", flowId: "flow_a" };
    await flows.add(
      { id: "flow_a", accountId: "acc_1", name: "A", layout: null, at: 1, ...text("a1", "a") },
      9,
    );
    const change = (n: number) => flows.change(own, { ...text(`a${n}`, "a"), at: n }, 2);
    await change(2);
    const live = async () => (await flows.live(own))?.source;
    expect(await live()).toBe("a2");
    const entry: AuditDraft = {
      chain: "acc_1",
      at: 3,
      actor: { kind: "user", id: "acc_1", address: null },
      action: "flow.published",
      target: "flow_a",
      requestId: null,
      details: {},
    };
    expect(await flows.publish({ ...own, revisions: [7] }, 1)).toEqual({ atRevision: 2 });
    expect(await flows.publish({ ...own, accountId: "acc_2" }, 1, entry)).toBe("missing");
    expect(await flows.publish(own, 9, entry)).toBe("gone");
    expect(await flows.publish(own, 1, entry)).toBeUndefined();
    const [told] = await audit.page({ chain: "acc_1", limit: 9, order: "down" });
    expect([told?.action, told?.details]).toEqual(["flow.published", '{"revision":1}']);
    for (const n of [3, 4, 5]) await change(n);
    expect([await live(), (await flows.find(own))?.source]).toEqual(["a1", "a5"]);
    expect(await flows.live(own)).toMatchObject({ revision: 1, published: 1 });
    // Flows that call this one by its own id get the revision that its callers get.
    expect(await flows.newest("acc_1", "a")).toEqual({ flowId: "flow_a", revision: 1, source: "a1" });
    expect(await flows.revisions(own)).toEqual([
      { revision: 5, createdAt: 5, chars: 2 },
      { revision: 4, createdAt: 4, chars: 2 },
      { revision: 1, createdAt: 1, chars: 2 },
    ]);
    expect(await flows.revisions({ ...own, accountId: "acc_2" })).toEqual([]);
    expect(await flows.publish(own, null)).toBeUndefined();
    await change(6);
    expect(await live()).toBe("a6");
    expect((await flows.revisions(own)).map(({ revision }) => revision)).toEqual([6, 5]);
  });

  test("flows: they keep their revisions, and those that others need", async () => {
    await using opened = await open();
    const { flows } = opened.store;
    await newAccount(opened.store, "acc_1");
    const base = { accountId: "acc_1", name: "A", layout: null, at: 1 };
    const added = await flows.add({ ...base, id: "flow_a", ...text("a1", "a") }, 2);
    expect(added).toEqual({
      id: "flow_a",
      accountId: "acc_1",
      name: "A",
      source: "a1",
      layout: null,
      revision: 1,
      published: null,
      createdAt: 1,
      updatedAt: 1,
    });
    const links = new Map([["a", { flowId: "flow_a", revision: 1 }]]);
    await flows.add({ ...base, id: "flow_b", source: "b1", documentId: "b", links, at: 2 }, 2);
    expect(await flows.add({ ...base, id: "flow_c", ...text("c") }, 2)).toBeUndefined();
    expect((await flows.list("acc_1")).map((flow) => [flow.id, flow.documentId])).toEqual([
      ["flow_b", "b"],
      ["flow_a", "a"],
    ]);
    expect(await flows.links({ flowId: "flow_b", revision: 1 })).toEqual(links);

    const own = { accountId: "acc_1", flowId: "flow_a" };
    const layout = { n: [1, 2] } as const;
    expect(await flows.change(own, { ...text("a1", "a"), layout, at: 3 }, 1)).toMatchObject({
      revision: 1,
      layout,
    });
    expect(await flows.change({ ...own, revisions: [7] }, { ...text("x"), at: 3 }, 1)).toEqual({
      atRevision: 1,
    });
    expect(await flows.change({ ...own, accountId: "acc_2" }, { ...text("x"), at: 3 }, 1)).toBe("missing");
    expect(await flows.change(own, { ...text("a2", "a"), at: 4 }, 1)).toMatchObject({
      revision: 2,
      updatedAt: 4,
    });
    const moved = await flows.change(own, { ...text("a3", "a"), renames: { n: "m" }, at: 5 }, 1);
    expect(moved).toMatchObject({ revision: 3, layout: { m: [1, 2] } });
    const texts = [1, 2, 3].map((revision) => flows.text({ flowId: "flow_a", revision }));
    expect(await Promise.all(texts)).toEqual(["a1", undefined, "a3"]);
    expect(await flows.newest("acc_1", "a")).toEqual({ flowId: "flow_a", revision: 3, source: "a3" });

    await flows.fixLinks(
      { flowId: "flow_b", revision: 1 },
      new Map([["a", { flowId: "flow_z", revision: 9 }]]),
    );
    expect(await flows.links({ flowId: "flow_b", revision: 1 })).toEqual(links);
    await flows.fixLinks({ flowId: "flow_b", revision: 8 }, links);
    expect(await flows.links({ flowId: "flow_b", revision: 8 })).toEqual(new Map());
    // Newly linked flows make a revision of their own, although the text is the same.
    const anew = new Map([["a", { flowId: "flow_a", revision: 3 }]]);
    const again = { source: "b1", documentId: "b", links: anew, at: 6 };
    const caller = { accountId: "acc_1", flowId: "flow_b" };
    expect(await flows.change(caller, again, 1)).toMatchObject({ revision: 2 });
    expect(await flows.links({ flowId: "flow_b", revision: 2 })).toEqual(anew);
    expect(await flows.change(caller, again, 1)).toMatchObject({ revision: 2 });

    expect(await flows.remove({ ...own, revisions: [1] })).toEqual({ atRevision: 3 });
    expect(await flows.remove(own)).toBeUndefined();
    expect(await flows.remove(own)).toBe("missing");
    expect(await flows.find({ accountId: undefined, flowId: "flow_a" })).toBeUndefined();
  });

  test("providers: they change for the named kinds only, and keep their keys", async () => {
    await using opened = await open();
    const { providers } = opened.store;
    await newAccount(opened.store, "acc_1");
    const none = { stt: null, tts: null, llm: null };
    expect(await providers.read("acc_1")).toEqual({ chosen: undefined, keys: [] });
    expect(await providers.read("acc_none")).toEqual({ chosen: undefined, keys: [] });
    const sealed = Uint8Array.of(0, 1, 255);
    const change = {
      accountId: "acc_1",
      since: none,
      set: { stt: "ears", sttFallback: [{ provider: "others", model: "m" }] },
      keys: [{ kind: "stt", provider: "ears", sealed } as const],
      at: 1,
    };
    expect(await providers.change(change)).toBe(true);
    expect(await providers.change(change)).toBe(false);
    const read = await providers.read("acc_1");
    expect(read.chosen).toMatchObject({ ...change.set, tts: null });
    expect(read.keys).toHaveLength(1);
    expect([...(read.keys[0]?.sealed ?? [])]).toEqual([...sealed]);
    const since = { ...none, stt: "ears" };
    const gone = [{ kind: "stt", provider: "ears", sealed: null } as const];
    expect(await providers.change({ ...change, since, set: {}, keys: gone })).toBe(true);
    expect((await providers.read("acc_1")).keys).toEqual([]);
  });

  test("secrets, hooks and assistants: they are set, listed in order, counted and removed", async () => {
    await using opened = await open();
    const { secrets, hooks, assistants } = opened.store;
    await newAccount(opened.store, "acc_1");
    const sealed = Uint8Array.of(7);
    // The order is by bytes, whatever the database's own order is.
    for (const name of ["b", "B", "a_1"])
      expect(await secrets.put({ accountId: "acc_1", name, sealed, hosts: ["h"], at: 1 }, 3)).toBe(true);
    expect(await secrets.put({ accountId: "acc_1", name: "d", sealed, hosts: [], at: 1 }, 3)).toBe(false);
    expect(await secrets.put({ accountId: "acc_1", name: "b", sealed, hosts: ["new"], at: 1 }, 3)).toBe(true);
    expect((await secrets.list("acc_1")).map(({ name }) => name)).toEqual(["B", "a_1", "b"]);
    expect((await secrets.find({ accountId: "acc_1", name: "b" }))?.hosts).toEqual(["new"]);
    expect(await secrets.remove({ accountId: "acc_1", name: "b" })).toBe(true);
    expect(await secrets.remove({ accountId: "acc_1", name: "b" })).toBe(false);

    const hook = (id: string, createdAt: number) => ({
      accountId: "acc_1",
      id,
      url: "https://h",
      events: ["e"],
      createdAt,
    });
    expect(await hooks.add({ ...hook("hook_1", 1), sealed }, 2)).toBe(true);
    expect(await hooks.add({ ...hook("hook_2", 2), sealed }, 2)).toBe(true);
    expect(await hooks.add({ ...hook("hook_3", 3), sealed }, 2)).toBe(false);
    expect((await hooks.list("acc_1")).map(({ id }) => id)).toEqual(["hook_2", "hook_1"]);
    expect([...((await hooks.sealed({ accountId: "acc_1", id: "hook_1" })) ?? [])]).toEqual([7]);
    expect(await hooks.remove({ accountId: "acc_1", id: "hook_1" })).toBe(true);
    expect(await hooks.sealed({ accountId: "acc_1", id: "hook_1" })).toBeUndefined();

    const key = { accountId: "acc_1", id: "acc_1" };
    expect(await assistants.read(key)).toBeUndefined();
    const set = { systemPrompt: "p", tools: { t: { z: 1, a: 2 } }, model: null, voice: null };
    const row = { ...key, ...set, name: "", createdAt: 1, updatedAt: 1 };
    expect(await assistants.put(row, 3)).toBe(true);
    expect(await assistants.put({ ...row, voice: "v", createdAt: 9, updatedAt: 2 }, 3)).toBe(true);
    const read = await assistants.read(key);
    expect(read).toEqual({ ...row, voice: "v", updatedAt: 2 });
    // The text is unchanged, key by key.
    expect(JSON.stringify(read?.tools)).toBe('{"t":{"z":1,"a":2}}');
  });

  // A command reseals, beside the server and on the file itself: functions cannot cross to another process.
  const reseals = kind !== "another process's";
  (reseals ? test : () => undefined)("seals: everything is sealed anew, or nothing", async () => {
    await using opened = await open();
    const { seals, secrets, hooks, providers } = opened.store;
    await newAccount(opened.store, "acc_1");
    expect(await seals.fingerprint()).toBeUndefined();
    await seals.setFingerprint("first");
    const sealed = Uint8Array.of(1);
    const since = { stt: null, tts: null, llm: null };
    const keys = [{ kind: "tts", provider: "p", sealed } as const];
    await providers.change({ accountId: "acc_1", since, set: {}, keys, at: 1 });
    await secrets.put({ accountId: "acc_1", name: "s", sealed, hosts: [], at: 1 }, 9);
    const hook = { accountId: "acc_1", id: "hook_1", url: "u", events: [], createdAt: 1 };
    await hooks.add({ ...hook, sealed }, 9);
    expect([...(await seals.subjectKey(sealed))]).toEqual([1]);
    expect([...(await seals.subjectKey(Uint8Array.of(9)))]).toEqual([1]);
    const failing = {
      fingerprint: "second",
      reseal: () => {
        throw new Error("no key");
      },
    };
    expect(await failureOf(seals.resealAll(failing))).toContain("no key");
    expect(await seals.fingerprint()).toBe("first");
    const places: string[] = [];
    const counted = await seals.resealAll({
      fingerprint: "second",
      reseal: (old, place) => (places.push(place.type), Uint8Array.of(...old, 2)),
    });
    expect(counted).toEqual({
      key: 1,
      secret: 1,
      hook: 1,
      number: 0,
      "phone-call": 0,
      parties: 0,
      subjects: 1,
    });
    expect(places.sort()).toEqual(["hook", "key", "secret", "subjects"]);
    expect([...(await seals.subjectKey(sealed))]).toEqual([1, 2]);
    expect([...((await hooks.sealed({ accountId: "acc_1", id: "hook_1" })) ?? [])]).toEqual([1, 2]);
    expect(await seals.fingerprint()).toBe("second");
  });
});
