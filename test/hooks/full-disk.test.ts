// Outbox on a full disk: no event is sent again and again, and dropped events stay dropped.

import { expect, test } from "bun:test";
import { openStore } from "../../db/sqlite/file-store.ts";
import { account, DeliveryBench } from "../support/fakes/delivery-bench.ts";
import { StoreClock } from "../support/fakes/store-clock.ts";
import { smallDisk } from "../support/servers/small-disk.ts";
import { addAccount, migrations } from "../support/servers/store.ts";
import { dataInFile } from "../support/stores/stored-data.ts";

const minute = 60_000;

function onDisk(directory: string) {
  const clock = new StoreClock();
  const store = openStore({ directory, migrations }, { clock });
  const dispose = (): Promise<void> => Promise.resolve(store[Symbol.dispose]());
  const opened = { store, data: dataInFile(store.durable), [Symbol.asyncDispose]: dispose };
  return { store, bench: DeliveryBench.open(clock, opened) };
}

test("delivery: a full disk does not repeat a delivery again and again, and it continues when there is room", async () => {
  using disk = smallDisk(6);
  const { bench: opening, store } = onDisk(disk.file("data"));
  await using bench = await opening;
  await bench.clock.advance(1_000);
  const fillUp = (): void => {
    disk.fill();
    for (const times of [1_000, 100, 1]) {
      try {
        for (;;) addAccount(store.durable, crypto.randomUUID().repeat(times));
      } catch (error) {
        expect(store.disk.failed(error)).toBe(true);
      }
    }
  };
  bench.answer = ({ body }) => {
    fillUp();
    return body === "fails" ? "fails" : { status: 200 };
  };
  bench.enqueue({ body: "1" });
  bench.enqueue({ body: "fails", queue: "b" });
  await bench.clock.advance(250);
  bench.answer = () => ({ status: 200 });
  bench.enqueue({ body: "2" });
  await bench.clock.advance(10 * minute);
  expect(bench.bodies).toEqual(["1", "fails"]);
  expect(bench.events.filter(({ event }) => event.startsWith("hooks."))).toEqual([]);
  disk.empty();
  await bench.clock.advance(10_000);
  expect([bench.bodies, await bench.left()]).toEqual([["1", "fails", "2", "fails"], 0]);
});

test("delivery: a hook deleted on a full disk gets nothing more", async () => {
  using disk = smallDisk(6);
  const { bench: opening, store } = onDisk(disk.file("data"));
  await using bench = await opening;
  bench.answer = () => "fails";
  bench.enqueue({ body: "1" });
  await bench.clock.advance(1_000);
  disk.fill();
  expect(() => {
    for (;;) addAccount(store.durable, crypto.randomUUID().repeat(1_000));
  }).toThrow("full");
  await bench.delivery.forget({ accountId: account, signer: "hook_1" });
  expect(await bench.left()).toBe(0);
});
