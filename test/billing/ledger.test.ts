// Money: what can be held, settled and given back, and that no order of events loses or makes a micro-cent.

import { expect, test } from "bun:test";
import { ledgerEntries } from "../../db/tables.ts";
import { balanceOf, extend, grant, heldOf, hold, settle } from "../../db/sqlite/ledger-rows.ts";
import { booksOf } from "../../db/sqlite/ledger-in-file.ts";
import { prove } from "../../src/billing/proof.ts";
import { random, seedOf } from "../support/random.ts";
import { addAccount, memoryStore } from "../support/servers/store.ts";

const at = 1_000;

function open(micros = 0) {
  const store = memoryStore();
  const db = store.durable;
  const accountId = addAccount(db, "acc_1");
  if (micros > 0) grant(db, { accountId, micros, at });
  return { store, db, accountId };
}

type Db = ReturnType<typeof open>["db"];

function kinds(db: Db): string[] {
  return db
    .select()
    .from(ledgerEntries)
    .all()
    .map(({ kind, micros }) => `${kind} ${micros}`);
}

test("ledger: an account without entries has nothing", () => {
  const { store, db } = open();
  using _ = store;
  expect(balanceOf(db, "acc_1")).toEqual({ balanceMicros: 0, heldMicros: 0, availableMicros: 0 });
});

test("ledger: a hold takes from what is available and not from the balance", () => {
  const { store, db, accountId } = open(100);
  using _ = store;
  hold(db, { accountId, sessionId: "s", micros: 30, at });
  expect(balanceOf(db, accountId)).toEqual({ balanceMicros: 100, heldMicros: 30, availableMicros: 70 });
  expect(heldOf(db, "s")).toBe(30);
});

test("ledger: a hold that is not covered is refused and leaves nothing behind", () => {
  const { store, db, accountId } = open(29);
  using _ = store;
  expect(hold(db, { accountId, sessionId: "s", micros: 30, at })).toBe(false);
  expect([kinds(db), heldOf(db, "s")]).toEqual([["grant 29"], 0]);
});

test("ledger: of many sessions on the last cents exactly one starts", () => {
  const { store, db, accountId } = open(3);
  using _ = store;
  const started = Array.from({ length: 200 }, (_each, i) =>
    hold(db, { accountId, sessionId: `s${i}`, micros: 3, at }),
  );
  expect(started.filter(Boolean)).toHaveLength(1);
});

test("ledger: a session has one hold", () => {
  const { store, db, accountId } = open(100);
  using _ = store;
  hold(db, { accountId, sessionId: "s", micros: 10, at });
  expect(() => hold(db, { accountId, sessionId: "s", micros: 10, at })).toThrow();
  expect(balanceOf(db, accountId).heldMicros).toBe(10);
});

test("ledger: a hold is extended whole or not at all", () => {
  const { store, db, accountId } = open(100);
  using _ = store;
  hold(db, { accountId, sessionId: "s", micros: 60, at });
  expect(extend(db, { sessionId: "s", micros: 30, at })).toBe(true);
  expect(extend(db, { sessionId: "s", micros: 11, at })).toBe(false);
  expect(heldOf(db, "s")).toBe(90);
  expect(extend(db, { sessionId: "nobody", micros: 1, at })).toBe(false);
});

test("ledger: settling at the end gives back exactly what was not used", () => {
  const { store, db, accountId } = open(100);
  using _ = store;
  hold(db, { accountId, sessionId: "s", micros: 60, at });
  const settled = settle(db, { sessionId: "s", totalMicros: 25, at, close: true });
  expect(settled).toEqual({ settledMicros: 25, writtenOffMicros: 0 });
  expect(kinds(db)).toEqual(["grant 100", "hold 60", "settle 25", "release 35"]);
  expect(balanceOf(db, accountId)).toEqual({ balanceMicros: 75, heldMicros: 0, availableMicros: 75 });
});

test("ledger: settling again changes nothing, and nothing is settled after the end", () => {
  const { store, db, accountId } = open(100);
  using _ = store;
  hold(db, { accountId, sessionId: "s", micros: 60, at });
  settle(db, { sessionId: "s", totalMicros: 25, at, close: false });
  settle(db, { sessionId: "s", totalMicros: 25, at, close: false });
  settle(db, { sessionId: "s", totalMicros: 10, at, close: false });
  expect(kinds(db)).toEqual(["grant 100", "hold 60", "settle 25"]);
  settle(db, { sessionId: "s", totalMicros: 25, at, close: true });
  const before = kinds(db);
  settle(db, { sessionId: "s", totalMicros: 60, at, close: true });
  expect(extend(db, { sessionId: "s", micros: 1, at })).toBe(false);
  expect(kinds(db)).toEqual(before);
});

