// Expiry: one node deletes old data, class by class and account by account, with the files of a recording.

import { expect, test } from "bun:test";
import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Store } from "../../db/port/store.ts";
import { recordingAges, recordingTotals } from "../../src/calls/recording-ages.ts";
import { Recordings } from "../../src/calls/recordings.ts";
import { keptFor, type RetentionDays } from "../../src/cloud/account-retention.ts";
import { Expiry } from "../../src/retention/expiry.ts";
import { BulkWork } from "../../src/base/limits/bulk-work.ts";
import { Slices } from "../../src/retention/slices.ts";
import { openLog } from "../../src/base/log.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";
import { memoryStore, tempFolder } from "../support/servers/store.ts";
import { addMarkedCallers, sessionOf } from "../support/stores/marked-callers.ts";
import { newAccount } from "../support/stores/new-account.ts";

const days: RetentionDays = { audio: 30, words: 90, values: 60, numbers: 400 };
const rules = { audioDays: null, wordsDays: null, valuesDays: null, numbersDays: null, redact: [] };
const day = 86_400_000;

/** Clock with today's date, from which the sessions of the tests count their days. */
class AgedClock extends VirtualClock {
  override wall(): number {
    return Date.now();
  }
}

function expiryOf(store: Store, id = "n1") {
  const lines: string[] = [];
  const clock = new AgedClock();
  const log = openLog({ level: "info", format: "json", write: (line) => void lines.push(line) });
  const slices = new Slices({ clock, bulkWork: new BulkWork(1) });
  const expiry = new Expiry({ store, clock, log, slices, days, restMs: 0, node: { id, at: Date.now() } });
  return { expiry, lines };
}

async function seeded(daysAgo: number): Promise<ReturnType<typeof memoryStore>> {
  const store = memoryStore();
  await newAccount(store, "acc_1", 1_000_000);
  await addMarkedCallers(store, { accountId: "acc_1", callers: 3, sessionsEach: 30, lines: 10, daysAgo });
  return store;
}

async function kept(store: Store, id = sessionOf(0, 0)) {
  const found = await store.sessions.find({ accountId: "acc_1", sessionId: id });
  const said = found?.events.filter(({ type }) => type !== "latency").length;
  return (
    found && { said, measured: found.events.length - (said ?? 0), context: Object.keys(found.row.context) }
  );
}

test.each([
  [10, { said: 20, measured: 10, context: ["name"] }],
  [61, { said: 20, measured: 10, context: [] }],
  [91, { said: 0, measured: 10, context: [] }],
  [401, undefined],
])("expiry: the data of sessions that ended %d days ago expires by its class", async (daysAgo, left) => {
  using store = await seeded(daysAgo);
  const { entries } = await store.ledger.books("acc_1");
  const { expiry } = expiryOf(store);
  await expiry.round();
  for (const id of [sessionOf(0, 0), sessionOf(2, 29)]) expect(await kept(store, id)).toEqual(left);
  expect((await store.ledger.books("acc_1")).entries).toEqual(entries);
  await expiry[Symbol.asyncDispose]();
});

test("expiry: an account's own days precede the server's, and removals are reported once", async () => {
  using store = await seeded(10);
  await store.retention.setRules("acc_1", { ...rules, wordsDays: 7, at: 1 });
  const { expiry, lines } = expiryOf(store);
  await expiry.round();
  await expiry.round();
  expect(await kept(store)).toEqual({ said: 0, measured: 10, context: ["name"] });
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { event: "retention.removed", words: 1_800, values: 0, numbers: 0 },
  ]);
  await expiry[Symbol.asyncDispose]();
});

test("expiry: the receipt of an erasure is deleted with the numbers of its time", async () => {
  using store = await seeded(10);
  for (const [id, ago] of [
    ["era_old", 401],
    ["era_new", 399],
  ] as const) {
    const at = Date.now() - ago * day;
    await store.retention.addErasure({ accountId: "acc_1", id, subjectHash: "a", at });
    await store.retention.finishErasure({ id, at, hash: "b" });
  }
  const { expiry } = expiryOf(store);
  await expiry.round();
  expect((await store.retention.erasures("acc_1", 9)).map(({ id }) => id)).toEqual(["era_new"]);
  await expiry[Symbol.asyncDispose]();
});

test("expiry: erased sessions are known for a day longer than any recording stays", async () => {
  using store = await seeded(10);
  const [old, young] = [sessionOf(0, 0), sessionOf(0, 1)];
  for (const [sessionId, ago] of [
    [old, days.audio + 1.1],
    [young, days.audio + 0.9],
  ] as const) {
    const removal = { accountId: "acc_1", sessionId, rowsMax: 1_000, at: Date.now() - ago * day };
    while ((await store.retention.remove(removal)) === "more");
  }
  const { expiry } = expiryOf(store);
  await expiry.round();
  const known = await store.retention.owners([old, young]);
  expect(known.map(({ sessionId, isErased }) => [sessionId, isErased])).toEqual([[young, true]]);
  await expiry[Symbol.asyncDispose]();
});

