// Contract of a store: embeds, their limits while sessions begin, settle and end, and the counters of refusals.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { NewEmbed } from "../../db/port/embed-store.ts";
import type { BeginRefusal } from "../../db/port/session-store.ts";
import type { Store } from "../../db/port/store.ts";
import { eachStore, storeKinds } from "../support/stores/each-store.ts";
import { newAccount } from "../support/stores/new-account.ts";

setDefaultTimeout(240_000);

const [accountId, hourMs, minuteMs] = ["acc_1", 3_600_000, 60_000];
/** Noon of a day. */
const noon = 20_000 * 24 * hourMs + 12 * hourMs;

const embed = (more: Partial<NewEmbed> = {}): NewEmbed => ({
  id: "emb_1",
  accountId,
  token: "vfe_1",
  flowId: "flow_1",
  label: "Shop",
  origins: ["https://shop.example"],
  agentName: "Ada",
  picture: null,
  colour: "#1a7f5a",
  greeting: null,
  sessionsPerHour: null,
  minutesPerDay: null,
  budgetMicros: null,
  expiresAt: null,
  createdAt: noon,
  ...more,
});

interface Beginning {
  readonly at?: number;
  readonly embedId?: string;
  readonly hash?: string;
}

function begin(store: Store, id: string, options: Beginning = {}): Promise<BeginRefusal | undefined> {
  const { at = noon, embedId = "emb_1", hash = `hash_${id}` } = options;
  return store.sessions.begin({
    row: {
      id,
      accountId,
      token: { hash, prefix: "vst_" },
      flowId: "flow_1",
      flowRevision: 1,
      context: {},
      metadata: {},
      providers: {},
      home: "n1",
      at,
    },
    holdMicros: 100,
    keyId: undefined,
    embed: { embedId, origin: "https://shop.example" },
  });
}

/** Settles a session's cost and time; returns whether it may continue. */
async function settle(
  store: Store,
  id: string,
  { spent, ms, close = false, at = noon }: { spent: number; ms: number; close?: boolean; at?: number },
): Promise<boolean | undefined> {
  const patch = { connectedMs: ms, ...(close && { status: "ended" as const, endedAt: at }) };
  const money = { totalMicros: spent, ...(close ? {} : { extendMicros: 100 }) };
  const settled = await store.sessions.settle([{ id, accountId, home: "n1", patch, at, close, ...money }]);
  return settled[0]?.extended;
}

