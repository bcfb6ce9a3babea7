// Contract watch: hooks get one event when a term breaks and one when it holds again, also when two nodes end the
// calls.

import { expect, test } from "bun:test";
import type { NewDelivery } from "../../db/port/outbox-store.ts";
import { silentLog } from "../../src/base/log.ts";
import { nothingMeasured } from "../../src/flow/value/contract-terms.ts";
import { readWindow } from "../../src/flow/value/contract-window.ts";
import { ContractWatch } from "../../src/hooks/contract-watch.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";
import { memoryStore } from "../support/servers/store.ts";
import { newAccount } from "../support/stores/new-account.ts";

const accountId = "acc_1";
const of = { flowId: "flow_1", revision: 1 };
const contract = { gave_up: 0.1 };

async function watching() {
  const store = memoryStore();
  await newAccount(store, accountId);
  const text = { source: "", documentId: "", links: new Map() };
  const flow = { ...text, id: of.flowId, accountId, name: "Booking", layout: null, at: 0 };
  await store.of(accountId).flows.add(flow, 9);
  const hook = { id: "hook_1", accountId, url: "https://a.example/", sealed: Buffer.from("s"), createdAt: 1 };
  const events = ["contract.broken", "contract.held"];
  await store.of(accountId).hooks.add({ ...hook, events }, 9);
  await store.of(accountId).hooks.add({ ...hook, id: "hook_2", events: ["session.ended"] }, 9);
  const sent: NewDelivery[] = [];
  const changes: string[] = [];
  const clock = new VirtualClock();
  const node = () =>
    new ContractWatch({
      store,
      delivery: { enqueue: (one) => void sent.push(one as NewDelivery), flush: () => Promise.resolve() },
      clock,
      log: silentLog,
      changed: (name, to) => changes.push(`${name} ${to}`),
    });
  const nodes = [node(), node()];
  return {
    store,
    clock,
    sent,
    changes,
    /** Ends `count` calls, alternating between the two nodes. */
    end(count: number, gaveUp: boolean): void {
      for (let at = 0; at < count; at++)
        nodes[at % 2]!.ended({ ...of, accountId, contract, measured: { ...nothingMeasured, gaveUp } });
    },
    async [Symbol.asyncDispose]() {
      for (const each of nodes) await each[Symbol.asyncDispose]();
      store[Symbol.dispose]();
      expect(clock.nextInMs).toBeUndefined();
    },
  };
}

test("a broken contract reaches the hooks that ask for it once when two nodes end its calls at the same time", async () => {
  await using it = await watching();
  it.end(30, true);
  await it.clock.advance(1_000);
  await it.store.of(accountId).flows.contract(of);
  const stored = async () => readWindow(await it.store.of(accountId).flows.contract(of));
  expect((await stored()).calls).toHaveLength(30);
  expect(it.changes).toEqual(["gave_up broken"]);
  expect(it.sent.map(({ signer }) => signer)).toEqual(["hook_1"]);
  expect(JSON.parse(it.sent[0]!.body)).toMatchObject({
    type: "contract.broken",
    data: { flow: "flow_1", revision: 1, term: "gave_up", bound: 0.1, value: 1 },
  });
  it.end(40, true);
  await it.clock.advance(1_000);
  expect(it.sent).toHaveLength(1);

  it.end(95, false);
  await it.clock.advance(1_000);
  expect(it.changes).toEqual(["gave_up broken", "gave_up held"]);
  expect(it.sent.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
    "contract.broken",
    "contract.held",
  ]);
});

test("a contract is forgotten when its flow is deleted before its calls end", async () => {
  await using it = await watching();
  await it.store.of(accountId).flows.remove({ accountId, flowId: of.flowId });
  it.end(30, true);
  await it.clock.advance(1_000);
  expect([it.sent, it.changes]).toEqual([[], []]);
});
