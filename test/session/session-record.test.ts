// Record of sessions: one writer that gathers events, sends beats, and never loses accepted data.

import { aloneNode } from "../support/fakes/session-bench.ts";
import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type Log, silentLog } from "../../src/base/log.ts";
import type { NewSession, SettlingSession } from "../../db/port/session-store.ts";
import { StoreAway } from "../../db/port/store-away.ts";
import { SessionRecord } from "../../src/session/session-record.ts";
import { aroundOperations } from "../support/stores/around-operations.ts";
import { chosenStore, isOnPostgres } from "../support/stores/chosen-store.ts";
import { bareAccount } from "../support/stores/new-account.ts";
import { StoreClock } from "../support/fakes/store-clock.ts";

async function open() {
  const clock = new StoreClock();
  const opened = await chosenStore();
  const { data } = opened;
  const kept = isOnPostgres ? clock.watch(opened.store) : opened.store;
  let isWritable = true;
  const store = aroundOperations(kept, (_name, operation) =>
    isWritable ? operation() : Promise.reject(new Error("Nothing can be written")),
  );
  const logged: string[] = [];
  const log: Log = {
    ...silentLog,
    info: (event) => void logged.push(event),
    error: (event) => void logged.push(event),
  };
  const counted: string[] = [];
  const counters = {
    charged: (ms: number) => void counted.push(`${ms} ms`),
    writtenOff: (micros: number) => void counted.push(`${micros} written off`),
  };
  const record = new SessionRecord({ store, clock, log, home, counters, ...aloneNode });
  return {
    ...opened,
    counted,
    clock,
    record,
    logged,
    rows: async () => {
      await clock.idle();
      return data.rows("sessions");
    },
    texts: async () => {
      await clock.idle();
      return (await data.rows("sessionEvents")).map((event) => event.data["text"]);
    },
    writable: (yes: boolean): void => void (isWritable = yes),
  };
}

const home = "n1";

const row = (id: string): NewSession => ({
  id,
  accountId: undefined,
  flowId: undefined,
  flowRevision: undefined,
  context: {},
  metadata: {},
  providers: {},
  home,
  at: 1,
});

const settling = (id: string, patch: SettlingSession["patch"]): Omit<SettlingSession, "home"> => ({
  id,
  accountId: "acc_1",
  patch,
  totalMicros: 0,
  at: 1,
  close: true,
});

const line = (sessionId: string, text: string) => ({ sessionId, atMs: 1, type: "caller", data: { text } });

test("record: changes within a quarter of a second are written together, and no timer stays", async () => {
  await using world = await open();
  const { clock, record, rows, texts } = world;
  record.open(row("ses_1"));
  await clock.advance(100);
  record.add(line("ses_1", "one"));
  record.patch("ses_1", { connectedMs: 5 });
  record.patch("ses_1", { costMicros: 7 });
  await clock.advance(149);
  expect(await rows()).toEqual([]);
  await clock.advance(1);
  expect(await rows()).toMatchObject([{ id: "ses_1", connectedMs: 5, costMicros: 7 }]);
  expect([await texts(), clock.pending]).toEqual([["one"], 0]);
});

test.each(["open", "add", "patch"] as const)(
  "record: %s alone is written within a quarter of a second, and once",
  async (what) => {
    await using world = await open();
    const { clock, record, rows, texts, data } = world;
    record.open(row("ses_1"));
    await record.flush();
    if (what === "open") record.open(row("ses_2"));
    if (what === "add") record.add(line("ses_1", "one"));
    if (what === "patch") record.patch("ses_1", { connectedMs: 5 });
    await clock.advance(250);
    const written = [(await rows()).length, await texts(), (await rows())[0]?.connectedMs];
    expect(written).toEqual([
      what === "open" ? 2 : 1,
      what === "add" ? ["one"] : [],
      what === "patch" ? 5 : 0,
    ]);
    await data.run(sql`UPDATE sessions SET connected_ms = 9`);
    record.patch("ses_3", { connectedMs: 5 });
    await record.flush();
    expect([(await rows()).length, await texts(), (await rows())[0]?.connectedMs]).toEqual([
      ...written.slice(0, 2),
      9,
    ]);
  },
);

