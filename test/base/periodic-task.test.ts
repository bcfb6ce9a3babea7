// Periodic task: repeated work, and recent delays.

import { expect, test } from "bun:test";
import { within } from "../../src/base/clock.ts";
import { DelayWindow } from "../../src/base/limits/delay-window.ts";
import { PeriodicTask } from "../../src/base/periodic-task.ts";
import { Ticker } from "../../src/base/ticker.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

function open(work: () => Promise<void>) {
  const clock = new VirtualClock();
  const failures: string[] = [];
  const failed = (error: unknown): void => void failures.push((error as Error).message);
  return {
    clock,
    failures,
    repeating: new PeriodicTask({ clock, everyMs: 1_000, patienceMs: 5_000, work, failed }),
  };
}

test("repeating: it begins after the first period, keeps the period however long a round takes, and ends with its owner", async () => {
  const begun: number[] = [];
  const { clock, failures, repeating } = open(async () => {
    begun.push(clock.now());
    await new Promise<void>((resolve) => clock.after(begun.length === 2 ? 1_400 : 300, resolve));
  });
  await clock.advance(5_000);
  expect(begun).toEqual([1_000, 2_000, 3_400, 4_400]);
  await repeating[Symbol.asyncDispose]();
  await clock.advance(5_000);
  expect([begun.length, failures, clock.pending]).toEqual([4, [], 0]);
});

test("repeating: a failing round is reported, and the next one follows", async () => {
  let rounds = 0;
  const { clock, failures, repeating } = open(() => {
    rounds += 1;
    return rounds === 2 ? Promise.reject(new Error("away")) : Promise.resolve();
  });
  await clock.advance(4_000);
  expect([rounds, failures]).toEqual([4, ["away"]]);
  await repeating[Symbol.asyncDispose]();
});

test("repeating: a hanging round is abandoned", async () => {
  let rounds = 0;
  const { clock, failures, repeating } = open(() => {
    rounds += 1;
    return rounds === 1 ? new Promise<void>(() => undefined) : Promise.resolve();
  });
  await clock.advance(5_999);
  expect([rounds, failures]).toEqual([1, []]);
  await clock.advance(1);
  expect([rounds, failures]).toEqual([2, ["No answer within 5000 ms"]]);
  await repeating[Symbol.asyncDispose]();
});

test("repeating: an early request runs at once, or right after the running round, and once", async () => {
  const begun: number[] = [];
  const { clock, repeating } = open(async () => {
    begun.push(clock.now());
    await new Promise<void>((resolve) => clock.after(300, resolve));
  });
  repeating.soon();
  await clock.advance(100);
  repeating.soon();
  repeating.soon();
  await clock.advance(1_000);
  expect(begun).toEqual([0, 300]);
  await clock.advance(200);
  expect(begun).toEqual([0, 300, 1_300]);
  const closed = repeating[Symbol.asyncDispose]();
  repeating.soon();
  await clock.advance(2_000);
  await closed;
  expect([begun.length, clock.pending]).toEqual([3, 0]);
});

test("within: a result in time is returned, and leaves no timer", async () => {
  const clock = new VirtualClock();
  expect(await within(clock, 1_000, Promise.resolve(7))).toBe(7);
  expect(within(clock, 1_000, Promise.reject(new Error("no")))).rejects.toThrow("no");
  await clock.advance(0);
  expect(clock.pending).toBe(0);
  const late = within(clock, 1_000, new Promise(() => undefined));
  late.catch(() => undefined);
  await clock.advance(1_000);
  expect(late).rejects.toThrow("No answer within 1000 ms");
});

test("recent delays: the 95th percentile of the last five seconds is returned, and 0 without delays", () => {
  const delays = new DelayWindow();
  expect(delays.p95(0)).toBe(0);
  for (let at = 1; at <= 100; at++) delays.note(at, at);
  expect(delays.p95(100)).toBe(95);
  expect(delays.p95(5_050)).toBe(98);
  expect(delays.p95(5_100)).toBe(0);
  for (let at = 0; at < 1_000; at++) delays.note(at < 700 ? 500 : 3, 6_000);
  expect(delays.p95(6_000)).toBe(3);
});

test("ticker: the lateness of its beats is reported, then forgotten", async () => {
  const clock = new VirtualClock();
  const ticker = new Ticker(clock, 20);
  using _beat = ticker.add(() => undefined);
  await clock.advance(1_000);
  expect(ticker.lateMs).toBe(0);
  for (let i = 0; i < 10; i++) {
    clock.stall(35);
    await clock.advance(60);
  }
  expect(ticker.lateMs).toBeGreaterThan(10);
  await clock.advance(5_000);
  expect(ticker.lateMs).toBe(0);
});
