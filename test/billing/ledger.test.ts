// Ledger: holding, settling and returning neither loses nor makes a micro-cent, in any order of events.

import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Balance, HoldSums } from "../../db/port/ledger-store.ts";
import type { Store } from "../../db/port/store.ts";
import { prove } from "../../src/billing/proof.ts";
import { random, seedOf } from "../support/random.ts";
import { type ChosenStore, chosenStore, isOnPostgres } from "../support/stores/chosen-store.ts";
import { bareAccount } from "../support/stores/new-account.ts";
import { extend, hold, settle } from "../support/stores/session-money.ts";
import type { StoredData } from "../support/stores/stored-data.ts";

const at = 1_000;
const accountId = "acc_1";

async function open(micros = 0) {
  const opened = await chosenStore();
  const { store, data } = opened;
  await bareAccount(data, accountId);
  if (micros > 0) await store.ledger.grant({ accountId, micros, at });
  const session = { accountId, sessionId: "s", at };
  return {
    ...opened,
    hold: (given: number) => hold(store, { ...session, micros: given }),
    extend: (more: number) => extend(store, { ...session, micros: more }),
    settle: (totalMicros: number, close = false) => settle(store, { ...session, totalMicros, close }),
    kinds: async () =>
      (await store.ledger.books(accountId)).entries.map((each) => `${each.kind} ${each.micros}`),
    balance: (): Promise<Balance> => store.ledger.balance(accountId),
    sums: () => sumsOf(data, "s"),
  };
}

/** Held, paid and unpaid amounts of a session. */
async function sumsOf(data: StoredData, id: string): Promise<Omit<HoldSums, "sessionId">> {
  const {
    openMicros = 0,
    settledMicros = 0,
    writtenOffMicros = 0,
  } = (await data.rows("holds")).find(({ sessionId }) => sessionId === id) ?? {};
  return { openMicros, settledMicros, writtenOffMicros };
}

test("ledger: an account without entries has nothing", async () => {
  await using it = await open();
  expect(await it.balance()).toMatchObject({ balanceMicros: 0, heldMicros: 0, availableMicros: 0 });
});

test("ledger: a hold reduces the available amount and not the balance", async () => {
  await using it = await open(100);
  await it.hold(30);
  expect(await it.balance()).toMatchObject({ balanceMicros: 100, heldMicros: 30, availableMicros: 70 });
  expect((await it.sums()).openMicros).toBe(30);
});

test("ledger: an uncovered hold is refused and leaves nothing behind", async () => {
  await using it = await open(29);
  expect(await it.hold(30)).toBe(false);
  expect([await it.kinds(), (await it.sums()).openMicros]).toEqual([["grant 29"], 0]);
});

test("ledger: exactly one of many sessions starts on the last cents", async () => {
  await using it = await open(3);
  const started = await Promise.all(
    Array.from({ length: 200 }, (_each, i) =>
      hold(it.store, { accountId, sessionId: `s${i}`, micros: 3, at }),
    ),
  );
  expect(started.filter(Boolean)).toHaveLength(1);
});

test("ledger: a session has one hold", async () => {
  await using it = await open(100);
  await it.hold(10);
  expect(await it.hold(10).catch(() => "refused")).toBe("refused");
  expect((await it.balance()).heldMicros).toBe(10);
});

test("ledger: a hold is extended whole or not at all", async () => {
  await using it = await open(100);
  await it.hold(60);
  expect(await it.extend(30)).toBe(true);
  expect(await it.extend(11)).toBe(false);
  expect((await it.sums()).openMicros).toBe(90);
  expect(await extend(it.store, { accountId, sessionId: "nobody", micros: 1, at })).toBe(false);
});

test("ledger: settling at the end returns exactly the unused amount", async () => {
  await using it = await open(100);
  await it.hold(60);
  await it.settle(25, true);
  expect(await it.sums()).toEqual({ openMicros: 0, settledMicros: 25, writtenOffMicros: 0 });
  expect(await it.kinds()).toEqual(["grant 100", "hold 60", "settle 25", "release 35"]);
  expect(await it.balance()).toMatchObject({ balanceMicros: 75, heldMicros: 0, availableMicros: 75 });
});

test("ledger: settling again changes nothing, and no settlement follows the end", async () => {
  await using it = await open(100);
  await it.hold(60);
  for (const total of [25, 25, 10]) await it.settle(total);
  expect(await it.kinds()).toEqual(["grant 100", "hold 60", "settle 25"]);
  await it.settle(25, true);
  const before = await it.kinds();
  await it.settle(60, true);
  expect(await it.extend(1)).toBe(false);
  expect(await it.kinds()).toEqual(before);
});