test("expiry: one node does the work for all", async () => {
  using file = await seeded(91);
  const store = { ...file, isShared: true };
  const [first, second] = [expiryOf(store, "n1"), expiryOf(store, "n2")];
  await store.nodes.lead({ name: "retention", nodeId: "n1", forMs: 60_000, at: Date.now() });
  await second.expiry.round();
  expect((await kept(store))?.said).toBe(20);
  await first.expiry.round();
  expect((await kept(store))?.said).toBe(0);
  for (const { expiry } of [first, second]) await expiry[Symbol.asyncDispose]();
});

test("recordings: they are deleted at their account's age, and at once when their session was erased", async () => {
  using folder = tempFolder();
  using store = await seeded(3);
  const write = (id: string, daysAgo: number): string => {
    mkdirSync(join(folder.path, id), { recursive: true });
    const path = join(folder.path, id, "call.recording");
    writeFileSync(path, "x");
    const at = (Date.now() - daysAgo * day) / 1_000;
    utimesSync(path, at, at);
    return path;
  };
  const [young, old, gone, strange] = [
    write(sessionOf(0, 0), 3),
    write(sessionOf(0, 1), 6),
    write(sessionOf(0, 2), 1),
    write("ses_unknown", 6),
  ];
  const removal = { accountId: "acc_1", rowsMax: 500, at: Date.now() };
  await store.retention.remove({ ...removal, sessionId: sessionOf(0, 2) });
  await store.retention.setRules("acc_1", { ...rules, audioDays: 5, at: 1 });
  const clock = new AgedClock();
  await using recordings = new Recordings({
    directory: folder.path,
    files: undefined,
    days: days.audio,
    mibMax: 1,
    ageOf: recordingAges(store, days),
    counted: recordingTotals(store, clock),
    clock,
    log: openLog({ level: "silent", format: "json", write: () => undefined }),
  });
  await recordings.sweep();
  expect([young, old, gone, strange].map((path) => existsSync(path))).toEqual([true, false, false, true]);
  // One of the four files still belongs to an account.
  expect((await store.accounts.storedBytes("acc_1")).recorded).toBe(1);
});

test("stored words: an account without them records nothing that contains words", () => {
  expect(keptFor(days, undefined)).toEqual({
    audio: true,
    words: true,
    values: true,
    redact: [],
    days: undefined,
  });
  expect(keptFor(days, { ...rules, wordsDays: 0 })).toMatchObject({
    audio: false,
    words: false,
    values: true,
  });
  expect(keptFor(days, { ...rules, audioDays: 0 })).toMatchObject({
    audio: false,
    words: true,
    values: true,
  });
  expect(keptFor(days, { ...rules, numbersDays: 0 })).toMatchObject({
    audio: false,
    words: false,
    values: false,
  });
});

test("stored words: a flow shortens its account's retention, never lengthens it, and adds redactions", () => {
  const own = { ...rules, wordsDays: 0, redact: ["card", "phone"] as const };
  const flow = { retention: { words: 90, values: 0, numbers: 7 }, redact: ["iban", "card"] as const };
  expect(keptFor(days, own, flow)).toEqual({
    audio: false,
    words: false,
    values: false,
    redact: ["card", "phone", "iban"],
    days: { audio: 7, words: 7, values: 0, numbers: 7 },
  });
  expect(keptFor(days, undefined, { retention: { audio: 5 }, redact: [] })).toEqual({
    audio: true,
    words: true,
    values: true,
    redact: [],
    days: { audio: 5, words: null, values: null, numbers: null },
  });
  expect(keptFor(days, undefined, { retention: { words: 0 }, redact: [] })).toMatchObject({ audio: false });
});

test("recordings: they are deleted at their flow's age when it is the shorter one", async () => {
  using store = memoryStore();
  await newAccount(store, "acc_1", 1_000_000);
  for (const [id, audio] of [
    ["ses_1", 5],
    ["ses_2", 50],
    ["ses_3", undefined],
  ] as const) {
    const flowDays = audio === undefined ? undefined : { audio, words: null, values: null, numbers: null };
    const of = { accountId: "acc_1", flowId: undefined, flowRevision: undefined, home: "n1", at: 1 };
    const row = { id, ...of, context: {}, metadata: {}, providers: {}, flowDays };
    await store.sessions.begin({ row, holdMicros: 1, keyId: undefined });
  }
  const ages = await recordingAges(store, days)(["ses_1", "ses_2", "ses_3"]);
  expect(ages).toEqual(
    new Map([
      ["ses_1", 5],
      ["ses_2", 30],
      ["ses_3", 30],
    ]),
  );
});

test("slices: they become as small as needed, and large again", async () => {
  const clock = new VirtualClock();
  const slices = new Slices({ clock, bulkWork: new BulkWork(1) });
  const sizes: number[] = [];
  const slice = (ms: number) =>
    slices.run("acc_1", (rows) => {
      sizes.push(rows);
      clock.stall(ms);
      return Promise.resolve();
    });
  for (const ms of [1, 1, 1, 1, 1, 1, 1]) await slice(ms);
  expect(sizes).toEqual([100, 150, 225, 338, 500, 500, 500]);
  sizes.length = 0;
  for (const ms of [30, 30, 8, 30, 30, 1, 1]) await slice(ms);
  expect(sizes).toEqual([500, 250, 125, 125, 62, 50, 75]);
  expect(slices.longestMs).toBe(30);
});
