// Meter of a session: the counted time, its cost, and the due time of the next minute.

import { expect, test } from "bun:test";
import { Meter, type MeterOptions } from "../../src/session/session-meter.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const second = 50_000;

function open(options: Partial<MeterOptions> = {}) {
  const clock = new VirtualClock();
  const due: number[] = [];
  const meter = new Meter({
    clock,
    usedMicros: () => 0,
    pays: true,
    due: () => void due.push(clock.now()),
    ...options,
  });
  return { clock, meter, due };
}

test("meter: the time between run and pause counts in whole milliseconds, and each started second is charged", async () => {
  const { clock, meter } = open();
  await clock.advance(5_000);
  expect(Object.values(meter.read())).toEqual([0, 0]);
  meter.run();
  meter.run();
  await clock.advance(1_200.4);
  expect(Object.values(meter.read())).toEqual([1_200, 2 * second]);
  meter.pause();
  meter.pause();
  await clock.advance(60_000);
  meter.run();
  await clock.advance(800);
  expect(Object.values(meter.read())).toEqual([2_000, 2 * second]);
});

test("meter: use of providers is added to the time", async () => {
  const { clock, meter } = open({ usedMicros: () => 617_284 });
  meter.run();
  await clock.advance(30_000);
  expect(meter.read().costMicros).toBe(30 * second + 617_284);
});

test("meter: time without an account costs nothing, and no minute of it is ever due", async () => {
  const { clock, meter, due } = open({ pays: false });
  meter.run();
  expect(clock.pending).toBe(0);
  await clock.advance(120_000);
  expect([...Object.values(meter.read()), due]).toEqual([120_000, 0, []]);
});

test("meter: a minute is due twelve seconds before the paid one ends, and the next one after it is paid", async () => {
  const { clock, meter, due } = open();
  meter.run();
  await clock.advance(47_999);
  expect(due).toEqual([]);
  await clock.advance(1);
  expect(due).toEqual([48_000]);
  meter.paid();
  await clock.advance(60_000);
  expect(due).toEqual([48_000, 108_000]);
  await clock.advance(600_000);
  expect([due.length, clock.pending]).toEqual([2, 0]);
});

test("meter: uncounted time brings no minute nearer", async () => {
  const { clock, meter, due } = open();
  meter.run();
  await clock.advance(40_000);
  meter.pause();
  expect(clock.pending).toBe(0);
  await clock.advance(100_000);
  meter.run();
  await clock.advance(7_999);
  expect(due).toEqual([]);
  await clock.advance(1);
  expect(due).toEqual([148_000]);
});

test("meter: a paid minute waits while no client is connected", async () => {
  const { clock, meter, due } = open();
  meter.run();
  await clock.advance(48_000);
  meter.pause();
  meter.paid();
  expect(clock.pending).toBe(0);
  meter.run();
  await clock.advance(60_000);
  expect(due).toEqual([48_000, 108_000]);
});

test("meter: it continues another process's count, and its paid time is not due again", async () => {
  const { clock, meter, due } = open();
  meter.goOn(70_500, 120_000);
  meter.run();
  expect(meter.read().connectedMs).toBe(70_500);
  await clock.advance(37_400);
  expect([due, meter.read().connectedMs]).toEqual([[], 107_900]);
  await clock.advance(100);
  expect(due).toEqual([37_500]);
  meter.paid();
  expect(meter.paidMs).toBe(180_000);
  // Nothing is held any more: the next minute is due at once.
  const late = open();
  late.meter.goOn(70_500, 70_500);
  late.meter.run();
  await late.clock.advance(0);
  expect(late.due).toEqual([0]);
});
