// Contract of a store: sessions and their money, leases, homes, and batches that arrive twice.

import { describe, expect, test } from "bun:test";
import { leaseId } from "../../db/port/ledger-store.ts";
import type {
  NewSession,
  SessionBatch,
  SessionStore,
  SettledSession,
  SettlingSession,
} from "../../db/port/session-store.ts";
import type { Store } from "../../db/port/store.ts";
import { prove } from "../../src/billing/proof.ts";
import { eachStore, storeKinds } from "../support/stores/each-store.ts";
import { newAccount } from "../support/stores/new-account.ts";

async function settleOne(
  sessions: SessionStore,
  settling: SettlingSession,
): Promise<SettledSession | undefined> {
  return (await sessions.settle([settling]))[0];
}

const accountId = "acc_1";

function row(id: string, more: Partial<NewSession> = {}): NewSession & { accountId: string } {
  return {
    id,
    flowId: undefined,
    flowRevision: undefined,
    context: { z: 1, a: { "\u0000": "nul\u0000" } },
    metadata: {},
    providers: {},
    home: "n1",
    at: 1_000,
    ...more,
    accountId,
  };
}

const settling = (id: string, more: Partial<SettlingSession> = {}): SettlingSession => ({
  id,
  accountId,
  home: "n1",
  patch: {},
  totalMicros: 0,
  at: 2_000,
  close: false,
  ...more,
});

const batch = (number: number, more: Partial<SessionBatch> = {}): SessionBatch => ({
  home: "n1",
  number,
  rows: [],
  patches: new Map(),
  events: [],
  snapshots: new Map(),
  ...more,
});

const node = (id: string) => ({
  id,
  address: `http://${id}`,
  publicUrl: null,
  region: "",
  version: "1",
  callsMax: 10,
  at: 1_000,
});

async function proved(store: Store) {
  const proof = prove(await store.ledger.books(accountId));
  expect(proof.faults).toEqual([]);
  return proof;
}

