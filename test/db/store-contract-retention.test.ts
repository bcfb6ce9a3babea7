// Contract of a store: old data is deleted in slices, erased data is gone, and the ledger stays.

import { describe, expect, test } from "bun:test";
import { nothingErased, type RetentionRules } from "../../db/port/retention-store.ts";
import type { NewSession } from "../../db/port/session-store.ts";
import type { Store } from "../../db/port/store.ts";
import { eachStore, storeKinds } from "../support/stores/each-store.ts";
import { newAccount } from "../support/stores/new-account.ts";

const accountId = "acc_1";
const home = "n1";
const context = { name: "Ada" };

/** Adds a session that ended at `at`, after so many transcript lines and measurements. */
async function ended(store: Store, id: string, at: number, more: Partial<NewSession> = {}): Promise<void> {
  const row = {
    id,
    flowId: undefined,
    flowRevision: undefined,
    context,
    metadata: { ref: id },
    parties: "sealed",
    providers: {},
  };
  const begun = { ...row, home, at: at - 10, ...more, accountId };
  expect(await store.sessions.begin({ row: begun, holdMicros: 100, keyId: undefined })).toBeUndefined();
  const line = (type: string, atMs: number) => ({
    sessionId: id,
    atMs,
    type,
    data: { text: `${id} ${atMs}` },
  });
  const events = [
    line("caller", 1),
    line("latency", 2),
    line("agent", 3),
    line("filler", 4),
    line("tool", 5),
  ];
  const batch = { home, number: at, rows: [], patches: new Map(), snapshots: new Map() };
  await store.sessions.write({ ...batch, events });
  const patch = { status: "ended", endedAt: at } as const;
  await store.sessions.settle([{ id, accountId, home, patch, totalMicros: 7, at, close: true }]);
}

async function typesOf(store: Store, sessionId: string): Promise<string | undefined> {
  const found = await store.sessions.find({ accountId, sessionId });
  return found?.events.map(({ type }) => type).join(" ");
}

const rules: RetentionRules = {
  audioDays: null,
  wordsDays: 7,
  valuesDays: 0,
  numbersDays: null,
  redact: ["card"],
};