test("ledger: use beyond the hold is held at once, and written off where it cannot be covered", async () => {
  await using it = await open(50);
  await it.hold(30);
  await it.settle(70);
  expect(await it.sums()).toEqual({ openMicros: 0, settledMicros: 50, writtenOffMicros: 20 });
  expect(await it.balance()).toMatchObject({ balanceMicros: 0, heldMicros: 0, availableMicros: 0 });
  await it.settle(75, true);
  expect(await it.sums()).toEqual({ openMicros: 0, settledMicros: 50, writtenOffMicros: 25 });
  expect(await it.kinds()).toEqual([
    "grant 50",
    "hold 30",
    "hold 20",
    "settle 50",
    "writeoff 20",
    "writeoff 5",
    "release 0",
  ]);
});

test("ledger: an exhausted hold closes like any other", async () => {
  await using it = await open(50);
  await it.hold(50);
  await it.settle(50, true);
  await it.settle(50, true);
  expect(await it.kinds()).toEqual(["grant 50", "hold 50", "settle 50", "release 0"]);
});

test.each([-1, 0.5, Number.NaN, 2 ** 60])("ledger: %d is an invalid amount", async (micros) => {
  await using it = await open(100);
  expect(await it.store.ledger.grant({ accountId, micros, at }).catch(String)).toContain("whole number");
  expect(await it.hold(micros).catch(String)).toContain("whole number");
});

test("ledger: no statement can change or delete an entry", async () => {
  await using it = await open(100);
  expect(await it.data.run(sql`UPDATE ledger_entries SET micros = 1`).catch(String)).toContain(
    "never changed",
  );
  expect(await it.data.run(sql`DELETE FROM ledger_entries`).catch(String)).toContain("never deleted");
});

const seed = seedOf(20_261);
// On Postgres each step of a history waits for a server.
const runs = process.env["LONG"] !== undefined ? 500 : isOnPostgres ? 4 : 10;

/** Expected behaviour of the ledger, as simply as possible; each step runs on both and is compared. */
class Model {
  granted = 0;
  settled = 0;
  readonly open = new Map<string, { held: number; used: number }>();
  readonly #closed = new Set<string>();
  readonly #store: Store;
  readonly #data: StoredData;

  constructor({ store, data }: Pick<ChosenStore, "store" | "data">) {
    this.#store = store;
    this.#data = data;
  }

  get available(): number {
    return this.granted - this.settled - [...this.open.values()].reduce((sum, { held }) => sum + held, 0);
  }

  async grant(micros: number): Promise<void> {
    await this.#store.ledger.grant({ accountId, micros, at });
    this.granted += micros;
  }

  async hold(sessionId: string, micros: number): Promise<void> {
    const attempt = hold(this.#store, { accountId, sessionId, micros, at });
    if (micros > this.available) return expect(await attempt).toBe(false);
    if (this.open.has(sessionId) || this.#closed.has(sessionId))
      return expect(await attempt.catch(() => "refused")).toBe("refused");
    expect(await attempt).toBe(true);
    this.open.set(sessionId, { held: micros, used: 0 });
  }

  async extend(sessionId: string, micros: number): Promise<void> {
    const session = this.open.get(sessionId);
    const allowed = session !== undefined && micros <= this.available;
    expect(await extend(this.#store, { accountId, sessionId, micros, at })).toBe(allowed);
    if (allowed) session.held += micros;
  }

  async settle(sessionId: string, more: number, close: boolean): Promise<void> {
    const session = this.open.get(sessionId) ?? { held: 0, used: 0 };
    const totalMicros = Math.max(0, session.used + more);
    const due = this.open.has(sessionId) ? Math.max(0, totalMicros - session.used) : 0;
    const paid = Math.min(due, session.held + this.available);
    const before = await sumsOf(this.#data, sessionId);
    await settle(this.#store, { accountId, sessionId, totalMicros, at, close });
    const after = await sumsOf(this.#data, sessionId);
    expect([
      after.settledMicros - before.settledMicros,
      after.writtenOffMicros - before.writtenOffMicros,
    ]).toEqual([paid, due - paid]);
    session.used += due;
    session.held = Math.max(0, session.held - paid);
    this.settled += paid;
    if (close && this.open.delete(sessionId)) this.#closed.add(sessionId);
  }
}

test(`ledger: ${runs} random histories keep every sum (SEED=${seed})`, async () => {
  const chance = random(seed);
  for (let run = 0; run < runs; run++) {
    await using opened = await open();
    const { store } = opened;
    const model = new Model(opened);
    for (let i = 0; i < 120; i++) {
      const sessionId = `s${chance.int(1, 6)}`;
      const what = chance.pick(["grant", "hold", "extend", "settle", "settle", "close"]);
      if (what === "grant") await model.grant(chance.int(0, 100));
      else if (what === "hold") await model.hold(sessionId, chance.int(0, 100));
      else if (what === "extend") await model.extend(sessionId, chance.int(0, 100));
      else await model.settle(sessionId, chance.int(-20, 80), what === "close");
      const { balanceMicros, availableMicros } = await opened.balance();
      expect([balanceMicros, availableMicros]).toEqual([model.granted - model.settled, model.available]);
      expect(availableMicros).toBeGreaterThanOrEqual(0);
    }
    expect(prove(await store.ledger.books(accountId)).faults).toEqual([]);
  }
}, 240_000);
