// The data file in a thread of its own: its results, its refusals, and its independence of other work.

import { Database as Connection } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileName } from "../../db/data-loss.ts";
import { DirectoryInUse } from "../../db/directory-lock.ts";
import { StoreError } from "../../db/open-refusal.ts";
import { openStore } from "../../db/sqlite/file-store.ts";
import { openStoreThread, type ThreadStore } from "../../db/thread/store-thread.ts";
import { openLog } from "../../src/base/log.ts";
import { startWorker } from "../../src/base/start-worker.ts";
import { type Folder, migrations, tempFolder } from "../support/servers/store.ts";
import { newAccount } from "../support/stores/new-account.ts";
import { until } from "../support/until.ts";

let folder: Folder;
let lines: string[];
let workers: Worker[];
let losses: number;

beforeEach(() => {
  folder = tempFolder();
  lines = [];
  workers = [];
  losses = 0;
});
afterEach(() => folder[Symbol.dispose]());

function opened(directory = folder.path, begin = () => startWorker("store")): Promise<ThreadStore> {
  const log = openLog({ level: "info", format: "json", write: (line) => void lines.push(line) });
  const start = (): Worker => {
    const worker = begin();
    workers.push(worker);
    return worker;
  };
  return openStoreThread(
    { directory, migrations },
    { log, start, isShared: false, lost: () => void losses++ },
  );
}

test("the thread answers earlier requests before it closes, and leaves the directory free", async () => {
  const store = await opened();
  expect(store.isShared).toBe(false);
  await newAccount(store, "acc_1", 5);
  const asked = store.ledger.balance("acc_1");
  await store[Symbol.asyncDispose]();
  expect((await asked).balanceMicros).toBe(5);
  expect(losses).toBe(0);
  expect(store.accounts.byId("acc_1")).rejects.toThrow("The store is closed");
  using again = openStore({ directory: folder.path, migrations });
  expect((await again.accounts.byId("acc_1"))?.id).toBe("acc_1");
});

test("the thread opens the file also before its ready message arrives", async () => {
  const worker = startWorker("store");
  await new Promise((resolve) => worker.addEventListener("message", resolve, { once: true }));
  await using store = await opened(folder.path, () => worker);
  expect((await store.ledger.balance("acc_1")).balanceMicros).toBe(0);
});

test("the thread refuses as the file does when another server has the directory, or the file is no database", async () => {
  using _other = openStore({ directory: folder.path, migrations });
  const inUse = await opened().catch((error: unknown) => error);
  expect(inUse).toBeInstanceOf(DirectoryInUse);
  expect((inUse as Error).message).toContain("Another server uses");
  writeFileSync(folder.file("no-folder"), "");
  const noFolder = await opened(folder.file("no-folder")).catch((error: unknown) => error);
  expect(noFolder).toBeInstanceOf(StoreError);
  expect(noFolder).not.toBeInstanceOf(DirectoryInUse);
});

test("the event loop turns while the store waits for a writing command", async () => {
  await using store = await opened();
  await newAccount(store, "acc_1");
  using command = new Connection(join(folder.path, fileName));
  command.run("BEGIN IMMEDIATE");
  let isDone = false;
  const granting = store.ledger
    .grant({ accountId: "acc_1", micros: 5, note: "more", at: 1 })
    .then(() => (isDone = true));
  let turns = 0;
  await until("the loop to turn", () => ++turns > 20);
  expect(isDone).toBe(false);
  command.run("ROLLBACK");
  await granting;
  expect((await store.ledger.balance("acc_1")).balanceMicros).toBe(5);
});

test("the store announces waiting deliveries of the outbox", async () => {
  await using store = await opened();
  await newAccount(store, "acc_1");
  let told = 0;
  using _waiting = store.outbox.onAdded(() => (told += 1));
  const delivery = {
    accountId: "acc_1",
    queue: "q",
    url: "https://a.example",
    signer: "hook_1",
    messageId: "msg_1",
  };
  await store.outbox.add([{ ...delivery, body: "{}", createdAt: 1 }]);
  await until("it to be told", () => told > 0);
});

test("operations reject when the thread dies, and its owner is notified once", async () => {
  const store = await opened();
  await newAccount(store, "acc_1");
  workers[0]?.terminate();
  const failure = await store.accounts.byId("acc_1").catch((error: unknown) => error);
  expect((failure as Error).message).toContain("The thread that has the data has ended");
  expect(losses).toBe(1);
  expect(lines.filter((line) => line.includes("storage.thread_lost"))).toHaveLength(1);
  await store[Symbol.asyncDispose]();
  expect(losses).toBe(1);
});