test("ledger: use beyond the hold is held at once, and written off where it cannot be", () => {
  const { store, db, accountId } = open(50);
  using _ = store;
  hold(db, { accountId, sessionId: "s", micros: 30, at });
  const settled = settle(db, { sessionId: "s", totalMicros: 70, at, close: false });
  expect(settled).toEqual({ settledMicros: 50, writtenOffMicros: 20 });
  expect(balanceOf(db, accountId)).toEqual({ balanceMicros: 0, heldMicros: 0, availableMicros: 0 });
  const end = settle(db, { sessionId: "s", totalMicros: 75, at, close: true });
  expect(end).toEqual({ settledMicros: 0, writtenOffMicros: 5 });
  expect(kinds(db)).toEqual([
    "grant 50",
    "hold 30",
    "hold 20",
    "settle 50",
    "writeoff 20",
    "writeoff 5",
    "release 0",
  ]);
});

test("ledger: a hold that was used up to the last is closed like any other", () => {
  const { store, db, accountId } = open(50);
  using _ = store;
  hold(db, { accountId, sessionId: "s", micros: 50, at });
  settle(db, { sessionId: "s", totalMicros: 50, at, close: true });
  settle(db, { sessionId: "s", totalMicros: 50, at, close: true });
  expect(kinds(db)).toEqual(["grant 50", "hold 50", "settle 50", "release 0"]);
});

test.each([-1, 0.5, Number.NaN, 2 ** 60])("ledger: %d is no amount", (micros) => {
  const { store, db, accountId } = open(100);
  using _ = store;
  expect(() => grant(db, { accountId, micros, at })).toThrow("whole number");
  expect(() => hold(db, { accountId, sessionId: "s", micros, at })).toThrow("whole number");
});

test("ledger: no entry can be changed or deleted, by whatever statement", () => {
  const { store, db } = open(100);
  using _ = store;
  expect(() => db.update(ledgerEntries).set({ micros: 1 }).run()).toThrow("never changed");
  expect(() => db.delete(ledgerEntries).run()).toThrow("never deleted");
});

const seed = seedOf(20_261);
const runs = process.env["LONG"] === undefined ? 20 : 500;

/** What the ledger should do, in as few words as possible; each step is done on both and compared. */
class Model {
  granted = 0;
  settled = 0;
  readonly open = new Map<string, { held: number; used: number }>();
  readonly #closed = new Set<string>();
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  get available(): number {
    return this.granted - this.settled - [...this.open.values()].reduce((sum, { held }) => sum + held, 0);
  }

  grant(micros: number): void {
    grant(this.#db, { accountId: "acc_1", micros, at });
    this.granted += micros;
  }

  hold(sessionId: string, micros: number): void {
    const attempt = () => hold(this.#db, { accountId: "acc_1", sessionId, micros, at });
    if (micros > this.available) return expect(attempt()).toBe(false);
    if (this.open.has(sessionId) || this.#closed.has(sessionId)) return expect(attempt).toThrow();
    expect(attempt()).toBe(true);
    this.open.set(sessionId, { held: micros, used: 0 });
  }

  extend(sessionId: string, micros: number): void {
    const session = this.open.get(sessionId);
    const allowed = session !== undefined && micros <= this.available;
    expect(extend(this.#db, { sessionId, micros, at })).toBe(allowed);
    if (allowed) session.held += micros;
  }

  settle(sessionId: string, more: number, close: boolean): void {
    const session = this.open.get(sessionId) ?? { held: 0, used: 0 };
    const totalMicros = Math.max(0, session.used + more);
    const due = this.open.has(sessionId) ? Math.max(0, totalMicros - session.used) : 0;
    const paid = Math.min(due, session.held + this.available);
    const got = settle(this.#db, { sessionId, totalMicros, at, close });
    expect(got).toEqual({ settledMicros: paid, writtenOffMicros: due - paid });
    session.used += due;
    session.held = Math.max(0, session.held - paid);
    this.settled += paid;
    if (close && this.open.delete(sessionId)) this.#closed.add(sessionId);
  }
}

test(`ledger: ${runs} random histories keep every sum (SEED=${seed})`, () => {
  const chance = random(seed);
  for (let run = 0; run < runs; run++) {
    const { store, db, accountId } = open();
    using _ = store;
    const model = new Model(db);
    for (let i = 0; i < 120; i++) {
      const sessionId = `s${chance.int(1, 6)}`;
      const what = chance.pick(["grant", "hold", "extend", "settle", "settle", "close"]);
      if (what === "grant") model.grant(chance.int(0, 100));
      else if (what === "hold") model.hold(sessionId, chance.int(0, 100));
      else if (what === "extend") model.extend(sessionId, chance.int(0, 100));
      else model.settle(sessionId, chance.int(-20, 80), what === "close");
      const { balanceMicros, availableMicros } = balanceOf(db, accountId);
      expect([balanceMicros, availableMicros]).toEqual([model.granted - model.settled, model.available]);
      expect(availableMicros).toBeGreaterThanOrEqual(0);
    }
    expect(prove(booksOf(db, accountId)).faults).toEqual([]);
  }
}, 240_000);
