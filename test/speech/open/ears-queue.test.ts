// Queue of one thread of ears: its next job, and its dropped jobs under load.

import { expect, test } from "bun:test";
import { EarsQueue, type HearingUrgency } from "../../../src/speech/open/ears-queue.ts";

class Thread {
  readonly done: string[] = [];
  readonly #armed: (() => void)[] = [];
  nowMs = 0;
  readonly queue = new EarsQueue({ now: () => this.nowMs, soon: (then) => void this.#armed.push(then) });

  /** Each second of speech takes `msPerSecond`. */
  add(
    urgency: HearingUrgency,
    name: string,
    { seconds = 1, msPerSecond = 40, isOvertaken = false, isFirst = false } = {},
  ): boolean {
    const run = (): void => {
      this.done.push(name);
      this.nowMs += seconds * msPerSecond;
    };
    return this.queue.add({ urgency, seconds, isFirst, isOvertaken: () => isOvertaken, run });
  }

  /** Works until nothing waits. */
  work(): readonly string[] {
    for (let next = this.#armed.shift(); next !== undefined; next = this.#armed.shift()) next();
    return this.done.splice(0);
  }
}

test("finals precede pauses, those of closed questions first, and interims come last", () => {
  const thread = new Thread();
  expect(thread.add("interim", "interim")).toBe(true);
  thread.add("pause", "pause");
  thread.add("final", "final");
  thread.add("short-final", "short final");
  expect(thread.work()).toEqual(["short final", "final", "pause", "interim"]);
});

test("a new job precedes less urgent waiting ones", () => {
  const thread = new Thread();
  const { queue } = thread;
  const add = (): void => void thread.add("short-final", "short final");
  queue.add({ urgency: "final", seconds: 1, isOvertaken: () => false, run: add });
  thread.add("pause", "pause");
  expect(thread.work()).toEqual(["short final", "pause"]);
});

test("an overtaken job is dropped without a turn of the thread, and costs nothing", () => {
  const thread = new Thread();
  thread.add("pause", "overtaken", { isOvertaken: true });
  expect(thread.queue.queuedMs).toBe(0);
  thread.add("pause", "pause");
  expect(thread.work()).toEqual(["pause"]);
});

test("interims are dropped when anything waits, pauses when a quarter of a second waits, and finals never", () => {
  const thread = new Thread();
  thread.add("final", "final", { seconds: 4 });
  expect(thread.add("interim", "interim")).toBe(false);
  expect(thread.add("pause", "pause 1", { seconds: 4 })).toBe(true);
  expect(thread.queue.queuedMs).toBeGreaterThan(250);
  expect(thread.add("pause", "pause 2")).toBe(false);
  for (let n = 0; n < 20; n++) expect(thread.add("final", "more", { seconds: 8 })).toBe(true);
  expect(thread.queue.queuedMs).toBeGreaterThan(5_000);
  expect(thread.work()).toHaveLength(22);
  expect(thread.queue.queuedMs).toBe(0);
});

test("interims take a tenth of the thread at most, however many callers keep talking", () => {
  const thread = new Thread();
  let busyMs = 0;
  while (thread.nowMs < 10_000) {
    const from = thread.nowMs;
    thread.add("interim", "interim", { seconds: 4 });
    thread.work();
    busyMs += thread.nowMs - from;
    thread.nowMs += 5;
  }
  expect(busyMs / thread.nowMs).toBeGreaterThan(0.08);
  expect(busyMs / thread.nowMs).toBeLessThanOrEqual(0.12);
});

test("the first interim of a turn precedes its share", () => {
  const thread = new Thread();
  thread.add("interim", "interim", { seconds: 4 });
  thread.work();
  expect(thread.add("interim", "next")).toBe(false);
  expect(thread.add("interim", "first of another", { isFirst: true })).toBe(true);
});

test("first interims of many turns take no more than the share of all", () => {
  const thread = new Thread();
  let busyMs = 0;
  while (thread.nowMs < 30_000) {
    const from = thread.nowMs;
    thread.add("interim", "first", { isFirst: true });
    thread.work();
    busyMs += thread.nowMs - from;
    thread.nowMs += 5;
  }
  expect(busyMs / thread.nowMs).toBeGreaterThan(0.08);
  expect(busyMs / thread.nowMs).toBeLessThanOrEqual(0.13);
});

test("the cost of a second of speech is learned", () => {
  const thread = new Thread();
  for (let n = 0; n < 50; n++) {
    thread.add("final", "slow", { msPerSecond: 200 });
    thread.work();
  }
  thread.add("final", "next", { seconds: 3 });
  expect(thread.queue.queuedMs).toBeGreaterThan(550);
  expect(thread.queue.queuedMs).toBeLessThan(650);
});
