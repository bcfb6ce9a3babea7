// The store of another process: the same results, the same errors, and no abilities beyond those of a store.

import { expect, test } from "bun:test";
import { storeOperations } from "../../db/remote/store-operations.ts";
import { answerersOf } from "../../db/remote/store-server.ts";
import { openRemoteStore } from "../../db/remote/remote-store.ts";
import { answerTo, arrived, crossing, RemoteCalls } from "../../src/base/remote-call.ts";
import { Fault } from "../../src/base/fault.ts";
import { remoteStoreOf } from "../support/stores/remote-store.ts";
import { memoryStore } from "../support/servers/store.ts";

const account = { id: "acc_1", email: "a@example.com", passwordHash: "x", at: 5 };
const welcome = { micros: 700_000_000, note: "Welcome" };

test("remote store: one process reads another's writes, with maps, bytes and gaps unchanged", async () => {
  using store = memoryStore();
  const remote = remoteStoreOf(store);
  expect(await remote.accounts.add({ ...account, welcome })).toBeUndefined();
  expect(await remote.accounts.add({ ...account, id: "acc_2", welcome })).toBe("email");
  expect(await store.accounts.byEmail(account.email)).toEqual({
    id: "acc_1",
    email: account.email,
    passwordHash: "x",
    tokenGeneration: 0,
    role: "member",
    closedAt: null,
    createdAt: 5,
    confirmedAt: null,
  });
  const { flows, secrets } = remote.of("acc_1");
  const text = { source: "a: 1", documentId: "a", name: "A", layout: null, at: 1, accountId: "acc_1" };
  await flows.add({ ...text, id: "flow_1", links: new Map() }, 9);
  await flows.add({ ...text, id: "flow_2", links: new Map([["a", { flowId: "flow_1", revision: 1 }]]) }, 9);
  expect(await flows.links({ flowId: "flow_2", revision: 1 })).toEqual(
    new Map([["a", { flowId: "flow_1", revision: 1 }]]),
  );
  expect(await flows.text({ flowId: "none", revision: 1 })).toBeUndefined();
  const sealed = new Uint8Array([1, 2, 255]);
  await secrets.put({ accountId: "acc_1", name: "S", sealed, hosts: ["h"], at: 1 }, 9);
  expect(new Uint8Array((await secrets.find({ accountId: "acc_1", name: "S" }))!.sealed)).toEqual(sealed);
});

test("remote store: the layout of a renamed node moves with it, in the transaction of the change", async () => {
  using store = memoryStore();
  const { flows, accounts } = remoteStoreOf(store);
  await accounts.add({ ...account, welcome });
  const text = { source: "a: 1", documentId: "a", links: new Map(), at: 1 };
  const key = { accountId: "acc_1", flowId: "flow_1" };
  await flows.add(
    { ...text, id: "flow_1", accountId: "acc_1", name: "A", layout: { a: [1, 2], b: [3, 4] } },
    9,
  );
  await flows.change(key, { ...text, renames: { a: "z" } }, 9);
  expect((await store.flows.find(key))!.layout).toEqual({ z: [1, 2], b: [3, 4] });
  await flows.change(key, { ...text, layout: { q: [0, 0] }, renames: { z: "y" } }, 9);
  expect((await store.flows.find(key))!.layout).toEqual({ q: [0, 0] });
  await flows.change(key, { ...text, source: "a: 2" }, 9);
  expect((await store.flows.find(key))!.layout).toEqual({ q: [0, 0] });
});

test("remote store: calls run in the order of their requests", async () => {
  using store = memoryStore();
  const { accounts, ledger } = remoteStoreOf(store);
  const added = accounts.add({ ...account, welcome });
  const granted = Promise.all(
    Array.from({ length: 50 }, (_, i) => ledger.grant({ accountId: "acc_1", micros: i + 1, at: 1 })),
  );
  const balance = await ledger.balance("acc_1");
  await Promise.all([added, granted]);
  expect(balance.balanceMicros).toBe(welcome.micros + (50 * 51) / 2);
});

test("remote store: an error arrives unchanged", async () => {
  const full = Object.assign(new Error("no room"), { code: "SQLITE_FULL", name: "SQLiteError" });
  const wrapped = new Error("Failed query", { cause: full });
  const back = arrived(structuredClone(crossing(wrapped)));
  expect(back.message).toBe("Failed query");
  expect(back.cause).toMatchObject({ code: "SQLITE_FULL", name: "SQLiteError" });
  const fault = new Fault("account/limit", "No more.", { retryAfterSeconds: 3, cause: full });
  const sent = arrived(structuredClone(crossing(fault)));
  expect(sent).toBeInstanceOf(Fault);
  expect(sent).toMatchObject({ code: "account/limit", status: 409, options: { retryAfterSeconds: 3 } });
  expect(arrived(structuredClone(crossing("words"))).message).toBe("words");
});

test("remote store: a full disk is noted by the process with the data, which reports room again", async () => {
  using store = memoryStore();
  const noted: unknown[] = [];
  const room: (() => void)[] = [];
  const disk = {
    full: false,
    failed: (error: unknown) => noted.push(error) > 0,
    onRoom: (fire: () => void) => (room.push(fire), new DisposableStack()),
  };
  const remote = remoteStoreOf({ ...store, disk });
  let again = 0;
  using _ = remote.disk.onRoom(() => (again += 1));
  expect(remote.disk.failed(new Error("something else"))).toBe(false);
  expect(remote.disk.full).toBe(false);
  const error = Object.assign(new Error("no room"), { code: "ENOSPC" });
  expect(remote.disk.failed(new Error("lost", { cause: error }))).toBe(true);
  expect(remote.disk.full).toBe(true);
  await remote.accounts.byId("none");
  expect(noted).toMatchObject([{ message: "lost", cause: { code: "ENOSPC" } }]);
  for (const fire of room) fire();
  expect([remote.disk.full, again]).toEqual([false, 1]);
});

test("remote store: unsupported operations and functions are not sent", async () => {
  using store = memoryStore();
  const answerers = answerersOf(store);
  const answer = await answerTo({ call: 1, name: "accounts.constructor", args: [] }, answerers);
  expect(answer).toMatchObject({ answer: 1, error: { message: "Nothing is called accounts.constructor" } });
  const calls = new RemoteCalls(() => undefined);
  const remote = openRemoteStore((name, args) => calls.call(name, args));
  const reseal = (sealed: Uint8Array): Uint8Array => sealed;
  expect(remote.seals.resealAll({ fingerprint: "f", reseal })).rejects.toThrow("seals it anew");
  for (const [group, names] of storeOperations)
    for (const name of names)
      expect([group, name, typeof Reflect.get(store[group], name)]).toContain("function");
});
