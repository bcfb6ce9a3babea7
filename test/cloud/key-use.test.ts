// Use of API keys: a key with a use unlike its owner's former uses is reported once, and nothing that clients choose
// fills memory.

import { expect, test } from "bun:test";
import { openLog } from "../../src/base/log.ts";
import { KeyWatch } from "../../src/cloud/key-use.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";
import type { LogEvent } from "../support/servers/served.ts";

function open() {
  const clock = new VirtualClock();
  const lines: LogEvent[] = [];
  const counted: string[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as LogEvent);
  const log = openLog({ level: "info", format: "json", clock, write });
  const watch = new KeyWatch({ clock, log, suspected: (sign) => void counted.push(sign) });
  const used = (from: string, times = 1, keyId = "key_1"): void => {
    const use = { accountId: "acc_1", keyId, from, network: from.split(" of ").at(-1) ?? "" };
    for (let i = 0; i < times; i++) watch.used({ ...use, address: `${from}/24` });
  };
  const minutes = async (count: number, each: () => void): Promise<void> => {
    for (let i = 0; i < count; i++) {
      each();
      await clock.advance(60_000);
    }
  };
  return { clock, lines, counted, watch, used, minutes };
}

test("keys: a key from thirty addresses is reported at the twentieth, and again with all of them", async () => {
  const { clock, lines, counted, used } = open();
  for (let i = 0; i < 19; i++) used(`address ${i}`);
  expect(lines).toEqual([]);
  for (let i = 19; i < 30; i++) used(`address ${i}`);
  const named = { level: "warn", event: "key.suspected", key: "key_1", account: "acc_1", sign: "addresses" };
  expect(lines).toMatchObject([{ ...named, addresses: 20, address: "address 19/24" }]);
  await clock.advance(60_000);
  expect(lines.slice(1)).toMatchObject([{ ...named, addresses: 30 }]);
  await clock.advance(3_600_000);
  expect([lines.length, counted]).toEqual([2, ["addresses"]]);
});

test("keys: a key used twenty times as often as before is reported within that minute", async () => {
  const { lines, counted, used, minutes } = open();
  await minutes(10, () => used("a", 6));
  used("a", 119);
  expect(lines).toEqual([]);
  used("a");
  expect(lines).toMatchObject([
    { key: "key_1", sign: "rate", requests_per_minute: 120, usual_requests_per_minute: 6, addresses: 1 },
  ]);
  expect(counted).toEqual(["rate"]);
});

test("keys: a key used from another network after half an hour is reported at once", async () => {
  const { lines, counted, used, minutes } = open();
  await minutes(30, () => used("machine 1 of ours", 2));
  used("machine 2 of ours");
  expect(lines).toEqual([]);
  used("machine 3 of others");
  expect(lines).toMatchObject([
    { key: "key_1", account: "acc_1", sign: "network", networks: 2, address: "machine 3 of others/24" },
  ]);
  used("machine 3 of others", 9);
  used("machine 1 of ours");
  expect(counted).toEqual(["network"]);
});

test("keys: another network is normal for a key that is new, seldom used, or has moved as often before", async () => {
  const { clock, counted, used, minutes } = open();
  await minutes(29, () => used("a", 9, "new"));
  used("b", 1, "new");
  await minutes(49, () => used("a", 1, "seldom"));
  used("b", 1, "seldom");
  expect(counted).toEqual([]);
  // A new address each day, as some internet lines have.
  for (let day = 0; day < 5; day++) {
    await minutes(60, () => used(`of day ${day}`, 1, "mobile"));
    await clock.advance(23 * 3_600_000);
  }
  expect(counted).toEqual(["network"]);
  for (let i = 0; i < 100; i++) used(`of fleet ${i}`, 1, `fleet`);
  await minutes(100, () => used("of fleet 0", 1, "fleet"));
  used("of elsewhere", 1, "fleet");
  expect(counted.slice(1)).toEqual(["addresses"]);
});

test("keys: a fleet, a busy start, and an hourly job are no leaks", async () => {
  const { clock, lines, counted, used, minutes } = open();
  // The first use is reported once, before the usual one is known.
  const fleet = (): void => {
    for (let i = 0; i < 60; i++) used(`machine ${i}`, 1, "fleet");
  };
  await minutes(10, fleet);
  expect(counted).toEqual(["addresses"]);
  const before = lines.length;
  await minutes(50, fleet);
  await minutes(3, () => used("a", 600, "new"));
  for (let hour = 0; hour < 12; hour++) {
    used("a", 59, "hourly");
    await clock.advance(3_600_000);
  }
  expect([lines.length, counted.length]).toEqual([before, 1]);
});

test("keys: a hundred thousand keys and addresses leave some thousands in memory", () => {
  const { lines, counted, watch, used } = open();
  const before = process.memoryUsage().heapUsed;
  for (let key = 0; key < 200; key++) for (let i = 0; i < 500; i++) used(`address ${i}`, 1, `key ${key}`);
  for (let key = 0; key < 50_000; key++) used("a", 1, `other ${key}`);
  Bun.gc(true);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(32 * 1024 ** 2);
  // The watch counts as many leaks as it has room for; a few of them get a log line.
  expect(counted.length).toBeWithin(100, 201);
  expect(lines).toHaveLength(20);
  watch[Symbol.dispose]();
});

test("keys: addresses of one window are counted, however seldom a key is used", async () => {
  const { clock, lines, used } = open();
  for (let i = 0; i < 100; i++) {
    used(`address ${2 * i}`);
    used(`address ${2 * i + 1}`);
    await clock.advance(600_000);
  }
  expect(lines).toEqual([]);
});

test("keys: no timer stays when a window has passed without a use", async () => {
  const { clock, used } = open();
  used("a");
  await clock.advance(600_000);
  expect(clock.nextInMs).toBeUndefined();
});
