// Account leases: a node borrows from an account only for many calls, never so much that others find nothing, and gives
// all of it back.

import { expect, test } from "bun:test";
import { leaseId } from "../../db/port/ledger-store.ts";
import { silentLog } from "../../src/base/log.ts";
import { prove } from "../../src/billing/proof.ts";
import { AccountLeases, wantedMicros } from "../../src/session/account-leases.ts";
import { chosenStore, isOnPostgres } from "../support/stores/chosen-store.ts";
import { bareAccount } from "../support/stores/new-account.ts";
import { StoreClock } from "../support/fakes/store-clock.ts";

const accountId = "acc_1";
const minute = 100;
const interval = 15_000;

async function open(micros: number) {
  const opened = await chosenStore();
  await bareAccount(opened.data, accountId);
  await opened.store.ledger.grant({ accountId, micros, at: 0 });
  const clock = new StoreClock();
  const store = isOnPostgres ? clock.watch(opened.store) : opened.store;
  const nodesOf = new Map([
    ["n1", 2],
    ["n2", 2],
  ]);
  const node = (id: string) =>
    new AccountLeases({ store, clock, log: silentLog, nodeId: () => id, nodes: () => nodesOf.get(id) ?? 1 });
  const held = async () => (await store.ledger.balance(accountId)).heldMicros;
  const faults = async () => prove(await store.ledger.books(accountId)).faults;
  return { ...opened, store, clock, node, held, faults };
}

function addCalls(leases: AccountLeases, calls: number): void {
  for (let i = 0; i < calls; i++) leases.add(accountId, minute);
}

test("leases: a minute of each call is ready, from eight calls on", () => {
  const facts = { minuteMicros: 800, freeMicros: 1_000_000, nodes: 3 };
  expect(wantedMicros({ ...facts, calls: 7 })).toBe(0);
  expect(wantedMicros({ ...facts, calls: 8 })).toBe(800);
});

test("leases: a node borrows at most its part of half of the balance", () => {
  const facts = { calls: 8, minuteMicros: 800, nodes: 3 };
  expect(wantedMicros({ ...facts, freeMicros: 4_800 })).toBe(800);
  expect(wantedMicros({ ...facts, freeMicros: 4_799 })).toBe(0);
  expect(wantedMicros({ ...facts, nodes: 0, freeMicros: 1_600 })).toBe(800);
});

test("leases: a loan is held in the books, follows the number of calls, and returns with the last", async () => {
  await using world = await open(1_000_000);
  const { clock, held } = world;
  const leases = world.node("n1");
  addCalls(leases, 7);
  await clock.advance(interval);
  expect([leases.pays(accountId), await held()]).toEqual([false, 0]);
  addCalls(leases, 3);
  await clock.advance(interval);
  expect([leases.pays(accountId), await held()]).toEqual([true, 10 * minute]);
  for (let i = 0; i < 10; i++) leases.remove(accountId, minute);
  await clock.advance(interval);
  expect([leases.pays(accountId), await held()]).toEqual([false, 0]);
  await clock.advance(interval);
  expect(clock.nextInMs).toBeUndefined();
  expect(await world.faults()).toEqual([]);
});

test("leases: two nodes leave each other and all others enough", async () => {
  await using world = await open(10_000);
  const [one, two] = [world.node("n1"), world.node("n2")];
  addCalls(one, 20);
  addCalls(two, 20);
  await world.clock.advance(interval);
  // The second finds less than four times what it wants.
  expect([one.pays(accountId), two.pays(accountId), await world.held()]).toEqual([true, true, 4_000]);
  addCalls(two, 20);
  await world.clock.advance(interval);
  expect([one.pays(accountId), two.pays(accountId), await world.held()]).toEqual([true, false, 2_000]);
});

test("leases: they are unchanged while the store is away, and a closing node returns its loans", async () => {
  await using world = await open(1_000_000);
  const { store, clock, held } = world;
  let away = false;
  const ledger = {
    ...store.ledger,
    balance: (id: string) => (away ? Promise.reject(new Error("away")) : store.ledger.balance(id)),
  };
  const options = {
    store: { of: () => ({ ...store, ledger }) },
    clock,
    log: silentLog,
    nodeId: () => "n1",
    nodes: () => 1,
  };
  const leases = new AccountLeases(options);
  addCalls(leases, 9);
  await clock.advance(interval);
  away = true;
  await clock.advance(3 * interval);
  expect([leases.pays(accountId), await held()]).toEqual([true, 9 * minute]);
  away = false;
  await leases[Symbol.asyncDispose]();
  expect([leases.pays(accountId), await held(), clock.nextInMs]).toEqual([false, 0, undefined]);
});

