// Phone numbers on several nodes, in virtual time: each number has one node, and another node takes over those of a
// killed one.

import { expect, test } from "bun:test";
import { silentLog } from "../../src/base/log.ts";
import { PhoneNumbers } from "../../src/phone/numbers/phone-numbers.ts";
import type { RegistrationState } from "../../src/phone/registrar-link.ts";
import { settle, VirtualClock } from "../support/fakes/virtual-clock.ts";
import { memoryStore } from "../support/servers/store.ts";
import { newAccount } from "../support/stores/new-account.ts";

const accountId = "acc_1";

async function world(ids: readonly string[]) {
  const clock = new VirtualClock();
  const store = memoryStore();
  await newAccount(store, accountId, 0);
  const number = { label: "x", kind: "other", sealed: Buffer.of(1), flowId: null, dials: [], callsMax: 1 };
  for (const id of ids) await store.phone.addNumber({ ...number, id, accountId, createdAt: 1 }, 99);
  /** Present registrations. */
  const held = new Map<string, string[]>();
  const killed = new Set<string>();
  const node = (name: string) => {
    const nodes: typeof store.nodes = {
      ...store.nodes,
      leadAll: (lead) =>
        killed.has(name) ? Promise.withResolvers<never>().promise : store.nodes.leadAll(lead),
    };
    const own: string[] = [];
    held.set(name, own);
    const numbers = new PhoneNumbers({
      store: {
        ...store,
        nodes,
      },
      clock,
      log: silentLog,
      nodeId: () => name,
      open: (row, changed) => {
        own.push(row.id);
        const state: RegistrationState = {
          phase: "registered",
          problem: undefined,
        };
        changed(state);
        return Promise.resolve({
          extension: {
            state,
          },
          caller: {
            look: () => Promise.resolve(),
            hangUp: () => false,
            size: 0,
          },
          leave: () => Promise.resolve({ port: 0, calls: [] }),
          async [Symbol.asyncDispose]() {
            own.splice(own.indexOf(row.id), 1);
            await Promise.resolve();
          },
        });
      },
    });
    return numbers;
  };
  const wait = async (ms: number) => {
    for (let left = ms; left > 0; left -= 1_000) {
      await clock.advance(1_000);
      await settle();
    }
  };
  return { store, held, killed, node, wait };
}

test("each number is registered by one node, and by another within 30 s after its death", async () => {
  const ids = ["num_1", "num_2", "num_3"];
  const it = await world(ids);
  using _store = it.store;
  const first = it.node("n1");
  await it.wait(2_000);
  await using second = it.node("n2");
  await using third = it.node("n3");
  await it.wait(30_000);
  expect([it.held.get("n1")?.toSorted(), it.held.get("n2"), it.held.get("n3")]).toEqual([ids, [], []]);
  // The killed node checks nothing more, and gives nothing back.
  it.killed.add("n1");
  await it.wait(30_000);
  const rest = [...(it.held.get("n2") ?? []), ...(it.held.get("n3") ?? [])];
  expect(rest.toSorted()).toEqual(ids);
  expect(first.standing.held).toBe(3);
  expect(second.standing.held + third.standing.held).toBe(3);
});