describe.each(storeKinds)("%s", (kind) => {
  const open = eachStore[kind];

  test("begin: row and hold are written together or refused with the reason", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, accountId, 100);
    const hash = "hash of key_1";
    await store.keys.add({ id: "key_1", accountId, label: "", prefix: "", hash, createdAt: 1 }, 9);
    const begin = (id: string, more = {}) =>
      store.sessions.begin({ row: row(id), holdMicros: 60, keyId: "key_1", sessionsMax: 2, ...more });
    expect(await begin("ses_1")).toBeUndefined();
    expect(await begin("ses_2")).toBe("credits");
    expect(await begin("ses_2", { holdMicros: 40 })).toBeUndefined();
    expect(await begin("ses_3", { holdMicros: 0 })).toBe("limit");
    expect(await begin("ses_3", { holdMicros: 0, sessionsMax: undefined })).toBeUndefined();
    expect(await begin("ses_4", { holdMicros: 0, sessionsMax: undefined, keyId: undefined })).toBeUndefined();
    await store.keys.revoke({ accountId, keyId: "key_1", at: 5 });
    expect(await begin("ses_5", { holdMicros: 0 })).toBe("key");
    expect((await store.sessions.list(accountId, 9)).map(({ id }) => id)).toEqual([
      "ses_4",
      "ses_3",
      "ses_2",
      "ses_1",
    ]);
    const found = await store.sessions.find({ accountId, sessionId: "ses_1" });
    // Compares key by key, with characters that no database takes as text.
    expect(JSON.stringify(found?.row.context)).toBe(JSON.stringify(row("ses_1").context));
    expect(found?.row).toMatchObject({ status: "waiting", home: "n1", createdAt: 1_000, costMicros: 0 });
    expect(await store.sessions.find({ accountId: "acc_2", sessionId: "ses_1" })).toBeUndefined();
    expect(await proved(store)).toMatchObject({ balanceMicros: 100, heldMicros: 100 });
  });

  test("settle: it charges the total, extends the hold as far as possible, writes off the rest, and closes once", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, accountId, 100);
    await store.sessions.begin({ row: row("ses_1"), holdMicros: 60, keyId: undefined });
    const patch = { status: "running", connectedMs: 5, usage: { b: 1, a: 2 }, costMicros: 30 } as const;
    const first = settling("ses_1", { totalMicros: 30, patch, extendMicros: 30 });
    expect(await settleOne(store.sessions, first)).toEqual({
      extended: true,
      moved: false,
      writtenOffMicros: 0,
    });
    // Settling twice has the effect of settling once.
    expect(await settleOne(store.sessions, { ...first, extendMicros: 20 })).toEqual({
      extended: false,
      moved: false,
      writtenOffMicros: 0,
    });
    expect(await proved(store)).toMatchObject({ balanceMicros: 70, heldMicros: 60 });
    expect(await store.ledger.totals()).toEqual({ heldMicros: 60 });
    expect(await settleOne(store.sessions, settling("ses_1", { totalMicros: 115, extendMicros: 0 }))).toEqual(
      {
        extended: true,
        moved: false,
        writtenOffMicros: 15,
      },
    );
    expect((await proved(store)).sums).toMatchObject({ settle: 100, writeoff: 15 });
    const last = settling("ses_1", {
      totalMicros: 120,
      close: true,
      patch: { status: "ended", endReason: "a\0b" },
    });
    expect(await settleOne(store.sessions, { ...last, extendMicros: 1 })).toEqual({
      extended: false,
      moved: false,
      writtenOffMicros: 5,
    });
    expect(await settleOne(store.sessions, { ...last, totalMicros: 999 })).toEqual({
      extended: false,
      moved: false,
      writtenOffMicros: 0,
    });
    expect(await store.ledger.totals()).toEqual({ heldMicros: 0 });
    const proof = await proved(store);
    expect(proof).toMatchObject({ balanceMicros: 0, heldMicros: 0, sums: { settle: 100, writeoff: 20 } });
    const found = await store.sessions.find({ accountId, sessionId: "ses_1" });
    expect(found?.row).toMatchObject({ status: "ended", connectedMs: 5, costMicros: 30 });
    expect(JSON.stringify(found?.row.usage)).toBe('{"b":1,"a":2}');
    expect(found?.row.endReason).toMatch(/^a.b$/s);
  });

  test("leases: they lend minutes without the account, and return when their node is gone", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, accountId, 100);
    const lease = { accountId, nodeId: "n1", micros: 70, at: 1 };
    expect(await store.ledger.lease(lease)).toBe(70);
    expect(await store.ledger.lease({ ...lease, nodeId: "n2", micros: 50 })).toBe(30);
    expect(await store.ledger.lease({ ...lease, nodeId: "n2", micros: 10 })).toBe(10);
    const begin = (id: string, holdMicros: number) =>
      store.sessions.begin({ row: row(id), holdMicros, keyId: undefined, fromLease: true });
    expect(await begin("ses_1", 40)).toBeUndefined();
    const openOf = async (sessionId: string) =>
      (await store.ledger.books(accountId)).holds.find((each) => each.sessionId === sessionId)?.openMicros;
    expect(await openOf(leaseId({ accountId, nodeId: "n1" }))).toBe(30);
    // The lease has not enough, and the account has only 20 in total.
    expect(await begin("ses_2", 31)).toBe("credits");
    expect(await begin("ses_2", 20)).toBeUndefined();
    const more = settling("ses_1", { totalMicros: 35, extendMicros: 10, fromLease: true });
    expect(await settleOne(store.sessions, more)).toEqual({
      extended: true,
      moved: false,
      writtenOffMicros: 0,
    });
    expect(await openOf(leaseId({ accountId, nodeId: "n1" }))).toBe(0);
    await proved(store);
    // The store first moves the used part, then the prepared one.
    const { entries } = await store.ledger.books(accountId);
    expect(entries.slice(-3).map(({ sessionId, kind, micros }) => [sessionId, kind, micros])).toEqual([
      ["ses_1", "settle", 35],
      [leaseId({ accountId, nodeId: "n1" }), "release", 10],
      ["ses_1", "hold", 10],
    ]);
    const swept = await store.sessions.sweep({ at: 9, homes: ["n1"] });
    expect(swept).toEqual({ sessions: 2, withHooks: [] });
    expect(await openOf(leaseId({ accountId, nodeId: "n2" }))).toBe(10);
    expect(await proved(store)).toMatchObject({ heldMicros: 10 });
    // The same node may come back and borrow again.
    expect(await store.ledger.lease({ ...lease, micros: 5 })).toBe(5);
    await proved(store);
  });

  test("write: rows, patches, events and snapshots are written at once, and a repeated batch once", async () => {
    await using opened = await open();
    const { store } = opened;
    await newAccount(store, accountId, 100);
    await store.nodes.join(node("n1"));
    const ids = Array.from({ length: 600 }, (_, n) => `ses_${n}`);
    const event = (sessionId: string, n: number) => ({
      sessionId,
      atMs: n,
      type: "caller",
      data: { text: `${n}\0"` },
    });
    const first = batch(1, {
      rows: ids.map((id) => row(id)),
      patches: new Map(
        ids.map((id, n) => [
          id,
          n % 2 === 0 ? { connectedMs: n } : { status: "running" as const, outcome: null },
        ]),
      ),
      events: [...ids.map(event), event("ses_0", 7), event("ses_0", 3)],
      snapshots: new Map([
        ["ses_0", { turn: 1 }],
        ["ses_1", { turn: 1 }],
      ]),
    });
    expect(await store.sessions.write(first)).toEqual([]);
    expect(await store.sessions.write(first)).toEqual([]);
    const found = await store.sessions.find({ accountId, sessionId: "ses_0" });
    expect(found?.row).toMatchObject({ connectedMs: 0, status: "waiting" });
    // Events keep their order, whatever their times are.
    expect(found?.events.map(({ atMs, data }) => [atMs, data])).toEqual(
      [0, 7, 3].map((n) => [n, { text: `${n}\0"` }]),
    );
    const running = await store.sessions.find({ accountId, sessionId: "ses_599" });
    expect(running?.row).toMatchObject({ status: "running", connectedMs: 0, outcome: null });
    const patches = new Map([
      ["ses_1", { usage: { z: "\0", a: 1 }, endReason: "x", heartbeatAt: 5 }],
      ["ses_none", { connectedMs: 1 }],
    ]);
    expect(await store.sessions.write(batch(2, { patches }))).toEqual(["ses_none"]);
    expect(
      await store.sessions.write(batch(3, { patches: new Map([["ses_1", { heartbeatAt: null }]]) })),
    ).toEqual([]);
    const patched = await store.sessions.find({ accountId, sessionId: "ses_1" });
    expect(patched?.row).toMatchObject({ endReason: "x", heartbeatAt: null, usage: { z: "\0", a: 1 } });
    expect(Object.keys(patched?.row.usage ?? {})).toEqual(["z", "a"]);
  });

  test("homes: only its home writes a session", async () => {
    await using opened = await open();
    const { sessions } = opened.store;
    await newAccount(opened.store, accountId, 100);
    const token = { hash: "h1", prefix: "vst_" };
    const kept = row("ses_1", { token, snapshot: { turn: 0, a: "\0" } });
    await sessions.begin({ row: kept, holdMicros: 10, keyId: undefined });
    await sessions.begin({ row: row("ses_2"), holdMicros: 10, keyId: undefined });
    expect(await sessions.byToken("h1")).toEqual({ id: "ses_1", accountId, home: "n1", status: "waiting" });
    expect(await sessions.byToken("h2")).toBeUndefined();
    const adoption = { id: "ses_1", from: "n1", home: "n2", at: 5 };
    expect(await sessions.adopt({ ...adoption, from: "n9" })).toBeUndefined();
    expect(await sessions.adopt({ ...adoption, from: null })).toBeUndefined();
    // The session has nothing to continue with.
    expect(await sessions.adopt({ ...adoption, id: "ses_2" })).toBeUndefined();
    const adopted = await sessions.adopt(adoption);
    expect(adopted).toMatchObject({
      snapshot: { turn: 0, a: "\0" },
      openMicros: 10,
      row: { id: "ses_1", home: "n2" },
    });
    const patches = new Map([["ses_1", { connectedMs: 99 }]]);
    const snapshots = new Map([
      ["ses_1", { turn: 9 }],
      ["ses_2", { turn: 1 }],
    ]);
    expect(await sessions.write(batch(1, { patches, snapshots }))).toEqual(["ses_1"]);
    const closing = settling("ses_1", { totalMicros: 9, close: true, patch: { connectedMs: 99 } });
    expect(await settleOne(sessions, closing)).toEqual({ extended: false, moved: true, writtenOffMicros: 0 });
    const found = await sessions.find({ accountId, sessionId: "ses_1" });
    expect(found?.row).toMatchObject({ connectedMs: 0, home: "n2" });
    expect(await sessions.openAt({ home: "n2", before: 1_001 })).toEqual(["ses_1"]);
    expect(await sessions.openAt({ home: "n2", before: 1_000 })).toEqual([]);
    expect(await settleOne(sessions, { ...closing, home: "n2", patch: { status: "ended" } })).toMatchObject({
      moved: false,
    });
    // The session is over.
    expect(await sessions.adopt({ ...adoption, from: "n2", home: "n3" })).toBeUndefined();
    expect(await sessions.adopt({ ...adoption, id: "ses_2", home: "n3" })).toMatchObject({
      snapshot: { turn: 1 },
    });
    await proved(opened.store);
  });

  test("sweep: it ends a dead node's open sessions, up to the last heartbeat, or some of them", async () => {
    await using opened = await open();
    const { store } = opened;
    const { sessions } = store;
    await newAccount(store, accountId, 100);
    for (const id of ["ses_1", "ses_2", "ses_3"])
      await sessions.begin({ row: row(id, { snapshot: {} }), holdMicros: 10, keyId: undefined });
    const patch = { heartbeatAt: 1_500, costMicros: 4, hookSeq: 2 };
    await sessions.write(batch(1, { patches: new Map([["ses_1", patch]]) }));
    const delivery = {
      accountId,
      queue: "q",
      url: "u",
      signer: "s",
      messageId: "m",
      body: "{}",
      createdAt: 1,
    };
    await store.outbox.add([delivery]);
    const claim = { url: "u", at: 10, limit: 9, until: 99_999 };
    expect(await store.outbox.claim({ ...claim, nodeId: "n1" })).toHaveLength(1);
    expect(await store.outbox.claim({ ...claim, nodeId: "n2" })).toEqual([]);
    expect(await sessions.sweep({ at: 9_000, home: "n1", ids: ["ses_2"] })).toMatchObject({ sessions: 1 });
    const swept = await sessions.sweep({ at: 9_000, homes: ["n1", null] });
    expect(swept.sessions).toBe(2);
    expect(swept.withHooks).toMatchObject([{ id: "ses_1", accountId, hookSeq: 2 }]);
    const found = await sessions.find({ accountId, sessionId: "ses_1" });
    expect(found?.row).toMatchObject({
      status: "ended",
      endedAt: 1_500,
      endReason: "crashed",
      costMicros: 4,
    });
    expect(await proved(store)).toMatchObject({ balanceMicros: 96, heldMicros: 0 });
    expect(await store.outbox.claim({ ...claim, nodeId: "n2" })).toHaveLength(1);
    expect(await sessions.sweep({ at: 9_000, homes: ["n1", null] })).toEqual({ sessions: 0, withHooks: [] });
  });

  test("outcome: an ended session still holds money for its post-processing, and pays once", async () => {
    await using opened = await open();
    const { store } = opened;
    const { sessions } = store;
    await newAccount(store, accountId, 100);
    const pending = row("ses_1", { callOutcome: "pending", snapshot: {} });
    await sessions.begin({ row: pending, holdMicros: 10, keyId: undefined });
    const patch = { status: "ended", endedAt: 2_000, costMicros: 4 } as const;
    const ended = settling("ses_1", { patch, totalMicros: 4, extendMicros: 30 });
    expect(await settleOne(sessions, ended)).toMatchObject({ extended: true, moved: false });
    expect(await proved(store)).toMatchObject({ balanceMicros: 96, heldMicros: 36 });
    const removal = { accountId, sessionId: "ses_1", rowsMax: 9, at: 3_000 };
    expect(await store.retention.remove(removal)).toBe("open");
    const done = { callOutcome: "done", costMicros: 24 } as const;
    await settleOne(sessions, settling("ses_1", { patch: done, totalMicros: 24, close: true }));
    expect(await proved(store)).toMatchObject({ balanceMicros: 76, heldMicros: 0 });
    const found = await sessions.find({ accountId, sessionId: "ses_1" });
    expect(found?.row).toMatchObject({ status: "ended", callOutcome: "done", costMicros: 24 });
    expect(await sessions.sweep({ at: 9_000, homes: ["n1", null] })).toEqual({ sessions: 0, withHooks: [] });
    expect(await store.retention.remove(removal)).toBe("gone");
  });

  test("outcome: work pending when its node died has failed, and its hold is released", async () => {
    await using opened = await open();
    const { store } = opened;
    const { sessions } = store;
    await newAccount(store, accountId, 100);
    for (const id of ["ses_1", "ses_2", "ses_3"])
      await sessions.begin({ row: row(id, { callOutcome: "pending" }), holdMicros: 10, keyId: undefined });
    const patch = {
      status: "ended",
      endedAt: 2_000,
      endReason: "caller",
      costMicros: 4,
      hookSeq: 5,
    } as const;
    await settleOne(sessions, settling("ses_1", { patch, totalMicros: 4 }));
    await sessions.write(batch(1, { patches: new Map([["ses_2", { hookSeq: 2 }]]) }));
    const other = { status: "ended", endedAt: 2_000, callOutcome: null } as const;
    await settleOne(sessions, settling("ses_3", { patch: other, close: true }));
    // When another node looks for forgotten sessions, it leaves this one alone.
    expect(await sessions.sweep({ at: 9_000, homes: [null] })).toEqual({ sessions: 0, withHooks: [] });
    expect(await proved(store)).toMatchObject({ heldMicros: 16 });
    const swept = await sessions.sweep({ at: 9_000, homes: ["n1"] });
    expect(swept.sessions).toBe(1);
    expect(swept.withHooks.toSorted((a, b) => a.id.localeCompare(b.id))).toMatchObject([
      { id: "ses_1", hookSeq: 5, wasOver: true, lacksOutcome: true },
      { id: "ses_2", hookSeq: 2, wasOver: false, lacksOutcome: true },
    ]);
    const rows = (await sessions.list(accountId, 9)).toSorted((a, b) => a.id.localeCompare(b.id));
    expect(rows).toMatchObject([
      { status: "ended", endedAt: 2_000, endReason: "caller", callOutcome: "failed", costMicros: 4 },
      { status: "ended", endReason: "crashed", callOutcome: "failed" },
      { status: "ended", callOutcome: null },
    ]);
    expect(await proved(store)).toMatchObject({ balanceMicros: 96, heldMicros: 0 });
  });
});
