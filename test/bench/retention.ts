// Retention beside calls: the delay that the longest slice causes for others, and the lateness of 100 calls' frames
// while a file with a year of sessions is cleared. Run: bun test/bench/retention.ts

import type { Expiry as Expiring } from "../../db/port/retention-store.ts";
import { openStoreThread } from "../../db/thread/store-thread.ts";
import { BulkWork } from "../../src/base/limits/bulk-work.ts";
import { wallClock } from "../../src/base/clock.ts";
import { startWorker } from "../../src/base/start-worker.ts";
import { openLog, silentLog } from "../../src/base/log.ts";
import { Ticker } from "../../src/base/ticker.ts";
import { Expiry } from "../../src/retention/expiry.ts";
import { Slices } from "../../src/retention/slices.ts";
import { migrations, tempFolder } from "../support/servers/store.ts";
import { addMarkedCallers } from "../support/stores/marked-callers.ts";
import { newAccount } from "../support/stores/new-account.ts";

const calls = 100;
const frameMs = 20;

using folder = tempFolder();
await using store = await openStoreThread(
  { directory: folder.path, migrations },
  { log: silentLog, isShared: false, start: () => startWorker("store") },
);
await newAccount(store, "acc_1", 1_000_000_000);
await addMarkedCallers(store, {
  accountId: "acc_1",
  callers: 40,
  sessionsEach: 25,
  lines: 15,
  daysAgo: 100,
});
const ticker = new Ticker(wallClock, frameMs);
const late: number[] = [];
let last = wallClock.now();
using _calls = new DisposableStack();
for (let call = 0; call < calls; call++)
  _calls.use(
    ticker.add(() => {
      if (call > 0) return;
      const now = wallClock.now();
      late.push(now - last - frameMs);
      last = now;
    }),
  );
const measured = async (what: string, work: () => Promise<void>): Promise<void> => {
  late.length = 0;
  last = wallClock.now();
  const from = wallClock.now();
  await work();
  const sorted = late.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  const over = sorted.filter((ms) => ms > frameMs).length;
  console.log(
    `${what}: ${((wallClock.now() - from) / 1_000).toFixed(1)} s, ${late.length} beats, late by ms p50 ${at(0.5)} ` +
      `p99 ${at(0.99)} max ${at(0.9999)}, more than a frame late: ${over}`,
  );
};
await measured("nothing else", () => Bun.sleep(5_000));
const done = Promise.withResolvers<void>();
const slices = new Slices({ clock: wallClock, bulkWork: new BulkWork(1) });
const took: number[] = [];
const timed = {
  ...store,
  retention: {
    ...store.retention,
    expire: async (of: Expiring) => {
      const from = wallClock.now();
      const slice = await store.retention.expire(of);
      took.push(wallClock.now() - from);
      return slice;
    },
  },
};
const write = (line: string): void => {
  console.log(line);
  done.resolve();
};
const log = openLog({ level: "info", format: "json", write });
const days = { audio: 30, words: 90, values: 60, numbers: 95 };
const node = { id: "n1", at: 0 };
await using _expiry = new Expiry({ store: timed, clock: wallClock, log, slices, days, node, restMs: 50 });
// A round begins by itself.
await measured("retention", () => done.promise);
const lasted = took.toSorted((a, b) => a - b);
const share99 = (share: number): string => (lasted[Math.floor(lasted.length * share)] ?? 0).toFixed(1);
console.log(`${took.length} slices: ms p50 ${share99(0.5)} p99 ${share99(0.99)} max ${share99(0.99999)}`);
console.log(
  `over 5 ms: ${took.filter((ms) => ms > 5).length}, over 20 ms: ${took.filter((ms) => ms > 20).length}`,
);