test("leases: a node that closes in the middle of a round returns that round's loan, and leaves no timer", async () => {
  await using world = await open(1_000_000);
  const { store, clock, held } = world;
  const asked = Promise.withResolvers<void>();
  const ledger = {
    ...store.ledger,
    balance: (id: string) => asked.promise.then(() => store.ledger.balance(id)),
  };
  const options = { store: { of: () => ({ ...store, ledger }) }, clock, log: silentLog };
  const leases = new AccountLeases({ ...options, nodeId: () => "n1", nodes: () => 1 });
  addCalls(leases, 9);
  await clock.advance(interval);
  const closed = leases[Symbol.asyncDispose]();
  asked.resolve();
  await closed;
  expect([leases.pays(accountId), await held(), clock.nextInMs]).toEqual([false, 0, undefined]);
});

test("leases: a loan made while the last call ends returns, and so does one without an answer", async () => {
  await using world = await open(1_000_000);
  const { store, clock, held } = world;
  let answer: () => Promise<void>;
  const ledger = {
    ...store.ledger,
    lease: async (wanted: Parameters<typeof store.ledger.lease>[0]) => {
      const micros = await store.ledger.lease(wanted);
      await answer();
      return micros;
    },
  };
  const options = { store: { of: () => ({ ...store, ledger }) }, clock, log: silentLog };
  await using leases = new AccountLeases({ ...options, nodeId: () => "n1", nodes: () => 1 });
  const hangUp = (): void => {
    for (let i = 0; i < 9; i++) leases.remove(accountId, minute);
  };
  const noAnswer = (): Promise<void> => {
    hangUp();
    return Promise.reject(new Error("the line broke"));
  };
  for (const end of [() => Promise.resolve(hangUp()), noAnswer]) {
    answer = end;
    addCalls(leases, 9);
    await clock.advance(interval);
    expect(await held()).toBe(9 * minute);
    answer = () => Promise.resolve();
    await clock.advance(interval);
    expect([await held(), clock.nextInMs]).toEqual([0, undefined]);
  }
});

test("leases: a node that was given up no longer owns its loans", async () => {
  await using world = await open(1_000_000);
  const leases = world.node("n1");
  addCalls(leases, 9);
  await world.clock.advance(interval);
  expect(leases.pays(accountId)).toBe(true);
  leases.lost();
  expect(leases.pays(accountId)).toBe(false);
  await world.clock.advance(interval);
  expect(leases.pays(accountId)).toBe(true);
});

test("leases: a call's minute from a lease leaves the account's sums unchanged, and a dead node's lease returns", async () => {
  await using world = await open(1_000_000);
  const { store, held } = world;
  await store.ledger.lease({ accountId, nodeId: "n1", micros: 1_000, at: 0 });
  const facts = { flowId: undefined, flowRevision: undefined, context: {}, metadata: {}, providers: {} };
  const begin = (id: string) =>
    store.sessions.begin({
      row: { id, accountId, home: "n1", at: 0, ...facts },
      holdMicros: 400,
      keyId: undefined,
      fromLease: true,
    });
  expect([await begin("s1"), await begin("s2"), await held()]).toEqual([undefined, undefined, 1_000]);
  // The rest of the lease is too small: the account pays, and the lease stays.
  expect([await begin("s3"), await held()]).toEqual([undefined, 1_400]);
  const { holds } = await store.ledger.books(accountId);
  expect(holds.find(({ sessionId }) => sessionId === leaseId({ accountId, nodeId: "n1" }))?.openMicros).toBe(
    200,
  );
  expect(await world.faults()).toEqual([]);
  const settling = { id: "s1", accountId, home: "n1", patch: {}, totalMicros: 50, at: 0, close: false };
  await store.sessions.settle([{ ...settling, extendMicros: 200, fromLease: true }]);
  expect(await held()).toBe(1_350);
  await store.sessions.sweep({ homes: ["n1"], at: 9 });
  expect(await held()).toBe(0);
  expect((await store.ledger.balance(accountId)).balanceMicros).toBe(999_950);
  expect(await world.faults()).toEqual([]);
  // The node comes back.
  expect(await store.ledger.lease({ accountId, nodeId: "n1", micros: 30, at: 9 })).toBe(30);
});