test("record: running sessions have a heartbeat each five seconds, until the last one is forgotten", async () => {
  await using world = await open();
  const { clock, record, rows } = world;
  for (const id of ["ses_1", "ses_2"]) record.open(row(id));
  const running = ["ses_1", "ses_2"].map((id) => ({
    id,
    pulse: () => ({ heartbeatAt: clock.now() }),
    snapshot: () => undefined,
  }));
  for (const each of running) record.follow(each);
  const beats = async () => (await rows()).map(({ heartbeatAt }) => heartbeatAt);
  await clock.advance(4_999);
  expect(await beats()).toEqual([null, null]);
  await clock.advance(1);
  expect(await beats()).toEqual([5_000, 5_000]);
  record.forget(running[0]!);
  await clock.advance(5_000);
  expect(await beats()).toEqual([5_000, 10_000]);
  record.patch("ses_2", { connectedMs: 9 });
  record.forget(running[1]!);
  expect([(await rows())[1]?.connectedMs, clock.pending]).toEqual([9, 0]);
});

test("record: failed writes are repeated each second, in order, and nothing is lost", async () => {
  await using world = await open();
  const { clock, record, texts, logged, writable } = world;
  record.open(row("ses_1"));
  record.add(line("ses_1", "one"));
  writable(false);
  await clock.advance(250);
  expect(logged).toContain("record.failed");
  record.add(line("ses_1", "two"));
  writable(true);
  await clock.advance(999);
  expect(await texts()).toEqual([]);
  await clock.advance(1);
  expect([await texts(), clock.pending]).toEqual([["one", "two"], 0]);
});

test("record: the oldest of a hundred thousand waiting lines are dropped first", async () => {
  await using world = await open();
  const { clock, record, texts } = world;
  record.open(row("ses_1"));
  for (let i = 0; i < 100_002; i++) record.add(line("ses_1", `${i}`));
  await clock.advance(250);
  const written = await texts();
  expect([written.length, written[0], written.at(-1)]).toEqual([100_000, "2", "100001"]);
}, 240_000);

test("record: a failed end is written when possible, and is done only then", async () => {
  await using world = await open();
  const { clock, record, rows, logged, writable } = world;
  record.open(row("ses_1"));
  await record.flush();
  const done: number[] = [];
  const late: number[] = [];
  const events = { done: () => void done.push(clock.now()), late: () => void late.push(clock.now()) };
  const end = settling("ses_1", { status: "ended", endReason: "caller" });
  writable(false);
  await record.close(end, events);
  expect([done, late]).toEqual([[], [0]]);
  await clock.advance(3_500);
  expect([done, (await rows())[0]?.status]).toEqual([[], "waiting"]);
  writable(true);
  await clock.advance(500);
  expect([done, (await rows())[0]?.status, clock.pending]).toEqual([[4_000], "ended", 0]);
  expect(logged).toEqual(["session.not-settled", "session.settled-late"]);
  await record.close(end, events);
  expect([done, late]).toEqual([[4_000, 4_000], [0]]);
});

test("record: a change behind a failed line is settled with the money, and not written over it later", async () => {
  await using world = await open();
  const { clock, record, rows, data } = world;
  record.open(row("ses_1"));
  await record.flush();
  const refusal = await data.refuse({ what: "BEFORE INSERT ON session_events", words: "full" });
  record.add(line("ses_1", "cursed"));
  record.patch("ses_1", { firstConnectedAt: 3, connectedMs: 5 });
  await record.settle(settling("ses_1", { connectedMs: 9 }));
  expect(await rows()).toMatchObject([{ firstConnectedAt: 3, connectedMs: 9 }]);
  await refusal[Symbol.asyncDispose]();
  await clock.advance(1_000);
  expect([(await rows())[0]?.connectedMs, clock.pending]).toEqual([9, 0]);
});

test("record: money and row are written together or not at all", async () => {
  await using world = await open();
  const { record, rows, data } = world;
  record.open(row("ses_1"));
  await record.flush();
  await bareAccount(data, "acc_1");
  await data.insert("holds", { sessionId: "ses_1", accountId: "acc_1", openMicros: 5 });
  await using _ = await data.refuse({ what: "BEFORE INSERT ON ledger_entries", words: "no money" });
  const settled = record.settle({ ...settling("ses_1", { costMicros: 5, connectedMs: 5 }), totalMicros: 5 });
  expect(await settled.catch(String)).toContain("no money");
  expect(await rows()).toMatchObject([{ costMicros: 0, connectedMs: 0 }]);
});

