// Contract of a store: calls are found by their properties, their words and people's notes, and the figures of days are
// the sums of their calls.

import { describe, expect, test } from "bun:test";
import type { CallPage } from "../../db/port/call-store.ts";
import type { SessionPatch } from "../../db/port/session-store.ts";
import type { Store } from "../../db/port/store.ts";
import { eachStore, storeKinds } from "../support/stores/each-store.ts";
import { begun, ended, nextBatch } from "../support/stores/ended-calls.ts";
import { newAccount } from "../support/stores/new-account.ts";

const accountId = "acc_1";
const home = "n1";
const noon = Date.UTC(2026, 10, 24, 12);

const said = (text: string) => ["caller", { text, by: "voice" }] as const;
const answered = (audioMs: number) => ["latency", { turn: 1, audioMs }] as const;

async function ids(store: Store, choice: Partial<CallPage> = {}): Promise<string> {
  const rows = await store.calls.page({ accountId, limit: 50, ...choice });
  return rows.map(({ id }) => id).join(" ");
}

describe.each(storeKinds)("%s", (kind) => {
  const open = eachStore[kind];

  test("calls: they are found by each of their columns, and by several together", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, accountId, 10_000);
    await newAccount(store, "acc_2", 10_000);
    const telephone = { direction: "inbound", parties: "c2VhbGVk", subjectHash: "h1" } as const;
    await ended(store, { id: "s1", at: noon, row: { flowId: "f1", ...telephone } });
    await ended(store, {
      id: "s2",
      at: noon + 1,
      row: { direction: "outbound" },
      patch: { endReason: "failed" },
    });
    await ended(store, { id: "s3", at: noon + 2, patch: { outcome: "booked" } });
    await begun(store, { id: "s4", at: noon + 3, row: { flowId: "f1" } });
    await ended(store, { id: "s5", account: "acc_2", patch: { endReason: "failed" } });
    expect(await ids(store)).toBe("s4 s3 s2 s1");
    expect(await ids(store, { flowId: "f1" })).toBe("s4 s1");
    expect(await ids(store, { flowId: "f1", status: "running" })).toBe("s4");
    expect(await ids(store, { failed: true })).toBe("s2");
    expect(await ids(store, { failed: false, status: "ended" })).toBe("s3 s1");
    expect(await ids(store, { endReason: "failed" })).toBe("s2");
    expect(await ids(store, { outcome: "booked" })).toBe("s3");
    expect(await ids(store, { transport: "webrtc", from: noon + 1, to: noon + 3 })).toBe("s3 s2");
    expect(await ids(store, { transport: "websocket" })).toBe("");
    expect(await ids(store, { direction: "inbound" })).toBe("s1");
    expect(await ids(store, { direction: "outbound" })).toBe("s2");
    expect(await ids(store, { subjectHash: "h1", direction: "inbound" })).toBe("s1");
    expect(await ids(store, { subjectHash: "h2" })).toBe("");
    const key = { accountId, sessionId: "s1" };
    const found = { id: "s1", transport: "webrtc", flowName: null, ...telephone };
    expect(await store.calls.find(key)).toMatchObject(found);
    const [, , second] = await store.calls.page({ accountId, limit: 50 });
    expect(second).toMatchObject({ id: "s2", direction: "outbound", parties: null });
    expect(await store.calls.find({ ...key, accountId: "acc_2" })).toBeUndefined();
  });

  // Functions cannot cross to another process.
  const reseals = kind !== "another process's";
  (reseals ? test : () => undefined)("calls: their numbers are sealed anew with another key", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, accountId, 10_000);
    await ended(store, { id: "s1", row: { parties: Buffer.from([1]).toString("base64") } });
    await ended(store, { id: "s2", row: {} });
    const places: unknown[] = [];
    const counted = await store.seals.resealAll({
      fingerprint: "second",
      reseal: (old, place) => (places.push(place), Uint8Array.of(...old, 2)),
    });
    expect(counted.parties).toBe(1);
    expect(places).toContainEqual({ type: "parties", id: "s1" });
    const row = await store.calls.find({ accountId, sessionId: "s1" });
    expect([...Buffer.from(row?.parties ?? "", "base64")]).toEqual([1, 2]);
  });

  test("calls: they are found by their trouble, running or ended", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, accountId, 10_000);
    const tool = (more: object) => ["tool", { name: "book", tookMs: 5, ...more }] as const;
    const provider = (action: string) => ["provider", { message: "m", incident: { action } }] as const;
    const failing = tool({ ok: false, failure: "timeout" });
    await ended(store, { id: "s1", said: [tool({ ok: true }), tool({ ok: false, failure: "cancelled" })] });
    await ended(store, { id: "s2", at: noon + 1, said: [failing] });
    await ended(store, { id: "s3", at: noon + 2, said: [failing, provider("fell_back")] });
    await ended(store, { id: "s4", at: noon + 3, said: [failing], patch: { endReason: "lost" } });
    await ended(store, { id: "s5", at: noon + 4, patch: { endReason: "shutdown" } });
    await ended(store, { id: "s6", at: noon + 5, said: [provider("retried")] });
    expect(await ids(store, { trouble: "any" })).toBe("s5 s4 s3 s2");
    expect(await ids(store, { trouble: "tool" })).toBe("s2");
    expect(await ids(store, { trouble: "provider" })).toBe("s3");
    expect(await ids(store, { trouble: "network", failed: true })).toBe("s4");
    expect(await ids(store, { trouble: "other", from: noon + 5 })).toBe("");
    expect(await ids(store, { trouble: "any", failed: false })).toBe("s3 s2");
    expect(await store.calls.find({ accountId, sessionId: "s6" })).toMatchObject({ trouble: null });
  });

  test("calls: paging works with and without words, while new ones come and old ones go", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, accountId, 10_000);
    // Several calls of one millisecond: their ids decide the order.
    for (const n of [1, 2, 3, 4, 5])
      await ended(store, { id: `s${n}`, at: noon + Math.floor(n / 3), said: [said("Good morning")] });
    for (const words of [undefined, "morning"]) {
      const first = await store.calls.page({ accountId, limit: 2, words });
      expect(first.map(({ id }) => id)).toEqual(["s5", "s4"]);
      const second = await store.calls.page({ accountId, limit: 2, words, after: first[1] });
      expect(second.map(({ id }) => id)).toEqual(["s3", "s2"]);
      expect(await ids(store, { words, after: second[1] })).toBe("s1");
      expect(await ids(store, { words, after: first[1], transport: "webrtc" })).toBe("s3 s2 s1");
    }
    await ended(store, { id: "s6", at: noon + 9, said: [said("Good morning")] });
    const last = await store.calls.find({ accountId, sessionId: "s4" });
    await store.retention.remove({ accountId, sessionId: "s4", rowsMax: 99, at: noon });
    expect(await ids(store, { after: last })).toBe("s3 s2 s1");
    expect(await ids(store, { after: last, words: "morning" })).toBe("s2 s1");
  });

  test("calls: they are found by whole words in any order, of one account, and never by masked or deleted ones", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, accountId, 10_000);
    await newAccount(store, "acc_2", 10_000);
    const agent = ["agent", { reply: 1, text: "Eine Crème brûlée für Müller, 東京駅." }] as const;
    const outcome = ["outcome", { state: "done", summary: "Wants dessert." }] as const;
    await ended(store, { id: "s1", said: [said("My card is •••"), agent, outcome] });
    await ended(store, { id: "s2", said: [said("Nothing at all")] });
    await ended(store, { id: "s3", account: "acc_2", said: [agent] });
    for (const words of ["CREME muller", "card", "東京", "駅", "dessert", "Müller"])
      expect(await ids(store, { words })).toBe("s1");
    for (const words of ["cre", "•••", "…", "", "card nothing", '" OR "', "京東"])
      expect(await ids(store, { words })).toBe("");
    expect(await ids(store, { words: "creme", failed: true })).toBe("");
    expect(await ids(store, { words: "creme", endReason: "caller" })).toBe("s1");
    expect(await ids(store, { words: "at", endReason: "caller", from: noon + 1 })).toBe("");
    const expiry = {
      of: "words",
      accountId,
      before: noon * 2,
      rowsMax: 100,
      sessionsMax: 20,
      at: noon,
    } as const;
    await store.retention.expire(expiry);
    expect(await ids(store, { words: "creme" })).toBe("");
    expect(await ids(store, { accountId: "acc_2", words: "creme" })).toBe("s3");
    await store.retention.remove({ accountId: "acc_2", sessionId: "s3", rowsMax: 99, at: noon });
    expect(await ids(store, { accountId: "acc_2", words: "creme" })).toBe("");
  });

  test("figures: flows and their revisions are listed, the most expensive first", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, accountId, 10_000);
    const of = (flowId: string, flowRevision?: number) => ({ flowId, flowRevision });
    await ended(store, { id: "s1", row: of("f1", 1), micros: 5 });
    await ended(store, { id: "s2", row: of("f1", 2), micros: 9, patch: { endReason: "failed" } });
    await ended(store, { id: "s3", row: of("f1", 2), micros: 2, at: noon + 86_400_000 });
    await ended(store, { id: "s4", micros: 4 });
    await ended(store, { id: "s5", row: of("welcome"), micros: 3, at: noon - 86_400_000 });
    const figures = async (from: string) =>
      (await store.calls.flowFigures(accountId, from)).map(({ flowId, revision, ...sums }) =>
        [flowId, revision, sums.calls, sums.failed, sums.connectedMs, sums.costMicros].join(" "),
      );
    expect(await figures("2026-11-24")).toEqual(["f1 2 2 1 120000 11", "f1 1 1 0 60000 5", "  1 0 60000 4"]);
    expect((await figures("2026-11-01")).at(-1)).toBe("welcome  1 0 60000 3");
    expect(await store.calls.flowFigures("acc_2", "2026-11-01")).toEqual([]);
  });

  test("budgets: the month's spending includes running calls, shares are reported once, and no call begins beyond", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, accountId, 10_000);
    const { budgets } = store;
    const month = "2026-11";
    await ended(store, { id: "s0", micros: 50, at: Date.UTC(2026, 9, 31, 12) });
    await ended(store, { id: "s1", micros: 70 });
    expect(await budgets.read(accountId, month)).toEqual({ budget: undefined, spentMicros: 70 });
    expect(await budgets.reached(month, [80, 100])).toEqual([]);
    const budget = { monthlyMicros: 100, refuses: false };
    await budgets.put(accountId, budget);
    expect(await budgets.read(accountId, month)).toEqual({ budget, spentMicros: 70 });
    expect(await budgets.reached(month, [80, 100])).toEqual([]);
    await begun(store, { id: "s2" });
    const patches = new Map<string, SessionPatch>([["s2", { costMicros: 15 }]]);
    await store.sessions.write({
      home,
      number: nextBatch(),
      rows: [],
      patches,
      events: [],
      snapshots: new Map(),
    });
    const reached = { accountId, monthlyMicros: 100 };
    expect(await budgets.reached(month, [80, 100])).toEqual([{ ...reached, percent: 80, spentMicros: 85 }]);
    expect(await budgets.reached(month, [80, 100])).toEqual([]);
    await ended(store, { id: "s3", micros: 15 });
    expect(await budgets.reached(month, [80, 100])).toEqual([{ ...reached, percent: 100, spentMicros: 100 }]);
    expect(await budgets.reached(month, [80, 100])).toEqual([]);
    // Another month begins at zero, and its budget is reported again.
    expect((await budgets.read(accountId, "2026-12")).spentMicros).toBe(15);
    await begun(store, { id: "s4" });
    await budgets.put(accountId, { ...budget, refuses: true });
    expect((await budgets.reached(month, [80, 100])).map(({ percent }) => percent)).toEqual([100]);
    const facts = { flowId: undefined, flowRevision: undefined, context: {}, metadata: {}, providers: {} };
    const begin = (id: string, at: number) =>
      store.sessions.begin({ row: { id, ...facts, home, at, accountId }, holdMicros: 1, keyId: undefined });
    expect(await begin("s5", noon)).toBe("budget");
    expect(await begin("s6", Date.UTC(2026, 11, 1))).toBeUndefined();
    await budgets.put(accountId, undefined);
    expect(await begin("s7", noon)).toBeUndefined();
    expect((await budgets.read("acc_2", month)).spentMicros).toBe(0);
  });

  test("ledger: it is read page by page, newest first", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, accountId, 10_000);
    await newAccount(store, "acc_2", 10_000);
    await ended(store, { id: "s1" });
    const first = await store.ledger.page({ accountId, limit: 2 });
    expect(first.map(({ kind, sessionId }) => [kind, sessionId])).toEqual([
      ["release", "s1"],
      ["settle", "s1"],
    ]);
    const second = await store.ledger.page({ accountId, limit: 9, before: first[1]?.id });
    expect(second.map(({ kind }) => kind)).toEqual(["hold", "grant"]);
  });

  test("calls: post-processing is found, and paid on the day of the call", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, accountId, 10_000);
    await ended(store, { id: "s1", micros: 10, row: { callOutcome: "pending" }, said: [said("Hello")] });
    const summary = { sessionId: "s1", atMs: 9, type: "outcome", data: { summary: "About a refund" } };
    const batch = { home, number: nextBatch(), rows: [], patches: new Map(), snapshots: new Map() };
    await store.sessions.write({ ...batch, events: [summary] });
    const patch = { callOutcome: "done", costMicros: 30 } as const;
    const settling = { id: "s1", accountId, home, patch, totalMicros: 30, at: noon, close: true };
    await store.sessions.settle([settling]);
    await store.sessions.settle([settling]);
    expect(await ids(store, { words: "refund hello" })).toBe("s1");
    const { days } = await store.calls.figures(accountId, "2026-11-24");
    expect(days).toMatchObject([{ calls: 1, costMicros: 30 }]);
  });

  test("remarks: an account tags and annotates only its own calls, and the note is deleted with the words", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, accountId, 10_000);
    await ended(store, { id: "s1" });
    await ended(store, { id: "s2", at: noon + 1 });
    const key = { accountId, sessionId: "s1" };
    expect(await store.calls.remark(key, { note: "Call back", tags: ["vip", "angry"] })).toBe(true);
    expect(await store.calls.remark({ ...key, sessionId: "s2" }, { tags: ["vip"] })).toBe(true);
    expect(await store.calls.remark({ ...key, accountId: "acc_2" }, { note: "Mine" })).toBe(false);
    expect(await store.calls.find(key)).toMatchObject({ note: "Call back", tags: ["angry", "vip"] });
    expect(await ids(store, { tag: "vip" })).toBe("s2 s1");
    expect(await ids(store, { tag: "angry" })).toBe("s1");
    await store.calls.remark(key, { tags: ["vip"] });
    expect(await store.calls.find(key)).toMatchObject({ note: "Call back", tags: ["vip"] });
    const expiry = {
      of: "words",
      accountId,
      before: noon * 2,
      rowsMax: 100,
      sessionsMax: 20,
      at: noon,
    } as const;
    await store.retention.expire(expiry);
    expect(await store.calls.find(key)).toMatchObject({ note: null, tags: ["vip"] });
    expect(await store.calls.remark(key, { note: "Late" })).toBe("expired");
    await store.retention.remove({ ...key, rowsMax: 99, at: noon });
    expect(await ids(store, { tag: "vip" })).toBe("s2");
  });

  test("figures: daily sums count each call once by its end, crashed ones too, and no unconnected ones", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, accountId, 10_000);
    const turns = [...Array.from({ length: 19 }, () => answered(400)), answered(900)];
    const cut = ["agent", { reply: 1, text: "Well", interrupted: true }] as const;
    await ended(store, { id: "s1", said: [...turns, cut] });
    await ended(store, { id: "s2", at: noon + 1, micros: 5, patch: { endReason: "lost" } });
    await ended(store, { id: "s3", at: noon + 24 * 3_600_000, said: [answered(100)] });
    const row = { id: "s4", flowId: undefined, flowRevision: undefined, context: {}, metadata: {} };
    const never = { ...row, providers: {}, home, at: noon, accountId };
    await store.sessions.begin({ row: never, holdMicros: 9, keyId: undefined });
    const expired = { status: "ended", endedAt: noon, endReason: "expired" } as const;
    const settling = { id: "s4", accountId, home, patch: expired, totalMicros: 0, at: noon, close: true };
    await store.sessions.settle([settling]);
    await begun(store, { id: "s5", at: noon + 5, said: [answered(50)] });
    await begun(store, { id: "s6", at: noon + 6 });
    expect((await store.calls.figures(accountId, "2026-11-25")).running).toBe(2);
    await store.sessions.sweep({ home, ids: ["s5"], at: noon + 9 });
    const { running, days } = await store.calls.figures(accountId, "2026-11-24");
    expect(running).toBe(1);
    expect(days.map(({ latencies: _latencies, ...day }) => day)).toEqual([
      { day: "2026-11-24", calls: 3, failed: 2, connectedMs: 120_000, costMicros: 12 },
      { day: "2026-11-25", calls: 1, failed: 0, connectedMs: 60_000, costMicros: 7 },
    ]);
    const classes = days[0]?.latencies ?? [];
    expect(classes.map(([, answers]) => answers)).toEqual([1, 19, 1]);
    // Each class of the histogram is a twentieth wide.
    for (const [n, ms] of [50, 400, 900].entries()) {
      expect(classes[n]?.[0]).toBeGreaterThanOrEqual(ms);
      expect(classes[n]?.[0]).toBeLessThan(ms * 1.06 + 1);
    }
    expect(await store.calls.find({ accountId, sessionId: "s1" })).toMatchObject({
      latencyP95Ms: 400,
      interruptions: 1,
    });
    expect((await store.calls.figures("acc_2", "2026-01-01")).days).toEqual([]);
  });

  test("entries: one call lists its own alone, in order", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, accountId, 10_000);
    await ended(store, { id: "s1" });
    await ended(store, { id: "s2" });
    const entries = await store.calls.entries({ accountId, sessionId: "s1" });
    expect(entries.map(({ kind: of, micros }) => `${of} ${micros}`)).toEqual([
      "hold 100",
      "settle 7",
      "release 93",
    ]);
    expect(await store.calls.entries({ accountId: "acc_2", sessionId: "s1" })).toEqual([]);
  });
});
