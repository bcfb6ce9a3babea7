// Time: cancellable waits, and the beat that all paced work shares.

import { expect, test } from "bun:test";
import { delay, wallClock } from "../../src/base/clock.ts";
import { Ticker } from "../../src/base/ticker.ts";
import { random } from "../support/random.ts";
import { RoughClock } from "../support/fakes/rough-clock.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

test("delay: it resolves at its time, and leaves no timer", async () => {
  const clock = new VirtualClock();
  let done = false;
  void delay(clock, 100, new AbortController().signal).then(() => (done = true));
  await clock.advance(99);
  expect(done).toBe(false);
  await clock.advance(1);
  expect([done, clock.pending]).toEqual([true, 0]);
});

test("delay: it rejects with the reason once cancelled, and leaves no timer", async () => {
  const clock = new VirtualClock();
  const stop = new AbortController();
  const waiting = delay(clock, 100, stop.signal);
  stop.abort(new Error("enough"));
  expect(waiting).rejects.toThrow("enough");
  expect(delay(clock, 100, stop.signal)).rejects.toThrow("enough");
  expect(clock.pending).toBe(0);
});

test("clock: the machine's own never fires early", async () => {
  const from = wallClock.now();
  await new Promise<void>((resolve) => wallClock.after(5, resolve));
  expect(wallClock.now() - from).toBeGreaterThanOrEqual(3.9);
  wallClock.after(0, () => expect.unreachable())[Symbol.dispose]();
});

test("ticker: beats at absolute deadlines", async () => {
  const clock = new VirtualClock();
  const beats: number[] = [];
  using _beat = new Ticker(clock, 20).add((now) => beats.push(now));
  await clock.advance(100);
  expect(beats).toEqual([20, 40, 60, 80, 100]);
});

test("ticker: it stops without subscribers and restarts for the next", async () => {
  const clock = new VirtualClock();
  const ticker = new Ticker(clock, 20);
  const first = ticker.add(() => undefined);
  expect([ticker.size, clock.pending]).toEqual([1, 1]);
  first[Symbol.dispose]();
  expect([ticker.size, clock.pending]).toEqual([0, 0]);
  await clock.advance(7);
  const beats: number[] = [];
  using _second = ticker.add((now) => beats.push(now));
  await clock.advance(20);
  expect(beats).toEqual([27]);
});

test("ticker: after a stall it beats once, not once for each missed beat, and then on time", async () => {
  const clock = new VirtualClock();
  const beats: number[] = [];
  const beat = new Ticker(clock, 20).add((now) => {
    beats.push(now);
    if (beats.length === 4) beat[Symbol.dispose]();
  });
  clock.stall(95);
  await clock.advance(65);
  expect(beats).toEqual([95, 100, 120, 140]);
});

test("ticker: a subscriber that leaves and rejoins within its beat gets one beat, by one timer", async () => {
  const clock = new VirtualClock();
  const ticker = new Ticker(clock, 20);
  const beats: number[] = [];
  const first = ticker.add(() => {
    first[Symbol.dispose]();
    ticker.add((now) => beats.push(now));
  });
  await clock.advance(100);
  expect([beats, clock.pending]).toEqual([[20, 40, 60, 80, 100], 1]);
});

test("ticker: a subscriber may leave during its own beat", async () => {
  const clock = new VirtualClock();
  const ticker = new Ticker(clock, 20);
  let beats = 0;
  const mine = ticker.add(() => {
    beats++;
    mine[Symbol.dispose]();
  });
  await clock.advance(100);
  expect([beats, clock.pending]).toEqual([1, 0]);
});

test("ticker: a subscriber's bug is reported, and the others continue", () => {
  const script = `
    import { Ticker } from "${import.meta.dir}/../../src/base/ticker.ts";
    import { VirtualClock } from "${import.meta.dir}/../support/fakes/virtual-clock.ts";
    process.on("uncaughtException", (error) => console.log(error.message));
    const clock = new VirtualClock();
    const ticker = new Ticker(clock, 20);
    ticker.add(() => { throw new Error("our bug"); });
    ticker.add((now) => console.log(now));
    await clock.advance(40);`;
  const { stdout } = Bun.spawnSync([process.execPath, "-e", script]);
  expect(stdout.toString().trim().split("\n")).toEqual(["20", "our bug", "40", "our bug"]);
});

test("ticker: an early timer makes no early or double beat", async () => {
  const clock = new RoughClock(random(1), { earlyMs: 1, lateMs: 0, stalls: 0.2, stallMsMax: 30 });
  const ticker = new Ticker(clock, 20);
  const periods: number[] = [];
  using _beat = ticker.add((now) => void periods.push(Math.floor(now / 20)));
  await clock.run(60_000);
  expect([periods[0], new Set(periods).size]).toEqual([1, periods.length]);
});