test("record: unpayable use is counted, and at its end the length of a session", async () => {
  await using world = await open();
  const { record, counted, data } = world;
  record.open(row("ses_1"));
  await record.flush();
  await bareAccount(data, "acc_1");
  await data.insert("balances", { accountId: "acc_1", grantedMicros: 5, heldMicros: 5 });
  await data.insert("holds", { sessionId: "ses_1", accountId: "acc_1", openMicros: 5 });
  const first = settling("ses_1", { connectedMs: 60_000 });
  await record.settle({ ...first, totalMicros: 12, close: false });
  expect(counted).toEqual(["7 written off"]);
  await record.settle({ ...settling("ses_1", { connectedMs: 61_000 }), totalMicros: 12 });
  expect(counted).toEqual(["7 written off", "61000 ms"]);
});

test("record: at the end all waiting changes are tried once more, and no timer is left", async () => {
  await using world = await open();
  const { clock, record, rows, texts, writable } = world;
  record.open(row("ses_1"));
  await record.flush();
  record.follow({ id: "ses_1", pulse: () => ({}), snapshot: () => undefined });
  writable(false);
  record.add(line("ses_1", "last"));
  await clock.advance(250);
  await record.close(settling("ses_1", { status: "ended" }), {
    done: () => undefined,
    late: () => undefined,
  });
  writable(true);
  await record[Symbol.asyncDispose]();
  expect([(await rows())[0]?.status, await texts(), clock.pending]).toEqual(["ended", ["last"], 0]);
});

test("record: a batch whose answer was lost is written once, and later changes after it", async () => {
  const clock = new StoreClock();
  await using opened = await chosenStore();
  const kept = isOnPostgres ? clock.watch(opened.store) : opened.store;
  const at = clock.wall();
  await kept.nodes.join({ id: home, address: "", publicUrl: null, region: "", version: "", callsMax: 1, at });
  let lost = 2;
  const sessions = {
    ...kept.sessions,
    async write(batch: Parameters<typeof kept.sessions.write>[0]) {
      const moved = await kept.sessions.write(batch);
      if (lost-- > 0) throw new StoreAway("The answer was lost.");
      return moved;
    },
  };
  const disk = {
    full: false,
    failed: (error: unknown) => error instanceof StoreAway,
    onRoom: (fire: () => void) => kept.disk.onRoom(fire),
  };
  const store = { ...kept, sessions, disk, of: () => ({ ...kept, sessions }) };
  await using record = new SessionRecord({ store, clock, log: silentLog, home, ...aloneNode });
  const say = (text: string): void =>
    record.add({ sessionId: "ses_1", atMs: 1, type: "caller", data: { text } });
  record.open(row("ses_1"));
  say("one");
  await record.flush();
  say("two");
  record.patch("ses_1", { connectedMs: 7 });
  await record.flush();
  await record.flush();
  const texts = await opened.data.rows("sessionEvents");
  expect(texts.map(({ data }) => data["text"])).toEqual(["one", "two"]);
  expect((await opened.data.rows("sessions"))[0]?.connectedMs).toBe(7);
});

test("record: a session's writes are known to be done while another's still run", async () => {
  const clock = new StoreClock();
  await using opened = await chosenStore();
  const kept = isOnPostgres ? clock.watch(opened.store) : opened.store;
  const gates = [1, 2, 3, 4, 5].map(() => Promise.withResolvers<void>());
  const shut: Promise<void>[] = [];
  const gated = aroundOperations(kept, async (name, operation) => {
    if (name === "sessions.write") await shut.shift();
    return operation();
  });
  const store = { ...gated, isShared: true };
  await using record = new SessionRecord({ store, clock, log: silentLog, home, ...aloneNode });
  const running = ["ses_1", "ses_2"].map((id) => {
    record.open(row(id));
    return { id, pulse: () => ({ connectedMs: 5 }), snapshot: () => ({ v: 1, sealed: "" }) };
  });
  await record.flush();
  shut.push(...gates.map(({ promise }) => promise));
  const both = () => [record.written(running[0]!), record.written(running[1]!)] as const;
  const [first, second] = both();
  gates[0]!.resolve();
  expect(await first).toBe(true);
  gates[1]!.resolve();
  expect(await second).toBe(true);

  // A failed write is not written yet, though the next one carries it once more.
  const [failed, next] = both();
  gates[2]!.reject(new Error("full"));
  expect(await failed).toBe(false);
  gates[3]!.resolve();
  expect(await next).toBe(true);

  // A write that takes longer than a second is not written either.
  const late = record.written(running[0]!);
  await clock.advance(1_000);
  expect(await late).toBe(false);
  gates[4]!.resolve();
});