describe.each(storeKinds)("retention store: %s", (kind) => {
  test("totals: data and recordings of sessions are counted for each account, and reduced by deletions", async () => {
    await using opened = await eachStore[kind]();
    const { store } = opened;
    await newAccount(store, accountId, 10_000);
    await newAccount(store, "acc_2");
    const bytes = async (id = accountId) => store.accounts.storedBytes(id);
    await ended(store, "s1", 100);
    const one = (await bytes()).kept;
    // Five JSON objects with a text.
    expect(one).toBe(5 * JSON.stringify({ text: "s1 1" }).length);
    await ended(store, "s2", 100);
    expect([await bytes(), await bytes("acc_2")]).toEqual([
      { kept: one * 2, recorded: 0 },
      { kept: 0, recorded: 0 },
    ]);
    await store.retention.remove({ accountId, sessionId: "s1", rowsMax: 2, at: 200 });
    expect((await bytes()).kept).toBe(one + (one / 5) * 3);
    const words = { of: "words", accountId, before: 101, rowsMax: 100, sessionsMax: 20, at: 200 } as const;
    await store.retention.expire(words);
    await store.retention.remove({ accountId, sessionId: "s1", rowsMax: 9, at: 200 });
    expect((await bytes()).kept).toBe((one / 5) * 2);
    await store.retention.expire({ ...words, of: "numbers" });
    expect((await bytes()).kept).toBe(0);
    const hour = 60 * 60_000;
    const record = (place: string, at: number, recorded: number) =>
      store.retention.setRecorded(place, { at, accounts: [{ accountId, bytes: recorded }] });
    await record("a", 1, 70);
    await record("b", 2, 8);
    await record("a", 3, 60);
    expect([await bytes(), (await bytes("acc_2")).recorded]).toEqual([{ kept: 0, recorded: 68 }, 0]);
    // The other place is not searched any more.
    await record("a", 2 + 4 * hour, 5);
    expect((await bytes()).recorded).toBe(5);
    await store.retention.setRecorded("a", { at: 5 * hour, accounts: [] });
    expect((await bytes()).recorded).toBe(0);
  });

  test("rules: they are replaced whole, and listed with the accounts without any", async () => {
    await using opened = await eachStore[kind]();
    const { store } = opened;
    for (const id of ["acc_1", "acc_2", "acc_3"]) await newAccount(store, id, 10_000);
    expect(await store.retention.rules(accountId)).toBeUndefined();
    await store.retention.setRules("acc_2", { ...rules, wordsDays: 9, at: 1 });
    await store.retention.setRules("acc_2", { ...rules, at: 2 });
    expect(await store.retention.rules("acc_2")).toEqual(rules);
    expect(await store.retention.accounts({ after: "", limit: 2 })).toEqual([
      { accountId: "acc_1", rules: undefined },
      { accountId: "acc_2", rules },
    ]);
    expect(await store.retention.accounts({ after: "acc_2", limit: 2 })).toEqual([
      { accountId: "acc_3", rules: undefined },
    ]);
  });

  test("expiry: words, then values, then the rest are deleted, only for sessions that ended earlier, and money stays", async () => {
    await using opened = await eachStore[kind]();
    const { store } = opened;
    const { retention } = store;
    for (const id of [accountId, "acc_2"]) await newAccount(store, id, 10_000);
    await ended(store, "ses_1", 1_000);
    await ended(store, "ses_2", 2_000);
    await ended(store, "ses_3", 3_000);
    const { entries } = await store.ledger.books(accountId);
    const due = { accountId, before: 2_500, rowsMax: 4, sessionsMax: 20, at: 9_000 };
    expect(await retention.expire({ ...due, accountId: "acc_2", of: "words" })).toEqual({
      rows: 0,
      isAll: true,
    });
    expect(await retention.expire({ ...due, accountId: null, of: "words" })).toEqual({
      rows: 0,
      isAll: true,
    });
    expect(await retention.expire({ ...due, of: "words" })).toEqual({ rows: 4, isAll: false });
    expect(await retention.expire({ ...due, of: "words" })).toEqual({ rows: 2, isAll: true });
    expect(await retention.expire({ ...due, of: "words" })).toEqual({ rows: 0, isAll: true });
    expect(await typesOf(store, "ses_1")).toBe("latency tool");
    expect(await typesOf(store, "ses_3")).toBe("caller latency agent filler tool");
    expect(await retention.expire({ ...due, of: "values" })).toEqual({ rows: 2, isAll: true });
    const values = async (id: string) => {
      const { context: of, metadata, parties } = (await store.calls.find({ accountId, sessionId: id }))!;
      return { of, metadata, parties };
    };
    expect(await values("ses_2")).toEqual({ of: {}, metadata: {}, parties: null });
    expect(await values("ses_3")).toEqual({
      of: context,
      metadata: { ref: "ses_3" },
      parties: "sealed",
    });
    // One session is a slice of its own, even with few rows.
    const left = await retention.expire({ ...due, sessionsMax: 1, of: "numbers" });
    expect(left).toEqual({ rows: 3, isAll: false });
    expect(await retention.expire({ ...due, of: "numbers" })).toEqual({ rows: 3, isAll: true });
    expect((await store.sessions.list(accountId, 9)).map(({ id }) => id)).toEqual(["ses_3"]);
    expect((await store.ledger.books(accountId)).entries).toEqual(entries);
  });

  test("expiry: a flow's shorter retention applies at its age, for any account, and to nothing else", async () => {
    await using opened = await eachStore[kind]();
    const { store } = opened;
    const { retention } = store;
    await newAccount(store, accountId, 10_000);
    const day = 86_400_000;
    const unsaid = { audio: null, words: null, values: null, numbers: null };
    await ended(store, "ses_1", 1_000, { flowDays: { ...unsaid, words: 1 } });
    await ended(store, "ses_2", 1_000, { flowDays: { ...unsaid, words: 2, values: 1 } });
    await ended(store, "ses_3", 1_000);
    const row = {
      id: "ses_0",
      flowId: undefined,
      flowRevision: undefined,
      context,
      metadata: {},
      providers: {},
    };
    const open = { ...row, accountId: undefined, home, at: 1, flowDays: { ...unsaid, numbers: 1 } };
    const batch = { home, events: [], snapshots: new Map() };
    await store.sessions.write({ ...batch, number: 2_000, rows: [open], patches: new Map() });
    const patches = new Map([["ses_0", { status: "ended", endedAt: 1_000 } as const]]);
    await store.sessions.write({ ...batch, number: 2_001, rows: [], patches });
    const due = { rowsMax: 9, sessionsMax: 20, at: 1_000 + day };
    for (const of of ["words", "values", "numbers"] as const)
      expect(await retention.expireByFlow({ ...due, of })).toEqual({ rows: 0, isAll: true });
    due.at += 1;
    expect(await retention.expireByFlow({ ...due, of: "words" })).toEqual({ rows: 3, isAll: true });
    expect(await retention.expireByFlow({ ...due, of: "words" })).toEqual({ rows: 0, isAll: true });
    expect(await typesOf(store, "ses_1")).toBe("latency tool");
    for (const id of ["ses_2", "ses_3"])
      expect(await typesOf(store, id)).toBe("caller latency agent filler tool");
    expect(await retention.expireByFlow({ ...due, of: "values" })).toEqual({ rows: 1, isAll: true });
    const contextOf = async (sessionId: string) =>
      (await store.sessions.find({ accountId, sessionId }))?.row.context;
    expect([await contextOf("ses_1"), await contextOf("ses_2")]).toEqual([context, {}]);
    expect(await retention.expireByFlow({ ...due, of: "numbers" })).toEqual({ rows: 1, isAll: true });
    expect(await retention.owners(["ses_0"])).toMatchObject([{ isErased: true }]);
    due.at += 9 * day;
    expect(await retention.expireByFlow({ ...due, of: "words" })).toEqual({ rows: 3, isAll: true });
    expect(await typesOf(store, "ses_3")).toBe("caller latency agent filler tool");
  });

  test("removal: one session is deleted in slices with its counts, never a running one, nor another account's", async () => {
    await using opened = await eachStore[kind]();
    const { store } = opened;
    const { retention } = store;
    for (const id of [accountId, "acc_2"]) await newAccount(store, id, 10_000);
    const subjectHash = "h1";
    await ended(store, "ses_1", 1_000, { subjectHash });
    const flowDays = { audio: 3, words: null, values: null, numbers: null };
    await ended(store, "ses_2", 2_000, { subjectHash, flowDays });
    await ended(store, "ses_3", 3_000, { subjectHash: "h2" });
    const running = { context, metadata: {}, providers: {}, home, at: 4_000, accountId, subjectHash };
    const row = { id: "ses_4", flowId: undefined, flowRevision: undefined, ...running };
    await store.sessions.begin({ row, holdMicros: 1, keyId: undefined });
    const page = { accountId, subjectHash, after: "", limit: 2 };
    const found = await retention.sessionsOf(page);
    expect(found.map(({ id }) => id)).toEqual(["ses_1", "ses_2"]);
    expect((await retention.sessionsOf({ ...page, after: "ses_2" })).map(({ id }) => id)).toEqual(["ses_4"]);
    expect(await retention.sessionsOf({ ...page, accountId: "acc_2" })).toEqual([]);

    const erasure = await retention.addErasure({ id: "era_1", accountId, subjectHash, at: 5_000 });
    expect(erasure).toMatchObject({
      state: "running",
      counts: nothingErased,
      createdAt: 5_000,
      finishedAt: null,
    });
    const removal = { accountId, sessionId: "ses_1", rowsMax: 3, at: 6_000, erasureId: "era_1" };
    expect(await retention.remove({ ...removal, accountId: "acc_2" })).toBe("missing");
    expect(await retention.remove({ ...removal, sessionId: "ses_4" })).toBe("open");
    const { entries } = await store.ledger.books(accountId);
    expect(await retention.remove(removal)).toBe("more");
    expect(await retention.remove(removal)).toBe("gone");
    expect(await retention.remove(removal)).toBe("missing");
    await retention.countErased("era_1", { audio: 2, hooks: 1 });
    const counts = { sessions: 1, words: 3, values: 1, numbers: 2, audio: 2, hooks: 1 };
    expect(await retention.runningErasures()).toEqual([{ ...erasure, counts }]);
    expect((await store.ledger.books(accountId)).entries).toEqual(entries);
    expect(
      (await retention.owners(["ses_1", "ses_2", "ses_9"])).toSorted((a, b) =>
        a.sessionId < b.sessionId ? -1 : 1,
      ),
    ).toEqual([
      { sessionId: "ses_1", accountId: null, audioDays: null, isErased: true },
      { sessionId: "ses_2", accountId, audioDays: 3, isErased: false },
    ]);
    await retention.forgetErased(6_001);
    expect(await retention.owners(["ses_1"])).toEqual([]);

    await retention.finishErasure({ id: "era_1", at: 7_000, hash: "aa" });
    expect(await retention.runningErasures()).toEqual([]);
    const receipt = { ...erasure, counts, state: "done" as const, finishedAt: 7_000, receiptHash: "aa" };
    expect(await retention.erasures(accountId, 9)).toEqual([receipt]);
    expect(await retention.erasure({ accountId, id: "era_1" })).toEqual(receipt);
    expect(await retention.erasure({ accountId: "acc_2", id: "era_1" })).toBeUndefined();
    await retention.addErasure({ accountId, id: "era_2", subjectHash: "b", at: 1 });
    await retention.forgetErasures(7_000);
    expect(await retention.erasures(accountId, 9)).toHaveLength(2);
    // An unfinished erasure never counts as old.
    await retention.forgetErasures(7_001);
    expect((await retention.erasures(accountId, 9)).map(({ id }) => id)).toEqual(["era_2"]);
    expect(await retention.clean()).toBe(true);
  });

  test("removal: late writes of a deleted session are left out, and delay nothing else", async () => {
    await using opened = await eachStore[kind]();
    const { store } = opened;
    await newAccount(store, accountId, 10_000);
    await ended(store, "ses_1", 1_000);
    await ended(store, "ses_2", 2_000);
    await store.retention.remove({ accountId, sessionId: "ses_1", rowsMax: 9, at: 3_000 });
    const late = (sessionId: string) => ({ sessionId, atMs: 9, type: "latency", data: {} });
    const events = [late("ses_1"), late("ses_2")];
    const batch = { home, number: 9_000, rows: [], patches: new Map(), snapshots: new Map() };
    await store.sessions.write({ ...batch, events });
    expect(await typesOf(store, "ses_1")).toBeUndefined();
    expect(await typesOf(store, "ses_2")).toBe("caller latency agent filler tool latency");
  });

  test("outbox: waiting deliveries of one session are taken back", async () => {
    await using opened = await eachStore[kind]();
    const { store } = opened;
    await newAccount(store, accountId, 10_000);
    const told = (queue: string, messageId: string) => ({
      accountId,
      queue,
      messageId,
      url: "https://a.example/",
      signer: "hook_1",
      body: `of ${queue}`,
      createdAt: 1,
    });
    await store.outbox.add([
      told("ses_1 a", "m1"),
      told("ses_1 a", "m2"),
      told("ses_1 b", "m1"),
      told("ses_11 a", "m3"),
    ]);
    expect(await store.outbox.removeOfSession("ses_1")).toHaveLength(3);
    expect(await store.outbox.removeOfSession("ses_1")).toEqual([]);
    expect(await store.outbox.loads()).toEqual([{ accountId, rows: 1, chars: "of ses_11 a".length }]);
  });
});
