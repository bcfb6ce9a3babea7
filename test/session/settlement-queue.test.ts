// Settlements of one account that arrive while the store is busy: they share a transaction, and another's failure loses
// none.

import { expect, test } from "bun:test";
import type { SettlingSession } from "../../db/port/session-store.ts";
import type { Store } from "../../db/port/store.ts";
import { SettlementQueue } from "../../src/session/settlement-queue.ts";
import { chosenStore } from "../support/stores/chosen-store.ts";
import { bareAccount } from "../support/stores/new-account.ts";

const at = 1;
const home = "n1";

/** A store that counts the settlements in each transaction, and may refuse one of them. */
async function open({ sessions, refuses }: { readonly sessions: number; readonly refuses?: string }) {
  const opened = await chosenStore();
  const { store, data } = opened;
  for (const accountId of ["acc_1", "acc_2"]) {
    await bareAccount(data, accountId);
    await store.ledger.grant({ accountId, micros: 1_000_000, at });
    for (let i = 0; i < sessions; i++) await begin(store, accountId, i);
  }
  const sizes: number[] = [];
  const counting: Store["sessions"] = {
    ...store.sessions,
    settle: async (settlings) => {
      sizes.push(settlings.length);
      await Promise.resolve();
      if (settlings.some(({ id }) => id === refuses)) throw new Error("This one cannot be written.");
      return store.sessions.settle(settlings);
    },
  };
  const queue = new SettlementQueue({ of: () => ({ ...store, sessions: counting }) });
  return { ...opened, queue, sizes };
}

async function begin(store: Store, accountId: string, i: number): Promise<void> {
  const facts = { flowId: undefined, flowRevision: undefined, context: {}, metadata: {}, providers: {} };
  const row = { id: `${accountId}_${i}`, accountId, home, at, ...facts };
  await store.sessions.begin({ row, holdMicros: 100, keyId: undefined });
}

function closing(accountId: string, i: number): SettlingSession {
  return { id: `${accountId}_${i}`, accountId, home, patch: {}, totalMicros: 10 + i, at, close: true };
}

test("settlement queue: the first settlement is written at once, and later ones together", async () => {
  await using world = await open({ sessions: 250 });
  const { queue, sizes, store } = world;
  const all = Array.from({ length: 250 }, (_, i) => queue.settle(closing("acc_1", i)));
  expect(await Promise.all(all)).toEqual(
    Array(250).fill({ extended: false, moved: false, writtenOffMicros: 0 }),
  );
  expect(sizes).toEqual([1, 100, 100, 49]);
  const spent = (250 * 249) / 2 + 2_500;
  expect((await store.ledger.balance("acc_1")).availableMicros).toBe(1_000_000 - spent);
});

test("settlement queue: accounts do not wait for each other", async () => {
  await using world = await open({ sessions: 2 });
  const { queue, sizes } = world;
  await Promise.all(["acc_1", "acc_2"].map((accountId) => queue.settle(closing(accountId, 0))));
  expect(sizes).toEqual([1, 1]);
});

test("settlement queue: a failed settlement is reported, and the others are written", async () => {
  await using world = await open({ sessions: 4, refuses: "acc_1_2" });
  const { queue, sizes, store } = world;
  const all = await Promise.allSettled([0, 1, 2, 3].map((i) => queue.settle(closing("acc_1", i))));
  expect(all.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  // First all in one transaction, then each alone.
  expect(sizes).toEqual([1, 3, 1, 1, 1]);
  expect(await store.ledger.balance("acc_1")).toMatchObject({ heldMicros: 100 });
});

test("settlement queue: it continues after a failure, and keeps nothing of finished accounts", async () => {
  await using world = await open({ sessions: 2, refuses: "acc_1_0" });
  const { queue, sizes } = world;
  expect(await queue.settle(closing("acc_1", 0)).catch(String)).toContain("cannot be written");
  expect(await queue.settle(closing("acc_1", 1))).toMatchObject({ moved: false });
  expect(sizes).toEqual([1, 1]);
});
