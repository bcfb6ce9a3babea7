// Checkpoint thread: the log goes into the file without anybody who writes, and nobody minds when that fails.

import { expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../db/sqlite/file-store.ts";
import { startWorker } from "../../src/base/start-worker.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";
import { migrations, tempFolder } from "../support/servers/store.ts";
import { newAccount } from "../support/stores/new-account.ts";

/** A thread that says when it has answered. */
function watched() {
  const worker = startWorker("checkpoints");
  const answered: (() => void)[] = [];
  worker.addEventListener("message", () => answered.shift()?.());
  let asked = 0;
  const post = worker.postMessage.bind(worker);
  worker.postMessage = (message: unknown): void => {
    asked += 1;
    post(message);
  };
  return {
    worker,
    asked: () => asked,
    answer: () => new Promise<void>((resolve) => void answered.push(resolve)),
  };
}

test("checkpoints: what is written stands in the file half a second later, and nothing is done while nobody writes", async () => {
  using folder = tempFolder();
  const clock = new VirtualClock();
  const thread = watched();
  {
    using store = openStore(
      { directory: folder.path, migrations },
      { clock, checkpoints: () => thread.worker },
    );
    using log = new Database(join(folder.path, "voice-flow.db"));
    /** Pages of the log that are not in the file yet. */
    const pending = (): number => {
      const look = log.query("PRAGMA wal_checkpoint(NOOP)").get() as { log: number; checkpointed: number };
      return look.log - look.checkpointed;
    };
    await newAccount(store, "acc_1", 1_000);
    expect(pending()).toBePositive();
    const answer = thread.answer();
    await clock.advance(500);
    await answer;
    expect([pending(), thread.asked()]).toEqual([0, 1]);
    await clock.advance(5_000);
    expect(thread.asked()).toBe(1);

    await newAccount(store, "acc_2");
    const [first, second] = [thread.answer(), thread.answer()];
    await clock.advance(500);
    // Not again before it is done.
    await newAccount(store, "acc_3");
    await clock.advance(500);
    await first;
    expect(thread.asked()).toBe(2);
    await clock.advance(500);
    await second;
    expect([pending(), thread.asked()]).toEqual([0, 3]);
  }
  expect(clock.nextInMs).toBeUndefined();
});

test("checkpoints: a thread that fails or cannot open the file is nobody's trouble", async () => {
  using folder = tempFolder();
  const clock = new VirtualClock();
  const thread = watched();
  using store = openStore(
    { directory: folder.path, migrations },
    { clock, checkpoints: () => thread.worker },
  );
  const answer = thread.answer();
  thread.worker.postMessage(join(folder.path, "missing.db"));
  await answer;
  expect(existsSync(join(folder.path, "missing.db"))).toBe(false);
  thread.worker.dispatchEvent(new ErrorEvent("error", { message: "out of memory" }));
  thread.worker.terminate();
  await newAccount(store, "acc_1");
  await clock.advance(5_000);
  await newAccount(store, "acc_2");
  expect(await store.accounts.byId("acc_2")).toBeDefined();
});