describe.each(storeKinds)("embeds: %s", (kind) => {
  const open = async (more?: Partial<NewEmbed>) => {
    const opened = await eachStore[kind]();
    await newAccount(opened.store, accountId, 10_000);
    expect(await opened.store.embeds.add(embed(more), 2)).toBe(true);
    return opened;
  };

  test("assistants with a name are limited, and belong to one account", async () => {
    await using opened = await eachStore[kind]();
    const { assistants } = opened.store;
    for (const id of ["acc_1", "acc_2"]) await newAccount(opened.store, id);
    const none = { systemPrompt: null, tools: null, model: null, voice: null };
    const row = (id: string, createdAt: number, accountId = "acc_1") => ({
      ...none,
      id,
      accountId,
      name: `N ${id}`,
      createdAt,
      updatedAt: createdAt,
    });
    const ids = async (accountId = "acc_1") => (await assistants.list(accountId)).map(({ id }) => id);
    expect(await assistants.put({ ...row("acc_1", 1), name: "" }, 3)).toBe(true);
    expect(await assistants.put(row("asst_1", 2), 3)).toBe(true);
    expect(await assistants.put(row("asst_2", 3), 3)).toBe(true);
    expect(await assistants.put(row("asst_3", 4), 3)).toBe(false);
    expect(await assistants.put(row("asst_4", 5, "acc_2"), 3)).toBe(true);
    expect([await ids(), await ids("acc_2")]).toEqual([["asst_2", "asst_1"], ["asst_4"]]);
    const { id: _, accountId: __, createdAt: ___, ...set } = { ...row("asst_1", 9), voice: "v" };
    const [own, foreign] = [
      { accountId: "acc_1", id: "asst_1" },
      { accountId: "acc_2", id: "asst_1" },
    ];
    expect([await assistants.change(own, set), await assistants.change(foreign, set)]).toEqual([true, false]);
    expect(await assistants.read(own)).toEqual({ ...row("asst_1", 2), voice: "v", updatedAt: 9 });
    expect(await assistants.read(foreign)).toBeUndefined();
    expect([await assistants.remove(foreign), await assistants.remove(own)]).toEqual([false, true]);
    expect([await assistants.remove(own), await assistants.change(own, set)]).toEqual([false, false]);
    expect(await assistants.put(row("asst_3", 4), 3)).toBe(true);
    expect(await ids()).toEqual(["asst_3", "asst_2"]);
  });

  test("embeds are listed, changed and revoked by their own account, and found by their token", async () => {
    await using opened = await open();
    const { embeds, audit } = opened.store;
    await newAccount(opened.store, "acc_2", 0);
    const own = { accountId, id: "emb_1" };
    const row = { ...embed(), usedMicros: 0, revokedAt: null };
    expect(await embeds.find(own, noon)).toEqual({
      embed: row,
      use: { sessions: 0, reservedMs: 0 },
      refusals: [],
    });
    expect(await embeds.byToken("vfe_1")).toEqual(row);
    expect([await embeds.byToken("vfe_2"), await embeds.find({ ...own, accountId: "acc_2" }, noon)]).toEqual([
      undefined,
      undefined,
    ]);
    expect(await embeds.add(embed({ id: "emb_2", token: "vfe_2", createdAt: noon + 1 }), 2)).toBe(true);
    expect(await embeds.add(embed({ id: "emb_3", token: "vfe_3" }), 2)).toBe(false);
    expect((await embeds.list(accountId)).map(({ id }) => id)).toEqual(["emb_2", "emb_1"]);
    expect(await embeds.list("acc_2")).toEqual([]);
    const entry = {
      chain: accountId,
      at: noon,
      actor: { kind: "user", id: accountId, address: null },
      action: "embed.changed",
      target: "emb_1",
      requestId: null,
      details: {},
    } as const;
    expect(await embeds.change({ ...own, accountId: "acc_2" }, { label: "x" }, [entry])).toBe(false);
    expect(await embeds.change(own, { label: "Blog", minutesPerDay: 3 }, [entry])).toBe(true);
    expect(await embeds.byToken("vfe_1")).toEqual({ ...row, label: "Blog", minutesPerDay: 3 });
    expect(await embeds.revoke({ ...own, at: noon + 5 }, [{ ...entry, action: "embed.revoked" }])).toBe(true);
    expect(await embeds.revoke({ ...own, at: noon + 6 }, [entry])).toBe(false);
    expect(await embeds.change(own, { label: "again" }, [entry])).toBe(false);
    expect(await embeds.byToken("vfe_1")).toMatchObject({ revokedAt: noon + 5, label: "Blog" });
    expect(
      (await audit.page({ chain: accountId, order: "up", limit: 9 })).map(({ action }) => action),
    ).toEqual(["embed.changed", "embed.revoked"]);
    // A revoked embed makes room for another.
    expect(await embeds.add(embed({ id: "emb_3", token: "vfe_3" }), 2)).toBe(true);
  });

  test("embeds begin the allowed sessions per hour, and refuse more with the reason", async () => {
    await using opened = await open({ sessionsPerHour: 2 });
    const { store } = opened;
    expect([await begin(store, "ses_1"), await begin(store, "ses_2", { at: noon + minuteMs })]).toEqual([
      undefined,
      undefined,
    ]);
    expect(await begin(store, "ses_3", { at: noon + 2 * minuteMs })).toBe("embed/sessions");
    expect(await store.sessions.find({ accountId, sessionId: "ses_3" })).toBeUndefined();
    expect((await store.ledger.balance(accountId)).heldMicros).toBe(200);
    expect(await begin(store, "ses_4", { at: noon + hourMs })).toBeUndefined();
    expect([
      await store.embeds.pageOf("hash_ses_1"),
      await store.embeds.pageOf("hash_ses_3"),
      (await store.embeds.find({ accountId, id: "emb_1" }, noon + hourMs))?.use.sessions,
    ]).toEqual(["https://shop.example", undefined, 2]);
  });

  test("embeds keep sessions within the minutes of a day, running ones included", async () => {
    await using opened = await open({ minutesPerDay: 3 });
    const { store } = opened;
    await begin(store, "ses_1");
    expect(await settle(store, "ses_1", { spent: 80, ms: 48_000 })).toBe(true);
    await begin(store, "ses_2");
    // Two minutes of the first session and one of the second are paid.
    expect(await settle(store, "ses_1", { spent: 180, ms: 108_000 })).toBe(false);
    expect(await begin(store, "ses_3")).toBe("embed/minutes");
    await settle(store, "ses_1", { spent: 190, ms: 115_000, close: true });
    await settle(store, "ses_2", { spent: 0, ms: 0, close: true });
    expect((await store.embeds.find({ accountId, id: "emb_1" }, noon))?.use.reservedMs).toBe(115_000);
    expect([await begin(store, "ses_4"), await begin(store, "ses_5")]).toEqual([undefined, "embed/minutes"]);
    expect(await begin(store, "ses_6", { at: noon + 12 * hourMs })).toBeUndefined();
  });

  test("embeds spend only their own budget, and keep the sum when sessions are deleted", async () => {
    await using opened = await open({ budgetMicros: 250 });
    const { store } = opened;
    const used = async () => (await store.embeds.byToken("vfe_1"))?.usedMicros;
    expect([await begin(store, "ses_1"), await begin(store, "ses_2"), await begin(store, "ses_3")]).toEqual([
      undefined,
      undefined,
      "embed/budget",
    ]);
    expect(await used()).toBe(200);
    expect(await settle(store, "ses_1", { spent: 90, ms: 48_000 })).toBe(false);
    await settle(store, "ses_1", { spent: 95, ms: 59_000, close: true });
    await settle(store, "ses_2", { spent: 20, ms: 9_000, close: true });
    expect(await used()).toBe(115);
    expect(await store.retention.remove({ accountId, sessionId: "ses_1", rowsMax: 99, at: noon })).toBe(
      "gone",
    );
    expect([await begin(store, "ses_4"), await begin(store, "ses_5"), await used()]).toEqual([
      undefined,
      "embed/budget",
      215,
    ]);
  });

  test("embeds refuse sessions after their end, and running ones get no further minute", async () => {
    await using opened = await open({ expiresAt: noon + minuteMs });
    const { store } = opened;
    await begin(store, "ses_1");
    expect(await settle(store, "ses_1", { spent: 10, ms: 48_000, at: noon + minuteMs })).toBe(false);
    expect(await begin(store, "ses_2", { at: noon + minuteMs })).toBe("embed/expired");
    await store.embeds.revoke({ accountId, id: "emb_1", at: noon });
    expect(await begin(store, "ses_3")).toBe("embed/revoked");
    expect(await begin(store, "ses_4", { embedId: "emb_9" })).toBe("embed/revoked");
  });

  test("embeds count refusals by reason, with the last time", async () => {
    await using opened = await open();
    const { embeds } = opened.store;
    for (const at of [1, 5]) await embeds.countRefusal({ id: "emb_1", reason: "origin", at });
    await embeds.countRefusal({ id: "emb_1", reason: "budget", at: 3 });
    expect((await embeds.find({ accountId, id: "emb_1" }, noon))?.refusals).toEqual([
      { reason: "budget", count: 1, lastAt: 3 },
      { reason: "origin", count: 2, lastAt: 5 },
    ]);
  });
});

test.each(["Postgres", "another process's"] as const)(
  "embeds: the allowed number of simultaneous sessions begins (%s)",
  async (kind) => {
    await using opened = await eachStore[kind]();
    const { store } = opened;
    await newAccount(store, accountId, 10_000);
    await store.embeds.add(embed({ sessionsPerHour: 5, budgetMicros: 420 }), 2);
    const asked = Array.from({ length: 12 }, (_, n) => begin(store, `ses_${n}`));
    const begun = (await Promise.all(asked)).filter((refused) => refused === undefined);
    expect(begun.length).toBe(4);
    expect((await store.embeds.byToken("vfe_1"))?.usedMicros).toBe(400);
  },
);
