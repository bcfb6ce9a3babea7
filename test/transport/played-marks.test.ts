// Played marks: a client's playback delay, from its answers and from missing ones.

import { expect, test } from "bun:test";
import { limits } from "../../src/transport/connection-limits.ts";
import { PlayedMarks } from "../../src/transport/played-marks.ts";

/** Sends audio of so many milliseconds at once; returns the marks in it. */
function send(
  marks: PlayedMarks,
  { ms, now }: { readonly ms: number; readonly now: number },
): readonly string[] {
  const names: string[] = [];
  for (let at = 0; at < ms; at += 20) {
    const name = marks.sent(now);
    if (name !== undefined) names.push(name);
  }
  return names;
}

test("marks: one is sent each 400 ms, and one at the end of shorter audio", () => {
  const marks = new PlayedMarks(limits);
  expect(marks.flushed()).toBeUndefined();
  expect(send(marks, { ms: 380, now: 0 })).toEqual([]);
  expect(send(marks, { ms: 20, now: 0 })).toEqual(["m-1"]);
  expect(marks.flushed()).toBeUndefined();
  expect(send(marks, { ms: 820, now: 0 })).toEqual(["m-2", "m-3"]);
  expect([marks.flushed(), marks.flushed()]).toEqual(["m-4", undefined]);
});

test("marks: the client's delay is the reported one, at any time", () => {
  const marks = new PlayedMarks(limits);
  send(marks, { ms: 1_200, now: 1_000 });
  expect(marks.lagMs(1_000)).toBe(0);
  marks.played("m-1", 1_470);
  expect(marks.lagMs(1_470)).toBe(70);
  // The client was faster than possible: it answers before it plays.
  marks.played("m-2", 1_700);
  expect(marks.lagMs(1_700)).toBe(0);
  marks.played("m-3", 2_450);
  expect(marks.lagMs(9_000)).toBe(250);
});

test("marks: while an answer is overdue the client counts as later, up to a bound", () => {
  const marks = new PlayedMarks(limits);
  send(marks, { ms: 800, now: 0 });
  marks.played("m-1", 430);
  expect([830, 831, 1_000, 2_800].map((now) => marks.lagMs(now))).toEqual([30, 31, 200, 2_000]);
  // The client does not answer, so its last report counts.
  expect(marks.lagMs(2_801)).toBe(30);
  marks.played("m-2", 2_802);
  expect(marks.lagMs(2_802)).toBe(30);
});

test("marks: a client that answers none is awaited once, and again after it has answered one", () => {
  const marks = new PlayedMarks(limits);
  send(marks, { ms: 1_200, now: 0 });
  expect([2_400, 2_401, 3_200].map((now) => marks.lagMs(now))).toEqual([2_000, 0, 0]);
  send(marks, { ms: 800, now: 10_000 });
  expect(marks.lagMs(11_000)).toBe(0);
  marks.played("m-4", 10_430);
  expect(marks.lagMs(10_900)).toBe(100);
});

test("marks: no client is awaited beyond the bound, with any report", () => {
  const marks = new PlayedMarks(limits);
  send(marks, { ms: 400, now: 0 });
  marks.played("m-1", 60_000);
  expect(marks.lagMs(60_000)).toBe(limits.markLagMaxMs);
});

test("marks: an answer covers earlier ones, and an unknown or repeated one counts for nothing", () => {
  const marks = new PlayedMarks(limits);
  send(marks, { ms: 1_200, now: 0 });
  marks.played("m-2", 900);
  expect(marks.lagMs(900)).toBe(100);
  for (const name of ["m-1", "m-2", "m-9", ""]) marks.played(name, 1_000);
  expect(marks.lagMs(1_000)).toBe(100);
});

test("marks: cleared audio is neither awaited nor counted, and later audio has its own time", () => {
  const marks = new PlayedMarks(limits);
  send(marks, { ms: 10_380, now: 0 });
  marks.played("m-1", 440);
  marks.cleared(500);
  expect([marks.flushed(), marks.lagMs(10_000)]).toEqual([undefined, 40]);
  expect(send(marks, { ms: 400, now: 10_000 })).toEqual(["m-26"]);
  marks.played("m-2", 10_100);
  expect(marks.lagMs(10_100)).toBe(40);
  marks.played("m-26", 10_450);
  expect(marks.lagMs(10_450)).toBe(50);
});

test("marks: after silence the client begins with its smallest delay, not with that of a stall", () => {
  const marks = new PlayedMarks(limits);
  send(marks, { ms: 1_200, now: 0 });
  marks.played("m-1", 460);
  marks.played("m-2", 1_700);
  // While marks are outstanding, no new measurement begins.
  send(marks, { ms: 20, now: 1_300 });
  expect(marks.lagMs(1_300)).toBe(900);
  marks.played("m-3", 2_100);
  send(marks, { ms: 20, now: 5_000 });
  expect(marks.lagMs(5_000)).toBe(60);
});

test("marks: an answer is fresh for a second", () => {
  const marks = new PlayedMarks(limits);
  send(marks, { ms: 400, now: 0 });
  expect(marks.isFresh(0)).toBe(false);
  marks.played("m-1", 450);
  expect([450, 1_450, 1_451].map((now) => marks.isFresh(now))).toEqual([true, true, false]);
});
