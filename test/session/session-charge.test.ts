// Charge of a session: row and ledger agree, whenever they are written.

import { UsageAccount } from "../../src/billing/usage-account.ts";
import { aloneNode } from "../support/fakes/session-bench.ts";
import { expect, test } from "bun:test";
import { silentLog } from "../../src/base/log.ts";
import { prove } from "../../src/billing/proof.ts";
import { Charge, type ChargeOptions } from "../../src/session/session-charge.ts";
import { SessionRecord } from "../../src/session/session-record.ts";
import { StoreClock } from "../support/fakes/store-clock.ts";
import { aroundOperations } from "../support/stores/around-operations.ts";
import { chosenStore, isOnPostgres } from "../support/stores/chosen-store.ts";
import { bareAccount } from "../support/stores/new-account.ts";
import { hold } from "../support/stores/session-money.ts";

const cent = 1_000_000;
const second = 50_000;
const sessionId = "ses_1";
const home = "n1";

async function open(micros: number, options: Partial<ChargeOptions> = {}) {
  const clock = new StoreClock();
  const opened = await chosenStore();
  const kept = isOnPostgres ? clock.watch(opened.store) : opened.store;
  let isWritable = true;
  const store = aroundOperations(kept, (_name, operation) =>
    isWritable ? operation() : Promise.reject(new Error("Nothing can be written")),
  );
  const accountId = await bareAccount(opened.data, "acc_1");
  await kept.ledger.grant({ accountId, micros, at: clock.wall() });
  await hold(kept, { accountId, sessionId, micros: 3 * cent, at: clock.wall() });
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
  const row = async () => (await opened.data.rows("sessions"))[0];
  const proof = async () => prove(await kept.ledger.books(accountId));
  return {
    ...opened,
    clock,
    charge,
    record,
    row,
    proof,
    held: async () => (await opened.data.rows("holds"))[0]?.openMicros,
    writable: (yes: boolean): void => void (isWritable = yes),
    dues: () => dues,
  };
}

test("charge: renewing settles the use and holds the next minute; the row agrees", async () => {
  await using world = await open(200 * cent);
  const { clock, charge, row, proof, held, dues } = world;
  charge.meter.run();
  await clock.advance(48_000);
  expect([dues(), await charge.renew()]).toEqual([1, true]);
  expect(await row()).toMatchObject({
    connectedMs: 48_000,
    costMicros: 48 * second,
    heartbeatAt: clock.wall(),
  });
  expect(await held()).toBe(6 * cent - 48 * second);
  expect(await proof()).toMatchObject({ faults: [], sums: { settle: 48 * second } });
});

test("charge: an unpayable minute is not renewed, and the use is still settled", async () => {
  await using world = await open(3 * cent);
  const { clock, charge, proof } = world;
  charge.meter.run();
  await clock.advance(48_000);
  expect(await charge.renew()).toBe(false);
  expect(await proof()).toMatchObject({ faults: [], sums: { settle: 48 * second } });
});

test("charge: a caller is not cut off for a fault of ours, and pays at the end", async () => {
  const logged: string[] = [];
  const log = { ...silentLog, error: (event: string) => void logged.push(event) };
  await using world = await open(200 * cent, { log });
  const { clock, charge, proof, writable } = world;
  charge.meter.run();
  await clock.advance(48_000);
  writable(false);
  expect([await charge.renew(), logged]).toEqual([true, ["session.not-renewed"]]);
  writable(true);
  charge.meter.pause();
  await charge.close({ endReason: "caller" }, { done: () => undefined, late: () => undefined });
  expect(await proof()).toMatchObject({ faults: [], heldMicros: 0, sums: { settle: 48 * second } });
});

test("charge: the end closes the hold once, with the rest of the row", async () => {
  await using world = await open(200 * cent);
  const { clock, charge, row, proof, held } = world;
  charge.meter.run();
  await clock.advance(10_000);
  charge.meter.pause();
  let done = 0;
  await charge.close(
    { endReason: "caller", outcome: "booked" },
    { done: () => void (done += 1), late: () => undefined },
  );
  expect([done, await held()]).toEqual([1, 0]);
  expect(await row()).toMatchObject({
    status: "ended",
    endedAt: clock.wall(),
    endReason: "caller",
    outcome: "booked",
    connectedMs: 10_000,
    costMicros: 10 * second,
  });
  expect(await proof()).toMatchObject({ faults: [], heldMicros: 0, sums: { settle: 10 * second } });
});

test("charge: a call that never began costs nothing, however long the wait", async () => {
  await using world = await open(200 * cent);
  const { clock, charge, row, proof } = world;
  charge.meter.run();
  await clock.advance(10_000);
  await charge.close(
    { endReason: "overloaded", costMicros: 0 },
    { done: () => undefined, late: () => undefined },
  );
  expect(await row()).toMatchObject({ connectedMs: 10_000, costMicros: 0 });
  expect(await proof()).toMatchObject({ faults: [], heldMicros: 0, sums: { settle: 0 } });
});

test("charge: a session without an account has a row and no ledger", async () => {
  await using world = await open(200 * cent, { accountId: undefined });
  const { clock, charge, record, row, proof } = world;
  charge.meter.run();
  await clock.advance(10_000);
  let done = 0;
  await charge.close({ endReason: "caller" }, { done: () => void (done += 1), late: () => undefined });
  await record.flush();
  expect([done, (await row())?.status, (await row())?.costMicros]).toEqual([1, "ended", 0]);
  expect((await proof()).sums.settle).toBe(0);
});
