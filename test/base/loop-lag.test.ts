// Lag of the event loop: the lateness of beats at which a server counts as behind, and at which as recovered.

import { expect, test } from "bun:test";
import { afterBeat, inTime, isBehind, type LoopLag } from "../../src/base/limits/loop-lag.ts";
import { Ticker } from "../../src/base/ticker.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const beats = (count: number, lateMs: number): number[] => Array.from({ length: count }, () => lateMs);
const after = (...late: readonly number[]): LoopLag => late.reduce(afterBeat, inTime);

test("loop lag: one late beat does not count, half a second does", () => {
  expect(after(499).isBehind).toBe(false);
  expect(after(500).isBehind).toBe(true);
});

test("loop lag: twenty-five beats over 100 ms in a row count, fewer or earlier ones do not", () => {
  expect(after(...beats(24, 101)).isBehind).toBe(false);
  expect(after(...beats(25, 101)).isBehind).toBe(true);
  expect(after(...beats(1_000, 100)).isBehind).toBe(false);
  expect(after(...beats(24, 101), 0, ...beats(24, 101)).isBehind).toBe(false);
});

test("loop lag: it ends after twenty-five punctual beats, and may begin again", () => {
  expect(after(1_000, ...beats(24, 100)).isBehind).toBe(true);
  expect(after(1_000, ...beats(25, 100)).isBehind).toBe(false);
  expect(after(1_000, ...beats(24, 0), 101, ...beats(24, 0)).isBehind).toBe(true);
  expect(after(1_000, ...beats(24, 0), 500, ...beats(24, 0)).isBehind).toBe(true);
  expect(after(1_000, ...beats(25, 0), ...beats(24, 101)).isBehind).toBe(false);
  expect(after(1_000, ...beats(25, 0), ...beats(25, 101)).isBehind).toBe(true);
});

test("loop lag: punctual beats return the same state, so that nothing is allocated", () => {
  expect(after(...beats(100, 0))).toBe(inTime);
});

test("loop lag: an overdue beat counts before it comes, and none counts with fewer than 20 calls", () => {
  expect([isBehind(inTime, 499, 20), isBehind(inTime, 500, 20), isBehind(after(500), 0, 20)]).toEqual([
    false,
    true,
    true,
  ]);
  expect([isBehind(inTime, 500, 19), isBehind(after(500), 0, 19)]).toEqual([false, false]);
});

test("loop lag: the ticker tracks it while many need its beats, and drops it with the last", async () => {
  const clock = new VirtualClock();
  const ticker = new Ticker(clock, 20);
  const many = (): Disposable[] => Array.from({ length: 20 }, () => ticker.add(() => undefined));
  clock.stall(1_000);
  expect(ticker.isBehind).toBe(false);
  const calls = many();
  clock.stall(519);
  expect(ticker.isBehind).toBe(false);
  clock.stall(1);
  expect(ticker.isBehind).toBe(true);
  await clock.advance(0);
  expect(ticker.isBehind).toBe(true);
  for (const call of calls) call[Symbol.dispose]();
  expect(ticker.isBehind).toBe(false);
  const others = many();
  await clock.advance(20);
  expect(ticker.isBehind).toBe(false);
  for (const other of others) other[Symbol.dispose]();
});
