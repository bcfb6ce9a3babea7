// Share of a beat: work waits for the media clock while there is one, and begins after all its subscribers.

import { expect, test } from "bun:test";
import { BeatShare } from "../../src/base/limits/beat-share.ts";
import { Ticker } from "../../src/base/ticker.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

const periodMs = 20;

test("beat share: while media flows, one piece of work starts per beat, after all frames", async () => {
  const clock = new VirtualClock();
  const ticker = new Ticker(clock, periodMs);
  const share = new BeatShare(ticker, 1);
  const log: string[] = [];
  const note = (what: string): void => void log.push(`${clock.now()} ${what}`);
  using _first = ticker.add(() => note("frame"));
  for (const name of ["a", "b", "c"]) void share.enter().then(() => note(name));
  // A subscriber that joins while the work is waiting still runs first.
  using _second = ticker.add(() => note("frame of another"));
  const start = clock.now();
  await clock.advance(3 * periodMs);
  const at = (beats: number, what: string): string => `${start + beats * periodMs} ${what}`;
  expect(log).toEqual(
    ["a", "b", "c"].flatMap((name, i) => [
      at(i + 1, "frame"),
      at(i + 1, "frame of another"),
      at(i + 1, name),
    ]),
  );
});

test("beat share: without media the work waits one turn of the event loop, and leaves no beat behind", async () => {
  const clock = new VirtualClock();
  const ticker = new Ticker(clock, periodMs);
  const share = new BeatShare(ticker, 1);
  await Promise.all([share.enter(), share.enter()]);
  expect(ticker.size).toBe(0);
});

test("beat share: work that still waits when media ends continues with the beat, which ends with the last", async () => {
  const clock = new VirtualClock();
  const ticker = new Ticker(clock, periodMs);
  const share = new BeatShare(ticker, 1);
  const call = ticker.add(() => {});
  const entered: number[] = [];
  for (const n of [1, 2]) void share.enter().then(() => entered.push(n));
  call[Symbol.dispose]();
  // The later work must not overtake.
  void share.enter().then(() => entered.push(3));
  await clock.advance(3 * periodMs);
  expect(entered).toEqual([1, 2, 3]);
  expect(ticker.size).toBe(0);
});
