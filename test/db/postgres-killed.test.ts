// A Postgres that is killed in the middle of work: acknowledged writes are there, repeated ones are there once, and the
// ledger adds up.

import { afterAll, expect, test } from "bun:test";
import type { StoredSessionEvent } from "../../db/port/session-store.ts";
import { StoreAway } from "../../db/port/store-away.ts";
import { openPostgres } from "../../db/postgres/open-postgres.ts";
import { prove } from "../../src/billing/proof.ts";
import { openLog } from "../../src/base/log.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";
import { newAccount } from "../support/stores/new-account.ts";
import { placeAt, PostgresServer } from "../support/stores/postgres-server.ts";
import { until } from "../support/until.ts";

const server = await PostgresServer.start();
afterAll(() => server[Symbol.asyncDispose]());

const accountId = "acc_1";
const sessions = 200;

/** Repeats the work until it succeeds, as callers do that may repeat it; returns the number of attempts. */
async function again(work: () => Promise<unknown>): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      await work();
      return tries;
    } catch (error) {
      if (!(error instanceof StoreAway)) throw error;
      // The server is another program, and restarts meanwhile.
      await Bun.sleep(20);
    }
  }
}

test("killed: repeated settlements and batches take effect once, and no answered one is lost", async () => {
  using store = await openPostgres(placeAt(await server.database()));
  await newAccount(store, accountId, 10_000_000);
  await store.nodes.join({
    id: "n1",
    address: "",
    publicUrl: null,
    region: "",
    version: "",
    callsMax: 9,
    at: 1,
  });
  const none = { flowId: undefined, flowRevision: undefined, context: {}, metadata: {}, providers: {} };
  const ids = Array.from({ length: sessions }, (_, n) => `ses_${n}`);
  const begin = (id: string) =>
    store.sessions.begin({
      row: { ...none, id, accountId, home: "n1", at: 1 },
      holdMicros: 1_000,
      keyId: undefined,
    });
  await Promise.all(ids.map(begin));

  let done = 0;
  let retries = 0;
  const settles = Promise.all(
    ids.map(async (id, n) => {
      for (let minute = 1; minute <= 3; minute++) {
        const settling = { id, accountId, home: "n1", patch: { costMicros: minute * 900 }, at: minute };
        const close = minute === 3;
        const more = close ? {} : { extendMicros: 900 };
        retries +=
          (await again(() =>
            store.sessions.settle([{ ...settling, totalMicros: minute * 900 + (n % 7), close, ...more }]),
          )) - 1;
        done += 1;
      }
    }),
  );
  const events: StoredSessionEvent[] = [];
  const batches = (async () => {
    for (let number = 1; number <= 60; number++) {
      const own = ids
        .slice(0, 20)
        .map((sessionId) => ({ sessionId, atMs: number, type: "caller", data: { number } }));
      const patches = new Map(ids.map((id) => [id, { connectedMs: number }]));
      const batch = { home: "n1", number, rows: [], patches, events: own, snapshots: new Map() };
      retries += (await again(() => store.sessions.write(batch))) - 1;
      events.push(...own);
    }
  })();
  for (const moment of [40, 200, 400]) {
    await until(`settle number ${moment}`, () => done >= moment);
    await server.kill();
    await server.up();
  }
  await Promise.all([settles, batches]);

  expect(retries).toBeGreaterThan(0);
  const proof = prove(await store.ledger.books(accountId));
  expect(proof.faults).toEqual([]);
  const spent = ids.reduce((sum, _, n) => sum + 2_700 + (n % 7), 0);
  expect(proof).toMatchObject({ heldMicros: 0, sums: { settle: spent, writeoff: 0 } });
  for (const sessionId of ids.slice(0, 20)) {
    const found = await store.sessions.find({ accountId, sessionId });
    const wanted = events.filter((each) => each.sessionId === sessionId).map(({ atMs }) => atMs);
    expect(found?.events.map(({ atMs }) => atMs)).toEqual(wanted);
    expect(found?.row.connectedMs).toBe(60);
  }
}, 240_000);

test("killed: requests get a storage error, and waiting ones continue when the database is back", async () => {
  const lines: string[] = [];
  const log = openLog({ level: "info", format: "json", write: (line) => void lines.push(line) });
  using store = await openPostgres(placeAt(await server.database()), { log });
  await newAccount(store, accountId, 5);
  let back = 0;
  using _back = store.disk.onRoom(() => (back += 1));
  await server.kill();
  const failures = await Promise.allSettled(
    Array.from({ length: 20 }, () => store.ledger.balance(accountId)),
  );
  for (const each of failures) {
    expect(each.status).toBe("rejected");
    if (each.status === "rejected") {
      expect(each.reason).toBeInstanceOf(StoreAway);
      expect(store.disk.failed(each.reason)).toBe(true);
    }
  }
  expect(store.disk.failed(new Error("a bug of ours"))).toBe(false);
  expect(store.disk.full).toBe(true);
  await server.up();
  await until("return of the database", () => back > 0);
  expect(store.disk.full).toBe(false);
  expect(await store.ledger.balance(accountId)).toMatchObject({ availableMicros: 5 });
  const events = lines.map((line) => (JSON.parse(line) as { event: string }).event);
  expect(events).toEqual(["storage.away", "storage.back"]);
}, 240_000);

test("killed: subscribers are called once more when the server is back", async () => {
  const clock = new VirtualClock();
  using store = await openPostgres(placeAt(await server.database()), { clock });
  await server.kill();
  let told = 0;
  using _waits = store.outbox.onAdded(() => (told += 1));
  await until("failed attempt", () => clock.pending > 0);
  await server.up();
  expect(told).toBe(0);
  await clock.advance(5_000);
  await until("first word of the listener", () => told > 0);
});
