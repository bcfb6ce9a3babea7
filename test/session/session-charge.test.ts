// The charge: row and ledger say the same, whenever they are written.

import { UsageAccount } from "../../src/billing/usage-account.ts";
import { aloneNode } from "../support/fakes/session-bench.ts";
import { expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { sessions } from "../../db/tables.ts";
import { silentLog } from "../../src/base/log.ts";
import { booksOf } from "../../db/sqlite/ledger-in-file.ts";
import { grant, heldOf } from "../../db/sqlite/ledger-rows.ts";
import { prove } from "../../src/billing/proof.ts";
import { Charge, type ChargeOptions } from "../../src/session/session-charge.ts";
import { SessionRecord } from "../../src/session/session-record.ts";
import { addAccount, memoryStore } from "../support/servers/store.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const cent = 1_000_000;
const second = 50_000;
const sessionId = "ses_1";
const home = "n1";

async function open(micros: number, options: Partial<ChargeOptions> = {}) {
  const clock = new VirtualClock();
  const store = memoryStore();
  const db = store.durable;
  const accountId = addAccount(db, "acc_1");
  grant(db, { accountId, micros, at: clock.wall() });
  await store.sessions.begin({
    row: {
      id: sessionId,
      accountId,
      flowId: undefined,
      flowRevision: undefined,
      context: {},
      metadata: {},
      providers: {},
      home,
      at: clock.wall(),
    },
    holdMicros: 3 * cent,
    keyId: undefined,
  });
  const record = new SessionRecord({ store, clock, log: silentLog, home, ...aloneNode });
  let dues = 0;
  const charge = new Charge({
    sessionId,
    providers: [],
    usage: new UsageAccount([]),
    accountId,
    clock,
    log: silentLog,
    record,
    due: () => void (dues += 1),
    ...options,
  });
  const row = () => db.select().from(sessions).where(eq(sessions.id, sessionId)).get();
  return {
    clock,
    store,
    charge,
    record,
    row,
    proof: () => prove(booksOf(db, accountId)),
    held: () => heldOf(db, sessionId),
    dues: () => dues,
  };
}

test("charge: renewing settles what was used and holds the next minute; the row says the same", async () => {
  const { clock, charge, row, proof, held, dues } = await open(200 * cent);
  charge.meter.run();
  await clock.advance(48_000);
  expect([dues(), await charge.renew()]).toEqual([1, true]);
  expect(row()).toMatchObject({ connectedMs: 48_000, costMicros: 48 * second, heartbeatAt: clock.wall() });
  expect(held()).toBe(6 * cent - 48 * second);
  expect(proof()).toMatchObject({ faults: [], sums: { settle: 48 * second } });
});

test("charge: what cannot be paid is not renewed, and what was used is settled all the same", async () => {
  const { clock, charge, proof } = await open(3 * cent);
  charge.meter.run();
  await clock.advance(48_000);
  expect(await charge.renew()).toBe(false);
  expect(proof()).toMatchObject({ faults: [], sums: { settle: 48 * second } });
});

test("charge: who cannot be charged for a fault of ours is not cut off, and pays at the end", async () => {
  const logged: string[] = [];
  const log = { ...silentLog, error: (event: string) => void logged.push(event) };
  const { clock, store, charge, proof } = await open(200 * cent, { log });
  charge.meter.run();
  await clock.advance(48_000);
  store.durable.run(sql`PRAGMA query_only = ON`);
  expect([await charge.renew(), logged]).toEqual([true, ["session.not-renewed"]]);
  store.durable.run(sql`PRAGMA query_only = OFF`);
  charge.meter.pause();
  await charge.close({ endReason: "caller" }, { done: () => undefined, late: () => undefined });
  expect(proof()).toMatchObject({ faults: [], heldMicros: 0, sums: { settle: 48 * second } });
});

test("charge: the end closes the hold once, and what the row says besides is written with it", async () => {
  const { clock, charge, row, proof, held } = await open(200 * cent);
  charge.meter.run();
  await clock.advance(10_000);
  charge.meter.pause();
  let done = 0;
  await charge.close(
    { endReason: "caller", outcome: "booked" },
    { done: () => void (done += 1), late: () => undefined },
  );
  expect([done, held()]).toEqual([1, 0]);
  expect(row()).toMatchObject({
    status: "ended",
    endedAt: clock.wall(),
    endReason: "caller",
    outcome: "booked",
    connectedMs: 10_000,
    costMicros: 10 * second,
  });
  expect(proof()).toMatchObject({ faults: [], heldMicros: 0, sums: { settle: 10 * second } });
});

test("charge: a call that never was costs nothing, however long somebody waited for it", async () => {
  const { clock, charge, row, proof } = await open(200 * cent);
  charge.meter.run();
  await clock.advance(10_000);
  await charge.close(
    { endReason: "overloaded", costMicros: 0 },
    { done: () => undefined, late: () => undefined },
  );
  expect(row()).toMatchObject({ connectedMs: 10_000, costMicros: 0 });
  expect(proof()).toMatchObject({ faults: [], heldMicros: 0, sums: { settle: 0 } });
});

test("charge: nobody's session has a row and no ledger", async () => {
  const { clock, charge, record, row, proof } = await open(200 * cent, { accountId: undefined });
  charge.meter.run();
  await clock.advance(10_000);
  let done = 0;
  await charge.close({ endReason: "caller" }, { done: () => void (done += 1), late: () => undefined });
  await record.flush();
  expect([done, row()?.status, row()?.costMicros]).toEqual([1, "ended", 0]);
  expect(proof().sums.settle).toBe(0);
});
