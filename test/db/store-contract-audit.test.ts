// Contract of a store: audit entries are written together with the change that they report, in chains that show every
// edit.

import { describe, expect, test } from "bun:test";
import { proveChain } from "../../db/audit-proof.ts";
import { hashOfEntry } from "../../db/audit-chain.ts";
import type { AuditDraft } from "../../db/port/audit-store.ts";
import { eachStore, storeKinds } from "../support/stores/each-store.ts";
import { newAccount } from "../support/stores/new-account.ts";

const draft = (more: Partial<AuditDraft> = {}): AuditDraft => ({
  chain: "acc_1",
  at: 5,
  actor: { kind: "user", id: "acc_1", address: "192.0.2.0/24" },
  action: "secret.set",
  target: "TOKEN",
  requestId: "r-1",
  details: { count: 1 },
  ...more,
});

describe.each(storeKinds)("%s", (kind) => {
  const open = eachStore[kind];

  test("audit: entries are numbered, linked and paged, each account apart", async () => {
    await using opened = await open();
    const { audit } = opened.store.of("acc_1");
    await audit.append([draft(), draft({ action: "secret.removed", details: {} })]);
    await audit.append([draft({ chain: "acc_2", target: "odd \0 \uD800" }), draft({ target: null })]);
    const all = await audit.page({ chain: "acc_1", order: "up", limit: 9 });
    expect(all.map(({ number, action, details }) => [number, action, details])).toEqual([
      [1, "secret.set", '{"count":1}'],
      [2, "secret.removed", "{}"],
      [3, "secret.set", '{"count":1}'],
    ]);
    expect(all[0]).toMatchObject({
      actorKind: "user",
      actorId: "acc_1",
      actorAddress: "192.0.2.0/24",
      at: 5,
    });
    expect(all.map(({ prevHash }) => prevHash).slice(1)).toEqual(all.map(({ hash }) => hash).slice(0, 2));
    for (const row of all) expect(hashOfEntry(row)).toBe(row.hash);
    const numbers = async (wanted: {
      after?: number;
      before?: number;
      order: "up" | "down";
      limit: number;
    }) => (await audit.page({ chain: "acc_1", ...wanted })).map(({ number }) => number);
    expect(await numbers({ order: "down", limit: 2 })).toEqual([3, 2]);
    expect(await numbers({ before: 2, order: "down", limit: 2 })).toEqual([1]);
    expect(await numbers({ after: 1, order: "up", limit: 9 })).toEqual([2, 3]);
    expect(await audit.head("acc_1")).toEqual({ number: 3, hash: all[2]?.hash ?? "" });
    expect(await audit.head("none")).toBeUndefined();
    expect(await audit.chains()).toEqual(["acc_1", "acc_2"]);
    for (const chain of await audit.chains()) expect((await proveChain(audit, chain)).broken).toBeUndefined();
  });

  test("audit: an entry exists exactly when its change was made", async () => {
    await using opened = await open();
    const { store } = opened;
    const { keys, secrets, hooks, providers, assistants, ledger, flows, audit } = store.of("acc_1");
    const told = async (): Promise<readonly string[]> =>
      (await audit.page({ chain: "acc_1", order: "up", limit: 99 })).map(
        ({ action, details }) => `${action} ${details}`,
      );
    const made = draft({ action: "account.made", details: {} });
    const account = { id: "acc_1", email: "a@example.com", passwordHash: "", at: 1 };
    const welcome = { micros: 1, note: "" };
    expect(await store.accounts.add({ ...account, welcome }, [made])).toBeUndefined();
    expect(await store.accounts.add({ ...account, id: "acc_9", welcome }, [made])).toBe("email");
    const key = { id: "key_1", accountId: "acc_1", label: "", prefix: "", hash: "h", createdAt: 1 };
    const keyMade = [draft({ action: "key.made", details: {} })];
    expect([await keys.add(key, 1, keyMade), await keys.add({ ...key, id: "key_2" }, 1, keyMade)]).toEqual([
      true,
      false,
    ]);
    const from = { address: "192.0.2.0/24", requestId: "r" };
    for (const at of [10, 20, 30]) await keys.use("h", { at, notedEveryMs: 5, from });
    const owner = { accountId: "acc_1", keyId: "key_1", at: 9 };
    const revoked = [draft({ action: "key.revoked", details: {} })];
    expect([await keys.revoke(owner, revoked), await keys.revoke(owner, revoked)]).toEqual([true, false]);
    const secret = { accountId: "acc_1", name: "S", sealed: Uint8Array.of(1), hosts: [], at: 1 };
    const set = [draft({ details: {} })];
    expect([await secrets.put(secret, 1, set), await secrets.put({ ...secret, name: "T" }, 1, set)]).toEqual([
      true,
      false,
    ]);
    const removed = [draft({ action: "secret.removed", details: {} })];
    const name = { accountId: "acc_1", name: "S" };
    expect([await secrets.remove(name, removed), await secrets.remove(name, removed)]).toEqual([true, false]);
    const since = { stt: null, tts: null, llm: null };
    const write = { accountId: "acc_1", since, set: { stt: "x" }, keys: [], at: 1 };
    const changed = [draft({ action: "providers.changed", details: {} })];
    expect([await providers.change(write, changed), await providers.change(write, changed)]).toEqual([
      true,
      false,
    ]);
    const none = { systemPrompt: null, tools: null, model: null, voice: null, name: "", updatedAt: 1 };
    const assistant = { ...none, accountId: "acc_1", id: "acc_1", createdAt: 1 };
    await assistants.put(assistant, 1, [draft({ action: "assistant.changed", details: {} })]);
    await assistants.put({ ...assistant, id: "asst_1" }, 1, [draft({ action: "assistant.made" })]);
    await assistants.change({ ...assistant, id: "asst_1" }, none, [draft({ action: "assistant.changed" })]);
    await assistants.remove({ ...assistant, id: "asst_1" }, [draft({ action: "assistant.removed" })]);
    const hook = { id: "hook_1", url: "https://x", events: [], createdAt: 1, accountId: "acc_1" };
    const hooked = [draft({ action: "hook.made", details: {} })];
    const sealed = Uint8Array.of(1);
    expect(await hooks.add({ ...hook, sealed }, 1, hooked)).toBe(true);
    expect(await hooks.add({ ...hook, id: "hook_2", sealed }, 1, hooked)).toBe(false);
    const unhooked = [draft({ action: "hook.removed", details: {} })];
    const hookKey = { accountId: "acc_1", id: "hook_1" };
    expect([await hooks.remove(hookKey, unhooked), await hooks.remove(hookKey, unhooked)]).toEqual([
      true,
      false,
    ]);
    await ledger.grant({ accountId: "acc_1", micros: 7, at: 1 }, [
      draft({ action: "credit.granted", details: { micros: 7 } }),
    ]);
    const text = { source: "a", documentId: "", links: new Map(), at: 1 };
    const flow = { id: "flow_1", accountId: "acc_1", name: "A", layout: null, ...text };
    const flowKey = { accountId: "acc_1", flowId: "flow_1" };
    await flows.add(flow, 1, draft({ action: "flow.made", details: {} }));
    await flows.add({ ...flow, id: "flow_2" }, 1, draft({ action: "flow.made", details: {} }));
    const edited = draft({ action: "flow.changed", details: {} });
    for (const source of ["a", "b"]) await flows.change(flowKey, { ...text, source, entry: edited }, 9);
    const deleted = draft({ action: "flow.deleted", details: {} });
    for (let i = 0; i < 2; i++) await flows.remove(flowKey, deleted);
    const node = { address: "", publicUrl: null, region: "", version: "", callsMax: 1 };
    await store.nodes.join({ ...node, id: "n", at: 1 });
    const drain = { id: "n", from: ["starting"], to: "draining", at: 1 } as const;
    const drained = [draft({ action: "node.drained", target: "n", details: {} })];
    expect([await store.nodes.setState(drain, drained), await store.nodes.setState(drain, drained)]).toEqual([
      true,
      false,
    ]);
    expect(await told()).toEqual([
      "account.made {}",
      "key.made {}",
      "key.first-used {}",
      "key.revoked {}",
      "secret.set {}",
      "secret.removed {}",
      "providers.changed {}",
      "assistant.changed {}",
      "hook.made {}",
      "hook.removed {}",
      'credit.granted {"micros":7}',
      'flow.made {"revision":1}',
      'flow.changed {"revision":2}',
      'flow.deleted {"revision":2}',
      "node.drained {}",
    ]);
    const [first] = (await audit.page({ chain: "acc_1", after: 2, order: "up", limit: 1 })) ?? [];
    expect(first).toMatchObject({ actorKind: "key", actorId: "key_1", target: "key_1", requestId: "r" });
  });

  test("audit: simultaneous entries make one chain without forks", async () => {
    await using opened = await open();
    const { audit } = opened.store;
    await newAccount(opened.store, "acc_1");
    await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        audit.append([
          draft({ chain: `acc_${i % 3}`, requestId: String(i) }),
          draft({ chain: "deployment" }),
        ]),
      ),
    );
    for (const [chain, number] of [
      ["deployment", 60],
      ["acc_0", 20],
      ["acc_2", 20],
    ] as const) {
      const proved = await proveChain(audit, chain);
      expect([chain, proved.head.number, proved.broken]).toEqual([chain, number, undefined]);
    }
  });
});
